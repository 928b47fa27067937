"""Which figures the words of a question point at that names none whole: 坏了几次, hours it was down."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from math import log

from knowledge.metrics import Catalog, Metric
from knowledge.values import Allowed
from language.numerals import HAN_NUMERALS
from language.roots import roots_within, words_of
from language.units import key_of
from language.words import is_han
from understanding.figures.goals import is_goal
from understanding.figures.needs import roots_in
from understanding.figures.numbering import is_money
from understanding.metric.judging import is_time_taken
from understanding.metric.parts import Part, Parts
from understanding.metric.vocabulary import goal_of, metric_words

SAYING = ("other", "metric", "weak", "thing", "end")  # parts whose words may be of a figure's name
OF_DEFINITION = 0.5  # of a word that only the definition has, beside one of a name
ASKING = ("some", "count")
_SAYING_NO_MORE = frozenset(["some", "count", "total", "avg", "per", "respectively"])  # marks beside how much
_JUDGED = re.compile("[\u4e00-\u9fff]{2}得(?:[很更最较还]|比较)?(?:[好差]|不错)")
_SIGNS = " ?？。.！!了的呢"
NEAR = 0.75  # of the best: as likely to be meant, almost
Words = frozenset[str]
Span = tuple[int, int]


@dataclass(frozen=True)
class Pointed:
    """A figure that words point at.

    `explains`: words that nothing reads are its names'; `whole`: in these or in its definition are all that
    would be lost on it.
    """

    metric: str
    score: float
    explains: bool
    whole: bool


@dataclass(frozen=True)
class Own:
    """The words of one figure: those of its names, and those said of it or of what it is made of."""

    names: Words
    told: Words
    wordings: tuple[Words, ...]


@dataclass(frozen=True)
class Pointers:
    """The words of all figures of a catalog."""

    catalog: Catalog

    def of(self, parts: Parts, allowed: Allowed) -> list[Pointed]:
        """Return the figures that the words of a question point at, those nearest to the best first."""
        judged = _judged(parts)
        telling = (one for one in parts.of(*SAYING) if not _is_within(one, judged))
        said = frozenset().union(*(_words(parts, one) for one in telling))
        counted = _asks_for_number(parts)
        units = any(_asking_how_many(parts))
        called = {name for word in said for name in self._called_by.get(word, ())}
        scores = {
            name: self._score(own, said) + (self._unit(self.catalog.metrics[name], parts) if units else 0.0)
            for name, own in self._own.items()
            if (units or name in called)
            and _counts_as_asked(self.catalog.metrics[name], parts, counted=counted)
            and self.catalog.opens(name, allowed)
        }
        best = max(scores.values(), default=0.0)
        near = [name for name, score in scores.items() if score and score >= NEAR * best]
        near = [name for name in near if not any(self._is_goal_unsaid(name, one, said) for one in near)]
        found = [
            Pointed(name, scores[name], self._explains(name, parts), self._is_whole(name, parts))
            for name in near
        ]
        return sorted(found, key=lambda one: (-one.score, not one.whole))

    def rest(self, metric: str, parts: Parts) -> str:
        """Return a question without what stands for a figure: its words, and its unit behind how much."""
        own = self._own[metric]
        gone = [*parts.of(*SAYING), *_unit_asked(parts, self.catalog.metrics[metric])]
        return parts.without([*gone, *(one for one in parts.of("value") if self._is_verb(one, own, parts))])

    def asks_by_name(self, metric: str, parts: Parts) -> bool:
        """Tell a question how much there was, of which a figure's name has every word: 现在多少人在岗.

        What is counted is its unit or of its name, too; nothing else is asked of it.
        """
        own, found = self._own[metric], self.catalog.metrics[metric]
        named = all(_single(_words(parts, one)) <= own.names for one in parts.of("other"))
        plain = {one.token for one in parts.of("mark")} <= _SAYING_NO_MORE
        plain = plain and (not is_goal(found) or bool(parts.of("other")))  # a goal's unit alone asks for none
        return named and plain and _is_counted_so(parts.text, found, own)

    def _is_goal_unsaid(self, name: str, of: str, said: Words) -> bool:
        """Tell the goal of a figure, or how much of it was reached, where all that is said is of that one.

        维保费开了多少 is of what was billed and of no target, though that is called 维保费开票目标.
        """
        return name in self._goals[of] and said & self._own[name].names <= self._own[of].names

    @cached_property
    def _goals(self) -> dict[str, set[str]]:
        """Return of each figure its goals, with how much of them was reached."""
        goals: dict[str, set[str]] = defaultdict(set)
        for one in self.catalog.metrics.values():
            if goal_of(one, self.catalog):
                goals[one.parts[0]] |= {one.name, one.parts[1]}
        return {name: goals[name] for name in self.catalog.metrics}

    @cached_property
    def _own(self) -> dict[str, Own]:
        return {name: self._words_of(one) for name, one in self.catalog.metrics.items()}

    @cached_property
    def _called_by(self) -> dict[str, set[str]]:
        """Return the figures that a word is in a name of: all others are pointed at by their unit alone."""
        found = defaultdict[str, set[str]](set)
        for name, own in self._own.items():
            for word in own.names:
                found[word].add(name)
        return dict(found)

    @cached_property
    def _weights(self) -> dict[str, float]:
        """Return what a word of a name tells: more, the fewer figures are called so."""
        every = len(self._own)
        uses = Counter(word for own in self._own.values() for word in own.names)
        return {word: log(1 + every / count) for word, count in uses.items()}

    def _words_of(self, metric: Metric) -> Own:
        wordings = tuple(map(words_in, metric.wordings))
        sources = [one for one in self.catalog.sources(metric.name) if one.name != metric.name]
        told = [
            metric.definition_zh,
            metric.definition_en,
            *(name for one in sources for name in one.wordings),
        ]
        return Own(frozenset().union(*wordings), frozenset().union(*map(words_in, told)), wordings)

    def _score(self, own: Own, said: Words) -> float:
        weights = self._weights
        named = sum(weights[one] for one in said & own.names)
        told = sum(weights.get(one, 0.0) for one in (said & own.told) - own.names)
        if not named:
            return 0.0
        covered = max(len(said & one) / len(one) for one in own.wordings if one)
        return named + OF_DEFINITION * told + covered

    def _unit(self, metric: Metric, parts: Parts) -> float:
        """Return what it tells that a figure's own unit is asked for: 多少分, how many hours."""
        asked = bool(_unit_asked(parts, metric))
        return log(1 + len(self._own) / self._units[metric.unit("zh")]) if asked else 0.0

    @cached_property
    def _units(self) -> Counter[str]:
        """Return how many figures have each unit."""
        return Counter(one.unit("zh") for one in self.catalog.metrics.values())

    def _explains(self, name: str, parts: Parts) -> bool:
        own, metric = self._own[name], self.catalog.metrics[name]
        runs = [_words_in(one) for one in _runs(parts) if one not in _of_any()]
        named = any(name in one.metrics for one in parts.of("metric"))  # 车进来待多久, of vehicles entering
        said = named and all(_single(one) <= own.names | own.told for one in runs)
        told = any(one and _single(one) <= own.names and _holds_a_pair(one, own) for one in runs)
        return told or said or bool(_unit_asked(parts, metric))

    def _is_whole(self, name: str, parts: Parts) -> bool:
        """Tell whether nothing that stands for a figure is lost on one: its words, or the end of its name."""
        own, metric = self._own[name], self.catalog.metrics[name]
        return all(
            _single(_words(parts, one)) <= own.names | own.told or self._ends_so(one, metric)
            for one in (*parts.of(*SAYING), *_counted(parts))
        )

    def _ends_so(self, part: Part, metric: Metric) -> bool:
        """Tell a part that names a figure whose name is part of another's: 进账 is revenue, 充电营业额."""
        named = [self.catalog.metrics[one] for one in part.metrics]
        return any(
            len(wording) > 1 and wording in other and wording != other
            for one in named
            for wording in one.wordings
            for other in metric.wordings
        )

    def _is_verb(self, part: Part, own: Own, parts: Parts) -> bool:
        """Tell an English word that a code is called by as well, but that is of a figure: broke down."""
        written = parts.text[slice(*part.piece.span)]
        coded = all(self.catalog.dimensions[name].values for name, _, _ in part.members)
        named = written.isascii() and written.islower() and roots_in(written)
        return coded and bool(named) and roots_in(written) <= own.names


