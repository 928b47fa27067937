"""How the first figure has gone month after month: beside its target, and beside the year before."""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from analysis.asked import AnalysisAsked
from analysis.briefing.figures import share_told
from analysis.briefing.months import by_start
from analysis.briefing.scorecard import Line
from analysis.home import unlike
from analysis.outcome import Look, Name, Read, Said, rounded
from analysis.series import accrues, data_span
from answers.sentences.amounts import amount, change
from answers.sentences.times import short
from config.wording import say
from language.calendar import MONTHS, add_months, days, whole
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk
from understanding.metric.judging import is_better_low

BACK, YEAR = 12, 12  # months that are looked at, each with the one a year before
IN_A_ROW = 3  # months from which a row is told
SLIDES, SLID = 4, Decimal(10)  # months of which each is worse beside its year before; and points in all
BEFORE = 6  # months before a row, of which each one lies beyond all of it: by chance 1 in 84 or less
_MOST_LISTED = 6
_ACTUAL, _AIM = "course", "course_target"


_There = tuple[dt.date | None, dt.date | None]  # from when a member was there, and until when
_Month = tuple[Window, Decimal | None]  # with its percentage of a target, or on the year before
_Row = Sequence[tuple[Window, Decimal]]  # months in a row, each with its percentage
_Fits = Callable[[Decimal, Decimal | None], bool]  # a month's percentage, and that of the month after


@dataclass(frozen=True)
class Course:
    """The first figure of a briefing over its last whole months, and what reads it and its target."""

    line: Line
    end: Window  # the last month
    looks: tuple[Look, ...]

    def told(self, read: Mapping[str, Read], there: _There, desk: MetricDesk) -> list[Said]:
        """Return how many months in a row it met or missed its target, and slid beside the year before.

        A year before in which it opened is no measure, nor a month in which it closed.
        """
        actual = by_start(read.get(_ACTUAL))
        aims = by_start(read.get(_AIM))
        span, (opened, closed) = data_span(self.line.metric, desk), there
        assert span is not None
        kept = {
            one: value
            for one, value in actual.items()
            if span[0] <= one and (closed is None or closed >= add_months(one, 1) - days(1))
        }
        then = {one: value for one, value in kept.items() if self._is_after(one, min(actual), opened)}
        months = [_month(add_months(self.end.start, -back)) for back in range(BACK)]
        reached = [(it, _percent(kept.get(it.start), aims.get(it.start))) for it in months]
        grown = [(it, _growth(kept.get(it.start), then.get(add_months(it.start, -YEAR)))) for it in months]
        way = -1 if is_better_low(desk.catalog.metrics[self.line.metric]) else 1
        aimed = reached if accrues(self.line.metric, desk) else []  # of a rate no percent of one is told
        parts = [*_beside_target(aimed, way, desk), *_beside_year(grown, way, desk)]
        params = {"metric": Name(self.line.metric), "parts": tuple(parts)}
        return [Said("briefing.course.told", params)] if parts else []

    def _is_after(self, month: dt.date, earliest: dt.date, opened: dt.date | None) -> bool:
        """Tell a month that begins after an opening; where none is known, after the first month."""
        if opened is not None:
            return opened <= month
        look = self.looks[0].query
        return not look.filters or month > earliest or earliest <= look.windows[0].start


def _month(start: dt.date) -> Window:
    return Window(start, add_months(start, 1), "month")


def _percent(now: Decimal | None, of: Decimal | None) -> Decimal | None:
    return 100 * now / of if now is not None and of else None


def _growth(now: Decimal | None, then: Decimal | None) -> Decimal | None:
    share = _percent(now, then)
    return None if share is None else rounded(share) - 100


def course_of(now: Window, line: Line, asked: AnalysisAsked, desk: MetricDesk) -> Course | None:
    """Return the first figure over the whole months up to a time's last one that is over.

    None of a holiday or of days gone by: its own month is over since, and may have ended the row.
    """
    span = data_span(line.metric, desk)
    end = whole("month", min(now.end, span[1]) if span else now.end)[0]
    if span is None or add_months(end, -IN_A_ROW) < span[0]:
        return None
    of_months = now.in_whole_months or now.unit in MONTHS
    if not of_months and (now.unit == "holiday" or end < whole("month", min(desk.today, span[1]))[0]):
        return None
    figures = [(_ACTUAL, line.metric, BACK + YEAR), *([(_AIM, line.target, BACK)] if line.target else [])]
    looks = [
        Look(
            name,
            MetricQuery(
                (metric,), grain="month", windows=(Window(add_months(end, -back), end, "range"),),
                filters=asked.filters,
            ),
            Said("briefing.label.by_month", {"metric": Name(metric)}),
            detail=True,
        )
        for name, metric, back in figures
        if all(desk.catalog.cuts(metric, kept.dimension) for kept in asked.filters)
    ]  # fmt: skip
    return Course(line, _month(add_months(end, -1)), tuple(looks))


