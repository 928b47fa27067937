"""The spans that stand in a question by themselves: names, times, numbers, and words of closed classes."""

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property, lru_cache

from knowledge.values import WHOLE, Allowed, ValueIndex
from knowledge.vocabulary import Vocabulary, Word, general_vocabulary
from language.numerals import numeral_at
from language.period.words import period_words
from language.periods import TimeReading, find_periods, read_time
from language.units import APOSTROPHES, Unit, key_of, stem, units
from understanding.chart.cover import on_cheapest_ways
from understanding.chart.spans import Key, Sized, Span, covering, found_in, sized
from understanding.figures.ends import told_by_end
from understanding.figures.joint_names import RULE as JOINT
from understanding.figures.joint_names import joint_names
from understanding.figures.listed import LONGER, MEMBERS, shortest, told_by_kind
from understanding.figures.named import Names
from understanding.figures.needs import REMAINING
from understanding.figures.nouns import Nouns, nouns_of, short_nouns
from understanding.figures.short import short_names
from understanding.metric.known import Known
from understanding.metric.stems import catalog_words, with_rows
from understanding.metric.vocabulary import (
    METRIC,
    as_written,
    goal_tokens,
    metric_words,
    reached_at,
    reaching_of,
)
from understanding.words.closed import BARE_GRAINS, JOINING, is_a_length
from understanding.words.pieces import DROPPED_SIGNS, paused, spelled_out, without_members
from understanding.words.ways import asked_of_a_way, names_a_member, says_a_way

PERCENT, WEEKDAY, BARE_YEAR = "%", "weekday", "year"
YEAR = re.compile(r"20\d\d")
HAN = "\u4e00"
PAIR = 2
MISSED = "missed"
WORD = 1000
GIVEN = ("times", "pointing")  # what no word is read in the place of
# Of two ways to cut a stretch into as many words, the one whose words say more.
EXTRA = {
    "empty": 100,
    "and": 100,
    "to": 100,
    "between": 100,
    "counter": 110,
    "grain": 20,
    "unit": 20,
    "people": 150,
    "weak": 50,
}
# The parts of these words by the list that has them: 但, but also; than, beat; the same; people; main.
ROLES = {"but": "but", "versus": "versus", "same": "same", "people": "persons", "main": "main"}
COUNTED = ("figure", "figure_first", "weak", "thing", "rows", "state")
BESIDE = ("sort", "others")  # what else these are stays in question
SMALL = frozenset(["empty", "and", "to", "between"])
PLAIN = frozenset(
    ["figure", "kind", "thing", "phrase", "number", "member", "average", "which_time", "figure_first"]
)
WHICH = frozenset("哪w")  # which begins so: no customers, 几个客户
MARK = 30
MEMBER = 60
PART_OF_NAME, CALLED = 300, 0.85  # what a member costs more that is called by less than most of its name


@dataclass(frozen=True)
class Question:
    """A text with what it was split into."""

    text: str
    units: tuple[Unit, ...]
    today: dt.date

    @classmethod
    def of(cls, text: str, today: dt.date) -> "Question":
        """Split a question; signs within a name are no words."""
        text = spelled_out(text)
        kept = DROPPED_SIGNS - {PERCENT}
        return cls(text, tuple(one for one in units(text) if one.text not in kept), today)

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """Return the units as word lists and values are kept."""
        return tuple(one.text for one in self.units)

    def written(self, start: int, end: int) -> str:
        """Return what stands there as it was written."""
        return self.text[self.units[start].start : self.units[end - 1].end]

    def says_a_way(self, start: int, end: int) -> bool:
        """Tell whether what stands there says which way something goes: trending up."""
        return says_a_way(self.text, self.units[start].start, self.units[end - 1].end)

    def asked_of_a_way(self, start: int, end: int) -> str:
        """Return which way it is asked there how far something went: how much is revenue up."""
        return asked_of_a_way(self.text, self.units[start].start, self.units[end - 1].end)

    def owns(self, end: int) -> bool:
        """Tell whether a possessive ends there: customers' level."""
        at = self.units[end - 1].end
        return any(sign in self.text[at - 2 : at + 1] for sign in ("'", *APOSTROPHES))


