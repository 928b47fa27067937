"""Of when and of what figures are, in words: from the MetricQuery, or from the statement's tree."""

import calendar
import datetime as dt
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from answers.sentences.amounts import amount
from answers.sentences.asked import Span, Statement, statement
from answers.sentences.columns import in_sentence, plural_of
from answers.sentences.phrases import joined, together
from answers.sentences.times import dates, day, period, point, weekday_name, when
from answers.sentences.tree import Shape
from config.wording import Language, say
from database.asked_days import AskedDays, Timing
from knowledge.definitions.inflecting import singular
from knowledge.metrics import Catalog, Metric
from language.calendar import Range, add_months, days, whole
from language.periods import contrasted, find_periods, last_year
from query.levels import is_per_time
from query.metric_query import Condition, Filter, MetricQuery, Window
from query.plan.stretches import earlier_window
from understanding.metric.lines import Called
from understanding.metric.open_days import OpenDays
from understanding.metric.settling import Doubted
from understanding.metric.vocabulary import metric_words
from understanding.metric.weeks import days_of_weeks, is_of_weeks, weeks_in

_A_MONTH = 31  # days


@dataclass(frozen=True)
class Background:
    """What is known beside a statement and its rows: definitions, names of members, the days of the data.

    `every` is from when to when there are data, the last day excluded; `partial` the same where the time
    asked about has data in part only, `late` the first day of data where what is compared with begins before.
    """

    catalog: Catalog
    called: Called
    today: dt.date
    every: Range | None = None
    partial: Range | None = None
    late: dt.date | None = None
    as_of: dt.date | None = None  # the day that what is kept as it stands now is of
    open_days: OpenDays | None = None  # of the time asked about, that are not complete
    doubted: Doubted | None = None  # a last day that may not be complete
    ahead: dt.date | None = None  # the last day to come that a statement's days are known until


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
    cautions: tuple[Statement, ...] = field(default=())
    stock: bool = False  # what is there now, on the day that `when` says
    whole: tuple[str, str] = ("", "")  # of which members and kind all is that a share is of


def scope_of_query(
    query: MetricQuery, known: Background, language: Language, *, rows: int, question: str = ""
) -> Scope:
    """Return the scope of a query over metrics; members that the rows name are not named again.

    A time that came without words, as out of a statement, is called as the question calls it.
    """
    early = bool(query.compared or query.filled)
    monthly = _stands_for_months(query, known)
    asked = _named(query.windows, question, known.today)
    windows = [_in_months(one, known) if monthly else _cut(one, known, early=early) for one in asked]
    shown = {name for name in query.splits if rows > 1}
    kept = [one for one in query.filters if not one.negated and one.dimension not in shown]
    on_days = [one for one in kept if _is_day(one, query, known, language)]
    others = [one for one in kept if one not in on_days]
    left = [one for one in query.filters if one.negated]
    now, unlike, earlier = windows[0] if windows else None, None, ""
    weekdays: tuple[Statement, ...] = ()
    if query.compared and now:
        before = earlier_window(query.compared, now, query.grain, known.catalog.holidays)
        earlier = _earlier(query, before, language)
        alike = now.days == before.days or (_whole_months(now) and _whole_months(before))
        alike = alike or is_of_weeks(query, known.catalog)
        if not (alike or is_per_time(query, known.catalog) or query.grain):
            unlike = (now.days, before.days)
        weekdays = _weekdays(now, before, language)
    several = len(windows) > 1 and not query.grain
    of_all = [one for one in others if one not in query.shared]
    return Scope(
        "" if several else _when(windows, query, known, language, question),
        earlier,
        unlike,
        _adds_by_day(query, known),
        _names_of(others, known, language),
        _kinds_of(others, known, language),
        " ".join(filter(None, (_days_of(on_days, known, language), _excluded(left, known, language)))),
        say("sentence.condition.and", language).join(
            _condition(query, at, known, language) for at in range(len(query.conditions))
        ),
        Span(min(one.start for one in windows), max(one.end for one in windows))
        if windows
        else known.every and Span(*known.every),
        tuple(period(one, language) if language == "zh" else when(one, language) for one in windows)
        if several
        else (),
        (
            *_part_of_month(query, windows, known),
            *_by_weeks(query, windows, known, language),
            *_left_month(query, question, known, language),
            *_cautions(query.windows, known, language),
            *_open(query, known, language),
            *_as_now(query, known, language),
            *weekdays,
            *_days_off(query, known),
        ),
        stock=not query.windows and _is_stock(query, known),
        whole=(_names_of(of_all, known, language), _kinds_of(of_all, known, language)),
    )


