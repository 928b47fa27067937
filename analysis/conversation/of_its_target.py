"""Who held us back, behind a question of a target: who is behind that target, over that time."""

import re
from dataclasses import replace
from functools import lru_cache

from analysis.asked import AnalysisAsked, Kind, NotRead, Recognised, put_otherwise, says, without
from analysis.conversation.frame import OF_TARGETS, Frame
from analysis.conversation.in_force import Kept
from analysis.kinds import alone
from analysis.naming import recognised_beside_names
from analysis.rest import cut_of, read_rest
from analysis.target.reading import aimed_at
from analysis.whom import whom
from answers.sentences.columns import in_sentence, plural_of
from config.wording import say
from language.calendar import days, whole
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk
from understanding.metric.vocabulary import metric_words
from understanding.metric.wording import word_figure

_CUTTING = ("per", "singular", "plural")


def of_its_target(text: str, frame: Frame) -> tuple[Kind, AnalysisAsked, Kept] | None:
    """Return who is behind the target that the turn before was of; None of any other question.

    Figure, members, time and by what it is told are those of that turn, as far as the message names none.
    """
    desk, words = frame.desk, put_otherwise("pace", "held_back", text)
    by = _only_cut(text, frame) if words == text else ""
    if by:
        words = say("analysis.ask.missed_by", desk.language, by=by)
    told = recognised_beside_names(words, desk)
    if told is None or told.kind != "pace" or (words == text and not says("pace", "people", text)):
        return None
    before = _before(frame, named=words == text)
    found = before and _read(told, before, desk)
    if not found:
        return None
    return "pace", replace(found, each=bool(by)), Kept(_alone(found, desk) or text, ())


def whether_met(told: AnalysisAsked, when: str, desk: MetricDesk) -> str:
    """Return the question whether the figure of an analysis, of its members, will meet its target then."""
    query = MetricQuery(told.metrics[:1], filters=told.filters)
    what = word_figure(query, desk.catalog, desk.language, desk.answers.reader.known.member_name)
    return say("analysis.ask.will_meet", desk.language, what=what, when=when)


def _only_cut(text: str, frame: Frame) -> str:
    """Return by what a message behind an analysis of a target is to tell it, where it says no more.

    Which of them did not reach it says no more: 没完成的分公司有哪些 is of no other state.
    """
    kind, asked = frame.heard
    if kind not in OF_TARGETS or not isinstance(asked, AnalysisAsked):
        return ""
    parts = frame.desk.parts(_not_reached().sub(" ", text))
    cuts, says = parts.of("dimension"), [*parts.of("dimension", "function"), *parts.marks(*_CUTTING)]
    return cuts[0].text if len(cuts) == 1 and len(says) == len(parts.every) else ""


@lru_cache(maxsize=1)
def _not_reached() -> re.Pattern[str]:
    """Return what says that a target was missed or is short of being met, the longest first."""
    told, stands = metric_words()["to_goals"]["lt"], metric_words()["standing"]["lt"]
    words = sorted((*told["zh"], *told["en"], *stands), key=len, reverse=True)
    return re.compile(r"|".join(rf"\b{one}\b" if one.isascii() else one for one in words), re.IGNORECASE)


def _before(frame: Frame, *, named: bool) -> MetricQuery | None:
    """Return the figure with a target that the turn before was of, over whole months.

    A figure alone is told beside no target, unless the message has `named` one.
    """
    (_, asked), desk = frame.heard, frame.desk
    if isinstance(asked, AnalysisAsked) and asked.kind in OF_TARGETS:
        splits = asked.query.splits if asked.query else ()
        windows = (asked.window,) if asked.window else ()
        return MetricQuery(asked.metrics[:1], splits, windows=windows, filters=asked.filters)
    if frame.told is not None and isinstance(asked, AnalysisAsked):
        return None
    query = desk.answers.before(frame.question, frame.sql, desk.today, desk.allowed)
    aimed = aimed_at(query.metrics[0], desk) if query else None
    if query is None or aimed is None or (query.metrics[0] == aimed[0] and not named):
        return None
    return MetricQuery(aimed[:1], query.splits, windows=query.windows, filters=query.filters)


def _read(told: Recognised, before: MetricQuery, desk: MetricDesk) -> AnalysisAsked | None:
    cut, text = cut_of(told, desk, counts=True)
    text = without("pace", "people", text)
    rest = read_rest(replace(told, rest=text), desk, before.metrics[0])
    if isinstance(rest, NotRead) or rest.doubtful:
        return None
    aimed = aimed_at(rest.metric or before.metrics[0], desk)
    window = _months(rest.window or before.window)
    if aimed is None or window is None or len(before.windows) > 1 or window.start > desk.today:
        return None
    filters = rest.filters or before.filters
    cut = cut or next(iter(before.splits), "") or whom(aimed[1], filters, desk)
    if not cut or not all(desk.catalog.cuts(one, cut) for one in aimed):
        return None
    query = MetricQuery(aimed[:1], (cut,))
    alone = says("pace", "furthest", told.text) and not says("pace", "several", told.text)
    return AnalysisAsked(
        "pace", told.language, aimed, window, None, filters, "down", query, followed=True, furthest=alone
    )


def _months(window: Window | None) -> Window | None:
    """Return a time as whole months, the last of which may run; None of a time of no months."""
    if window is None:
        return None
    if window.unit in ("month", "quarter", "year"):
        window = replace(window, end=max(window.end, whole(window.unit, window.end - days(1))[1]))
    return window if window.in_whole_months else None


def _alone(asked: AnalysisAsked, desk: MetricDesk) -> str:
    """Return the question as it stands alone, where that is read as the same."""
    assert asked.query is not None and asked.window is not None
    figure = MetricQuery(asked.metrics[:1], windows=(asked.window,), filters=asked.filters)
    what = word_figure(figure, desk.catalog, desk.language, desk.answers.reader.known.member_name)
    label = desk.catalog.dimensions[asked.query.splits[0]].label(desk.language)
    by = in_sentence(label, desk.language) if asked.furthest else plural_of(label, desk.language)
    code = "furthest_behind" if asked.furthest else "behind_target"
    told = say(f"analysis.ask.{code}", desk.language, what=what, by=in_sentence(by, desk.language))
    kind, again = alone(told, desk, hears=False)
    return told if kind == "pace" and isinstance(again, AnalysisAsked) and _same(again, asked) else ""


def _same(one: AnalysisAsked, other: AnalysisAsked) -> bool:
    """Tell two that are of one figure, one time and the same members, told alike."""
    whole = [(it.window.start, it.window.end) for it in (one, other) if it.window is not None]
    alike = (one.metrics, one.query, one.filters, one.furthest)
    return alike == (other.metrics, other.query, other.filters, other.furthest) and whole[0] == whole[-1]
