"""Of when and of what figures are, in words: from the MetricQuery, or from the statement's tree."""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from answers.sentences.asked import Span, Statement, statement
from answers.sentences.background import Background
from answers.sentences.cautions import cautions_of, is_stock, of_data
from answers.sentences.members import condition, days_of, excluded, is_day, kinds_of, names_of, of_rows
from answers.sentences.times import dates, day, period, weekday_name, when
from answers.sentences.tree import Shape
from config.wording import Language, say
from database.asked_days import AskedDays, Timing
from knowledge.metrics import Catalog
from language.calendar import YEAR_OF_WEEKS, Range, add_months, days, whole
from language.periods import contrasted, find_periods, last_year
from query.levels import is_per_time
from query.metric_query import Filter, MetricQuery, Window
from query.plan.stretches import earlier_window
from understanding.figures.goals import is_goal
from understanding.metric.states_now import keeps_open_ones
from understanding.metric.vocabulary import metric_words
from understanding.metric.weeks import is_of_weeks


@dataclass(frozen=True)
class Scope:
    """The time and the members, in words."""

    when: str = ""
    earlier: str = ""
    unlike: tuple[int, int] | None = None
    adds_by_day: bool = False  # the figures are sums of days
    about: str = ""
    kind: str = ""
    without: str = ""
    conditions: str = ""
    span: Span | None = None
    spans: tuple[str, ...] = ()  # each of several stretches of time
    lengths: tuple[int, ...] = ()  # the days of each
    cautions: tuple[Statement, ...] = field(default=())
    stock: bool = False  # what is there now, on the day that `when` says
    whole: tuple[str, str] = ("", "")  # of which members and kind all is that a share is of


def scope_of_query(
    query: MetricQuery, known: Background, language: Language, *, rows: int, question: str = ""
) -> Scope:
    """Return the scope of a query over metrics; members that the rows name are not named again.

    A time that came without words, as out of a statement, is called as the question calls it.
    """
    windows = _stretches(query, known, question)
    shown = {name for name in query.splits if rows > 1}
    kept = [one for one in query.filters if not one.negated and one.dimension not in shown]
    kept = _in_order(kept, known, language)
    on_days = [one for one in kept if is_day(one, query, known, language)]
    others = [one for one in kept if one not in on_days]
    of_all = [one for one in others if one not in query.shared]
    left = [one for one in query.filters if one.negated]
    without = (days_of(on_days, known, language), excluded(left, known, language))
    own, conditions = _conditions(query, others, known, language)
    several = len(windows) > 1 and not query.grain
    against = _against_earlier(query, windows, known, language)
    return Scope(
        when="" if several else _when(windows, query, known, language, question),
        earlier=against.earlier,
        unlike=against.unlike,
        adds_by_day=_adds_by_day(query, known),
        about=names_of(others, known, language),
        kind=_kind([one for one in others if one not in own], query, known, language),
        without=" ".join(filter(None, without)),
        conditions=conditions,
        span=_span(windows, known),
        spans=_apart(windows, language) if several else (),
        lengths=_lengths(windows),
        cautions=cautions_of(query, windows, against.weekdays, question, known, language),
        stock=not query.windows and is_stock(query, known),
        whole=(names_of(of_all, known, language), kinds_of(of_all, known, language)),
    )


def _in_order(kept: list[Filter], known: Background, language: Language) -> list[Filter]:
    """Return filters as a language says them, a shared name behind what tells it: 北京望京店3号厅."""
    return (
        kept
        if language == "en"
        else sorted(kept, key=lambda one: bool(known.catalog.dimensions[one.dimension].namesakes))
    )


def _conditions(
    query: MetricQuery, kept: Sequence[Filter], known: Background, language: Language
) -> tuple[Sequence[Filter], str]:
    """Return what groups must meet, and the kinds that English says with it: at least 1 failed inspection."""
    own = of_rows(kept, query, known) if language == "en" and query.counted and query.conditions else []
    kind = kinds_of(own, known, language)
    average = query.average if query.average not in known.catalog.dimensions else ""
    told = [
        condition(one, known, language, kind, average if one.metric in query.metrics else "")
        for one in query.conditions
    ]
    return own, say("sentence.condition.and", language).join(told)


def _kind(kept: Sequence[Filter], query: MetricQuery, known: Background, language: Language) -> str:
    """Return of which kind figures are, as far as their names do not say it."""
    return kinds_of([one for one in kept if not _is_said(one, query, known, language)], known, language)