@dataclass(frozen=True)
class Leaves:
    """Finds the leaves of questions over one catalog."""

    known: Known

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """Return the words of the catalog with the general ones."""
        return with_rows(catalog_words(self.known), self.known)

    @cached_property
    def nouns(self) -> Nouns:
        """Return the nouns that dimensions are called by for short."""
        return nouns_of(self.known)

    @cached_property
    def names(self) -> Names:
        """Return what the names of the catalog stand for."""
        return Names(self.known)

    def of(self, question: Question, allowed: Allowed, given: Sequence[Span] = ()) -> list[Span]:
        """Return the leaves that stand in any of the best ways to cut a question into words, or are given."""
        time = self._time(question, allowed)
        held = {place for one in given for place in range(one.start, one.end)}
        spoken = (one for one in _times(question, time) if held.isdisjoint(range(one.start, one.end)))
        timed = self._around_times(question, [*given, *spoken])
        taken = {place for one in timed for place in range(one.start, one.end)}
        words = [
            *self._words(question),
            *self._members(question, allowed),
            *_numbers(question),
            *_years(question),
        ]
        verbs = [*self._verbs(question, taken)]
        spoken_for = {place for one in verbs for place in range(one.start, one.end)}
        words = [one for one in told_by_kind(words) if not _is_idle(one, spoken_for)]
        words = _uncounted_where_asked_for(_which_of_kinds(question, words))
        words = self._jointly_named(question, words)
        words = told_by_end(words, question.keys, self.known.ends)
        free = [one for one in words if taken.isdisjoint(range(one.start, one.end))]
        found = on_cheapest_ways([*timed, *free], len(question.units), _price)
        beside = _beside(found, free)
        read = [*found, *beside, *_unknown(question, found)]
        places = [(one.start, one.end) for one in question.units]
        short = short_nouns(question.text, question.keys, places, [*read, *verbs], self.nouns)
        read += [Span(start, end, "kind", self.names.kind(name), "nouns") for start, end, name in short]
        read += self._counted_as_members(question, read)
        return [*read, *verbs, *short_names(question.text, places, read, self.names, allowed)]

    def _jointly_named(self, question: Question, words: list[Span]) -> list[Span]:
        """Return words with figures that are named by less than a whole name, in place of what is in it."""
        ands = [one for one in words if one.type == "and"]
        found = list[Span]()
        for one in joint_names(question.keys, self.vocabulary, ands) if ands else ():
            named = self.names.of(one.token, one.key, plural=False, owning=False)
            found.append(Span(one.start, one.end, *named, JOINT))
        held = {at for one in found for at in range(one.start, one.end)}
        free = [one for one in words if one.type in COUNTED or held.isdisjoint(range(one.start, one.end))]
        return [*free, *found]

    def _counted_as_members(self, question: Question, read: Sequence[Span]) -> list[Span]:
        """Return members as what is counted of them, where nothing else is that is: 十月困人几次."""
        if any(one.type in COUNTED for one in read):
            return []
        asked = [str(one.value) for one in read if one.type in ("count", "some", "how_many")]
        members = [(one, question.keys[one.start : one.end]) for one in read if one.type == "member"]
        things = [(one, self.names.counted_as(one.value, key, asked)) for one, key in members]
        return [
            Span(one.start, one.end, "thing", thing, "words") for one, thing in things if thing is not None
        ]

    def _verbs(self, question: Question, taken: set[int]) -> Iterator[Span]:
        """Yield the verbs of definitions, beside whatever else stands there."""
        words = [question.text[one.start : one.end].lower() for one in question.units]
        for (start, end), done in self.names.done(words).items():
            if taken.isdisjoint(range(start, end)):
                yield Span(start, end, "verb", done, "verbs")

    def _around_times(self, question: Question, timed: Sequence[Span]) -> list[Span]:
        """Return times, each within the name whose midst it stands in, where it does: 没完成上个月目标."""
        return [next(self._parted(question, one), one) for one in timed]

    def _parted(self, question: Question, time: Span) -> Iterator[Span]:
        """Yield what is said of a goal with a time in its midst."""
        keys, words = question.keys, self.vocabulary
        end = time.end + (keys[time.end : time.end + 1] == ("的",))
        joined = (*keys[: time.start], *keys[end:])
        for start in range(time.start if time.type == "period" else 0):
            for length in words.lengths.get(joined[start], ()):
                key = joined[start : start + length]
                inside = time.start < start + length <= len(joined)
                word = words.words.get(key) if inside else None
                for token in goal_tokens(word, self.known.catalog):
                    named = self.names.of(token, key, plural=False, owning=False)
                    yield Span(start, start + length + end - time.start, *named, "times", (time,))

    def _words(self, question: Question) -> Iterator[Span]:
        keys, words = question.keys, self.vocabulary
        for start, key in enumerate(keys):
            for length in words.lengths.get(key, ()):
                word = words.words.get(keys[start : start + length])
                if word is None or start + length > len(keys):
                    continue
                if not self._is_hidden(word, question, start, length) and not paused(
                    question.text, question.units[start : start + length]
                ):
                    yield from self._of_word(word, start, start + length, question)
            if key == PERCENT:
                of_number = start > 0 and question.units[start - 1].kind == "number"
                yield Span(start, start + 1, "percent" if of_number else "share", PERCENT, "words")
        for start, end, (type_, text) in found_in(keys, _roles()):
            if type_ == "recently" and keys[start - 1 : start] in _most():
                continue  # the most recent one is the last of all, and no time
            if type_ != "remaining" or not text.isascii() or REMAINING.search(question.text.lower()):
                yield Span(start, end, type_, text, "words")

    def _is_hidden(self, word: Word, question: Question, start: int, length: int) -> bool:
        """Tell a word that stands for something else here: a figure's name, a length, which way it goes."""
        if word.kind == "function":
            return self._begins_with_figure(question.keys, start, length)
        if word.kind == "grain":
            return start > 0 and is_a_length(question.keys, start - 1)
        return names_a_member(word) and question.says_a_way(start, start + length)

    def _time(self, question: Question, allowed: Allowed) -> TimeReading:
        """Return the times of a text; none runs on into a name of the catalog: 今年起运港 is of this year."""
        fiscal, holidays = self.known.fiscal_start, self.known.holidays
        time = read_time(question.text, question.today, fiscal_start=fiscal, holidays=holidays)
        text = without_members(question.text, time, self.known.values or ValueIndex(), allowed)
        if text != question.text:
            return read_time(text, question.today, fiscal_start=fiscal, holidays=holidays)
        if (freed := self._without_names(question, time)) == question.text:
            return time
        other = read_time(freed, question.today, fiscal_start=fiscal, holidays=holidays)
        return other if len(other.periods) == len(time.periods) else time

    def _without_names(self, question: Question, time: TimeReading) -> str:
        """Return a text without the names of the catalog into which a time runs on."""
        text, ends = question.text, [one.span for one in time.periods]
        for start, end in self._named_places(question) if any(text[at - 1] >= HAN for _, at in ends) else ():
            if any(begun < start < at < end for begun, at in ends):
                text = f"{text[:start]}{'_' * (end - start)}{text[end:]}"
        return text

    def _named_places(self, question: Question) -> Iterator[tuple[int, int]]:
        """Yield where names of the catalog stand, in characters."""
        keys, words = question.keys, self.vocabulary
        for start, key in enumerate(keys):
            for length in words.lengths.get(key, ()):
                word = words.words.get(keys[start : start + length])
                named = word is not None and word.tokens and word.tokens[0].startswith("@")
                if named and start + length <= len(keys):
                    yield question.units[start].start, question.units[start + length - 1].end

    def _begins_with_figure(self, keys: Key, start: int, length: int) -> bool:
        """Tell small words that begin with what a figure is called: breakdown of, where Breakdowns is one."""
        found = (self.vocabulary.words.get(keys[start : start + size]) for size in range(1, length))
        return any(one is not None and "".join(one.tokens).startswith(METRIC) for one in found)

    def _of_word(self, word: Word, start: int, end: int, question: Question) -> Iterator[Span]:
        """Yield what a word stands for, one span for each thing it may be."""
        text = joined(question.keys[start:end])
        yield from _as_unit(word, start, end, question)
        if word.kind == "phrase":
            yield Span(start, end, *self._phrase(text, word.tokens, question, start, end), "words")
        elif word.tokens and word.tokens[0].startswith("@"):
            for token in self._as_written(word.tokens, question.written(start, end)):
                type_, value = self._named(token, question, start, end)
                yield Span(
                    start, end, "weak" if type_ == "figure" and word.kind == "weak" else type_, value, "words"
                )
            if text == WEEKDAY and WEEKDAY in self.known.catalog.dimensions:
                yield Span(start, end, "kind", self.names.kind(WEEKDAY), "words")
            if text in metric_words()["sorts"]:
                yield Span(start, end, "sorts", text, "words")
        elif word.kind in ("function", "counter"):
            small = _joint(text)
            yield Span(start, end, small if word.kind == "function" else "counter", text, "words")
        elif word.kind == "grain":
            yield Span(start, end, "unit" if text in BARE_GRAINS else "grain", word.tokens[0], "words")
        elif word.kind == "mark":
            type_, _, value = word.tokens[0].partition(":")
            yield Span(start, end, type_, value or text, "words")
        else:
            role = "rate" if word.tokens == ("rate",) else _role(text)
            if role == "lead" and self.names.is_said_of_a_figure(question.written(start, start + 1)):
                role = "unread"  # how much was collected in Hamburg, of collections
            yield Span(start, end, role, text, "words")

    def _as_written(self, tokens: tuple[str, ...], written: str) -> tuple[str, ...]:
        """Return what a word may stand for, of several figures those that are written so."""
        named = [one.removeprefix(METRIC) for one in tokens if one.startswith(METRIC)]
        meant = as_written(named, written, self.known.catalog)
        return tuple(one for one in tokens if not one.startswith(METRIC) or one.removeprefix(METRIC) in meant)

    def _phrase(
        self, text: str, tokens: tuple[str, ...], question: Question, start: int, end: int
    ) -> tuple[str, object]:
        """Return what a phrase comes to as one span: a day on average, which month, what sells best."""
        grains = [token.removeprefix("per:") for token in tokens if token.startswith("per:")]
        if grains and len(tokens) == PAIR:
            return (
                "average" if "avg" in tokens else "which_time" if "which_time" in tokens else "unread"
            ), grains[0]
        if tokens[0].startswith(METRIC) and tokens[1:] in ((), ("top",), ("bottom",)):
            _, figure = self._named(tokens[0], question, start, end)
            return ("figure", figure) if len(tokens) == 1 else ("figure_first", (figure, tokens[1], text))
        if tokens[1:] == (MISSED,):
            target = tokens[0].removeprefix(METRIC) if tokens[0].startswith(METRIC) else ""
            metric = reaching_of(target, self.known.catalog)
            if metric is not None:
                return "state", (metric.name, "lt", Decimal(reached_at(metric)))
        if tokens[-1] == "count" and text.startswith(tuple(map(str, metric_words()["how_much"]))):
            return "how_many", text
        return ("respectively", text) if tokens[0] == "respectively" else ("phrase", (text, *tokens))

    def _named(self, token: str, question: Question, start: int, end: int) -> tuple[str, object]:
        """Return the type and value of a span that is called by a name of the catalog."""
        written, owning = question.written(start, end), question.owns(end)
        return self.names.of(token, question.keys[start:end], plural=is_plural(written), owning=owning)

    def _members(self, question: Question, allowed: Allowed) -> Iterator[Span]:
        keys, values = question.keys, self.known.values
        for start in range(len(keys)) if values else ():
            for length, entries in values.at(keys, start) if values else ():
                small = length == 1 and self._is_small(question, start)
                if small or question.says_a_way(start, start + length):
                    continue
                found = [
                    (name, one.value, one.score)
                    for one in entries if allowed(one.column)
                    for name in self.known.columns.get(one.column.lower(), ())
                ]  # fmt: skip
                yield from self._of_values(found, start, start + length)

    def _is_small(self, question: Question, at: int) -> bool:
        """Tell a small word from a code written like it: in October, in IN."""
        word = self.vocabulary.words.get((question.keys[at],))
        written = question.written(at, at + 1)
        return (
            word is not None and word.kind in ("function", "mark") and written.isascii() and written.islower()
        )

    def _of_values(self, found: list[tuple[str, str, float]], start: int, end: int) -> Iterator[Span]:
        whole = {name for name, _, score in found if score == WHOLE}
        scores: dict[tuple[str, str], float] = {}
        for name, value, score in found:
            for one in self.known.canonicals(name, value) if score == WHOLE or name not in whole else ():
                scores[name, one] = max(score, scores.get((name, one), 0.0))
        plain = shortest(list(scores))
        for name, value in scores:
            rule = MEMBERS if (name, value) in plain else LONGER
            yield Span(start, end, "member", self.names.member(name, value, scores[name, value]), rule)


