"""What is known exactly of a time to come that is not forecast: the same time before, the last months."""

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from analysis.asked import AnalysisAsked, Run
from analysis.outcome import Amount, Look, Name, Read, Said, Steps, day_in, exact, grown
from analysis.series import accrues
from analysis.tables import table
from config.wording import say
from database.result import QueryResult
from language.calendar import add_months, whole
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk

_LATELY, _USUAL, _YEAR = 3, 12, 12  # months
_FEWEST = 6  # months, of which a range says anything
_YEARS = 2  # before
_MONTHS, _THEN = "known_months", "known_then"


def or_known(run: Run) -> Run:
    """Return the steps of a forecast that tell what has been where there is none, called what it is."""

    def steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
        outcome = yield from run(asked, desk)
        if asked.figure_assumed and outcome.declined is None:
            taken = Said("why.read_as", {"metric": Name(asked.metrics[0])})
            outcome = replace(outcome, cautions=(taken, *outcome.cautions))
        if outcome.declined is None or asked.window is None or asked.dimension:
            return outcome
        known = yield from _known(asked, asked.window, desk)
        if known is None:
            return outcome
        told, table = known
        return replace(outcome, declined=None, statements=(outcome.declined, *told), result=table)

    return steps


def _known(
    asked: AnalysisAsked, window: Window, desk: MetricDesk
) -> Generator[Sequence[Look], Mapping[str, Read], tuple[list[Said], QueryResult] | None]:
    """Yield the looks at what has been, and return what is said of it with its table; None of nothing."""
    looks = list(_looks(asked, window, desk))
    read = (yield looks) if looks else {}
    then, months = _then(read), _months(read)
    if not then and not months:
        return None
    name = asked.metrics[0]
    told = list(_told(then, months, name, desk))
    heads = [
        say("analysis.forecast.column.period", desk.language),
        desk.catalog.metrics[name].label(desk.language),
    ]
    return told, table(heads, ((_span(one), value) for one, value in (*then, *months)), digits=None)


def _span(window: Window) -> str:
    return f"{window.start:%Y-%m}" if window.unit == "month" else f"{window.start} – {window.end}"


def _looks(asked: AnalysisAsked, window: Window, desk: MetricDesk) -> Iterator[Look]:
    """Yield the looks at the same time of the last years, and at the whole months until now."""
    name = asked.metrics[0]
    held = desk.answers.reader.known.shared_range((name,))
    if held is None:
        return
    first, end = held[0], min(held[1], desk.today)
    earlier, one = list[Window](), window
    for _ in range(_YEARS):
        one = replace(one.year_before(desk.catalog.holidays), text="", unfinished=False)
        earlier += [one] if first <= one.start and one.end <= end else []
    label = {"metric": (desk.catalog.metrics[name].label(desk.language),)}
    for then in earlier:
        query = MetricQuery((name,), windows=(then,), filters=asked.filters)
        yield Look(f"{_THEN}.{then.start}", query, Said("series.label", {**label, "window": then}))
    last = whole("month", end)[0]
    start = max(add_months(last, -_YEAR - _LATELY), whole("month", first)[0])
    start = start if start >= first else add_months(start, 1)
    if start < last:
        months = Window(start, last, "range")
        query = MetricQuery((name,), grain="month", windows=(months,), filters=asked.filters)
        yield Look(_MONTHS, query, Said("series.label", {**label, "window": months}))


def _then(read: Mapping[str, Read]) -> list[tuple[Window, Decimal]]:
    """Return the same time of the last years with its figure, the latest first."""
    found = []
    for name, one in read.items():
        if (
            name.startswith(_THEN)
            and one.result.rows
            and (value := exact(one.result.rows[0][-1])) is not None
        ):
            found.append((one.look.query.windows[0], value))
    return sorted(found, key=lambda it: it[0].start, reverse=True)


def _months(read: Mapping[str, Read]) -> list[tuple[Window, Decimal]]:
    """Return the whole months with any figure, the latest first."""
    rows = read[_MONTHS].result.rows if _MONTHS in read and not read[_MONTHS].result.truncated else ()
    days = [(day_in(row[0]), exact(row[-1])) for row in rows]
    found = [(Window(*whole("month", day), "month"), value) for day, value in days if value is not None]
    return sorted(found, key=lambda it: it[0].start, reverse=True)


def _told(
    then: Sequence[tuple[Window, Decimal]],
    months: Sequence[tuple[Window, Decimal]],
    name: str,
    desk: MetricDesk,
) -> Iterator[Said]:
    """Yield what has been: the same time before, the last months, between what the months lay."""

    def one(window: Window, value: Decimal) -> Said:
        return Said("forecast.known.one", {"window": window, "value": Amount(value, name)})

    if then:
        listed = tuple(one(*it) for it in then)
        yield Said("forecast.known.then", {"metric": Name(name), "list": listed})
    if months:
        lately = tuple(one(*it) for it in months[:_LATELY])
        params = {"count": len(lately), "list": lately, "growth": _growth(months, name, desk)}
        yield Said("forecast.known.months", {"metric": Name(name), **params})
    usual = months[:_USUAL]
    if len(usual) >= _FEWEST:
        ends: dict[str, Any] = {}
        for end, (window, value) in (
            ("low", min(usual, key=lambda it: it[1])),
            ("high", max(usual, key=lambda it: it[1])),
        ):
            ends |= {end: Amount(value, name), f"{end}_in": window}
        span = Window(usual[-1][0].start, usual[0][0].end, "range")
        yield Said("forecast.known.range", {"metric": Name(name), "count": len(usual), "span": span, **ends})


def _growth(months: Sequence[tuple[Window, Decimal]], name: str, desk: MetricDesk) -> Said | str:
    """Return how the last three months together stand to the same a year before, of what adds up."""
    values = {window.start: value for window, value in months}
    lately = [window.start for window, _ in months[:_LATELY]]
    before = [values.get(add_months(one, -_YEAR)) for one in lately]
    if len(lately) < _LATELY or None in before or not accrues(name, desk):
        return ""
    now, then = sum(values[one] for one in lately), sum(one for one in before if one is not None)
    if then <= 0:
        return ""
    change = grown(Decimal(now - then), Decimal(then), desk.catalog.metrics[name])
    return Said("forecast.known.growth", {"count": _LATELY, "growth": change})
