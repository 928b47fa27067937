"""Which days lack data: of a table with a row a day, by member; of events, the days on which none came."""

import datetime as dt
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from analysis.anomaly.stretches import Gap, closed_weekdays, gaps_between
from analysis.asked import AnalysisAsked
from analysis.cuts import cuts_of
from analysis.lifespans import day_of, last_days_look, last_days_of
from analysis.outcome import Look, Name, Outcome, Read, Said, Steps, day_in
from analysis.series import MOST_ROWS, data_span, day_of_rows
from analysis.tables import table
from analysis.whom import members_of
from analysis.why.looks import stored
from answers.sentences.columns import in_sentence, plural_of
from answers.sentences.times import weekday_name
from config.wording import say
from database.result import QueryResult
from knowledge.metrics import Catalog, Metric
from language.calendar import days
from query.metric_query import Filter, MetricQuery, Window
from understanding.metric.desk import MetricDesk

MOST_TOLD, MOST_LOOKS = 5, 12
BEFORE = 31  # days before the time asked about: who had data then has a gap where it begins without
YEAR = 365
_FIRST, _LAST, _NUMBER = "analysis_first_with_data", "analysis_last_with_data", "analysis_days_with_data"
_USUAL = 0.2  # of the days: events that come no more often leave days without any


def gaps_steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    """Yield the looks at who has how many days with data, then at the days of those that lack some."""
    metric = desk.catalog.sources(asked.metrics[0])[0]
    span, dense = data_span(metric.name, desk), desk.catalog.is_dense(metric)
    if span is None or not metric.is_daily:
        return Outcome(declined=Said("anomaly.nothing", {"metric": ""}))
    window = _within(asked.window, span)
    if window is None:
        return Outcome(declined=Said("why.nothing", {"when": asked.window}))
    cut, over = finest_cut(metric, asked, desk) if dense else "", _over(window, span)
    read = yield [members_look(metric, cut, over, asked.filters, desk)]
    members = members_counted(read["gaps"], cut) if "gaps" in read else {}
    if not members or read["gaps"].result.truncated:
        return Outcome(declined=Said("anomaly.nothing", {"metric": ""}))
    lacking = [name for name, one in members.items() if one.lacking]
    lacking.sort(key=lambda name: -members[name].lacking)
    groups, looks = days_looks(metric, cut, lacking, over, asked.filters, desk)
    have = days_have(groups, looks, (yield looks), cut)
    closed: dict[str, frozenset[int]] = {}
    gaps: list[Gap] = []
    for name, own in have.items():
        one = members[name]
        first = max(one.first, min(own, default=one.first))  # of the days that were read
        closed[name] = closed_weekdays(own, first, one.last)
        gaps += gaps_between(name, own, first, one.last, closed[name], window)
    closed = {name: off for name, off in closed.items() if off}
    last = window.end - days(1)
    ended = {name: one.last for name, one in members.items() if dense and cut and one.last < last}
    shut = yield from _shut(ended, cut, asked, desk)
    told = _Told(metric, cut, window, len(members), len(lacking) - len(have), shut)
    return _outcome(gaps, ended, closed, told, asked, desk)


def _shut(
    ended: Mapping[str, dt.date], cut: str, asked: AnalysisAsked, desk: MetricDesk
) -> Generator[Sequence[Look], Mapping[str, Read], Mapping[str, dt.date]]:
    """Yield the last days that their own table has of who has no more records, and return those over."""
    look = last_days_look(cut, asked.filters, desk) if ended else None
    found = last_days_of((yield [look]).get(look.name)) if look else {}
    return {name: day for name, day in found.items() if name in ended and day and day <= desk.today}


@dataclass(frozen=True)
class Member:
    """A member's first and last day with data, and how many days have any."""

    first: dt.date
    last: dt.date
    days: int

    @property
    def lacking(self) -> int:
        """Return how many days between them have none."""
        return (self.last - self.first).days + 1 - self.days


@dataclass(frozen=True)
class _Told:
    """What was looked at: a figure, by what, when, of how many, how many not day by day; who has shut."""

    metric: Metric
    cut: str
    window: Window
    members: int
    unread: int
    shut: Mapping[str, dt.date]


def _within(window: Window | None, span: tuple[dt.date, dt.date]) -> Window | None:
    """Return the days looked at: those asked about that data reach, else those of the last year."""
    start, end = (window.start, window.end) if window else (span[1] - days(YEAR), span[1])
    start, end = max(start, span[0]), min(end, span[1])
    return Window(start, end, "range") if start < end else None


def _over(window: Window, span: tuple[dt.date, dt.date]) -> Window:
    return Window(max(window.start - days(BEFORE), span[0]), window.end, "range")