def scope_of_sql(
    timing: Timing,
    shape: Shape | None,
    question: str,
    known: Background,
    language: Language,
    about: str,
    compared: Sequence[tuple[dt.date, dt.date]] = (),
    *,
    of_all: bool = True,
) -> Scope:
    """Return the scope of a statement, its times called as the question calls them.

    `about` are the members its conditions name, `compared` the days of two columns of which one is told as a
    change from the other: of several times in a statement these are meant. `of_all` says that each time
    limits every part of the statement that reads its table.
    """
    named = _periods(question, known.today)
    own = sorted(set(shape.spans.values())) if shape else []
    asked = own[-2:] if 1 < len(own) == len(set(own)) else []
    asked = [*compared] or asked or [*_closed(_own(timing.asked), known.every, known.today, of_all=of_all)]
    stretches = [one for one in dict.fromkeys(asked) if not any(_holds(other, one) for other in asked)]
    called = (named.get(one) or _running(one, named, known.every) or Window(*one) for one in stretches)
    found = sorted(called, key=lambda one: one.start)
    if not found:
        told = _all(known.every, language) if known.every and not timing.asked else ""
        return Scope(told, about=about, span=Span(*known.every) if told and known.every else None)
    windows = [_cut(one, known, early=False) for one in found]
    now = windows[-1]
    earlier, unlike = "", None
    weekdays: tuple[Statement, ...] = ()
    before = windows[0]
    if len(windows) == 2 and before.end <= now.start:  # of two that overlap neither is the earlier one
        weekdays = _weekdays(now, before, language)
        earlier = _before(now, before, language)
        if now.days != before.days and not (_whole_months(now) and _whole_months(before)):
            unlike = (now.days, before.days)
    return Scope(
        when(now, language),
        earlier,
        unlike,
        about=about,
        span=Span(now.start, now.end),
        cautions=(*_cautions(windows, known, language), *weekdays),
    )


def _own(asked: Sequence[AskedDays]) -> Sequence[AskedDays]:
    """Return the days that the figures are of, not those by which their rows were chosen."""
    return [one for one in asked if not one.chooses] or asked


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
    return say(f"sentence.when.{kind}", language, dates=dates(before.start, before.end, language))


def _when(
    windows: Sequence[Window], query: MetricQuery, known: Background, language: Language, question: str
) -> str:
    if len(windows) > 1 and query.grain:
        return ""  # the points in time say which they are
    if windows:
        return (say("sentence.comma", language) if language == "zh" else " and ").join(
            when(one, language, named=not query.period_assumed) for one in windows
        )
    sources = [source for name in query.metrics for source in known.catalog.sources(name)]
    if sources and not any(one.time for one in sources):
        return as_of(known, language)
    if not any(one.time for one in sources) or known.every is None:
        return ""
    if all(map(known.catalog.is_level, query.metrics)) and not (query.grain or query.average):
        return say("sentence.when.latest", language, day=day(known.every[1] - days(1), language))
    return _all(known.every, language, unnamed=not _means_all(question))


def as_of(known: Background, language: Language) -> str:
    """Return the day of what is kept as it stands, as it begins or ends a sentence."""
    return say("sentence.when.latest", language, day=day(known.as_of, language)) if known.as_of else ""


