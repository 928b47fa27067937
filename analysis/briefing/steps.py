"""A briefing, step by step: the scorecard, what moved most, what is open, how far the data go."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from analysis.asked import AnalysisAsked
from analysis.briefing.scorecard import Line, OpenItems, open_items, scorecard
from analysis.cuts import cuts_of
from analysis.daily import day_kinds
from analysis.home import keeps_chinas_days
from analysis.outcome import Amount, Look, Name, Outcome, Percent, Read, Said, Steps
from analysis.series import data_span
from analysis.why.reading import why_question
from answers.sentences.times import period
from config.wording import say
from database.result import QueryResult, ResultColumn
from knowledge.language.calendar import days, whole
from knowledge.metric.desk import MetricDesk
from knowledge.metric.wording import word_figure
from knowledge.question import Filter, MetricQuery, Window

MOVERS, MOVED_METRICS = 3, 3
SAID = 5  # figures in words; the table has them all
SMALL = Decimal("0.02")  # of the whole: a smaller move of a member is not worth a line
UNLIKE_DAYS = 2  # days off more or less from which periods are not alike


@dataclass(frozen=True)
class Scored:
    """One figure as it came: now, before, a year ago, its target; None where there is none."""

    line: Line
    now: Decimal | None
    before: Decimal | None
    year: Decimal | None
    target: Decimal | None


@dataclass(frozen=True)
class Move:
    """A member's figure that moved, with its part of the whole figure before."""

    metric: str
    dimension: str
    member: str
    now: Decimal
    before: Decimal
    weight: Decimal


def briefing_steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    """Yield the looks of the scorecard, of what moved and of what is open, and return the briefing."""
    assert asked.window is not None
    now = asked.window
    before, year = _before(now), replace(now.year_before(desk.catalog.holidays), text="")
    lines = [line for line in scorecard(desk, asked.filters) if _covers(line, now, desk)]
    if not lines:
        return Outcome(declined=Said("briefing.none", {"window": replace(now, text="")}))
    waiting = open_items(desk, asked.filters)
    looks = [_figures(line.metric, (now, before, year), asked, "score") for line in lines]
    if (now.start, now.end) == whole("month", now.start):
        looks += [_figures(line.target, (now,), asked, "target") for line in lines if line.target]
    moved = [(line.metric, cut) for line in lines for cut in _cut(line.metric, asked, desk)][:MOVED_METRICS]
    looks += [_moves(metric, cut, (now, before), asked) for metric, cut in moved]
    looks += [_open(one, asked) for one in waiting]
    read = yield looks
    scored = [one for line in lines if (one := _scored(line, read)) is not None]
    if not scored or all(one.now is None for one in scored):
        return Outcome(declined=Said("briefing.none", {"window": replace(now, text="")}))
    moves = _largest([move for metric, cut in moved for move in _moved(metric, cut, read)])
    return _told(scored, moves, waiting, read, (now, before, year), asked, desk)


def _before(now: Window) -> Window:
    """Return the period before, of a running one as many days of it."""
    if now.unit in ("week", "month", "quarter", "year"):
        start, end = whole(now.unit, now.start)
        if (start, end) != (now.start, now.end) and start == now.start:
            earlier = whole(now.unit, now.start, -1)
            stop = min(earlier[0] + (now.end - now.start), earlier[1])
            return Window(earlier[0], stop, "range")
    return replace(now.before(), text="")


def _covers(line: Line, window: Window, desk: MetricDesk) -> bool:
    span = data_span(line.metric, desk)
    return span is None or (span[0] < window.end and window.start < span[1])


def _figures(metric: str, windows: tuple[Window, ...], asked: AnalysisAsked, name: str) -> Look:
    query = MetricQuery((metric,), windows=windows, filters=asked.filters)
    return Look(f"{name}.{metric}", query, Said(f"briefing.label.{name}", {"metric": Name(metric)}))


def _cut(metric: str, asked: AnalysisAsked, desk: MetricDesk) -> list[str]:
    """Return the first dimension that what moved is sought by; none for ratios and for single events."""
    catalog = desk.catalog
    found = catalog.metrics[metric]
    if found.kind != "simple" or found.additivity != "sum" or not catalog.is_dense(found):
        return []
    fixed = {kept.dimension for kept in asked.filters}
    above = {
        name
        for levels in catalog.hierarchies
        for place, name in enumerate(levels)
        if fixed & set(levels[place:])
    }
    return [one for one in cuts_of(metric, desk) if one not in fixed | above][:1]


