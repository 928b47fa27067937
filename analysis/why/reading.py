"""Reads which change a why-question means: a figure, the time asked about, what it is compared with."""

from collections.abc import Sequence
from dataclasses import replace

from analysis.asked import (
    AnalysisAsked,
    AskBack,
    Direction,
    Kind,
    NotRead,
    Recognised,
    goes_both_ways,
    says,
    stands_so,
)
from analysis.between.first import Way, of_first, this_year
from analysis.briefing.reading import read_briefing
from analysis.briefing.scorecard import leading
from analysis.naming import recognised_beside_names
from analysis.outcome import Outcome
from analysis.rest import SURE, doubts, recent_in, says_nothing
from analysis.times import points_elsewhere
from analysis.trend.reading import OF_LATE, over_months, read_trend, way_meant
from analysis.why.counterpart import with_its_time
from config.wording import say
from language.calendar import days
from query.metric_query import Compared, MetricQuery, Window
from query.plan.stretches import earlier_window
from understanding.metric.asking import vague
from understanding.metric.desk import MetricDesk
from understanding.metric.judging import is_better_low
from understanding.metric.leading import POSSESSIVE
from understanding.metric.states_now import are_as_now
from understanding.metric.wording import word_figure
from understanding.readings import MetricHit, MetricReading, MetricReadings
from understanding.words.pointing import pointer, points_at_a_time

_MOST = 3
WEEK = 7
_LONG = 100  # days, more than a quarter: the stretch before is of another season


def read_why(asked: Recognised, desk: MetricDesk) -> AnalysisAsked | AskBack | NotRead:
    """Return the change asked about, or its readings as whole questions, or what was not read."""
    asked = with_its_time(asked, desk)
    found, followed = asked_change(asked, desk)
    if found is None:
        return _unread(asked, desk)
    if isinstance(found, MetricReadings):
        return _of_readings(found, asked, desk, followed=followed)
    query = _of_all_shown(found.query) if followed else found.query
    if not is_one_change(query):
        return NotRead()
    if asked.direction:
        asked = replace(asked, direction=way_meant(asked, desk.catalog.metrics[query.metrics[0]]))
    if says("why", "either", asked.text):
        return _taken_apart(query, asked, desk)
    if goes_both_ways(asked.text) and (each := _of_each(query, desk)):
        return AskBack("which", each)  # one of them rose, another fell: of both together neither is asked
    if _names_no_time(query, asked, desk):
        return _without_time(query, asked, desk) or _when(found, query, asked, desk)
    if _is_doubtful(found, desk):
        meant = _asked(query, asked, desk)
        return AskBack("which", meant) if meant else NotRead(found.unread)
    change = replace(of_query(query, asked, desk), followed=followed)
    return _standing_so(change, asked, desk) or change


def _of_readings(
    found: MetricReadings, asked: Recognised, desk: MetricDesk, *, followed: bool
) -> AnalysisAsked | AskBack | NotRead:
    """Return the change that all readings mean but for their cuts, or each as a whole question."""
    hits = [desk.answers.answer(one, desk.today, desk.allowed) for one in found.questions[:_MOST]]
    if (alone := _but_for_cuts(hits)) is not None:
        return replace(of_query(alone, asked, desk), followed=followed)
    told = [one for hit in hits if isinstance(hit, MetricHit) for one in _asked(hit.query, asked, desk)]
    return AskBack("which", tuple(told)) if told else NotRead()


def _without_time(query: MetricQuery, asked: Recognised, desk: MetricDesk) -> AnalysisAsked | None:
    """Return what is asked without a time: of one called low beside the others, of what keeps so of late."""
    return _beside_others(query, asked, desk) or _of_late(asked, desk)


def _beside_others(query: MetricQuery, asked: Recognised, desk: MetricDesk) -> AnalysisAsked | None:
    """Return what is asked of one member called low or high in a figure, without a time or a move of it."""
    window = this_year(desk)
    if window is None or query.compared or pointer(asked.text) or points_at_a_time(asked.text):
        return None
    whole = replace(query, windows=(window,), period_assumed=False)
    return _standing_so(of_query(whole, asked, desk), asked, desk)