def _beside(found: Sequence[Span], free: Sequence[Span]) -> list[Span]:
    """Return what else words are, where that stays in question.

    Those that are left out have others, whatever code is called so: 除了地铁，其他点位.
    """
    parts = {(one.start, one.end) for one in found if one.type in BESIDE}
    members = {(one.start, one.end) for one in found if one.type == "member"}
    others = members if any(one.type == "not" for one in found) else set[tuple[int, int]]()
    places = {"others": parts | others}
    return [one for one in free if (one.start, one.end) in places.get(one.type, parts) and one not in found]


def _which_of_kinds(question: Question, words: list[Span]) -> list[Span]:
    """Return words, those that ask for a type as asking which one where its kind follows: 哪类业态."""
    asks = {str(one) for names in metric_words()["also_called"].values() for one in names}
    kinds = [one for one in words if one.type == "kind"]
    starts = {one.start for one in kinds}
    which = [one for one in kinds if one.end in starts and question.written(one.start, one.end) in asks]
    places = {(one.start, one.end) for one in which}
    asked = [Span(start, end, "singular", question.written(start, end), "words") for start, end in places]
    return [*(one for one in words if one not in which), *asked]


def _uncounted_where_asked_for(words: list[Span]) -> list[Span]:
    """Return words, a kind behind which one as what is asked for: 哪个门店最多 is no most of shops."""
    behind = {one.end for one in words if one.type in ("singular", "plural") and str(one.value)[0] in WHICH}
    return [
        replace(one, value=replace(one.value, counted=""))
        if one.type == "kind" and one.start in behind and one.value.counted
        else one
        for one in words
    ]


