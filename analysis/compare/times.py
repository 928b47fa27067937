"""Two times side by side: each figure of the scorecard then and now, and who made the difference."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from analysis.asked import AnalysisAsked
from analysis.briefing.alike import LikeForLike, like_for_like
from analysis.briefing.figures import (
    Scored,
    Windows,
    change_of,
    figures_look,
    like_change_of,
    own_windows,
    scored_of,
    within_data,
    year_of,
)
from analysis.briefing.moves import cuts_of_line
from analysis.briefing.others import others_told
from analysis.briefing.scorecard import Line, scorecard
from analysis.briefing.verdict import mean_told, size_of, who_told
from analysis.compare.reading import BETTER
from analysis.drawing import Bars, bars
from analysis.home import days_off, ordinary_change, unlike
from analysis.merging import read_together
from analysis.outcome import (
    Amount,
    Look,
    Name,
    Outcome,
    Percent,
    Read,
    Said,
    Steps,
    cells_by_name,
    day_in,
    exact,
    rounded,
)
from analysis.tables import table
from analysis.why.reading import why_question
from analysis.why.shape import shape_of
from answers.sentences.times import period
from config.wording import say
from database.result import QueryResult
from query.metric_query import Compared, MetricQuery, Window
from understanding.metric.desk import MetricDesk
from understanding.metric.judging import is_better_low

_LEVEL = Decimal("0.5")  # percent: by less neither is better
_MOVED = Decimal("0.0005")  # of what it was: by less a member did not move
_MOST_MOVED = 2  # members that gained most, and that lost most


def times_steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    """Yield the figures of both times at once, and return the later beside the earlier."""
    assert asked.window is not None and asked.against is not None
    windows: Windows = (asked.window, asked.against, year_of(asked.window, desk))
    lines = [one for one in scorecard(desk, asked.filters) if _covers(one.metric, windows, desk)]
    if not lines:
        return Outcome(declined=Said("briefing.none", {"window": replace(asked.window, text="")}))
    cut = next(iter(cuts_of_line(lines[0].metric, lines, asked, desk)), "")
    alike = like_for_like(lines, windows, {}, (), asked, desk)
    figures = [figures_look(one.metric, windows, asked, "score", desk) for one in lines]
    members = [replace(figures[0], name="members", query=replace(figures[0].query, splits=(cut,)))]
    apart = [_days_look(figures[0], windows)] if unlike(*windows[:2], desk.catalog) else []
    looks: list[Look] = [*figures, *(members if cut else ()), *(alike.looks if alike else ()), *apart]
    read = yield from read_together(looks, desk)
    scored = _scored(lines, read, alike, windows, desk)
    if not scored or scored[0].line != lines[0] or scored[0].now is None or not scored[0].before:
        params = {"window": windows[0], "then": windows[1], "metric": Name(lines[0].metric)}
        return Outcome(declined=Said("compare.two.lacks", params))
    new = alike.new(0, read).names if alike and alike.level == cut else ()
    rows = cells_by_name(read.get("members"))
    cells = {name: row for name, row in rows.items() if name not in new and all(row[:2])}
    outcome = _told(scored, windows, asked, cut, cells, desk)
    return replace(outcome, cautions=tuple(_cautions(scored[0], windows, read.get("days"), desk)))


def _scored(
    lines: Sequence[Line],
    read: Mapping[str, Read],
    alike: LikeForLike | None,
    windows: Windows,
    desk: MetricDesk,
) -> list[Scored]:
    """Return the figures of which both times have data, without whoever is new where that is known."""
    every = (scored_of(line, read, windows, desk) for line in lines)
    found = within_data([one for one in every if one is not None], windows, desk)
    return [replace(alike.scored(one, read, desk) if alike else one, year=None) for one in found]


def _days_look(whole: Look, windows: Windows) -> Look:
    """Return a look at each day of both times, of which the ordinary ones are compared."""
    over = Window(windows[1].start, windows[0].end, "range")
    label = Said("series.label", {"metric": Name(whole.query.metrics[0]), "window": over})
    query = MetricQuery(whole.query.metrics[:1], grain="day", windows=(over,), filters=whole.query.filters)
    return Look("days", query, label)


def _covers(metric: str, windows: Windows, desk: MetricDesk) -> bool:
    """Tell a figure that both times have whole: one of whole months none of a week."""
    whole = all(one.in_whole_months for one in windows) or not desk.catalog.is_monthly(metric)
    return whole and own_windows(metric, windows, desk) is None


def _told(
    scored: Sequence[Scored],
    windows: Windows,
    asked: AnalysisAsked,
    cut: str,
    cells: Mapping[str, Sequence[Decimal | None]],
    desk: MetricDesk,
) -> Outcome:
    lead, new = scored[0], scored[0].alike[0]
    apart = like_change_of(lead, 0, desk)
    like = Said("briefing.other_like", {"change": apart, "but": new.but}) if new and apart is not None else ""
    change = change_of(lead, 0, desk)
    way = "level" if change is None or not change.value else "up" if change.value > 0 else "down"
    opening = {
        "metric": Name(lead.line.metric), "window": windows[0], "then": windows[1],
        "now": lead.now_told(desk), "was": Amount(lead.before or Decimal(0), lead.line.metric),
        "size": size_of(change) if change else "", "mean": mean_told(lead.scales[0]), "like": like,
        "who": who_told(asked.filters, desk),
    }  # fmt: skip
    statements = [
        *([_better(change, lead, windows, desk)] if asked.about == BETTER else []),
        Said(f"compare.two.{way}", opening),
        *(_moved(lead, cut, cells, desk) if cut else ()),
        *others_told(scored, windows, desk),
    ]
    return Outcome(
        tuple(statements),
        _table(scored, windows, desk),
        _drawn(lead, cells, windows, desk),
        (),
        (Said("compare.two.how", {"metrics": tuple(Name(one.line.metric) for one in scored)}),),
        tuple(_questions(lead, windows, asked, change, desk)),
    )


def _better(change: Percent | Amount | None, lead: Scored, windows: Windows, desk: MetricDesk) -> Said:
    """Return which time was better by the first figure, a day of each where they are not equally long."""
    told = {"metric": Name(lead.line.metric), "mean": mean_told(lead.scales[0])}
    if change is None or abs(change.value) < _LEVEL:
        return Said("compare.two.alike", told)
    up = (change.value > 0) != is_better_low(desk.catalog.metrics[lead.line.metric])
    return Said("compare.two.better", {**told, "window": windows[0 if up else 1]})


def _moved(
    lead: Scored, cut: str, cells: Mapping[str, Sequence[Decimal | None]], desk: MetricDesk
) -> Iterator[Said]:
    """Yield who gained and who lost most, at equal length; nothing of a figure that is no sum."""
    if desk.catalog.metrics[lead.line.metric].kind == "ratio":
        return
    moves = {name: _move(row, lead) for name, row in cells.items()}
    ranked = sorted(moves, key=lambda name: moves[name], reverse=True)
    up = [name for name in ranked if moves[name] > 0][:_MOST_MOVED]
    down = [name for name in reversed(ranked) if moves[name] < 0][:_MOST_MOVED]
    rose = sum(1 for one in moves.values() if one > 0)
    code = "moved_all" if rose == len(moves) else "moved" if rose else "moved_none"
    params = {"dimension": Name(cut, dimension=True, many=True), "of": len(moves), "up": rose}
    sides = {
        side: Said(f"compare.two.{side}", {"list": tuple(_one(name, cells[name], lead) for name in some)})
        for side, some in (("gained", up), ("lost", down))
        if some
    }
    if len(moves) > 1 and sides:
        yield Said(
            f"compare.two.{code}",
            {**params, "mean": mean_told(lead.scales[0]), "list": tuple(sides.values())},
        )


def _move(row: Sequence[Decimal | None], lead: Scored) -> Decimal:
    """Return by how much a member moved, nothing where it hardly did."""
    now, then = row[0] or Decimal(0), (row[1] or Decimal(0)) * lead.scales[0]
    return now - then if abs(now - then) >= _MOVED * abs(then) else Decimal(0)


def _one(name: str, row: Sequence[Decimal | None], lead: Scored) -> Said:
    """Return one member's change, a day of each where the times are not equally long."""
    now, then = row[0] or Decimal(0), (row[1] or Decimal(0)) * lead.scales[0]
    if not then:
        return Said("briefing.first_new", {"member": name, "change": Amount(now, lead.line.metric, "change")})
    share = Percent(rounded(100 * (now / then - 1)), signed=True)
    if lead.scales[0] != 1:
        return Said("compare.one", {"name": name, "now": share})
    change = Amount(now - then, lead.line.metric, "change")
    return Said("briefing.first_move", {"member": name, "change": change, "share": share})