def _standing_so(change: AnalysisAsked, asked: Recognised, desk: MetricDesk) -> AnalysisAsked | None:
    """Return what is asked of one member called low or high over a time: beside the others, then its usual.

    With a word of a move, or beside a time that is named, it is the change that is asked.
    """
    query, window = change.query, change.window
    way = _stands(asked, change.metrics[0], desk)
    if way is None or query is None or window is None or query.compared or len(query.windows) > 1:
        return None
    found = of_first(query.metrics[0], query.filters, window, way, desk)
    if found is None:
        return None
    return replace(found, against=change.against, usual=True, followed=change.followed)


def _stands(asked: Recognised, metric: str, desk: MetricDesk) -> Way | None:
    """Return which way a figure is said to stand, no move of it; of what is better low bad is high."""
    if not (asked.direction and stands_so(asked.text)):
        return None
    turned = says("why", "judged", asked.text) and is_better_low(desk.catalog.metrics[metric])
    return "high" if (asked.direction == "up") != turned else "low"


def _of_late(asked: Recognised, desk: MetricDesk) -> AnalysisAsked | None:
    """Return the last whole months beside a year before, of what is said to keep going one way."""
    trend = read_trend(asked, desk) if asked.kind == "why" and says("moved", "keeps", asked.text) else None
    if not isinstance(trend, AnalysisAsked) or trend.window is None:
        return None
    query = MetricQuery(trend.metrics, windows=(trend.window,), filters=trend.filters)
    return of_query(replace(query, compared=Compared("last_year")), asked, desk)


def _is_doubtful(found: MetricHit, desk: MetricDesk) -> bool:
    """Tell a figure for which more was taken for granted than a question why may."""
    return bool(found.assumed) and (found.assumed not in SURE or doubts(found.message, desk) not in SURE)


def read_moved(asked: Recognised, desk: MetricDesk) -> AnalysisAsked | AskBack | NotRead:
    """Return the change that a question asks to be confirmed, or what a question why would."""
    if desk.answers.reader.parts(asked.rest, desk.today, desk.allowed).of("dimension"):
        return NotRead()  # whether any of them moved: a why looks at all, this would look at none
    found = read_why(asked, desk)
    untimed = isinstance(found, AnalysisAsked) and found.untimed
    if untimed and says("moved", "keeps", asked.text):
        trend = read_trend(asked, desk)  # is it rising: these months
        return replace(trend, about=OF_LATE) if isinstance(trend, AnalysisAsked) else found
    return over_months(replace(found, kind="moved"), desk) if isinstance(found, AnalysisAsked) else found


def asked_change(asked: Recognised, desk: MetricDesk) -> tuple[MetricHit | MetricReadings | None, bool]:
    """Read the rest by itself where that is a whole question, else as going on from the question before."""
    rest = "" if says_nothing(asked.rest, desk) else asked.rest
    alone = desk.answers.answer(rest, desk.today, desk.allowed) if rest else None
    whole = isinstance(alone, MetricHit) and not alone.assumed and alone.query.window is not None
    if whole or not asked.previous:
        return alone, False
    shown = desk.answers.answer(asked.previous, desk.today, desk.allowed)
    if not rest or _is_named_alone(alone, shown):
        return shown, True
    edited = desk.answers.answer(rest, desk.today, desk.allowed, asked.previous)
    return (edited, True) if edited is not None else (alone, False)


def _is_named_alone(
    alone: MetricHit | MetricReadings | None, shown: MetricHit | MetricReadings | None
) -> bool:
    """Tell words that say no more than the figure that was shown: why did revenue rise?"""
    if not isinstance(alone, MetricHit) or not isinstance(shown, MetricHit):
        return False
    said = replace(alone.query, windows=(), period_assumed=False)
    return said.key == MetricQuery(shown.query.metrics).key and not alone.unread


def _of_all_shown(query: MetricQuery) -> MetricQuery:
    """Return the change of all that was shown split by something, or of the one of them that was named."""
    chosen = query.ranking or query.conditions or query.share or query.average or query.running
    return query if chosen else replace(query, splits=(), grain="", ascending=False, filled=False)


def _but_for_cuts(hits: Sequence[object]) -> MetricQuery | None:
    """Return the change that all readings mean but for what it is cut by: a why looks at all cuts anyway."""
    queries = [one.query for one in hits if isinstance(one, MetricHit)]
    bare = {replace(one, splits=()).key: replace(one, splits=()) for one in queries}
    first = next(iter(bare.values()), None)
    whole = len(bare) == 1 and len(queries) == len(hits) and first is not None
    sure = whole and first is not None and is_one_change(first) and first.window and not first.period_assumed
    return first if sure else None