def _is_idle(span: Span, verbs: set[int]) -> bool:
    """Tell a general word that no figure is called by, of whose places one is a verb's: 退了多少钱."""
    return span.type in ("unread", "phrase") and not verbs.isdisjoint(range(span.start, span.end))


def _as_unit(word: Word, start: int, end: int, question: Question) -> Iterator[Span]:
    """Yield the unit of time that a name is as well: monthly, which a plan is called too."""
    general = general_vocabulary().words.get(question.keys[start:end])
    if general is not None and general.kind == "grain" != word.kind and not _is_own(word, question, start):
        type_ = "unit" if joined(question.keys[start:end]) in BARE_GRAINS else "grain"
        yield Span(start, end, type_, general.tokens[0], "general")


def _is_own(word: Word, question: Question, start: int) -> bool:
    """Tell a figure called like a unit of time, by which nothing is split: hours by month, not per hour."""
    ahead = question.keys[start - 1] if start else ""
    return ahead not in metric_words()["marks"]["per"] and any(one.startswith(METRIC) for one in word.tokens)


@lru_cache(maxsize=1)
def _roles() -> Sized[tuple[str, str]]:
    """Return the words that play one part wherever they stand, whatever else they are."""
    words = metric_words()
    told = [(type_, str(word)) for type_, role in ROLES.items() for word in words[role]]
    told += [("sort", str(word)) for line in words["alike_kinds"] for word in line]
    told += [("sort", str(word)) for word in words["goods"]]
    told += [("others", str(word)) for word in words["marks"]["others"]]
    told += [("remaining", str(word)) for word in words["remaining"]]
    told += [("closing", str(word)) for word in words["closing"]]
    some = (word for those in words["some_lately"].values() for word in those)
    told += [("recently", str(word)) for word in (*words["recently"]["words"], *some)]
    return sized({key_of(word): (type_, word) for type_, word in told})