def _means_all(question: str) -> bool:
    """Tell that a question asks for all there ever was: no time was left unsaid."""
    return not question or any(one in question.lower() for one in metric_words()["since_begun"])


def _all(every: Range, language: Language, *, unnamed: bool = False) -> str:
    key = "all_unnamed" if unnamed else "all"
    return say(f"sentence.when.{key}", language, dates=dates(*every, language))


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
    return say(f"sentence.when.{kind}", language, dates=dates(before.start, before.end, language))


def _is_year_before(before: Window, windows: Sequence[Window]) -> bool:
    """Tell the time before a year, or its days so far: that is what a year earlier is."""
    return any(
        one.unit == "year" and before.start == add_months(one.start, -12) and one.count == 1
        for one in windows
    )


def _names_of(kept: Sequence[Filter], known: Background, language: Language) -> str:
    """Return the members a figure is of that have names of their own."""
    named = [one for one in kept if not _is_kind(one, known)]
    told = [_members(one.dimension, one.values, known, language) for one in named]
    return together(*told) if language == "zh" else ", ".join(told)


def _kinds_of(kept: Sequence[Filter], known: Background, language: Language) -> str:
    """Return of which kind a figure is, by codes that mean something: open, by WeChat."""
    coded = [one for one in kept if _is_kind(one, known)]
    told = [_members(one.dimension, one.values, known, language) for one in coded]
    return say("sentence.both_kinds", language).join(told)


def _days_of(kept: Sequence[Filter], known: Background, language: Language) -> str:
    """Return on what days a figure is, which Chinese says as a kind: on Saturdays."""
    told = [_on_day(one, value, known) for one in kept for value in one.values]
    return say("sentence.on_days", language, names=_joined(told, language)) if told else ""


def _on_day(one: Filter, value: str, known: Background) -> str:
    """Return days in English by what they are: Saturdays, weekends, holidays, days of heavy rain."""
    name = known.called(one.dimension, value, "en")
    name = name if name in calendar.day_name else name.lower()
    if known.catalog.dimensions[one.dimension].days is not None:
        return plural_of(name, "en")
    return name if name.endswith("s") else f"days of {name}"


def _excluded(left: Sequence[Filter], known: Background, language: Language) -> str:
    names = _joined([_members(o.dimension, o.values, known, language) for o in left], language)
    return say("sentence.excluding", language, names=names) if left else ""


def _is_kind(one: Filter, known: Background) -> bool:
    dimension = known.catalog.dimensions.get(one.dimension)
    return dimension is not None and bool(dimension.values)


def _is_day(one: Filter, query: MetricQuery, known: Background, language: Language) -> bool:
    """Tell days that English says a figure is on; days that are counted themselves are of their kind."""
    dimension = known.catalog.dimensions.get(one.dimension)
    if language != "en" or dimension is None or not (dimension.days is not None or dimension.on_time):
        return False
    metrics = [known.catalog.metrics[name] for name in query.metrics if name in known.catalog.metrics]
    own = {known.catalog.full(metric.table) for metric in metrics if metric.table}
    return dimension.days is not None or own != {known.catalog.full(dimension.table)}


def _members(dimension: str, values: Iterable[str], known: Background, language: Language) -> str:
    return _joined([known.called(dimension, value, language) for value in values], language)


def _joined(names: Sequence[str], language: Language, between: str = "") -> str:
    if between:  # of several dimensions: Coffee, South are not two of one kind
        return (between if language == "zh" else ", ").join(names)
    if language == "zh":
        return say("sentence.comma", language).join(names)
    return (
        say("sentence.and", language).join(names)
        if len(names) < 3
        else f"{', '.join(names[:-1])} and {names[-1]}"
    )


