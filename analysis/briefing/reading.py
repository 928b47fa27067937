"""Reads how things are asked to be going: for all one may see or some members, over which whole period."""

import datetime as dt
import re
from dataclasses import replace

from analysis.asked import AnalysisAsked, AskBack, NotRead, Recognised, says, without
from analysis.briefing.newly import NEW, whose_openings
from analysis.briefing.scorecard import leading, lines_of, scorecard
from analysis.lifespans import begins_at
from analysis.rest import Rest, cut_of, read_rest, recent_in
from analysis.series import data_span
from answers.sentences.times import whole_unit
from config.wording import say
from language.calendar import days, whole
from query.metric_query import Filter, Window
from understanding.metric.desk import MetricDesk
from understanding.metric.open_days import is_mostly_unripe

_UP_TO = r"\b(?:through|thru|until|till|up to|to)\b(?: the end of)?|截至|截止到?|直到|到"
OPENED = "opened"  # over all the time since the member opened


def read_briefing(asked: Recognised, desk: MetricDesk) -> AnalysisAsked | AskBack | NotRead:
    """Return the members and the period of a briefing, or what was not read."""
    lines = scorecard(desk)
    if not lines:
        return NotRead()
    rest = read_rest(asked, desk, lines[0].metric)
    if isinstance(rest, NotRead):
        return _who_opened(asked, desk) or _which_member(asked, desk) or rest
    if cut := whose_openings(rest.metric, desk) if rest.window and not rest.doubtful else "":
        return _of_the_new(cut, rest, asked, desk)
    return _of_members(rest, asked, desk)


def _of_members(rest: Rest, asked: Recognised, desk: MetricDesk) -> AnalysisAsked | AskBack | NotRead:
    """Return the figure, the members and the time that a briefing is of."""
    window = rest.window or last_whole(asked, desk, rest.metric)
    own = (rest.metric,) if rest.metric else ()
    if window.start >= desk.today or (own and _lacks(own, rest.filters, window, desk)):
        return NotRead()
    if rest.doubtful:
        name = desk.answers.reader.known.member_name
        members = [
            name(kept.dimension, value, desk.language) for kept in rest.filters for value in kept.values
        ]
        who = say("analysis.and", desk.language).join(members)
        return AskBack("which", (say("analysis.ask.briefing", desk.language, who=who),) if who else ())
    until = _until(rest.window, asked.text) if rest.window else None
    opened = (until or not rest.window) and says("briefing", "opened", asked.text)
    return AnalysisAsked(
        "briefing", asked.language, own or asked.figures, window.cut(desk.today), filters=rest.filters,
        about=OPENED if opened else "", until=until if opened else None,
        lately=not opened and (bool(recent_in(asked.rest)) if rest.window else window.unit == "month"),
    )  # fmt: skip


def _which_member(asked: Recognised, desk: MetricDesk) -> AskBack | None:
    """Ask back whom a part of a name means, where it and a time are all: Zhanjiang, a branch or a road."""
    parts = desk.parts(asked.rest)
    named = parts.of("value")
    if len(named) != 1 or any(one.kind not in ("value", "period", "function") for one in parts.every):
        return None
    known, best = desk.answers.reader.known, max(score for _, _, score in named[0].members)
    found = {
        (name, canonical)
        for name, value, score in named[0].members
        if score == best
        for canonical in known.canonicals(name, value)
    }
    told = [known.member_name(name, value, desk.language) for name, value in sorted(found)]
    whole = tuple(asked.text.replace(named[0].text, one, 1) for one in told)
    return AskBack("which", whole) if len({name for name, _ in found}) > 1 else None


def _who_opened(asked: Recognised, desk: MetricDesk) -> AnalysisAsked | NotRead | None:
    """Return those whom a question names by their kind and that they opened in a time: 去年新开的门店."""
    cut, text = cut_of(asked, desk, counts=True)
    if not cut or not says("opening", "new", text) or begins_at(desk.catalog.dimensions[cut], desk) is None:
        return None
    rest = read_rest(replace(asked, rest=without("opening", "new", text)), desk, leading(desk))
    if isinstance(rest, NotRead) or rest.window is None or rest.metric or rest.doubtful:
        return None
    return _of_the_new(cut, rest, asked, desk)


def _of_the_new(cut: str, rest: Rest, asked: Recognised, desk: MetricDesk) -> AnalysisAsked | NotRead:
    """Return those who opened in a time: how they are doing is not how many they are."""
    assert rest.window is not None
    if rest.window.start >= desk.today:
        return NotRead()
    return AnalysisAsked(
        "briefing", asked.language, (), rest.window.cut(desk.today), filters=rest.filters, about=NEW,
        dimension=cut,
    )  # fmt: skip


def _lacks(own: tuple[str, ...], filters: tuple[Filter, ...], window: Window, desk: MetricDesk) -> bool:
    """Tell a figure that no report is of: not of these members, or a rate that ripens, told at one age."""
    if not lines_of(own, desk, filters):
        return True
    open_ = desk.answers.reader.known.unsettled(own, desk.today)
    return open_ is not None and is_mostly_unripe(window, open_)


def _until(window: Window, text: str) -> dt.date | None:
    """Return the end of a time that a question goes up to: through October, 截至10月; None of any other."""
    named = re.search(rf"(?:{_UP_TO})\s*{re.escape(window.text)}", text, re.IGNORECASE)
    return window.end if named or re.match(_UP_TO, window.text, re.IGNORECASE) else None


def last_whole(asked: Recognised, desk: MetricDesk, metric: str = "") -> Window:
    """Return the last whole day, week, quarter or month, as the question calls the report; else the month.

    Beside last year it is this year. Of a figure that ends before, it is the last that has data of it.
    """
    if says("briefing", "year", asked.text):
        return Window(*whole("year", desk.today), "year")
    units = ("day", "week", "quarter")
    unit = next((one for one in units if says("briefing", one, asked.text)), "month")
    span = data_span(metric, desk) if metric else None
    start, end = whole(unit, desk.today, -1)
    if span is not None and span[1] <= start:
        start, end = whole(unit, span[1] - days(1))
    if unit in ("day", "week"):
        text = say(f"analysis.briefing.last_{unit}", desk.language)
    else:
        text = whole_unit(start, end, desk.language).replace(" ", "" if desk.language == "zh" else " ")
    return Window(start, end, unit, text=text)  # type: ignore[arg-type]
