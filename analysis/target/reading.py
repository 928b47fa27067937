"""Reads whether a target is met: of which figure, which members, which months; and who is behind it."""

from collections.abc import Mapping
from dataclasses import replace

from analysis.asked import AnalysisAsked, AskBack, Mark, NotRead, Recognised, says, without
from analysis.briefing.scorecard import leading
from analysis.forecast.reading import to_come, to_its_end
from analysis.naming import recognised_beside_names
from analysis.outcome import Name, Said
from analysis.rest import Rest, cut_of, read_rest
from analysis.series import accrues, data_span
from analysis.target.against import not_defined, way_of, which_figure
from analysis.target.aims import names_a_target, target_of, with_its_figure
from analysis.whom import whom
from config.wording import say
from knowledge.metrics import Metric
from language.calendar import whole
from query.metric_query import MetricQuery, Window
from understanding.figures.numbering import is_money, told_in
from understanding.figures.units import ones_of, unit_group
from understanding.metric.desk import MetricDesk
from understanding.metric.offering import main_metrics
from understanding.metric.wording import word_figure

LAST_YEAR = "last_year"  # what the figure came to a year before is the number that it is to reach
_MONEY_SIGNS = ("$", "€", "¥", "￥")
_MOST = 3  # figures told where none is named
_LONG = 180  # days from which a month that is over is not meant any more where one asks what will be


def read_target(asked: Recognised, desk: MetricDesk) -> AnalysisAsked | AskBack | NotRead:
    """Return the figure and the months whose target is asked about, of each member where it is so asked."""
    if asked.mark is not None:
        return _read_mark(asked, asked.mark, desk)
    split = says("target", "split", asked.text)
    if (split or says("target", "each", asked.text)) and cut_of(asked, desk, counts=True)[0]:
        found = read_pace(replace(asked, rest=without("pace", "takes", asked.rest)), desk)
        return replace(found, each=True, direction="down") if isinstance(found, AnalysisAsked) else found
    if split:
        return NotRead()  # by March: until then
    aims = aims_of(desk)
    asked = with_its_figure(asked, aims, desk)
    rest = read_rest(asked, desk, next(iter(aims), first_of(desk)))
    if isinstance(rest, NotRead):
        return _of_each_named(asked, aims, desk) or rest
    name = with_target(rest.metric, aims, desk)
    if not name:
        return NotRead(why=undefined(rest, desk) if names_a_target(asked.text) else None)
    if (other := not_defined(asked, aims, desk)) is not None:
        return other
    ahead = says("target", "ahead", asked.text)
    coming = _to_come(rest, desk) if ahead else None
    window = coming or _months(name, rest, aims, desk, ahead=ahead)
    if window is None or (rest.window is None and asked.passed):
        return (
            NotRead()
        )  # a word that nothing reads may be the time: of the fourth quarter none is this month's
    if rest.doubtful:
        return _whether(name, rest, desk)
    metrics = (name, aims[name]) if rest.metric else _all_of(aims, rest, desk)
    return AnalysisAsked(
        "target", asked.language, metrics, window, filters=rest.filters,
        gap=says("target", "gap", asked.text), ahead=ahead,
        side=asked.against.way if asked.against else "",
    )  # fmt: skip


def _read_mark(asked: Recognised, mark: Mark, desk: MetricDesk) -> AnalysisAsked | AskBack | NotRead:
    """Return the figure and time of which it is asked whether they reach a number.

    What is to come is forecast where the figure comes together day by day; a rate is told of what has been.
    Of no figure named the one that leads is meant, where it is money: 12月东莞能破3000万吗.
    """
    lead = leading(desk)
    rest = read_rest(asked, desk, lead or first_of(desk))
    if isinstance(rest, NotRead) or rest.window is None or asked.passed:
        return rest if isinstance(rest, NotRead) else NotRead()
    metric = desk.catalog.metrics.get(rest.metric or lead)
    if metric is None or rest.doubtful or not _told_so(metric, mark.unit, named=bool(rest.metric)):
        return NotRead()
    ahead = says("target", "ahead", asked.text)
    window = (_to_come(rest, desk) if ahead else None) or to_its_end(rest.window)
    if window.end > desk.today and not accrues(metric.name, desk):
        return NotRead()
    return AnalysisAsked(
        "target", asked.language, (metric.name,), window, filters=rest.filters, ahead=ahead,
        mark=None if mark.number is None else mark.number / ones_of(metric), figure_assumed=not rest.metric,
        about=LAST_YEAR if mark.number is None else "",
    )  # fmt: skip


def _told_so(metric: Metric, unit: str, *, named: bool) -> bool:
    """Tell whether a figure is told in a unit as it was written; one not named only if it is money."""
    group = "money" if unit.strip() in _MONEY_SIGNS else unit_group(unit.strip())
    money = is_money(metric) and bool(told_in(metric))
    if not unit:
        return named or money
    return group == "money" if money else group == ("percent" if metric.unit("en") == "%" else "")