def _of_each(query: MetricQuery, desk: MetricDesk) -> tuple[str, ...]:
    """Return a question why of each of the few members that are named together; none of one alone."""
    several = [one for one in query.filters if not one.negated and len(one.values) > 1]
    if len(several) != 1 or len(several[0].values) > _MOST:
        return ()
    others = tuple(one for one in query.filters if one is not several[0])
    each = [replace(several[0], values=(value,)) for value in several[0].values]
    told = [why_question(replace(query, filters=(*others, one)), "", desk) for one in each]
    return tuple(one for one in told if one)


def _taken_apart(query: MetricQuery, asked: Recognised, desk: MetricDesk) -> AskBack | NotRead:
    """Ask back whether the change is to be taken apart: by orders and size, not by what was offered.

    Without a time it is that of this year beside the last.
    """
    if query.window is None or query.period_assumed:
        this_year = desk.answers.reader.known.window(say("analysis.this_year", asked.language), desk.today)
        windows, compared = (this_year,) if this_year else (), Compared("last_year")
        query = replace(query, windows=windows, period_assumed=False, compared=compared)
    meant = _asked(query, asked, desk)
    return AskBack("apart", meant) if meant else NotRead()


def of_query(query: MetricQuery, asked: Recognised, desk: MetricDesk) -> AnalysisAsked:
    """Return the change of one query: its window up to yesterday, against the one named or the one before."""
    assert query.window is not None
    query = replace(
        query, windows=tuple(replace(one, text=POSSESSIVE.sub("", one.text)) for one in query.windows)
    )
    now, against = windows_of(query, desk)
    return AnalysisAsked(
        "why", asked.language, query.metrics, now, against, query.filters, asked.direction, query,
        usual=says("why", "usual", asked.text),
    )  # fmt: skip


def windows_of(query: MetricQuery, desk: MetricDesk) -> tuple[Window, Window]:
    """Return the time asked about, up to yesterday, and what it is compared with."""
    if query.compared is None and len(query.windows) > 1:
        first, last = sorted(query.windows, key=lambda one: one.start)
        return last.cut(desk.today), first
    assert query.window is not None
    now = query.window.cut(desk.today)
    if query.compared is None and now.unit == "week" and now.days < WEEK:  # as far as it has come
        return now, replace(now, start=now.start - days(WEEK), end=now.end - days(WEEK), text="")
    if query.compared is None and now.unit != "year" and now.days > _LONG:
        return now, replace(now.year_before(desk.catalog.holidays), text="")
    if query.compared is None:
        return now, now.before()
    return now, earlier_window(query.compared, now, "", desk.catalog.holidays)


def is_one_change(query: MetricQuery) -> bool:
    """Tell a figure over a time from what is split, ranked, averaged or chosen."""
    more = query.splits or query.grain or query.ranking or query.conditions or query.share
    return (
        not (more or query.average or query.running) and len(query.metrics) == 1 and len(query.windows) <= 2
    )


def _unread(asked: Recognised, desk: MetricDesk) -> AnalysisAsked | AskBack | NotRead:
    """Take the first figure of the scorecard where all but the figure was read; else ask back, or name words.

    What happened at a place is asked of how it is doing, where neither figure nor change is named. Where what
    is named is measured by another figure, or no scorecard says which is the first, it is asked.
    """
    if not asked.direction and says("why", "news", asked.text):
        how_it_does = read_briefing(_of_late_news(asked, desk), desk)
        if isinstance(how_it_does, AnalysisAsked) and how_it_does.filters:
            return how_it_does
    offered = vague(asked.rest, replace(desk, language=asked.language))
    hits = [desk.answers.answer(one, desk.today, desk.allowed) for one in offered]
    queries = [hit.query for hit in hits if isinstance(hit, MetricHit)]
    changes = [query for query in queries if is_one_change(query)]
    lead = changes[0] if changes and changes[0].metrics == (leading(desk),) else None
    whole = lead is not None and lead.window is not None and pointer(asked.text) is None  # why did it fall
    if lead is not None and whole and not says("why", "either", asked.text):
        return replace(of_query(lead, asked, desk), figure_assumed=True)
    told = [one for query in changes for one in _asked(query, asked, desk)]
    if told:
        return AskBack("figure", tuple(told))
    return NotRead(desk.answers.why_unread(asked.rest, desk.today, desk.allowed).unread)