def _is_said(one: Filter, query: MetricQuery, known: Background, language: Language) -> bool:
    """Tell a kind with which the name of each figure begins: 在职 of 在职人数.

    A rate of completion of what is completed is told: its name has the word for another reason.
    """
    kind = kinds_of([one], known, language).lower()
    begins = kind if language == "zh" else f"{kind} "
    metrics = [known.catalog.metrics[name] for name in query.metrics if name in known.catalog.metrics]
    said = [m.kind != "ratio" and m.label(language).lower().startswith(begins) for m in metrics]
    return bool(kind) and bool(said) and all(said)


def _stretches(query: MetricQuery, known: Background, question: str) -> list[Window]:
    """Return the times of a query with their words, cut to where there are data; of targets whole months."""
    asked = _named(query.windows, question, known.today)
    if _stands_for_months(query, known):
        goals = all(is_goal(one) for one in known.sources(query))
        months = [_in_months(one, known) for one in asked]
        return months if goals else [_been(one, known) for one in months]
    return [_cut(one, known, early=bool(query.compared or query.filled)) for one in asked]


def _span(windows: Sequence[Window], known: Background) -> Span | None:
    if not windows:
        return known.every and Span(*known.every)
    return Span(min(one.start for one in windows), max(one.end for one in windows))


def _lengths(windows: Sequence[Window]) -> tuple[int, ...]:
    return tuple(one.days for one in windows)


def _apart(windows: Sequence[Window], language: Language) -> tuple[str, ...]:
    """Return what each of several times is called."""
    return tuple(period(one, language) if language == "zh" else when(one, language) for one in windows)


@dataclass(frozen=True)
class _Against:
    """What an earlier time is called, the days of both where these are unlike, and their weekdays."""

    earlier: str = ""
    unlike: tuple[int, int] | None = None
    weekdays: tuple[Statement, ...] = ()

    @classmethod
    def of(
        cls, now: Window, before: Window, called: str, language: Language, *, alike: bool = False
    ) -> "_Against":
        """Return a time beside an earlier one; whole months are alike."""
        alike = alike or now.days == before.days or (now.in_whole_months and before.in_whole_months)
        return cls(called, None if alike else (now.days, before.days), _weekdays(now, before, language))


def _against_earlier(
    query: MetricQuery, windows: Sequence[Window], known: Background, language: Language
) -> _Against:
    if not query.compared or not windows:
        return _Against()
    before = earlier_window(query.compared, windows[0], query.grain, known.catalog.holidays)
    alike = is_of_weeks(query, known.catalog) or is_per_time(query, known.catalog) or bool(query.grain)
    return _Against.of(windows[0], before, _earlier(query, before, language), language, alike=alike)


def scope_of_sql(
    timing: Timing,
    shape: Shape | None,
    question: str,
    known: Background,
    language: Language,
    about: str,
    compared: Sequence[Range] = (),
    *,
    of_all: bool = True,
) -> Scope:
    """Return the scope of a statement, its times called as the question calls them.

    `about` are the members its conditions name, `compared` the days of two columns of which one is told as a
    change from the other: of several times in a statement these are meant. `of_all` says that each time
    limits every part of the statement that reads its table.
    """
    own = sorted(set(shape.spans.values())) if shape else []
    asked = [*compared] or (own[-2:] if len(own) > 1 else [])
    asked = asked or _of_question(timing, question, known.today)
    asked = asked or [
        *_closed(_by_month(_own(timing.asked), known.catalog), known.every, known.today, of_all=of_all)
    ]
    windows = [_cut(_as_long(one, known), known, early=False) for one in _called(asked, question, known)]
    if not windows:
        told = _all(known.every, "", language) if known.every and not timing.asked else ""
        if known.open_now and told:
            told = as_of(known, language)
        span = Span(*known.every) if told and known.every else None
        return Scope(told, about=about, span=span, cautions=_unlike(known))
    now, before, against = windows[-1], windows[0], _Against()
    if len(windows) == 2 and before.end <= now.start:  # of two that overlap neither is the earlier one
        against = _Against.of(now, before, _before(now, before, language), language)
        data = known.partial or known.every
        if data and before.start < data[0] <= now.start:
            known = replace(known, partial=None, late=data[0])
    return Scope(
        when(now, language),
        against.earlier,
        against.unlike,
        about=about,
        span=Span(now.start, now.end),
        cautions=(
            *(() if against.unlike else _unlike(known)),
            *of_data(windows, known, language),
            *against.weekdays,
        ),
    )


def _as_long(window: Window, known: Background) -> Window:
    """Return a time that is set beside another as far as it has data."""
    found = known.unlike
    if found is None or window.start != found.now[0] or window.end <= found.now[1]:
        return window
    return replace(window, end=found.now[1])