@lru_cache(maxsize=1)
def _most() -> frozenset[tuple[str, ...]]:
    """Return the words that make a superlative of the word behind them."""
    return frozenset(key_of(str(one)) for one in metric_words()["recently"]["not_behind"])


def _role(text: str) -> str:
    """Return the part a word plays that stands for nothing of the catalog."""
    return (
        "lead"
        if text in _joined_of("before_value")
        else "because"
        if text in _joined_of("because")
        else "unread"
    )


@lru_cache(maxsize=4)
def _joined_of(name: str) -> frozenset[str]:
    """Return a list of words as spans are kept: handl~ by."""
    return frozenset(joined(key_of(str(word))) for word in metric_words()[name])


def _times(question: Question, time: TimeReading) -> Iterator[Span]:
    periods = [(one, one.span) for one in time.periods]
    told = [("period", *one) for one in periods] + [("ended", one, one.span) for one in time.ends]
    for type_, period, span in told:
        if place := _place(question, *span):
            yield Span(*place, type_, period, "times")
    for said in time.comparisons:
        free = all(said.span[1] <= start or said.span[0] >= end for _, (start, end) in periods)
        if free and (place := covering(question.units, *said.span)):
            yield Span(*place, "comparison", said, "times")
    for start, end in time.unread:
        held = [at for at, one in enumerate(question.units) if one.start < end and one.end > start]
        if held:
            yield Span(held[0], held[-1] + 1, "unread", None, "times")


