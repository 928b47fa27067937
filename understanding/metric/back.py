"""Words for the rows just shown, and what a follow-up must keep so that they stay the same rows."""

import datetime as dt
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from knowledge.metrics import Catalog
from knowledge.vocabulary import lexicon
from language.numerals import number
from language.periods import read_time
from language.units import key_of
from language.words import either
from query.metric_query import MetricQuery
from understanding.metric.parts import Parts
from understanding.metric.vocabulary import metric_words

Span = tuple[int, int]
NUMERAL = r"(?P<number>[0-9]+|[〇零一二两三四五六七八九十]+|[a-z]+)"

LAST = 10**6  # behind any figure
END_POINTED_AT = re.compile(r"的?\s*(?:那|这|one\b)")


@dataclass(frozen=True)
class Back:
    """Where a message speaks of the rows just shown, and how many it says they are."""

    span: Span
    number: int | None = None


@dataclass(frozen=True)
class BackReferences:
    """Finds words for the rows just shown."""

    plain: re.Pattern[str]
    opening: re.Pattern[str]
    numbered: re.Pattern[str]
    time: re.Pattern[str]
    names: frozenset[str]

    @classmethod
    def build(cls, catalog: Catalog) -> "BackReferences":
        """Take the words from the lexicon; what a database itself calls so is none of them."""
        told = metric_words()["rows_shown"]
        counters = "|".join(map(re.escape, lexicon()["counters"]))
        called = [*(one.wordings for one in catalog.metrics.values())]
        called += [one.wordings for one in catalog.dimensions.values()]
        return cls(
            re.compile(either(told["words"]), re.IGNORECASE),
            re.compile(r"\s*" + either(told["openings"]), re.IGNORECASE),
            re.compile(rf"{either(told['numbered'])}\s*{NUMERAL}\s*(?:{counters})?", re.IGNORECASE),
            re.compile(rf"\s*{either(told['times'])}", re.IGNORECASE),
            frozenset(wording.lower() for wordings in called for wording in wordings),
        )

    def find(self, text: str, today: dt.date, named_before: Callable[[int], bool]) -> Back | None:
        """Return the first such words that are no time and stand for nothing named before them."""
        time = read_time(text, today)
        taken = [*(one.span for one in time.periods), *(one.span for one in time.comparisons), *time.unread]
        every: list[tuple[re.Match[str], int | None]] = []
        counted = [(one, _number(one["number"])) for one in self.numbered.finditer(text)]
        every += [(one, count) for one, count in counted if count is not None]
        every += [(one, None) for one in self.plain.finditer(text)]
        if opening := self.opening.match(text):
            every.append((opening, None))
        for one, count in sorted(every, key=lambda pair: (pair[0].start(), -pair[0].end())):
            start, end = one.span()
            beside = any(start < late and early < end for early, late in taken) or self.time.match(text, end)
            if not beside and not self._is_name(text, start, end) and not named_before(start):
                return Back((start, end), count)
        return None

    def _is_name(self, text: str, start: int, end: int) -> bool:
        word = text[start:end].strip().lower()
        return any(word in name and name in text.lower() for name in self.names)


def speaks_of_rows(text: str, today: dt.date) -> bool:
    """Tell whether a text has a word for rows just shown, where no database calls anything so.

    >>> day = dt.date(2026, 1, 15)
    >>> [speaks_of_rows(one, day) for one in ("其中收银员呢", "of those, who left", "收银员呢")]
    [True, True, False]
    """
    return _pronouns().find(text, today, lambda _: False) is not None


@lru_cache(maxsize=1)
def _pronouns() -> BackReferences:
    """Return what finds words for rows just shown, where no database calls anything so."""
    return BackReferences.build(Catalog({}, {}))


def chooses(query: MetricQuery) -> bool:
    """Tell whether a query shows only some rows, chosen by figures."""
    ranked = query.ranking is not None and query.ranking.number is not None
    return ranked or bool(query.conditions)


def chosen_by(query: MetricQuery) -> tuple[str, ...]:
    """Return the metrics its rows are chosen by."""
    ranked = (query.ranking.metric,) if query.ranking else ()
    return (*ranked, *(one.metric for one in query.conditions))


def may_keep(query: MetricQuery, catalog: Catalog, number: int | None) -> bool:
    """Tell whether the same rows come again with another figure beside, and are as many as was said."""
    ranking = query.ranking
    if number is not None and (ranking is None or ranking.number != number or ranking.place):
        return False
    if any((query.counted, query.share, query.others, query.average, query.running)):
        return False
    sources = {one for name in {*query.metrics, *chosen_by(query)} for one in catalog.sources(name)}
    if len(sources) != 1 or not query.seeks_least:
        return True
    (source,) = sources  # members without any are among them, and would be lost
    return catalog.is_dense(source) or source.additivity not in ("sum", "distinct")


def points_to_an_end(parts: Parts) -> bool:
    """Tell whether a message asks something of the row with most, ahead of any figure: 最高的那家是谁在管.

    The best one alone asks which it is.
    """
    ends = parts.marks("top", "bottom", "high", "low")
    beside = {*map(str, metric_words()["beside_an_end"]), *lexicon()["counters"]}
    if all(part in ends or {*key_of(part.piece.text)} <= beside for part in parts.every):
        return False
    figures = [one.piece.span[0] for one in parts.of("metric")]
    return any(
        END_POINTED_AT.match(parts.text, one.piece.span[1]) and one.piece.span[0] < min(figures, default=LAST)
        for one in ends
    )


def _number(text: str) -> int | None:
    """Return what a numeral stands for, or None where it is none."""
    found = number(text)
    return int(found) if found is not None and found == int(found) else None