def _unlike(known: Background) -> tuple[Statement, ...]:
    """Say how long two times are that a statement compares, where they are not of like length."""
    if known.unlike is None:
        return ()
    days_now, before = known.unlike.lengths
    return (statement("unlike", days=days_now, before=before),)


def _called(asked: Sequence[Range], question: str, known: Background) -> list[Window]:
    """Return times as the question calls them, the first first; none that lies within another."""
    named = _periods(question, known.today)
    stretches = [one for one in dict.fromkeys(asked) if not any(_holds(other, one) for other in asked)]
    found = (named.get(one) or _running(one, named, known.every) or Window(*one) for one in stretches)
    return sorted(found, key=lambda one: one.start)


def _of_question(timing: Timing, question: str, today: dt.date) -> list[Range]:
    """Return the one time that a question names, where its statement keeps to that, by whatever columns.

    What was down in September began before its end and ended after its beginning; a second condition on
    days, of clients that joined since last year, makes no other time of it.
    """
    named = _periods(question, today)
    kept = [one for one in named if one[0] in timing.starts and one[1] in timing.ends]
    others = {(one.start, one.end) for one in _own(timing.asked) if one.start and one.end}
    one_alone = len({window.text for window in named.values()}) == 1 and len(kept) == 1
    return kept if one_alone and others <= set(kept) else []


def _own(asked: Sequence[AskedDays]) -> Sequence[AskedDays]:
    """Return the days that the figures are of, not those by which their rows were chosen."""
    return [one for one in asked if not one.chooses] or asked


def _by_month(asked: Sequence[AskedDays], catalog: Catalog) -> Sequence[AskedDays]:
    """Return the first day of a month, of what is kept by the month, as that month: targets of September."""
    kept = {
        catalog.full_column(one.time).lower() for one in catalog.metrics.values() if one.time_grain == "month"
    }
    return [
        replace(one, end=add_months(one.start, 1))
        if one.column in kept and one.start and one.start.day == 1 and one.end == one.start + days(1)
        else one
        for one in asked
    ]


def _closed(
    asked: Sequence[AskedDays], every: Range | None, today: dt.date, *, of_all: bool
) -> Iterator[Range]:
    """Yield the days asked for, an open end closed where the data end, else with the last day gone by.

    An open one is told only where it limits all: this year so far beside all data is no time of both.
    """
    for one in asked if of_all else (one for one in asked if one.start and one.end):
        start, end = one.start or (every and every[0]), one.end or (every[1] if every else today)
        if start and end and start < end and (one.start or one.end):
            yield start, end


def _holds(whole: Range, part: Range) -> bool:
    """Tell a stretch within another: the day by which a table names a month, beside that month's days."""
    return whole != part and whole[0] <= part[0] and part[1] <= whole[1]


def _running(one: Range, named: Mapping[Range, Window], every: Range | None) -> Window | None:
    """Return what a question calls a time that is cut where the data end: this year."""
    if every is None or one[1] != every[1]:
        return None
    return next((window for (start, end), window in named.items() if start == one[0] and end > one[1]), None)


def _weekdays(now: Window, before: Window, language: Language) -> tuple[Statement, ...]:
    """Say of two days, not one after the other, that they are no like days of the week: Monday and Sunday."""
    apart = (now.start - before.start).days
    if now.days != 1 or before.days != 1 or apart % 7 == 0 or abs(apart) == 1:
        return ()
    one, other = (weekday_name(it.start.weekday(), language) for it in (now, before))
    told = {"day": day(now.start, language), "weekday": one}
    earlier = {"before": day(before.start, language), "other": other}
    return (statement("weekdays_differ", **told, **earlier),)


def _periods(question: str, today: dt.date) -> dict[Range, Window]:
    """Return the times that a question names, by their days; of one that still runs, also those gone by."""
    found = list(map(Window.of, contrasted(find_periods(question, today), today)))
    running = {(one.start, today): one for one in found if one.start < today < one.end}
    return running | {(one.start, one.end): one for one in found}


def _named(windows: Sequence[Window], question: str, today: dt.date) -> list[Window]:
    """Return stretches of time with the words that the question has for them, where they have none."""
    if all(one.text for one in windows):
        return list(windows)
    called = _periods(question, today)
    return [one if one.text else called.get((one.start, one.end), one) for one in windows]


def _before(now: Window, before: Window, language: Language) -> str:
    """Return what an earlier time is called beside a later one, else its dates."""
    if (before.start, before.end) == (last_year(now.period).start, last_year(now.period).end):
        kind = "last_year"
    elif before.end == now.start:
        kind = "previous"
    else:
        return when(before, language)
    return say(f"sentence.when.{kind}", language, dates=_dates_beside(now, before, language))


