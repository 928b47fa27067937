"""A change in percent that a question quotes without its time: the usual time that yields it is taken apart.

Nobody is told that it is another from a time that he did not speak of.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from analysis.asked import AnalysisAsked, Direction, Recognised, Run, quoted
from analysis.outcome import Look, Name, Outcome, Percent, Read, Said, Steps, exact
from analysis.whom import members_of
from analysis.why.looks import Change
from analysis.why.premise import against_told, query_of
from analysis.why.reading import of_query, why_question
from analysis.why.shape import shape_of
from analysis.why.steps import over_equal_data
from config.wording import say
from language.periods import find_periods
from query.metric_query import Compared, Filter, MetricQuery, Window
from understanding.metric.desk import MetricDesk

_MOST = 3
_READ = {"metric", "value", "mark", "function"}  # anything else may be a condition
_BASES = ("last_year", "previous")


def read_quoted(
    text: str, desk: MetricDesk, asked_before: Window | None = None, whom: Sequence[Filter] = ()
) -> AnalysisAsked | None:
    """Return the change of one figure that is quoted without a time; None where more is said.

    The time that was asked about before is tried first; of whom that was alone, others ask.
    """
    found = quoted(text)
    if found is None or find_periods(found.head, desk.today):
        return None
    query = _query(found.head, desk)
    if query is None or (whom and not query.filters):
        return None
    asked = _recognised(text, "up" if found.most > 0 else "down", desk)
    query = replace(query, windows=(asked_before,) if asked_before else ())
    first = next(_changes(query, asked, found.beside, desk), None)
    return replace(first, quoted=found) if first is not None else None


def _query(head: str, desk: MetricDesk) -> MetricQuery | None:
    """Return the one figure that words name, of the members they name; None where they say more."""
    parts = desk.parts(head)
    figures = {one.metrics for one in parts.of("metric")}
    named = [[it for it in one.members if it[2] == 1] for one in parts.of("value")]
    if len(figures) != 1 or any(len(one) != 1 for one in (*figures, *named)):
        return None
    [(metric,)] = figures
    if any(one.kind not in _READ for one in parts.every) or desk.catalog.metrics[metric].unit("en") == "%":
        return None
    kept = tuple(Filter(name, (value,)) for [(name, value, _)] in named)
    fits = all(desk.catalog.cuts(metric, one.dimension) for one in kept)
    return MetricQuery((metric,), filters=kept) if fits else None


def _changes(query: MetricQuery, asked: Recognised, beside: str, desk: MetricDesk) -> Iterator[AnalysisAsked]:
    """Yield the change over its own time and each usual one that has begun, beside a year before first."""
    usual = say("analysis.quoted_times", desk.language).split("|")
    found = [*query.windows, *(desk.answers.reader.known.window(one, desk.today) for one in usual)]
    for base in (beside,) if beside else _BASES:
        for window in found:
            if window is None or window.start >= desk.today:
                continue
            compared = Compared("last_year") if base == "last_year" else Compared("previous")
            yield of_query(replace(query, windows=(window,), compared=compared), asked, desk)


@dataclass(frozen=True)
class _Tried:
    """A time with how the figure moved in it."""

    change: Change
    rate: Decimal

    def told(self, desk: MetricDesk) -> Said:
        """Return the time with its change."""
        rate = Percent(self.rate, signed=True)
        against = against_told(self.change, desk)
        return Said("why.quoted_one", {"when": self.change.now, "against": against, "rate": rate})


def or_quoted(run: Run) -> Run:
    """Return the steps of a change over the first usual time that yields the one quoted, if any does."""

    def steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
        if asked.quoted is None:
            return (yield from run(asked, desk))
        tried = yield from _tried(asked, desk)
        held = [one for one in tried if asked.quoted.holds(one.rate)]
        params = {"words": asked.quoted.words}
        if not held:
            return _of_none(asked, tried, desk)
        first, *others = held
        found = yield from run(replace(first.change.asked, quoted=None), desk)
        if found.declined is not None:
            return found
        also = tuple(one.told(desk) for one in others[:_MOST])
        said = Said(
            "why.quoted_also" if also else "why.quoted", {**params, "one": first.told(desk), "list": also}
        )
        lead, *more = found.statements
        return replace(found, statements=(said, lead, *more))

    return steps


def _tried(
    asked: AnalysisAsked, desk: MetricDesk
) -> Generator[Sequence[Look], Mapping[str, Read], list[_Tried]]:
    """Yield the figure over the usual times and what they are beside; return how it moved."""
    assert asked.query is not None and asked.quoted is not None
    query, shape = asked.query, shape_of(asked.metrics[0], desk)
    bare = replace(query, windows=(), compared=None)
    sought = _changes(query, _recognised(asked.text, asked.direction, desk), asked.quoted.beside, desk)
    changes = [one for it in sought if isinstance(one := over_equal_data(it, shape, desk), Change)]
    values: dict[tuple[dt.date, dt.date], Decimal | None] = {}
    by_base = defaultdict[str, dict[tuple[dt.date, dt.date], Window]](dict)
    for one in changes:
        base = query_of(one).compared
        by_base[base.kind if base else ""] |= {(it.start, it.end): it for it in (one.before, one.now)}
    looks = [
        Look(f"quoted.{base}", replace(bare, windows=tuple(windows.values())), Said("why.label.total"))
        for base, windows in by_base.items()
    ]
    read = yield looks
    for look in looks:
        if look.name in read and read[look.name].result.rows:
            row = read[look.name].result.rows[0]
            values |= zip(by_base[look.name.removeprefix("quoted.")], map(exact, row), strict=True)
    found, told = list[_Tried](), set[object]()
    for one in changes:
        ends = tuple((it.start, it.end) for it in (one.before, one.now))
        before, now = map(values.get, ends)
        if before and now is not None and ends not in told:  # the year so far has but the year before
            told.add(ends)
            found.append(_Tried(one, 100 * (now - before) / abs(before)))
    return found


def _of_none(asked: AnalysisAsked, tried: Sequence[_Tried], desk: MetricDesk) -> Outcome:
    """Say how the figure moved in each of the usual times, where none of them yields what is quoted."""
    assert asked.quoted is not None
    if not tried:
        return Outcome(declined=Said("why.nothing", {"when": asked.window}))
    whose = {"metric": Name(asked.metrics[0]), "only": members_of(asked.filters, desk)}
    every = tuple(one.told(desk) for one in tried)
    said = Said("why.quoted_none", {"words": asked.quoted.words, **whose, "list": every})
    told = [why_question(query_of(one.change), asked.direction, desk) for one in tried]
    return Outcome((said,), questions=tuple(dict.fromkeys(filter(None, told)))[:_MOST])


def _recognised(text: str, direction: Direction, desk: MetricDesk) -> Recognised:
    return Recognised("why", "", direction, desk.language, text=text)