def finest_cut(metric: Metric, asked: AnalysisAsked, desk: MetricDesk) -> str:
    """Return by what it is looked at: what was asked, else the finest there is."""
    if asked.dimension:
        return asked.dimension
    known, cuts = desk.answers.reader.known, desk.catalog.cuts
    finest = (
        one
        for levels in desk.catalog.hierarchies
        for one in reversed(levels)
        if cuts(metric.name, one) and desk.shows(desk.catalog.dimensions[one]) and known.size(one) < MOST_ROWS
    )
    return next(
        finest, next(iter(cuts_of(metric.name, desk, {kept.dimension for kept in asked.filters})), "")
    )


def members_look(
    metric: Metric, cut: str, window: Window, filters: tuple[Filter, ...], desk: MetricDesk
) -> Look:
    """Return the look at each member's first and last day with data, and how many days have any."""
    query = MetricQuery((_FIRST, _LAST, _NUMBER), (cut,) if cut else (), windows=(window,), filters=filters)
    label = Said("gaps.label", {"metric": Name(metric.name), "window": window})
    return Look("gaps", query, label, needed=True, catalog=_catalog(metric, desk))


def days_counted_look(
    metric: Metric,
    splits: tuple[str, ...],
    windows: tuple[Window, ...],
    filters: tuple[Filter, ...],
    desk: MetricDesk,
) -> Look:
    """Return the look at how many days of some times have any of a figure, by some dimensions together."""
    query = MetricQuery((_NUMBER,), splits, windows=windows, filters=filters)
    label = Said("gaps.label", {"metric": Name(metric.name), "window": windows[0]})
    return Look("counted", query, label, catalog=_catalog(metric, desk))


def days_by_row_look(
    name: str,
    metric: Metric,
    cut: str,
    members: Sequence[str],
    window: Window,
    filters: tuple[Filter, ...],
    desk: MetricDesk,
) -> Look:
    """Return the look at the days on which some members have rows, whatever these say."""
    own = Filter(cut, tuple(stored(cut, one, desk) for one in members))
    query = MetricQuery((_NUMBER,), (cut,), "day", (window,), filters=(*filters, own))
    label = Said("why.label.lacking", {"member": tuple(members)})
    return Look(name, query, label, catalog=_catalog(metric, desk), detail=True)


def _catalog(metric: Metric, desk: MetricDesk) -> Catalog:
    """Return the definitions with the days of a figure's own rows beside them."""
    day = day_of_rows(metric, desk)
    made = {
        name: replace(
            metric, name=name, zh=name, en=name, synonyms=(), expression=expression, unit_zh="", unit_en="",
            additivity="distinct", filters=metric.filters, states={}, show=(), counts="",
        )
        for name, expression in (
            (_FIRST, f"MIN({day})"), (_LAST, f"MAX({day})"), (_NUMBER, f"COUNT(DISTINCT {day})"),
        )
    }  # fmt: skip
    return desk.catalog.beside(*made.values())


def members_counted(read: Read, cut: str) -> dict[str, Member]:
    """Return each member's first and last day with data, and how many days have any."""
    return {
        str(row[0]) if cut else "": Member(day_in(row[-3]), day_in(row[-2]), int(row[-1]))
        for row in read.result.rows
        if row[-3] is not None and (not cut or row[0] is not None)
    }