def _unknown(question: Question, found: list[Span]) -> Iterator[Span]:
    """Yield the units that nothing stands for."""
    known = {at for one in found for at in range(one.start, one.end)}
    for at, unit in enumerate(question.units):
        if at not in known:
            yield Span(at, at + 1, question.asked_of_a_way(at, at + 1) or "word", unit.text, "units")


def _place(question: Question, start: int, end: int) -> tuple[int, int] | None:
    """Return the units that a time covers, a possessive with it: last month's."""
    owned = question.text[end : end + 2] in {f"{one}s" for one in ("'", *APOSTROPHES)}
    return covering(question.units, start, end + 2 if owned else end)


def _years(question: Question) -> Iterator[Span]:
    """Yield each bare number that may be a year: revenue by month 2025."""
    for at, unit in enumerate(question.units):
        if YEAR.fullmatch(unit.text) and len(found := find_periods(f"in {unit.text}", question.today)) == 1:
            yield Span(at, at + 1, "period", replace(found[0], text=unit.text), BARE_YEAR)


def _numbers(question: Question) -> Iterator[Span]:
    for start in range(len(question.units)):
        found = numeral_at(question.units, start)
        if found is not None:
            length, number = found
            yield Span(start, start + length, "number", number, "numbers")


def joined(keys: tuple[str, ...]) -> str:
    """Return units as a word: those of Chinese without a gap."""
    return (" " if keys[0].isascii() else "").join(keys)


def is_plural(written: str) -> bool:
    """Tell whether an English word stands in the plural, as campus does not."""
    word = written.lower().rpartition(" ")[2]
    word = next(
        (word.removesuffix(f"{one}s") for one in ("'", *APOSTROPHES) if f"{one}s" in word), word
    ).rstrip("'’")
    return word.endswith("s") and stem(word) != word


def _joint(text: str) -> str:
    """Return what a small word joins, where it does: and, to, between."""
    if text in JOINING:
        return "and"
    return "to" if period_words().join.fullmatch(text) else text if text == "between" else "empty"


def _price(span: Span) -> int:
    if span.rule in GIVEN:
        return 0
    if span.rule == BARE_YEAR:
        return WORD
    if span.rule == "general":
        return WORD
    cost = WORD + EXTRA.get(span.type, 0 if span.type in PLAIN else MARK)
    if span.type in SMALL:
        cost += span.end - span.start
    if span.type == "sorts":
        cost -= MARK
    if span.rule in (MEMBERS, LONGER):
        cost += MEMBER + (PART_OF_NAME if span.value.score < CALLED and not span.value.told else 0)
    return cost