def _condition(query: MetricQuery, at: int, known: Background, language: Language) -> str:
    one = query.conditions[at]
    metric = known.catalog.metrics[one.metric]
    label = metric.label(language)
    if one.of_growth:
        way = "fell" if one.comparer in ("lt", "le") else "rose"
        limit = "_at_least" if one.comparer in ("le", "ge") else "_over"
        return say(
            f"sentence.condition.{way}{limit if one.number else ''}",
            language,
            name=label if language == "zh" else label.lower(),
            number=exactly(abs(float(one.number)), "%", language),
        )
    if language == "zh":
        number = exactly(float(one.number), metric.unit("zh"), "zh")
        return say(f"sentence.condition.{one.comparer}", "zh", name=label, number=number)
    return _condition_en(one, metric)


def _condition_en(condition: Condition, metric: Metric) -> str:
    """Return a condition as an object of had: more than 300 parking spaces, a refund rate over 0.6 %."""
    label = in_sentence(metric.label("en"), "en")
    if metric.counts_rows or (metric.is_count and metric.unit("en").lower() in label.split()):
        number = exactly(float(condition.number), "", "en")
        way = say(f"sentence.than.{condition.comparer}", "en", number=number)
        return f"{way} {singular(label) if number == '1' else label}"
    number = exactly(float(condition.number), metric.unit("en"), "en")
    rate = metric.kind == "ratio" or metric.additivity == "average"
    article = ("an " if label[:1] in "aeiou" else "a ") if rate else ""
    return say(f"sentence.condition.{condition.comparer}", "en", name=f"{article}{label}", number=number)


def exactly(number: float, unit: str, language: Language) -> str:
    """Write a limit somebody gave: never rounded, no noughts behind the point."""
    written = amount(number, unit, language, 6)
    short = re.sub(r"(\.\d*?)0+(?=\D|$)", r"\1", written, count=1)
    return re.sub(r"\.(?=\D|$)", "", short, count=1)


def _cautions(windows: Sequence[Window], known: Background, language: Language) -> tuple[Statement, ...]:
    found = []
    if known.partial is not None:
        found.append(statement("covers", dates=dates(*known.partial, language)))
    if known.late is not None:
        found.append(statement("covers_earlier", day=day(known.late, language)))
    provisional = next((one for one in windows if one.provisional), None)
    if provisional is not None:
        found.append(statement("provisional", name=provisional.holiday or provisional.text))
    return tuple(found)


def _as_now(query: MetricQuery, known: Background, language: Language) -> tuple[Statement, ...]:
    """Say of a figure by what has no time that it is by what there is now: positions, machines.

    Of one time only where that lies a month back or more: utilisation of a year ago by today's fleet was 56 %
    where it had been 67.5 %.
    """
    several = query.compared is not None or len(query.windows) > 1
    old = any(one.end + days(_A_MONTH) < known.today for one in query.windows)
    if not (several or query.grain or old):
        return ()
    sources = [one for name in query.metrics for one in known.catalog.sources(name)]
    undated = dict.fromkeys(one.label(language) for one in sources if not one.time)
    if not undated or len(undated) == len(dict.fromkeys(sources)):
        return ()
    names = joined([in_sentence(one, language) for one in undated], language)
    return (statement("as_now" if several else "as_now_alone", names=names),)


def _open(query: MetricQuery, known: Background, language: Language) -> tuple[Statement, ...]:
    """Say which last days of a time are not complete, or may not be, and what leaves them out."""
    if (found := known.open_days) is not None:
        told = dates(*found.days, language)
        code = "open_left" if found.left else "open"
        return (statement(code, dates=told, reason=found.why.reason(language)),)
    doubt = known.doubted
    reached = not query.windows or any(one.start <= doubt.day < one.end for one in query.windows if doubt)
    if doubt is None or not reached or _is_stock(query, known):
        return ()
    weekday = weekday_name(doubt.day.weekday(), language)
    share = exactly(round(100 * doubt.share), "%", language)
    return (statement("doubted", day=day(doubt.day, language), share=share, weekday=weekday),)