def days_looks(
    metric: Metric,
    cut: str,
    lacking: Sequence[str],
    window: Window,
    filters: tuple[Filter, ...],
    desk: MetricDesk,
) -> tuple[list[Sequence[str]], list[Look]]:
    """Return looks at each day of those that lack some, as many of them in one as fit, and whose they are."""
    reach = Window(max(window.start, window.end - days(MOST_ROWS)), window.end, "range")
    step = max(1, MOST_ROWS // reach.days)
    groups = [lacking[at : at + step] for at in range(0, len(lacking), step)][:MOST_LOOKS]
    looks = []
    for place, names in enumerate(groups):
        own = (Filter(cut, tuple(stored(cut, one, desk) for one in names)),) if cut else ()
        splits = (cut,) if cut else ()
        query = MetricQuery((metric.name,), splits, "day", (reach,), filters=(*filters, *own))
        label = Said("why.label.lacking", {"member": tuple(names) if cut else Name(metric.name)})
        looks.append(Look(f"days.{place}", query, label))
    return groups, looks


def days_have(
    groups: Sequence[Sequence[str]], looks: Sequence[Look], found: Mapping[str, Read], cut: str
) -> dict[str, set[dt.date]]:
    """Return the days with data of those whose days were read whole."""
    return {name: {day for day, _ in rows} for name, rows in days_read(groups, looks, found, cut).items()}


def days_read(
    groups: Sequence[Sequence[str]], looks: Sequence[Look], found: Mapping[str, Read], cut: str
) -> dict[str, list[tuple[dt.date, float]]]:
    """Return the days and figures of those whose days were read whole."""
    rows: dict[str, list[tuple[dt.date, float]]] = {}
    for names, look in zip(groups, looks, strict=True):
        if look.name not in found or found[look.name].result.truncated:
            continue
        rows |= {name: [] for name in names}
        for *keys, value in found[look.name].result.rows:
            name = str(keys[0]) if cut else ""
            if value is not None and name in rows:
                rows[name].append((day_in(keys[-1]), float(value)))
    return rows


def _outcome(
    gaps: Sequence[Gap],
    ended: Mapping[str, dt.date],
    closed: Mapping[str, frozenset[int]],
    told: _Told,
    asked: AnalysisAsked,
    desk: MetricDesk,
) -> Outcome:
    """Return who lacks which days, the longest stretch first; or that nobody does."""
    label = (
        in_sentence(desk.catalog.dimensions[told.cut].label(desk.language), desk.language) if told.cut else ""
    )
    params = {
        "metric": Name(told.metric.name), "only": members_of(asked.filters, desk), "window": told.window,
        "every": told.members - told.unread, "dimension": plural_of(label, desk.language) if told.cut else "",
    }  # fmt: skip
    ranked = sorted(gaps, key=lambda one: (-one.missing, one.start))
    by, missing = "" if told.cut else "_all", sum(one.missing for one in gaps)
    if not told.cut and missing > _USUAL * told.window.days:
        return Outcome((Said("gaps.usual", params | {"count": missing}),))
    said = [Said(f"gaps.none{by}{'_closed' if closed else ''}", params)]
    if gaps:
        found = {
            "count": len({one.member for one in gaps}),
            "list": tuple(gap_told(one) for one in ranked[:MOST_TOLD]),
            "more": Said("gaps.more", {"count": len(ranked) - MOST_TOLD}) if len(ranked) > MOST_TOLD else "",
        }
        said = [Said(f"gaps.found{by}", params | found)]
    said += _ended_told(ended, told.shut)
    if closed:
        said.append(Said(f"gaps.closed{by}", params | _closed(closed, desk)))
    if told.unread:
        said.append(Said("gaps.unread", {"count": told.unread}))
    table = _table(ranked, label or told.metric.label(desk.language), desk) if gaps else None
    return Outcome(tuple(said), table)


def _ended_told(ended: Mapping[str, dt.date], shut: Mapping[str, dt.date]) -> Iterator[Said]:
    """Yield who has no more records: who may have stopped, and who has shut by their own table."""
    over = {name: day for name, day in ended.items() if name not in shut}
    for kind, one, some in (("ended", "last", over), ("shut", "shut_one", shut)):
        last = sorted(some.items(), key=lambda it: it[1], reverse=True)[:MOST_TOLD]
        listed = tuple(Said(f"gaps.{one}", {"name": name, "day": day_of(day)}) for name, day in last)
        if some:
            yield Said(f"gaps.{kind}", {"count": len(some), "list": listed})


def _closed(closed: Mapping[str, frozenset[int]], desk: MetricDesk) -> dict[str, object]:
    """Return who hardly ever has data on which days of the week."""
    names = {
        name: tuple(weekday_name(one, desk.language) for one in sorted(own)) for name, own in closed.items()
    }
    listed = [Said("gaps.closed_one", {"name": name, "days": own}) for name, own in names.items()]
    more = Said("gaps.closed_more", {}) if len(listed) > MOST_TOLD else ""
    days_of = next(iter(names.values()))
    return {"count": len(closed), "list": tuple(listed[:MOST_TOLD]), "more": more, "days": days_of}


def gap_told(one: Gap) -> Said:
    """Return a stretch of days without data, of whom and when."""
    when = Window(one.start, one.end, "range" if (one.end - one.start).days > 1 else "day")
    return Said(
        "gaps.one" if one.member else "gaps.one_all", {"name": one.member, "when": when, "days": one.missing}
    )


def _table(gaps: Sequence[Gap], label: str, desk: MetricDesk) -> QueryResult:
    """Return a line for each stretch without data."""
    heads = [say(f"analysis.gaps.column.{one}", desk.language) for one in ("from", "until", "days")]
    rows = (
        (one.member or label, one.start.isoformat(), (one.end - days(1)).isoformat(), one.missing)
        for one in gaps
    )
    return table([label, *heads], rows, words=3)
