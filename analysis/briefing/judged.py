"""Who is best or worst behind a briefing, by no figure: by its own standards, which are asked back."""

from dataclasses import replace
from typing import Literal

from analysis.asked import AnalysisAsked, AskBack, NotRead
from analysis.briefing.reading import read_briefing
from analysis.briefing.scorecard import scorecard
from analysis.naming import recognised_beside_names
from analysis.target.aims import target_of
from language.calendar import days
from query.metric_query import Compared, MetricQuery, Ranking, Window
from understanding.metric.desk import MetricDesk
from understanding.metric.judging import is_better_low
from understanding.metric.leading import worded_as_read
from understanding.metric.vocabulary import reaching_of
from understanding.words.judging import is_quality

NAMES_MORE = ("metric", "weak", "thing", "value", "period", "comparison", "number", "grain")


def by_which(text: str, before: str, desk: MetricDesk) -> AskBack | None:
    """Return by which figure members may be judged: its growth, its target, how large it is, in that order.

    The smallest branch is not the one that does worst of a briefing that told growth and targets.
    """
    parts, told = desk.parts(text), _told_before(before, desk)
    ends = [one for one in parts.of("mark") if one.token in ("top", "bottom") and is_quality(one.text)]
    cuts = [name for one in parts.of("dimension") for name in one.dimensions]
    if told is None or len(ends) != 1 or len(cuts) != 1 or parts.of(*NAMES_MORE):
        return None
    queries = _queries(ends[0].token, cuts[0], told, desk)
    return AskBack("by_which", tuple(dict.fromkeys(worded_as_read(queries, desk))))


def _told_before(before: str, desk: MetricDesk) -> AnalysisAsked | None:
    """Return the briefing that a question asked for, or None where it asked for something else."""
    found = recognised_beside_names(before, desk)
    read = read_briefing(found, desk) if found and found.kind == "briefing" else NotRead()
    return read if isinstance(read, AnalysisAsked) else None


def _queries(end: str, cut: str, told: AnalysisAsked, desk: MetricDesk) -> list[MetricQuery]:
    """Return who is at an end by the growth, the completion and the size of the scorecard's first figure."""
    catalog, line = desk.catalog, scorecard(desk)[0]
    main = catalog.metrics[line.metric]
    way: Literal["top", "bottom"] = "top" if (end == "top") != is_better_low(main) else "bottom"
    windows = (_as_asked(told.window, desk),) if told.window else ()
    plain = MetricQuery((main.name,), (cut,), windows=windows, filters=told.filters)
    grown = replace(plain, compared=Compared("last_year"), ranking=Ranking(way, 1, main.name, "growth"))
    aim = target_of(main, desk)
    reached = reaching_of(aim, catalog) if aim else None
    aimed = (
        [replace(plain, metrics=(reached.name,), ranking=Ranking(way, 1, reached.name))] if reached else []
    )
    return [grown, *aimed, replace(plain, ranking=Ranking(way, 1, main.name))]


def _as_asked(window: Window, desk: MetricDesk) -> Window:
    """Return a time that runs as a question of a figure has it: today is in it."""
    return replace(window, end=desk.today + days(1)) if window.unfinished else window
