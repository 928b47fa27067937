"""What has to be said of the time and the data of a figure, so that it is not taken for more than it is."""

from collections.abc import Iterator, Sequence

from answers.sentences.asked import Statement, statement
from answers.sentences.background import Background
from answers.sentences.columns import in_sentence
from answers.sentences.members import exactly
from answers.sentences.phrases import joined
from answers.sentences.times import dates, day, point, weekday_name
from config.wording import Language
from language.calendar import days, whole
from language.periods import find_periods
from query.levels import is_per_time
from query.metric_query import MetricQuery, Window
from query.plan.stretches import earlier_window
from understanding.metric.weeks import days_of_weeks, is_of_weeks, weekday_of, weeks_in

_A_MONTH = 31  # days


def cautions_of(
    query: MetricQuery,
    windows: Sequence[Window],
    weekdays: Sequence[Statement],
    question: str,
    known: Background,
    language: Language,
) -> tuple[Statement, ...]:
    """Return what is said of a query's times as they are told; the first matters most."""
    return (
        *_part_of_month(query, windows, known),
        *_by_weeks(query, windows, known, language),
        *_left_month(query, question, known, language),
        *of_data(query.windows, known, language),
        *_open(query, known, language),
        *_as_now(query, known, language),
        *weekdays,
        *_days_off(query, known),
    )


def of_data(windows: Sequence[Window], known: Background, language: Language) -> tuple[Statement, ...]:
    """Say what the data leave out of a time: its last days, its first, and days not counted yet."""
    found = []
    if known.partial is not None:
        found.append(statement("covers", dates=dates(*known.partial, language)))
    for name, span in known.apart:
        label = in_sentence(known.catalog.metrics[name].label(language), language)
        found.append(statement("covers_of", name=label, dates=dates(*span, language)))
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
    sources = known.sources(query)
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
    if doubt is None or not reached or is_stock(query, known):
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
    grains = {one.time_grain == "month" for one in known.sources(query)}
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
        weekday = weekday_of(query, known.catalog)
        now, then = weeks_in(windows[0], weekday), weeks_in(before, weekday)
        if now != then and _adds_up(query, known):
            yield statement("unlike_weeks", now=now, then=then, day=weekday_name(weekday, language))


def _adds_up(query: MetricQuery, known: Background) -> bool:
    sources = (one for name in query.figures for one in known.catalog.sources(name))
    return all(one.additivity == "sum" for one in sources)


def _days_off(query: MetricQuery, known: Background) -> tuple[Statement, ...]:
    """Say of days put together by their weekday that public holidays are among them."""
    by_day = any(
        one in known.catalog.dimensions and known.catalog.dimensions[one].days for one in query.splits
    )
    return (statement("with_days_off"),) if by_day and query.average else ()


def is_stock(query: MetricQuery, known: Background) -> bool:
    """Tell whether every figure is of what is there now, or last was."""
    timeless = all(not one.time or one.additivity == "semi" for one in known.sources(query))
    return timeless and not (query.grain or query.average)
