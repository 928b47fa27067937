"""Which analysis a question asks for, told from its words; the rest of it is read by the metric reader."""

import datetime as dt
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Literal

import yaml

from analysis.outcome import Said, Steps
from config.wording import Language, language_of, say
from language.numerals import MULTIPLIERS
from language.numerals import number as numeral
from language.words import either
from query.metric_query import Filter, MetricQuery, Window
from understanding.metric.desk import MetricDesk
from understanding.metric.vocabulary import metric_words
from understanding.words.pointing import pointer

Kind = Literal[
    "compare",
    "concern",
    "opening",
    "gap",
    "missed",
    "behind",
    "streak",
    "lasting",
    "momentum",
    "trend",
    "effect",
    "contribution",
    "first",
    "why",
    "moved",
    "target",
    "months",
    "pace",
    "briefing",
    "anomaly",
    "forecast",
]
Direction = Literal["", "up", "down"]
Base = Literal["", "last_year", "previous"]


@dataclass(frozen=True)
class BesideGoal:
    """A comparison with a target in a question's words, and the question with it put as one of targets."""

    way: Literal["over", "under", "on"]
    word: str  # all of it, as it is written
    goal: str
    put: str
    ahead: str
    behind: str

    def of(self, figure: str) -> str:
        """Return the question with a figure named: over budget on food cost."""
        if self.put.isascii():
            return " ".join(f"{self.ahead}{self.word} on {figure} {self.behind}".split())
        return f"{self.ahead}{figure}{self.word}{self.behind}"


@dataclass(frozen=True)
class Mark:
    """A number that a figure is asked to reach, and its unit as it is written: 1.2 billion yuan.

    Without a number it is what the figure came to a year before.
    """

    number: Decimal | None
    unit: str
    put: str  # the question with a target in its place


@dataclass(frozen=True)
class Quoted:
    """A change in percent in a question's words that names no time: between which rates it lies.

    `beside` is what it is said to be beside, where it is; `head` its clause without these words.
    """

    least: Decimal
    most: Decimal
    words: str
    beside: Base
    head: str

    def holds(self, rate: Decimal) -> bool:
        """Tell a change in percent that it is a rounding of."""
        return self.least <= rate <= self.most


@dataclass(frozen=True)
class Recognised:
    """A question's kind, what is left of it to be read as a figure, and which way it says things went.

    `previous` is the question before it, without what asked for an analysis: a message may go on from it.
    """

    kind: Kind
    rest: str
    direction: Direction
    language: Language
    previous: str = ""
    text: str = ""  # the whole question
    figures: tuple[str, ...] = ()  # those that a word begins: the charging business
    passed: tuple[str, ...] = ()  # words that were heard and are not taken into account
    sensed: bool = False  # its meaning tells the kind, too: the words of asking for it say nothing of what
    figure_assumed: bool = False  # it names no figure: the first of the scorecard is in its rest
    against: BesideGoal | None = None  # it asks on which side of its target a figure is
    mark: Mark | None = None  # it asks whether a figure reaches a number, put as one of its target


@dataclass(frozen=True)
class AnalysisAsked:
    """One analysis, exactly: of these figures, over this time, against that, of these members.

    `windows` is the time asked about; `against` what it is compared with, where that matters.
    """

    kind: Kind
    language: Language
    metrics: tuple[str, ...] = ()
    window: Window | None = None
    against: Window | None = None
    filters: tuple[Filter, ...] = ()
    direction: Direction = ""
    query: MetricQuery | None = None  # as the metric reader read the rest
    followed: bool = False  # it went on from the question before
    usual: bool = False  # it is set beside what is usual, which is taken for the period before
    gap: bool = False  # it asks how far it is to the target
    ahead: bool = False  # it asks whether it will be met
    about: str = ""  # what a figure is set beside: a holiday, the last one, weather; gaps; since it opened
    until: dt.date | None = None  # where the time since it opened ends, that day not in it
    text: str = ""  # the whole question
    figure_assumed: bool = False  # no figure was named: the first of the scorecard is taken, and told
    dimension: str = ""  # what it is told by, member by member
    held_back: bool = False  # it asks who holds a figure back, whether that fell or not
    each: bool = False  # it asks of each member by itself whether it met its target
    missed: bool = False  # how far off are those that did not reach it: of no others
    beside: bool = False  # it asks for a figure beside its target: neither yes nor no
    lately: bool = False  # no time was named: it asks how things go now
    furthest: bool = False  # it asks who alone is furthest behind a target, or ahead of it
    side: str = ""  # it asks whether a figure is over its target, under it or on it
    mark: Decimal | None = None  # the number that it is to reach, which stands for its target
    quoted: Quoted | None = None  # a change in percent of which no time is named: it is sought first
    untimed: bool = False  # no time is named of a change: that in which it moved so is sought first
    of_trend: bool = False  # it goes on from a trend by month
    passed: tuple[
        str, ...
    ] = ()  # words of the question that are not taken into account, which the answer tells