def _cautions(lead: Scored, windows: Windows, days: Read | None, desk: MetricDesk) -> Iterator[Said]:
    """Yield what makes the two times unlike: their lengths, and their public holidays."""
    now, then = windows[:2]
    ends = {"one": _bare(now), "two": _bare(then)}
    if lead.scales[0] != 1:
        yield Said("compare.two.lengths", {"now": now.days, "then": then.days, **ends})
    if not unlike(now, then, desk.catalog):
        return
    off, off_then = days_off((now, then), desk.catalog)
    rows = days.result.rows if days is not None and not days.result.truncated else ()
    series = [(day_in(row[0]), exact(row[1])) for row in rows]
    rate = (
        ordinary_change(series, now, then, desk.catalog) if shape_of(lead.line.metric, desk).by_day else None
    )
    ordinary = (
        "" if rate is None else Said("compare.two.ordinary", {"change": Percent(rounded(rate), signed=True)})
    )
    yield Said("compare.two.unlike", {"now": off, "then": off_then, "ordinary": ordinary, **ends})


def _bare(window: Window) -> Window:
    return replace(window, text="")


def _table(scored: Sequence[Scored], windows: Windows, desk: MetricDesk) -> QueryResult:
    """Return a row for each figure: the later time, the earlier one, and the change."""
    heads = [say(f"analysis.compare.column.{one}", desk.language) for one in ("metric", "unit")]
    heads += [period(_bare(one), desk.language) for one in windows[:2]]
    heads.append(say("analysis.compare.column.change", desk.language))
    rows = []
    for one in scored:
        metric, change = desk.catalog.metrics[one.line.metric], change_of(one, 0, desk)
        told = [metric.label(desk.language), metric.unit(desk.language), one.now, one.before]
        rows.append([*told, change.value if change else None])
    return table(heads, rows, words=2)


def _drawn(
    lead: Scored, cells: Mapping[str, Sequence[Decimal | None]], windows: Windows, desk: MetricDesk
) -> dict[str, object]:
    """Return the first figure of both times as bars, by member where it is read so."""
    metric = desk.catalog.metrics[lead.line.metric]
    ranked = sorted(cells, key=lambda name: cells[name][0] or Decimal(0), reverse=True)
    names = ranked or [metric.label(desk.language)]
    rows = [cells[name] for name in ranked] or [(lead.now, lead.before)]
    figures = {
        period(_bare(windows[at]), desk.language): [float(row[at] or 0) for row in rows] for at in (1, 0)
    }
    return bars(Bars(metric.label(desk.language), names, figures, metric.unit(desk.language)), desk.language)


def _questions(
    lead: Scored, windows: Windows, asked: AnalysisAsked, change: Percent | Amount | None, desk: MetricDesk
) -> Iterator[str]:
    """Yield why the first figure moved between the two."""
    if change is None or not change.value:
        return
    query = MetricQuery(
        (lead.line.metric,),
        windows=windows[:1],
        filters=asked.filters,
        compared=Compared("named", windows[1]),
    )
    if question := why_question(query, "up" if change.value > 0 else "down", desk):
        yield question