def _of_each_named(
    asked: Recognised, aims: Mapping[str, str], desk: MetricDesk
) -> AnalysisAsked | AskBack | NotRead | None:
    """Return what is asked of several members that are named, of each by itself; None where they are not."""
    rest = read_rest(asked, desk, next(iter(aims), first_of(desk)), splits=True)
    several = [] if isinstance(rest, NotRead) else [one for one in rest.filters if len(one.values) > 1]
    if isinstance(rest, NotRead) or len(several) != 1 or several[0].negated:
        return None
    found = _by_member(asked, several[0].dimension, rest, aims, desk)
    return replace(found, each=True, direction="down") if isinstance(found, AnalysisAsked) else found


def _all_of(aims: Mapping[str, str], rest: Rest, desk: MetricDesk) -> tuple[str, ...]:
    """Return the first figures, each with its target, as far as both are of the members asked about."""
    of = [kept.dimension for kept in rest.filters]
    cut = [one for one in aims.items() if all(desk.catalog.cuts(it, cut) for it in one for cut in of)]
    return tuple(name for pair in cut[:_MOST] for name in pair)


def _to_come(rest: Rest, desk: MetricDesk) -> Window | None:
    """Return whole months to come that a question whether a target will be met is about, or None.

    A bare month that was over long ago is the next of its name: December, asked in November.
    """
    window = rest.window and to_come(replace(rest, window=rest.window), desk)
    if window is None or not window.in_whole_months or window.start <= desk.today:
        return None
    asked = rest.window
    long_over = asked is not None and (desk.today - asked.end).days > _LONG
    return window if asked is not None and (asked.start > desk.today or long_over) else None


def read_missed(asked: Recognised, desk: MetricDesk) -> AnalysisAsked | AskBack | NotRead:
    """Return the figure and the months of which it is asked why a target was missed."""
    found = read_target(asked, desk)
    if not isinstance(found, AnalysisAsked):
        return found
    of_one = found.metrics[:2]  # that can be taken apart
    return replace(found, kind="missed", metrics=of_one, text=asked.text)


def read_pace(asked: Recognised, desk: MetricDesk) -> AnalysisAsked | AskBack | NotRead:
    """Return by what the members behind or ahead of their targets are sought; without a cut, of all."""
    aims = aims_of(desk)
    asked = with_its_figure(asked, aims, desk)
    cut, text = cut_of(asked, desk, counts=True)
    who = not cut and says("pace", "people", asked.text)
    if not (cut or who):
        return _pace_of_all(asked, desk)
    text = without("pace", "people", text) if who else text
    rest = read_rest(replace(asked, rest=text), desk, next(iter(aims), first_of(desk)))
    if isinstance(rest, NotRead):
        return rest
    name = with_target(rest.metric, aims, desk)
    by = cut or (whom(aims[name], rest.filters, desk) if name else "")  # who: by what the target is set
    return _by_member(asked, by, rest, aims, desk) if by else NotRead()


def _by_member(
    asked: Recognised, cut: str, rest: Rest, aims: Mapping[str, str], desk: MetricDesk
) -> AnalysisAsked | AskBack | NotRead:
    """Return what is asked of each member of a dimension, or why that is not known."""
    if (why := not_defined(asked, aims, desk)) is not None:
        return why
    if not rest.metric and (back := which_figure(asked, aims, desk)) is not None:
        return back
    name = with_target(rest.metric, aims, desk)
    if not name:
        return NotRead(why=undefined(rest, desk))
    if says("pace", "beside", asked.text) and accrues(name, desk):
        return NotRead()
    window = _months(name, rest, aims, desk)
    if window is None or rest.doubtful or not _is_pace(asked, window, desk):
        return NotRead()
    if not (desk.catalog.cuts(name, cut) and desk.catalog.cuts(aims[name], cut)):
        return NotRead(why=Said("target.not_cut", {"dimension": Name(cut, dimension=True)}))
    direction = way_of(asked, name, desk) or ("up" if says("pace", "ahead", asked.text) else "down")
    query = MetricQuery((name,), (cut,))
    return AnalysisAsked(
        "pace", asked.language, (name, aims[name]), window, None, rest.filters, direction, query,
        furthest=says("pace", "furthest", asked.text) and not says("pace", "several", asked.text),
        gap=says("pace", "gap", asked.text), missed=says("pace", "missed", asked.text),
    )  # fmt: skip


def _pace_of_all(asked: Recognised, desk: MetricDesk) -> AnalysisAsked | AskBack | NotRead:
    """Return the target of all as the pace that is asked of it, or a rate to be told beside it."""
    found = read_target(asked, desk)
    if not isinstance(found, AnalysisAsked):
        return found
    if says("pace", "beside", asked.text):
        return NotRead() if accrues(found.metrics[0], desk) else replace(found, beside=True)
    return found if not found.window or _is_pace(asked, found.window, desk) else NotRead()