Run = Callable[[AnalysisAsked, MetricDesk], Steps]  # how a kind of analysis is carried out


@dataclass(frozen=True)
class AskBack:
    """What a question may mean, each a whole question; `code` is a text under `analysis.ask_back`."""

    code: str
    questions: tuple[str, ...]


@dataclass(frozen=True)
class NotRead:
    """It is an analysis, but the rest has these words that nothing here knows, or is none of this kind."""

    words: tuple[str, ...] = ()
    why: Said | None = None  # what is to be said where nobody else answers


_WILL_BE = re.compile(
    r"\b(?:will|can|could|going to|on (?:track|course) to|likely to|able to)\b", re.IGNORECASE
)
_OR_NOT = re.compile(r"(?:^|(?<=\s))没有?\s*$")  # 有啥不对劲的没: it asks whether, and leaves nobody out
_SIGNS = re.compile(r"[\s,，、:：;；?？。.!！呢吗嘛啊呀吧]+")
_HIDDEN = 0xE000  # the first of the characters that stand in for names: Unicode's private ones


@lru_cache(maxsize=1)
def _lexicon() -> Mapping[str, Any]:
    found: Mapping[str, Any] = yaml.load(
        (Path(__file__).parent / "lexicon.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader
    )
    return found


@cache  # as many as the lexicon has
def _pattern(kind: str, part: str) -> re.Pattern[str]:
    return _any_of(_lexicon()[kind].get(part, ()))


@cache
def _listed(name: str) -> re.Pattern[str]:
    return _any_of(_lexicon()[name])


def _any_of(written: Sequence[str]) -> re.Pattern[str]:
    return _compiled("|".join(f"(?:{one})" for one in written) or "(?!)")


def _compiled(written: str) -> re.Pattern[str]:
    for name, words in reversed(_lexicon()["words"].items()):  # words of a list may stand for one before it
        written = written.replace("{" + name + "}", f"(?:{words})")
    return re.compile(written, re.IGNORECASE)


@cache
def _put(kind: str, part: str) -> list[tuple[re.Pattern[str], str]]:
    """Return the words of a kind that are put into others."""
    return [(_compiled(pattern), words) for pattern, words in _lexicon()[kind].get(part, ())]


_NO_KINDS = (
    "words",
    "alike",
    "data_until",
    "harmless",
    "may_ask",
    "called_a_target",
    "called_a_plan",
    "beside_a_goal",
    "beside_a_number",
    "beside_last_year",
    "at_a_speed",
    "quoted_change",
    "quoted_beside_year",
    "quoted_beside_before",
    "quoted_asks",
    "quoted_not",
    "heard",
    "quiet",
    "goes_out",
    "narrowing",
    "asking",
    "leaning",
    "reporting",
)


def _kinds() -> list[str]:
    return [name for name in _lexicon() if name not in _NO_KINDS]


def _said_alike(text: str) -> str:
    """Return a text with one word for what is called by several: 任务 is a target."""
    for pattern, word in (*_alike(), *_some_lately(language_of(text))):
        text = pattern.sub(word, text)
    return text


@cache
def _alike() -> list[tuple[re.Pattern[str], str]]:
    return [(re.compile(one, re.IGNORECASE), word) for word, one in _lexicon()["alike"].items()]


@cache
def _some_lately(language: Language) -> list[tuple[re.Pattern[str], str]]:
    """Return the words for some months, weeks or days of which nobody says how many, as so many as are taken.

    What follows them in a question without a figure would else be of no time at all.
    """
    told = metric_words()["some_lately"].items()
    own = {period: [one for one in words if language_of(one) == language] for period, words in told}
    units = {period: period.rpartition(" ")[2] for period in own}
    return [
        (re.compile(either(words), re.IGNORECASE), say(f"analysis.some.{units[period]}", language))
        for period, words in own.items()
    ]


def asks_for_one(text: str) -> bool:
    """Tell whether a text has any word that asks for an analysis: what has none need not be read further."""
    text = _said_alike(text)
    if any(_listed(one).search(text) for one in ("may_ask", "called_a_target")):
        return True
    return (
        bool(beside_a_goal(text) or beside_a_number(text) or beside_last_year(text) or quoted(text))
        or any(_pattern(kind, "asks").search(text) for kind in _kinds())
        or any(cue.asks.search(text) for cue in _cues())
    )


def with_target(text: str) -> str:
    """Return a text in which what was missed or is to be met is called a target: 没完成收入预算.

    >>> with_target("which canteens missed their revenue budget"), with_target("the revenue budget")
    ('which canteens missed their revenue target', 'the revenue budget')
    """
    found = _listed("called_a_target").search(text)
    if found is None:
        return text
    start, end = next(found.span(one) for one in ("a", "b", "c") if found[one])
    return f"{text[:start]}{'target' if text[start].isascii() else '目标'}{text[end:]}"


def beside_a_goal(text: str) -> BesideGoal | None:
    """Return the comparison of a figure with its target that a text asks for, or None.

    >>> beside_a_goal("was food cost over budget in May").put, beside_a_goal("5月没超食材预算的食堂").way
    ('was food cost ahead of target in May', 'under')
    """
    found = next((it for one in _listed_apart("beside_a_goal") if (it := one.search(text))), None)
    if found is None:
        return None
    told = {name: one for name, one in found.groupdict().items() if one is not None}
    way = next(one for one in ("over", "under", "on") if one in told)
    ahead, behind, gap = text[: found.start()], text[found.end() :], told.get("gap", "").strip()
    gap = "" if gap.lower() in ahead.lower() else gap  # food cost over the food budget
    put = f"{ahead}{gap} ahead of target {behind}" if text.isascii() else f"{ahead}{gap}超前于目标的{behind}"
    put = " ".join(put.split()) if text.isascii() else put
    return BesideGoal(way, found.group().strip(), told.get("goal", ""), put, ahead, behind)  # type: ignore[arg-type]


@cache
def _listed_apart(name: str) -> tuple[re.Pattern[str], ...]:
    """Return the patterns of a list one by one: their groups have names."""
    return tuple(_compiled(one) for one in _lexicon()[name])


def beside_a_number(text: str) -> Mark | None:
    """Return the number that a text asks whether a figure reaches, or None.

    >>> beside_a_number("下个月营业额能到1亿吗").put, beside_a_number("will revenue hit 1.2 million?").number
    ('下个月营业额能完成目标吗', Decimal('1200000.0'))
    """
    found = next((it for one in _listed_apart("beside_a_number") if (it := one.search(text))), None)
    if found is None or (amount := numeral(found["number"])) is None:
        return None
    told = {name: one or "" for name, one in found.groupdict().items()}
    scale = MULTIPLIERS.get(told["scale"].lower(), 1)
    ahead, behind = text[: found.start()], text[found.end() :]
    zh = "能完成目标吗" if told.get("can") else "完成目标了吗"
    put = f"{ahead}meet the target {behind}" if text.isascii() else f"{ahead}{zh}{behind}"
    return Mark(amount * scale, told["unit"].lower(), " ".join(put.split()))


def beside_last_year(text: str) -> Mark | None:
    """Return that a text asks whether a figure will be above last year's, or None.

    >>> beside_last_year("今年营业额能超过去年吗").put, beside_last_year("revenue beat last year")
    ('今年营业额能完成目标吗', None)
    """
    found = next((it for one in _listed_apart("beside_last_year") if (it := one.search(text))), None)
    ahead = found is not None and (not text.isascii() or _WILL_BE.search(text[: found.start()]))
    if found is None or not ahead:
        return None
    put = "meet the target" if text.isascii() else "能完成目标吗"
    return Mark(None, "", " ".join(f"{text[: found.start()]}{put}{text[found.end() :]}".split()))


def at_a_speed(text: str) -> tuple[re.Match[str], str] | None:
    """Return where a text says how fast something goes, and what is said so of the time it takes.

    >>> found = at_a_speed("投诉处理得这么慢")
    >>> found and (found[0].group(), found[1])
    ('得这么慢', '这么高')
    """
    pairs = ((found, words) for one, words in _speeds() if (found := one.search(text)))
    return next(pairs, None)


@lru_cache(maxsize=1)
def _speeds() -> list[tuple[re.Pattern[str], str]]:
    return [(_compiled(one), words) for one, words in _lexicon()["at_a_speed"]]


_BESIDE: Mapping[Base, str] = {"last_year": "quoted_beside_year", "previous": "quoted_beside_before"}


def quoted(text: str) -> Quoted | None:
    """Return the change in percent that a text quotes and asks about, or None.

    >>> found = quoted("sales up almost 14% on last year. is that just the new sites?")
    >>> found.least, found.most, found.beside, found.head
    (Decimal('13'), Decimal('14.05'), 'last_year', 'sales')
    >>> quoted("which areas grew by 14%?"), quoted("营业额涨了14%以上的服务区")
    (None, None)
    """
    found = next((it for one in _listed_apart("quoted_change") if (it := one.search(text))), None)
    if found is None or _listed("quoted_not").search(text.replace(found.group(), " ")):
        return None
    told = {name: one for name, one in found.groupdict().items() if one}
    number = numeral(told.get("number") or told.get("spelled", ""))
    if not number:
        return None
    beside: Base = ""
    ahead, behind = text[: found.start()], text[found.end() :]
    for base, listed in _BESIDE.items():
        if _listed(listed).search(f"{ahead} {behind}"):
            beside, (ahead, behind) = base, (_listed(listed).sub(" ", one) for one in (ahead, behind))
    bare, rest = (_SIGNS.sub(" ", _listed("quoted_asks").sub(" ", one)).strip() for one in (ahead, behind))
    if bare and rest:
        return None
    near = "below" if "below" in told else "about" if {"about", "about_behind"} & told.keys() else ""
    least, most = _within(number, near)
    if "down" in told:
        least, most = -most, -least
    head = ahead if bare else rest if text.isascii() else behind
    return Quoted(least, most, found.group().strip(), beside, head.strip())


def _within(number: Decimal, near: str) -> tuple[Decimal, Decimal]:
    """Return between which figures lies one that is told as a number, or as almost or about it."""
    unit = Decimal(1).scaleb(min(0, int(number.as_tuple().exponent)))
    wide = 2 * unit if near and number % 10 == 0 else unit  # almost 20 % is said of 18
    least = number - (wide if near else unit / 2)
    return least, number + (wide if near == "about" else unit / 20 if near else unit / 2)


def names_a_plan(name: str) -> bool:
    """Tell a name that speaks of a budget or a plan."""
    return _listed("called_a_plan").search(name) is not None


def recognise(text: str, names: Sequence[str] = ()) -> Recognised | None:
    """Return the kind of analysis that a question's words ask for, or None.

    `names` are those of figures and members in it, which say nothing of the kind and are left whole.

    >>> recognise("为什么10月营业额涨了").rest
    '10月营业额'
    """
    hidden = _hidden(text, names)
    found = next((one for kind in _kinds() if (one := _of_kind(kind, hidden))), None)
    if found is None:
        return None
    kind, rest, direction = found
    return Recognised(kind, _shown(rest, names), direction, language_of(text), text=text)


def hear(text: str, names: Sequence[str] = (), told: Kind | None = None) -> Recognised | None:
    """Return the kind of analysis that is told, or that a question's cues ask for; its rest is all it says.

    >>> found = hear("3月营业额突然少了一大截，到底什么原因")
    >>> found.kind, found.rest
    ('why', '3月营业额突然少了一大截，到底什么原因')
    """
    hidden = _hidden(text, names, harmless=False)
    cues = (one.kind for one in _cues() if one.asks.search(hidden) and not one.but_not.search(hidden))
    kind, rest = told or next(cues, None), hidden
    if kind is None:
        return None
    if kind in SAID_OTHERWISE:
        rest = put_otherwise(kind, "becomes", rest)
    direction = _direction(kind, hidden) or ""
    return Recognised(kind, _shown(rest, names, "{}"), direction, language_of(text), text=text)


# By the end of the year is this year; for whom it is says nothing.
SAID_OTHERWISE = ("target", "forecast", "briefing")


@dataclass(frozen=True)
class _Cue:
    """What tells a kind in a question that is not read whole."""

    kind: Kind
    asks: re.Pattern[str]
    but_not: re.Pattern[str]


@lru_cache(maxsize=1)
def _cues() -> tuple[_Cue, ...]:
    return tuple(
        _Cue(one["kind"], _any_of(one["asks"]), _any_of(one.get("not", ()))) for one in _lexicon()["heard"]
    )


def _asks_of(kind: Kind) -> list[re.Pattern[str]]:
    kinds = (kind, "forecast") if kind == "target" else (kind,)
    return [cue.asks for cue in _cues() if cue.kind in kinds] or [_pattern(kind, "asks")]


def cue_spans(kind: Kind, text: str) -> list[tuple[int, int]]:
    """Return where a text has words that ask for a kind, or say that and which way things went."""
    patterns = _asks_of(kind)
    told = ("asks", "up", "down", "degree", "reach", "aim")
    patterns += [_pattern(one, part) for one in (kind, "why") for part in told]
    found = (span for pattern in patterns for match in pattern.finditer(text) for span in _own_spans(match))
    return [(start, end) for start, end in found if end > start]


def _own_spans(found: re.Match[str]) -> list[tuple[int, int]]:
    """Return the spans of a match but for what its groups capture: gaps, which hold what is asked about."""
    gaps = [found.span(number + 1) for number, gap in enumerate(found.groups()) if gap]
    bounds = [found.start(), *(place for gap in gaps for place in gap), found.end()]
    return list(zip(bounds[::2], bounds[1::2], strict=True))


def _taken_out(found: re.Match[str]) -> str:
    """Return what stays of words of asking that are taken out: a space, and what stands in their gaps."""
    gaps = "".join(f"{gap} " for gap in found.groups() if gap)
    return f" {gaps}" if found.group() else ""  # some only tell, and take nothing


def quiet_spans(text: str) -> list[tuple[int, int]]:
    """Return where a text has words that say nothing of what an analysis is of."""
    return [match.span() for match in _listed("quiet").finditer(text) if match.group()]


def is_quiet(text: str) -> bool:
    """Tell words that say nothing of what an analysis is of: how much one wonders, how it is to be told."""
    return not _SIGNS.sub("", _listed("quiet").sub("", text))


def has_cue(kind: Kind, text: str) -> bool:
    """Tell whether a text has a cue of a kind: one clause of a question that is heard as it."""
    return any(asks.search(text) for asks in _asks_of(kind))


def asks_for_a_figure(text: str) -> bool:
    """Tell a clause that wishes, orders or asks how many or which, from one that leads up to it.

    >>> asks_for_a_figure("so could you give me the total"), asks_for_a_figure("a slide on why it fell")
    (True, False)
    """
    return _listed("asking").search(text) is not None


def leans(text: str) -> int | None:
    """Return where a text first leans on what is not named in it: will they make it.

    >>> leans("will they make it"), leans("they want to know why")
    (5, None)
    """
    text = _listed("reporting").sub(lambda found: " " * len(found.group()), text)
    pointed, told = pointer(text), _listed("leaning").search(text)
    places = [*([pointed.start] if pointed else []), *([told.start()] if told else [])]
    return min(places, default=None)


def data_until(text: str) -> re.Match[str] | None:
    """Return where a text says up to which `day` data are used.

    >>> (data_until("11月按到21号的数看 目标能完成吗") or {})["day"]
    '21号'
    """
    return next((found for one in _data_until() if (found := one.search(text))), None)


@lru_cache(maxsize=1)
def _data_until() -> list[re.Pattern[str]]:
    return [_compiled(one) for one in _lexicon()["data_until"]]


def goes_out(text: str) -> bool:
    """Tell a text of what goes out or is needed, which is no figure of what comes in: use up, 用掉."""
    return _listed("goes_out").search(text) is not None


def narrows(text: str) -> bool:
    """Tell a text that says what is not meant, or what alone is."""
    return _listed("narrowing").search(text) is not None


def without_harmless(text: str) -> str:
    """Return a text without words that say nothing of what is asked: i mean, 全公司."""
    return " ".join(_listed("harmless").sub(" ", text).split())


def _hidden(text: str, names: Sequence[str], *, harmless: bool = True) -> str:
    """Return a text with one sign for each name, and one word for what is called by several."""
    for number, name in enumerate(names):
        text = text.replace(name, chr(_HIDDEN + number))
    text = _said_alike(text)
    return _listed("harmless").sub(" ", text) if harmless else text


def _shown(text: str, names: Sequence[str], apart: str = " {} ") -> str:
    for number, name in enumerate(names):
        text = text.replace(chr(_HIDDEN + number), apart.format(name) if name.isascii() else name)
    return re.sub(r"\s+", " ", text).strip()


def _of_kind(kind: str, text: str) -> tuple[Kind, str, Direction] | None:
    """Return what is left of a question of one kind, and which way it says things went; None for others."""
    asked = _pattern(kind, "asks")
    if not asked.search(text) or _pattern(kind, "but_not").search(text):
        return None
    direction = _direction(kind, text)
    bare = not _SIGNS.sub("", _pattern(kind, "of_that").sub("", asked.sub("", text)))  # why? why is that?
    if _lexicon()[kind].get("needs_direction") and direction is None and not bare:
        return None
    rest = put_otherwise(kind, "becomes", "" if bare else text)
    rest = asked.sub(_taken_out, rest)
    rest = _pattern(kind, "takes").sub(_taken_out, rest)
    rest = _SIGNS.sub(" ", re.sub(r"(?<=\d)\.(?=\d)", "\ue8ff", rest)).replace("\ue8ff", ".")
    rest = _OR_NOT.sub("", rest)
    for pattern, words in _put(kind, "becomes_last"):
        rest = pattern.sub(words, rest.strip())
    return kind, rest, direction or ""  # type: ignore[return-value]


def says(kind: Kind, part: str, text: str) -> bool:
    """Tell whether a text has a word of one part of a kind's lexicon."""
    return _pattern(kind, part).search(_said_alike(text)) is not None


def place_of(kind: Kind, part: str, text: str) -> tuple[int, int] | None:
    """Return where a text first has a word of one part of a kind's lexicon."""
    found = _pattern(kind, part).search(text)
    return found.span() if found else None


def stands_so(text: str) -> bool:
    """Tell a text that says how a figure stands, and of no move of it: so low, 这么多.

    >>> stands_so("为什么这么低"), stands_so("为什么低了"), stands_so("why did it get so low")
    (True, False, False)
    """
    return says("why", "stands", text) and not says("why", "moves", text) and not says("why", "usual", text)


def without(kind: Kind, part: str, text: str) -> str:
    """Return a text without the words of one part of a kind's lexicon."""
    return " ".join(_pattern(kind, part).sub(" ", text).split())


def in_the_past(kind: Kind, text: str) -> str:
    """Return what asks the same of last month where a question of what comes has a verb, else nothing.

    >>> in_the_past("forecast", "下个月能卖多少"), in_the_past("forecast", "how much will we sell next week?")
    ('上个月卖了多少', 'how much did we sell last month')
    """
    for pattern, words in _put(kind, "past"):
        if pattern.search(text):
            return " ".join(pattern.sub(words, text).split())
    return ""


def put_otherwise(kind: str, part: str, text: str) -> str:
    """Return a text with the words of one part of a kind's lexicon put into others."""
    for pattern, words in _put(kind, part):
        text = pattern.sub(words, text)
    return text


def is_ours(text: str) -> bool:
    """Tell a text that is only a word of ours, though a member may be called so: Up, 完成, 节假日.

    >>> is_ours("Up"), is_ours("降雨量")
    (True, False)
    """
    own = (
        ("why", "up"),
        ("why", "down"),
        ("target", "reach"),
        ("effect", "holiday"),
        ("effect", "weather"),
    )
    return any(_pattern(kind, part).fullmatch(text) for kind, part in own)


def way_of(text: str) -> Direction:
    """Return which way a text says that a figure went, or nothing."""
    return _direction("why", text) or ""


def tells_a_change(text: str, names: Sequence[str] = ()) -> bool:
    """Tell a text that says that something moved: of why October fell the first figure may be meant.

    `names` are those of figures and members in it, which say nothing of that.

    >>> tells_a_change("10月下降的原因"), tells_a_change("今年投诉的原因")
    (True, False)
    """
    return _direction("why", _hidden(text, names, harmless=False) if names else text) is not None


def goes_both_ways(text: str) -> bool:
    """Tell a text in which something rose and something fell: why did one rise and the other fall."""
    text = _pattern("why", "degree").sub(" ", text)
    return all(_pattern("why", way).search(text) for way in ("up", "down"))


def _direction(kind: str, text: str) -> Direction | None:
    """Return which way things are said to have gone; None where no word says that they moved at all."""
    if _pattern(kind, "denied").search(text):
        return ""
    text = _pattern(kind, "degree").sub(" ", text)
    ways: dict[Direction, bool] = {
        way: bool(_pattern(kind, way).search(text))  # type: ignore[misc]
        for way in ("up", "down")
    }
    if ways["up"] != ways["down"]:
        return "up" if ways["up"] else "down"
    return "" if ways["up"] or _pattern(kind, "moved").search(text) else None