def _left_month(
    query: MetricQuery, question: str, known: Background, language: Language
) -> tuple[Statement, ...]:
    """Say that the month that runs was left out of a stretch that was named with it: the quietest month."""
    month = whole("month", known.today)
    asked = [one for one in find_periods(question, known.today) if one.start < month[0] < one.end]
    cut = [one for one in query.windows if one.end == month[0] and any(one.start == a.start for a in asked)]
    if not cut or month[0] == known.today:
        return ()
    return (statement("left_month", at=point(month[0], "month", language)),)


def _part_of_month(query: MetricQuery, windows: Sequence[Window], known: Background) -> tuple[Statement, ...]:
    """Say that days of a running month stand beside what is set for all of it: a target."""
    grains = {one.time_grain == "month" for name in query.metrics for one in known.catalog.sources(name)}
    running = next((one for one in windows if one.unfinished and one.unit == "month"), None)
    if len(grains) < 2 or running is None or query.compared:
        return ()
    of = (whole("month", running.start)[1] - running.start).days
    return (statement("part_of_month", days=running.days, of=of),)


def _by_weeks(
    query: MetricQuery, windows: Sequence[Window], known: Background, language: Language
) -> Iterator[Statement]:
    """Say that days beside weeks are taken by the week, and that one time has more weeks than the other."""
    if not is_of_weeks(query, known.catalog):
        return
    mixed = any(map(known.catalog.sets_weeks_beside_days, query.figures))
    if mixed and query.grain != "week":
        over = [days_of_weeks(one) for one in windows]
        if query.grain or len(over) != 1:
            yield statement("by_weeks_each")
        elif over[0] != (windows[0].start, windows[0].end):
            yield statement("by_weeks", dates=dates(*over[0], language))
    if query.compared and windows and not (mixed or query.grain or is_per_time(query, known.catalog)):
        before = earlier_window(query.compared, windows[0], query.grain, known.catalog.holidays)
        now, then = weeks_in(windows[0]), weeks_in(before)
        if now != then and all(one.additivity == "sum" for one in _sources(query, known)):
            yield statement("unlike_weeks", now=now, then=then)


def _sources(query: MetricQuery, known: Background) -> list[Metric]:
    return [one for name in query.figures for one in known.catalog.sources(name)]


def _days_off(query: MetricQuery, known: Background) -> tuple[Statement, ...]:
    """Say of days put together by their weekday that public holidays are among them."""
    by_day = any(
        one in known.catalog.dimensions and known.catalog.dimensions[one].days for one in query.splits
    )
    return (statement("with_days_off"),) if by_day and query.average else ()


def _stands_for_months(query: MetricQuery, known: Background) -> bool:
    """Tell whether every figure is a month's as a whole, as targets are: a running one is not cut."""
    sources = [one for name in query.metrics for one in known.catalog.sources(name)]
    return bool(sources) and all(one.time_grain == "month" for one in sources)


def _is_stock(query: MetricQuery, known: Background) -> bool:
    """Tell whether every figure is of what is there now, or last was."""
    sources = [one for name in query.metrics for one in known.catalog.sources(name)]
    return not (query.grain or query.average) and all(
        not one.time or one.additivity == "semi" for one in sources
    )


def _adds_by_day(query: MetricQuery, known: Background) -> bool:
    """Tell whether every figure is the sum of its days."""
    sources = [one for name in query.metrics for one in known.catalog.sources(name)]
    ratios = any(known.catalog.metrics[name].kind == "ratio" for name in query.metrics)
    return not ratios and all(one.additivity == "sum" and one.is_daily for one in sources)


def _in_months(window: Window, known: Background) -> Window:
    """Return a stretch with the months it begins and ends in; what runs, to where data end."""
    start, end = window.start.replace(day=1), whole("month", window.end - days(1))[1]
    if known.every is not None and window.start < known.today < end and start < known.every[1]:
        end = min(end, known.every[1])
    return replace(window, start=start, end=end)


def _whole_months(window: Window) -> bool:
    return window.start.day == window.end.day == 1