def _dates_beside(now: Window, before: Window, language: Language) -> str:
    """Return the dates of a time; of one day a year before that it is the same day of the week."""
    told = dates(before.start, before.end, language)
    if (now.days, before.days, now.start - before.start) != (1, 1, days(YEAR_OF_WEEKS)):
        return told
    weekday = weekday_name(now.start.weekday(), language)
    return say("sentence.when.same_weekday", language, dates=told, weekday=weekday)


def _when(
    windows: Sequence[Window], query: MetricQuery, known: Background, language: Language, question: str
) -> str:
    if len(windows) > 1 and query.grain:
        return ""  # the points in time say which they are
    if windows:
        return (say("sentence.comma", language) if language == "zh" else " and ").join(
            when(one, language, named=not query.period_assumed) for one in windows
        )
    sources = known.sources(query)
    if sources and not any(one.time for one in sources):
        return as_of(known, language)
    if not any(one.time for one in sources) or known.every is None:
        return ""
    if all(map(known.catalog.is_level, query.metrics)) and not (query.grain or query.average):
        return say(
            "sentence.when.latest", language, day=day(min(known.every[1], known.today) - days(1), language)
        )
    if known.as_of and keeps_open_ones(query, known.catalog):
        return as_of(known, language)
    return _all(known.every, question, language)


def as_of(known: Background, language: Language) -> str:
    """Return the day of what is kept as it stands, as it begins or ends a sentence."""
    return say("sentence.when.latest", language, day=day(known.as_of, language)) if known.as_of else ""


def _all(every: Range, question: str, language: Language) -> str:
    """Return all the days of data, in a question's own words for all there ever was: since opening."""
    spoken = next((one for one in metric_words()["since_begun"] if one in question.lower()), "")
    key = "begun" if spoken else "all_unnamed" if question else "all"
    return say(f"sentence.when.{key}", language, said=spoken, dates=dates(*every, language))


def until_data(window: Window, known: Background) -> Window:
    """Return a stretch that still runs until where there are data."""
    return _cut(window, known, early=False)


def _cut(window: Window, known: Background, *, early: bool) -> Window:
    """Return a stretch that still runs until where there are data: composed comparisons end before today."""
    if not window.start < known.today < window.end:
        return window
    end = known.today
    if not early and known.every is not None:
        end = min(window.end, max(end, known.every[1]))
    if known.ahead is not None:
        end = min(window.end, max(end, known.ahead + days(1)))
    return replace(window, end=end, unfinished=True) if end < window.end else window


def _earlier(query: MetricQuery, before: Window, language: Language) -> str:
    assert query.compared is not None
    if query.compared.kind == "named":
        return when(before, language)
    if query.grain:
        kind = f"previous_{query.grain}" if query.compared.kind == "previous" else query.compared.kind
        return say(f"sentence.when.each_{kind}", language)
    kind = "last_year" if _is_year_before(before, query.windows) else query.compared.kind
    now = query.windows[-1] if query.windows else before
    return say(f"sentence.when.{kind}", language, dates=_dates_beside(now, before, language))


def _is_year_before(before: Window, windows: Sequence[Window]) -> bool:
    """Tell the time before a year, or its days so far: that is what a year earlier is."""
    return any(
        one.unit == "year" and before.start == add_months(one.start, -12) and one.count == 1
        for one in windows
    )


def _stands_for_months(query: MetricQuery, known: Background) -> bool:
    """Tell whether every figure is a month's as a whole, as targets are: a running one is not cut."""
    sources = known.sources(query)
    return bool(sources) and all(one.time_grain == "month" for one in sources)


def _adds_by_day(query: MetricQuery, known: Background) -> bool:
    """Tell whether every figure is the sum of its days."""
    sources = known.sources(query)
    ratios = any(known.catalog.metrics[name].kind == "ratio" for name in query.metrics)
    return not ratios and all(one.additivity == "sum" and one.is_daily for one in sources)


def _been(window: Window, known: Background) -> Window:
    """Return what has been of a stretch: a row of this month, but for a target, is of its days so far."""
    return replace(window, end=known.today) if window.start < known.today < window.end else window


def _in_months(window: Window, known: Background) -> Window:
    """Return a stretch with the months it begins and ends in; what runs, to where data end."""
    start, end = window.start.replace(day=1), whole("month", window.end - days(1))[1]
    if known.every is not None and window.start < known.today < end and start < known.every[1]:
        end = min(end, known.every[1])
    return replace(window, start=start, end=end)