def _moves(metric: str, cut: str, windows: tuple[Window, ...], asked: AnalysisAsked) -> Look:
    query = MetricQuery((metric,), (cut,), windows=windows, filters=asked.filters)
    label = Said("briefing.label.moves", {"metric": Name(metric), "by": Name(cut, dimension=True)})
    return Look(f"moves.{metric}.{cut}", query, label)


def _open(one: OpenItems, asked: AnalysisAsked) -> Look:
    filters = (*asked.filters, Filter(one.dimension, one.values))
    query = MetricQuery((one.metric,), filters=filters)
    return Look(f"open.{one.dimension}", query, Said("briefing.label.open", {"metric": Name(one.metric)}))


def _scored(line: Line, read: Mapping[str, Read]) -> Scored | None:
    if (found := read.get(f"score.{line.metric}")) is None:
        return None
    cells = [_exact(cell) for cell in found.result.rows[0][-3:]] if found.result.rows else [None] * 3
    target = read.get(f"target.{line.target}")
    aim = _exact(target.result.rows[0][-1]) if target and target.result.rows else None
    return Scored(line, cells[0], cells[1], cells[2], aim)


def _moved(metric: str, cut: str, read: Mapping[str, Read]) -> list[Move]:
    found = read.get(f"moves.{metric}.{cut}")
    if found is None or found.result.truncated:
        return []
    pairs = [
        (str(row[0]), _exact(row[-2]) or Decimal(0), _exact(row[-1]) or Decimal(0))
        for row in found.result.rows
    ]
    whole_before = sum((before for _, _, before in pairs), Decimal(0))
    if whole_before <= 0 or len(pairs) < 2:
        return []
    return [
        Move(metric, cut, name, now, before, (now - before) / whole_before)
        for name, now, before in pairs
        if abs(now - before) >= SMALL * whole_before
    ]


def _largest(moves: Sequence[Move]) -> list[Move]:
    return sorted(moves, key=lambda one: -abs(one.weight))[:MOVERS]


def _told(
    scored: Sequence[Scored],
    moves: Sequence[Move],
    waiting: Sequence[OpenItems],
    read: Mapping[str, Read],
    windows: tuple[Window, Window, Window],
    asked: AnalysisAsked,
    desk: MetricDesk,
) -> Outcome:
    now, before, year = windows
    statements = [
        Said(
            "briefing.lead",
            {
                "who": _who(asked, desk),
                "window": now,
                "before": before,
                "year": year,
                "lines": tuple(_line(one, desk) for one in scored[:SAID]),
            },
        )
    ]
    if moves:
        statements.append(Said("briefing.moves", {"moves": tuple(_move(one) for one in moves)}))
    for one in waiting:
        found = read.get(f"open.{one.dimension}")
        if found and found.result.rows and (count := _exact(found.result.rows[0][-1])) is not None:
            params = {"metric": Name(one.metric), "state": one.called, "count": Amount(count, one.metric)}
            statements.append(Said("briefing.open", params))
    return Outcome(
        tuple(statements),
        _table(scored, windows, desk),
        None,
        tuple(_cautions(scored, windows, desk)),
        (Said("briefing.how", {"metrics": tuple(Name(one.line.metric) for one in scored)}),),
        _questions(scored, moves, now, asked, desk),
    )


def _who(asked: AnalysisAsked, desk: MetricDesk) -> str:
    name = desk.answers.reader.known.member_name
    told = [name(kept.dimension, value, desk.language) for kept in asked.filters for value in kept.values]
    joined = say("analysis.and", desk.language).join(told)
    return say("analysis.briefing.who", desk.language, who=joined) if joined else ""


def _line(one: Scored, desk: MetricDesk) -> Said:
    """Return one figure with its changes, and how far it is to its target."""
    if one.now is None:
        return Said("briefing.line_none", {"metric": Name(one.line.metric)})
    params: dict[str, Any] = {"metric": Name(one.line.metric), "now": Amount(one.now, one.line.metric)}
    told = [
        Said(f"briefing.beside.{code}", {"change": change})
        for code, then in (("before", one.before), ("year", one.year))
        if (change := _change(one, then, desk)) is not None
    ]
    if one.target:
        share = Percent(_rounded(100 * one.now / one.target))
        told.append(Said("briefing.beside.target", {"share": share}))
    code = "line" if told else "line_alone"
    return Said(
        f"briefing.{code}{len(told) if told else ''}", params | {f"part{n}": p for n, p in enumerate(told)}
    )


def _change(one: Scored, then: Decimal | None, desk: MetricDesk) -> Percent | Amount | None:
    """Return a change in percent, of a percentage in points."""
    if one.now is None or not then:
        return None
    if desk.catalog.metrics[one.line.metric].unit("en") == "%":
        return Amount(one.now - then, one.line.metric, "change")
    return Percent(_rounded(100 * (one.now / then - 1)), signed=True)