@lru_cache(maxsize=20_000)
def words_in(text: str) -> Words:
    """Return what a text is made of: characters and pairs of them, roots of English words.

    >>> sorted(words_in("退款额"))
    ['款', '款额', '退', '退款', '额']
    """
    small = _small()
    han = [one if is_han(one) and one not in small else "" for one in text]
    pairs = {a + b for a, b in pairwise(han) if a and b}
    return frozenset({one for one in han if one} | pairs | _english(text))


def _runs(parts: Parts) -> Iterator[str]:
    """Yield the words that nothing reads, those that touch as one."""
    run: list[Span] = []
    judged = _judged(parts)
    for start, end in (one.piece.span for one in parts.of("other") if not _is_within(one, judged)):
        if run and run[-1][1] != start:
            yield parts.text[run[0][0] : run[-1][1]]
            run = []
        run.append((start, end))
    if run:
        yield parts.text[run[0][0] : run[-1][1]]


def _judged(parts: Parts) -> Span:
    """Return what is said to be done well or badly, which is no figure whose name has it: 经营得好."""
    found = _JUDGED.search(parts.text)
    return found.span() if found else (0, 0)


def _is_within(part: Part, span: Span) -> bool:
    start, end = part.piece.span
    return start < span[1] and span[0] < end


def _holds_a_pair(words: Words, own: Own) -> bool:
    """Tell whether a name has two characters of a Chinese word side by side: not 经 of 已经 alone."""
    pairs = {one for one in words if len(one) > 1 and not one.isascii()}
    one_name = any(_single(words) <= wording for wording in own.wordings)  # 几票货, of 到货票数
    return not pairs or bool(pairs & own.names) or one_name


