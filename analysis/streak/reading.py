"""Reads who is sought that rose, fell or missed a target so many months in a row: by one dimension."""

import re
from dataclasses import replace

from analysis.asked import AnalysisAsked, AskBack, NotRead, Recognised, says, without
from analysis.briefing.scorecard import scorecard
from analysis.rest import cut_of, read_rest
from analysis.target.aims import target_of
from analysis.whom import whom
from language.calendar import add_months
from language.numerals import number
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk
from understanding.metric.judging import is_better_low

USUAL, MOST = 3, 12  # months in a row: where no number is named, and what a year of them allows
_COUNT = re.compile(
    r"(?:连续|接连|连着?)[^\d一二两三四五六七八九十]{0,6}(\d+|[一二两三四五六七八九十]+)个?月"
    r"|\b(\w+)(?: (?:consecutive|straight|successive|full|whole|complete))? months\b",
    re.IGNORECASE,
)


def read_streak(asked: Recognised, desk: MetricDesk) -> AnalysisAsked | AskBack | NotRead:
    """Return the figure, by what its members are sought, which way, and the whole months of such a run.

    Without a figure the scorecard's first is taken, which the answer names. The months are the last ones
    that are over; of a time that is named each of its months.
    """
    cut, text = cut_of(asked, desk)
    lines = scorecard(desk)
    if not cut and says("streak", "whom", asked.rest):
        text = without("streak", "whom", text)
    elif not cut:
        return NotRead()
    count = _count(asked.text)
    if not lines or count == 0:
        return NotRead()
    rest = read_rest(replace(asked, rest=text), desk, lines[0].metric)
    if isinstance(rest, NotRead) or rest.doubtful:
        return rest if isinstance(rest, NotRead) else NotRead()
    missed = says("streak", "missed", asked.text)
    names = _figures(rest.metric or lines[0].metric, desk, missed=missed)
    cut = cut or (whom(names[-1], rest.filters, desk) if names else "")
    if not names or not cut or not all(desk.catalog.cuts(one, cut) for one in names):
        return NotRead()
    months = _months(rest.window, count, desk, missed=missed)
    if months is None:
        return NotRead()
    return AnalysisAsked(
        "streak", asked.language, names, months, None, rest.filters, asked.direction,
        MetricQuery(names, (cut,)), dimension=cut, missed=missed,
        each=rest.window is not None and count is None,
    )  # fmt: skip


def _months(named: Window | None, count: int | None, desk: MetricDesk, *, missed: bool) -> Window | None:
    """Return the months of the run that is sought, for a change with the one before the first of them.

    Of so many in a row within a longer time that is named there may be any run: it is none.
    """
    this = desk.today.replace(day=1)
    if named is None:
        return Window(add_months(this, -(count or USUAL) - (not missed)), this, "range")
    months = Window(named.start, min(named.end, this), "range")
    whole = months.start.day == 1 and 1 < months.units("month") <= MOST
    if whole and months.units("month") == count:  # each of the last three months
        return replace(months, start=add_months(months.start, -(not missed)))
    return months if count is None and whole else None


def _figures(name: str, desk: MetricDesk, *, missed: bool) -> tuple[str, ...]:
    """Return a figure, with its target where it is asked who missed it; none where it has no such target."""
    metric = desk.catalog.metrics[name]
    if not missed:
        return (name,)
    aim = target_of(metric, desk)
    return (name, aim) if aim and not is_better_low(metric) else ()


def _count(text: str) -> int | None:
    """Return how many months in a row are asked, 0 of a number that no streak has, None where none is named.

    >>> _count("连续四个月下滑的"), _count("falling two straight months"), _count("falling month after month")
    (4, 2, None)
    """
    found = _COUNT.search(text)
    told = number(found[1] or found[2]) if found else None
    if told is None:
        return None
    return int(told) if 2 <= told <= MOST and told == int(told) else 0