def _move(one: Move) -> Said:
    params: dict[str, Any] = {
        "metric": Name(one.metric),
        "member": one.member,
        "change": Amount(one.now - one.before, one.metric, "change"),
    }
    if not one.before:
        return Said("briefing.move_new", params)
    share = Percent(_rounded(100 * (one.now / one.before - 1)), signed=True)
    return Said("briefing.move", params | {"share": share})


def _cautions(
    scored: Sequence[Scored], windows: tuple[Window, Window, Window], desk: MetricDesk
) -> list[Said]:
    """Return what makes the periods unlike: days off, and data that end before or begin after."""
    found, kinds = [], day_kinds(desk.catalog.holidays, chinas=keeps_chinas_days(desk.catalog))
    now = windows[0]
    off = [len(kinds.off(one.start, one.end)) for one in windows]
    if abs(off[0] - off[1]) >= UNLIKE_DAYS or abs(off[0] - off[2]) >= UNLIKE_DAYS:
        found.append(Said("briefing.unlike", {"now": off[0], "before": off[1], "year": off[2]}))
    late = {}
    for one in scored:
        span = data_span(one.line.metric, desk)
        if span is not None and span[1] < now.end:
            late[one.line.metric] = span[1] - days(1)
    if late:
        last = min(late.values())
        names = tuple(Name(name) for name in late)
        found.append(Said("briefing.late", {"metrics": names, "last": last.isoformat()}))
    return found


def _table(scored: Sequence[Scored], windows: tuple[Window, Window, Window], desk: MetricDesk) -> QueryResult:
    """Return the scorecard: each figure now, before, a year ago, its target, the changes."""
    language = desk.language
    head = [say(f"analysis.briefing.column.{one}", language) for one in ("metric", "unit")]
    heads = [*head, *(_dates(one, desk) for one in windows[:2])]
    heads += [say("analysis.briefing.column.change", language), _dates(windows[2], desk)]
    heads += [
        say(f"analysis.briefing.column.{one}", language) for one in ("year_change", "target", "reached")
    ]
    rows: list[tuple[Any, ...]] = []
    for one in scored:
        metric = desk.catalog.metrics[one.line.metric]
        changes = [
            change and float(change.value)
            for change in (_change(one, one.before, desk), _change(one, one.year, desk))
        ]
        reached = float(_rounded(100 * one.now / one.target)) if one.now is not None and one.target else None
        now, before, year, target = (
            None if v is None else float(v) for v in (one.now, one.before, one.year, one.target)
        )
        rows.append(
            (
                metric.label(language),
                metric.unit(language),
                now,
                before,
                changes[0],
                year,
                changes[1],
                target,
                reached,
            )
        )
    columns = [ResultColumn(name, "number" if place > 1 else "text") for place, name in enumerate(heads)]
    if not any(row[7] is not None for row in rows):
        columns, rows = columns[:7], [row[:7] for row in rows]
    return QueryResult(tuple(columns), tuple(rows), False, 0.0)


def _dates(window: Window, desk: MetricDesk) -> str:
    return period(replace(window, text=""), desk.language)


def _questions(
    scored: Sequence[Scored], moves: Sequence[Move], now: Window, asked: AnalysisAsked, desk: MetricDesk
) -> tuple[str, ...]:
    """Return why the first moves were, and where else to look."""
    found = []
    for one in moves[:2]:
        filters = (*asked.filters, Filter(one.dimension, (one.member,)))
        query = MetricQuery((one.metric,), windows=(now,), filters=filters)
        found.append(why_question(query, "up" if one.now > one.before else "down", desk))
    lead = scored[0]
    if not moves and lead.now is not None and lead.before:
        query = MetricQuery((lead.line.metric,), windows=(now,), filters=asked.filters)
        found.append(why_question(query, "up" if lead.now > lead.before else "down", desk))
    what = word_figure(
        MetricQuery((lead.line.metric,), filters=asked.filters),
        desk.catalog,
        desk.language,
        desk.answers.reader.known.member_name,
    )
    asked_next = say("analysis.ask.anomaly", desk.language, what=what)
    found.append(asked_next[:1].upper() + asked_next[1:])
    return tuple(dict.fromkeys(one for one in found if one))


def _exact(cell: Any) -> Decimal | None:
    return None if cell is None else Decimal(str(cell))


def _rounded(value: Decimal) -> Decimal:
    return value.quantize(Decimal("0.1"))