def _words(parts: Parts, part: Part) -> Words:
    return _words_in(parts.text[slice(*part.piece.span)])


def _words_in(text: str) -> Words:
    """Return the words of what a question says but for those that ask how much: 坏 of 坏了多少."""
    for asked in map(str, metric_words()["how_much"]):
        text = text.replace(asked, " ")
    return words_in(text)


def _single(words: Words) -> Words:
    return frozenset(one for one in words if len(one) == 1 or one.isascii())


def _english(text: str) -> set[str]:
    return {each for one in words_of(text) if roots_in(one) for each in (*roots_in(one), *roots_within(one))}


def _asking_how_many(parts: Parts) -> Iterator[tuple[Part, Part]]:
    """Yield the words that ask how many, each with what stands behind it."""
    every = pairwise(parts.every)
    return (pair for pair in every if pair[0].token in ASKING and pair[1].kind != "period")


def _counted(parts: Parts) -> list[Part]:
    """Return the things that how many at a question's end is asked of: shops, of how many shops, 商户多少."""
    told = [one for one in parts.every if parts.text[slice(*one.piece.span)].strip(_SIGNS)]
    asked = len(told) > 1 and told[-1].token == "some" and told[-2].piece.span[1] == told[-1].piece.span[0]
    return [told[-2]] if asked and told[-2].kind == "dimension" else []


def _unit_asked(parts: Parts, metric: Metric) -> list[Part]:
    """Return the unit of a figure where it is asked how many of it: 多少分, how many hours.

    Of what is no count, how many goes with its unit.
    """
    asked = [*_asking_how_many(parts)]
    units = {key_of(one) for one in (metric.unit_zh, metric.unit_en) if one} if asked else ()
    found = [pair for pair in asked if key_of(parts.text[slice(*pair[1].piece.span)]) in units]
    return [one for pair in found for one in (pair[1:] if metric.is_count else pair)]


def _is_counted_so(text: str, metric: Metric, own: Own) -> bool:
    """Tell whether a text asks once how much, and of what a figure counts or measures: 几单 of 送达单数."""
    words = metric_words()
    lasted = sum(text.count(str(one)) for one in words["asked_how_long"])
    found = re.findall("(?:" + "|".join(map(str, words["how_much"])) + ")(.*)", text)
    if len(found) + lasted != 1:
        return False
    if lasted:
        return is_time_taken(metric)
    behind = found[0].strip(_SIGNS)
    units = [metric.unit_zh, *(words["money"] if is_money(metric) else ())]
    counted = any(behind.startswith(str(one)) for one in units if one)
    if is_time_taken(metric):
        return counted  # 处理了多少投诉 is of no hours
    return counted or not behind or behind[0] in own.names


def _asks_for_number(parts: Parts) -> bool:
    """Tell whether it is asked how many."""
    asked = tuple(map(str, metric_words()["how_much"]))
    counted = any(parts.text[slice(*one.piece.span)].lower().startswith(asked) for one in parts.of("metric"))
    return counted or bool(parts.marks("count"))


def _counts_as_asked(metric: Metric, parts: Parts, *, counted: bool) -> bool:
    """Tell whether a figure is a number of things, or has the unit asked for, where these are counted."""
    return metric.is_count or not counted or bool(_unit_asked(parts, metric))


@lru_cache(maxsize=1)
def _of_any() -> frozenset[str]:
    """Return words said of any figure, which point at none: 还有人用吗, 在往下掉 beside 扣掉退款后的收入."""
    changed = metric_words()["changed_most"]
    now = metric_words()["as_it_stands"]["words"]
    return frozenset(map(str, (*metric_words()["people"], *changed["rising"], *changed["falling"], *now)))


@lru_cache(maxsize=1)
def _small() -> frozenset[str]:
    return frozenset(map(str, (*metric_words()["grammar"], *metric_words()["particles"], *HAN_NUMERALS)))