def _of_late_news(asked: Recognised, desk: MetricDesk) -> Recognised:
    """Return what happened somewhere as what did of late, where no time is named."""
    if desk.parts(asked.rest).of("period") or recent_in(asked.rest):
        return asked
    return replace(asked, rest=f"{asked.rest} {say('analysis.lately', asked.language)}")


def _names_no_time(query: MetricQuery, asked: Recognised, desk: MetricDesk) -> bool:
    """Tell a change of which no time is named: of all the months there are none is meant, either."""
    if query.window is None or query.period_assumed or points_elsewhere(query.window, asked.text):
        return True
    known = desk.answers.reader.known.shared_range(query.figures)
    every = known == (query.window.start, query.window.end)
    return every and not asked.previous and not desk.parts(asked.text).of("period")


def _when(
    found: MetricHit, query: MetricQuery, asked: Recognised, desk: MetricDesk
) -> AnalysisAsked | AskBack | NotRead:
    """Return a change whose time is sought, where none was named; ask back which, where one is pointed at.

    What is kept without any time (all customers there are) has no change that could be looked for.
    """
    if not all(one.time for name in query.figures for one in desk.catalog.sources(name)):
        return NotRead()
    if not (points_at_a_time(asked.text) or pointer(asked.text)):
        month = desk.answers.reader.known.window(say("analysis.sought_times", "en").split("|")[3], desk.today)
        whole = replace(query, windows=(month,) if month else (), period_assumed=False)
        named = whole.compared is not None and whole.compared.kind == "named"
        sure = replace(found, assumed=tuple(one for one in found.assumed if one != "period"))
        if month and not (named or are_as_now(whole, desk.catalog)) and not _is_doubtful(sure, desk):
            by_month = found.query.grain == "month"
            return replace(of_query(whole, asked, desk), untimed=True, of_trend=by_month, text=asked.text)
    known = desk.answers.reader.known
    questions: list[str] = []
    for words in say("analysis.ask_back.times", asked.language).split("|"):
        window = known.window(words, desk.today)
        timed = replace(query, windows=(window,) if window else (), period_assumed=False)
        questions += _asked(timed, asked, desk)
    return AskBack("when", tuple(questions)) if questions else NotRead()


def why_question(
    query: MetricQuery, direction: Direction, desk: MetricDesk, kind: Kind = "why"
) -> str | None:
    """Return the whole question why a figure moved, or whether, where it reads as that query again."""
    known = desk.answers.reader.known
    if are_as_now(query, desk.catalog):
        return None
    plain = replace(query, compared=None)
    what = word_figure(plain, desk.catalog, desk.language, known.member_name)
    for window in query.windows if desk.language == "en" else ():
        if window.text:
            what = what.replace(f"in {window.text}", window.text).replace(window.text, _placed(window))
    earlier = query.compared.window if query.compared else None
    against = f"_{query.compared.kind}" if query.compared and query.compared.kind != "previous" else ""
    asked = say(
        f"analysis.ask.{kind}_{direction or 'moved'}{against}",
        desk.language,
        what=what,
        earlier=_placed(earlier).removeprefix("in ") if earlier else "",
    )
    found = recognised_beside_names(asked, desk)
    again = desk.answers.reader.read(found.rest, desk.today, desk.allowed) if found else None
    return asked if isinstance(again, MetricReading) and _same(again.query, query) else None


def standing_alone(outcome: Outcome, asked: AnalysisAsked, desk: MetricDesk) -> Outcome:
    """Return an outcome with its question as it stands alone, where that went on from the one before."""
    if not asked.followed or asked.query is None:
        return outcome
    return replace(outcome, question=why_question(asked.query, asked.direction, desk, asked.kind) or "")


def _placed(window: Window) -> str:
    """Return a period's words as they stand in an English sentence: in October, in the past week."""
    plain = window.text[:1].isupper() or window.text[:1].isdigit()
    if not plain:
        return f"in the {window.text}" if window.text.startswith("past ") else window.text
    return f"{'on' if window.unit == 'day' else 'in'} {window.text}"


def _same(one: MetricQuery, other: MetricQuery) -> bool:
    """Tell whether two queries ask for the same change: the stretch before is meant where none is said."""

    def plain(query: MetricQuery) -> MetricQuery:
        before = query.compared is not None and query.compared.kind == "previous"
        return replace(query, compared=None) if before else query

    return plain(one).key == plain(other).key


def _asked(query: MetricQuery, asked: Recognised, desk: MetricDesk) -> tuple[str, ...]:
    found = why_question(query, asked.direction, desk, asked.kind)
    return (found,) if found else ()