def _beside_target(months: Sequence[_Month], way: int, desk: MetricDesk) -> Iterable[Said]:
    """Yield that the last months all missed their targets, or all met them."""
    tests: Mapping[str, _Fits] = {
        "missed": lambda one, _: way * (one - 100) < 0,
        "met": lambda one, _: way * (one - 100) >= 0,
    }
    for code, fits in tests.items():
        row = _row(months, fits)
        if len(row) >= IN_A_ROW:
            shares = [share for _, share in row]
            ends = {"low": share_told(min(shares)), "high": share_told(max(shares))}
            many = "_many" if code == "missed" and len(row) > _MOST_LISTED else ""
            yield Said(
                f"briefing.course.{code}{many}",
                {**_count(row), "list": _listed(row, desk), "year": _over_the_year(row, months, tests["met"])}
                | ends,
            )


def _over_the_year(row: _Row, months: Sequence[_Month], met: _Fits) -> Said | str:
    """Return in how many months of its year a target was met, where a row holds but some of them.

    A row is as long as it is; the year is the same for every figure and place.
    """
    year = row[-1][0].start.year
    own = [share for month, share in months if month.start.year == year and share is not None]
    if len(own) <= len(row):
        return ""
    told = {"met": sum(met(share, None) for share in own), "count": len(own), "year": year}
    return Said("briefing.course.of_year", told)


def _beside_year(months: Sequence[_Month], way: int, desk: MetricDesk) -> Iterable[Said]:
    """Yield that the last months were each worse beside their year before, or all worse than that."""
    slid = _row(months, lambda one, after: after is None or way * (one - after) > 0)
    worse = _row(months, lambda one, _: way * one < 0)
    low = "_low" if way < 0 else ""  # of costs more is worse
    if worse and len(slid) >= SLIDES and abs(slid[0][1] - slid[-1][1]) >= SLID:
        first = short(slid[0][0].start, "month", desk.language)
        params: dict[str, object] = {"first": first, "list": _listed(slid, desk, signed=True)}
        yield Said(f"briefing.course.slides{low}", params | _over_both(slid))
    elif len(worse) >= IN_A_ROW:
        params = {**_count(worse), "list": _listed(worse, desk, signed=True)}
        yield Said(f"briefing.course.worse{low}", params | _over_both(worse))
    else:
        yield from _on_one_side(months, desk)


def _on_one_side(months: Sequence[_Month], desk: MetricDesk) -> Iterable[Said]:
    """Yield that the last months all grew less, or more, than each one before: none need be odd."""
    like = ((it, one) for it, one in months if one is not None and _is_like_its_year(it, desk))
    known = [*like][::-1]
    for way, code in ((-1, "under"), (1, "over")):
        for many in range(IN_A_ROW, len(known) - BEFORE + 1):
            row, before = known[-many:], [share for _, share in known[:-many]]
            if row[0][0].start != add_months(months[0][0].start, 1 - many):
                break  # not in a row up to the last one
            if all(way * one > max(way * it for it in before) for _, one in row):
                ends = {name: change(float(of(before)), "%", desk.language) for name, of in _ENDS.items()}
                listed = _listed(row, desk, signed=True)
                params = {"count": many, "list": listed, "of": len(before), **ends}
                yield Said(f"briefing.course.{code}", params | _over_both(known))
                return


def _is_like_its_year(month: Window, desk: MetricDesk) -> bool:
    """Tell a month with about as many days off as the one a year before: Spring Festival moves."""
    year = replace(month, start=add_months(month.start, -YEAR), end=add_months(month.end, -YEAR))
    return not unlike(month, year, desk.catalog)


_ENDS: Mapping[str, Callable[[Sequence[Decimal]], Decimal]] = {"least": min, "most": max}


def _count(row: _Row) -> dict[str, object]:
    """Return how many months a row has, at least so many, where it goes back as far as is looked; and which.

    The month before it is of them: what it came to ends the row.
    """
    over = Window(add_months(row[0][0].start, -1), row[-1][0].end, "range")
    return {
        "count": len(row),
        "least": Said("briefing.course.least") if len(row) == BACK else "",
        "over": over,
    }


def _over_both(row: _Row) -> dict[str, object]:
    """Return the times that a row beside its year before is of, which no words tell."""
    over = Window(add_months(row[0][0].start, -1), row[-1][0].end, "range")
    return {"over": over, "then": over.year_before(None)}


def _row(months: Sequence[_Month], fits: _Fits) -> _Row:
    """Return the last months in a row that fit, the earliest first."""
    row: list[tuple[Window, Decimal]] = []
    for month, share in months:
        if share is None or not fits(share, row[-1][1] if row else None):
            break
        row.append((month, share))
    return row[::-1]


def _listed(row: _Row, desk: MetricDesk, *, signed: bool = False) -> tuple[str, ...]:
    """Return the last months of a row, each with its share."""
    told, language = change if signed else amount, desk.language
    return tuple(
        say(
            "analysis.briefing.course.one",
            language,
            month=short(window.start, "month", language),
            share=told(float(share if signed else share_told(share).value), "%", language),
        )
        for window, share in row[-_MOST_LISTED:]
    )