def aimed_at(metric: str, desk: MetricDesk) -> tuple[str, str] | None:
    """Return a figure with its target, of whichever of the two or their share is named; None without one."""
    aims = aims_of(desk)
    name = with_target(metric, aims, desk)
    return (name, aims[name]) if name else None


def _is_pace(asked: Recognised, window: Window, desk: MetricDesk) -> bool:
    """Tell whether a share of a target is asked of the month that runs: any other is a figure like others."""
    return not says("pace", "share", asked.text) or window.start == whole("month", desk.today)[0]


def aims_of(desk: MetricDesk) -> Mapping[str, str]:
    """Return the target of each figure that has one, those of the scorecard first."""
    listed = {name: place for place, name in enumerate(desk.catalog.scorecard)}
    main = sorted(main_metrics(desk), key=lambda one: listed.get(one.name, len(listed)))
    return {one.name: aim for one in main if (aim := target_of(one, desk))}


def first_of(desk: MetricDesk) -> str:
    """Return the first of the main figures, or nothing."""
    return next((one.name for one in main_metrics(desk)), "")


def with_target(metric: str, aims: Mapping[str, str], desk: MetricDesk) -> str:
    """Return the figure that has a target: the one named, by its target or share too, else the first.

    A share is of a figure and its target: rooms let have one, which is none of what else divides them.
    """
    base = {aim: name for name, aim in aims.items()}
    if not metric:
        return next(iter(aims), "")
    parts = desk.catalog.metrics[metric].parts
    shared = [one for one in parts if one in aims and aims[one] in parts]
    return next((one for one in (metric, base.get(metric, ""), *shared) if one in aims), "")


def _months(
    name: str, rest: Rest, aims: Mapping[str, str], desk: MetricDesk, *, ahead: bool = False
) -> Window | None:
    """Return the whole months asked about, or None where targets know no such time or members.

    Where none is named it is the month that runs, of a figure by whole months the last one that is over,
    unless what will be is asked.
    """
    window = rest.window or (_running(desk) if ahead else _lately(name, desk))
    if window.unfinished and window.start.day == 1 and window.unit != "range":
        window = Window(*whole(window.unit, window.start), window.unit)
    if not window.in_whole_months or window.start > desk.today:
        return None
    cut = all(desk.catalog.cuts(aims[name], kept.dimension) for kept in rest.filters)
    return window if cut else None


def _running(desk: MetricDesk) -> Window:
    return Window(*whole("month", desk.today), "month")


def _lately(name: str, desk: MetricDesk) -> Window:
    """Return the month that is meant where none is named."""
    span, running = data_span(name, desk), _running(desk)
    if span is None or not desk.catalog.is_monthly(name):
        return running
    end = min(span[1], running.start).replace(day=1)
    return Window(*whole("month", end, -1), "month") if span[0] < end else running


def undefined(rest: Rest, desk: MetricDesk) -> Said:
    """Say that no target is defined, or that a column seems to hold one that nobody defined."""
    of = Name(rest.metric) if rest.metric else ""
    names = [name.lower() for name in desk.catalog.metrics[rest.metric].wordings] if rest.metric else []
    held = (
        f"{table.name}.{column.name}"
        for table in desk.catalog.schema.tables
        for column in table.columns
        if desk.allowed(f"{table.full_name}.{column.name}") and names_a_target(column.comment or column.name)
        if any(name in column.comment.lower() for name in names)
    )
    if column := next(held, ""):
        return Said("target.undefined_column", {"metric": of, "column": column})
    if of and (aims := aims_of(desk)):
        return Said("target.undefined_but", {"metric": of, "list": tuple(map(Name, aims))})
    return Said("target.undefined_of" if of else "target.undefined", {"metric": of})


def _whether(name: str, rest: Rest, desk: MetricDesk) -> AskBack:
    """Ask back whose target is meant, where a name was not whole."""
    query = MetricQuery((name,), windows=(rest.window,) if rest.window else (), filters=rest.filters)
    what = word_figure(query, desk.catalog, desk.language, desk.answers.reader.known.member_name)
    question = say("analysis.ask.target", desk.language, what=what)
    return AskBack("which", (question[:1].upper() + question[1:],))


def missed_of(query: MetricQuery, desk: MetricDesk) -> str:
    """Return why a target was missed, of a query for it, its share or its gap, where it is so read."""
    found = aimed_at(query.metrics[0], desk)
    if found is None or query.metrics[0] == found[0]:
        return ""
    figure = replace(query, metrics=found[:1], compared=None)
    what = word_figure(figure, desk.catalog, desk.language, desk.answers.reader.known.member_name)
    asked = say("analysis.ask.missed", desk.language, what=what)
    told = recognised_beside_names(asked, desk)
    read = read_missed(told, desk) if told is not None and told.kind == "missed" else None
    whole = isinstance(read, AnalysisAsked) and read.metrics == found and read.filters == query.filters
    return asked if whole else ""
