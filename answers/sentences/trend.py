"""Figures over time: how they went from the first whole period to the last, and where they were highest."""

import datetime as dt
import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from answers.calendar import TimeUnit
from answers.sentences.asked import Asked, Measure, Statement, TimeAxis, statement
from answers.sentences.phrases import (
    beside,
    common_scale,
    figure,
    joined,
    moved,
    name_of,
    scoped,
    some,
    told_apart,
)
from answers.sentences.times import point, short
from config.wording import Language, say
from language.calendar import MONTHS, add_months, whole

Row = Sequence[Any]
FEW = 3  # points whose ends are compared, whatever they are
LISTED = 12  # points that are named one by one
_BEGINS = 4  # times below the median: a first period in which something began
TIED = 2  # periods that share an end and are still worth naming
MANY_DAYS = 7  # of more days than these the sum and the day's mean say more than each
_UNITS = ("day", "week", "month", "quarter", "year")


def trend(asked: Asked, rows: Sequence[Row], axis: TimeAxis) -> tuple[Statement, ...]:
    """Say how the figure asked for went; periods that are not whole are told and not compared."""
    measure, language = asked.lead, asked.language
    points = [row for row in in_order(rows, axis) if row[measure.index] is not None]
    if measure.role == "running" and points:
        at, last = label_of(points[-1][axis.index], axis.unit, language), points[-1][measure.index]
        subject = scoped(asked, measure.label, asked.when)
        return (statement("running_to", subject=subject, at=at, last=figure(last, measure, language)),)
    over, left = whole_ones(asked, points, axis)
    subject = scoped(asked, measure.label, asked.when)
    if asked.by_state_now:
        return _as_now(asked, points, over or points, axis)
    if len(over) < 2:
        return _few(asked, points, axis, left)
    if measure.role == "growth":
        return (_growths(asked, over, axis, measure), *(_still_open(asked, points, axis) or left))
    if len(over) <= LISTED and not (axis.unit == "day" and len(over) > MANY_DAYS):
        return (*_each(asked, points, over, axis), *left)
    if measure.adds and axis.unit in ("day", "week"):
        return (*_summed(points, over, axis, measure, subject, language), *left)
    values = [row[measure.index] for row in over]
    if (
        measure.role == "figure"
        and 0 <= values[0] < min(min(values[1:]), statistics.median(values)) / _BEGINS
    ):
        at = label_of(over[0][axis.index], axis.unit, language)
        left = (statement("began_small", at=at, value=figure(values[0], measure, language)), *left)
        over, values = over[1:], values[1:]
    if told := _peaks(over, axis, measure, subject, language):
        return (told, *left)
    ends_say_it = {max(values), min(values)} == {values[0], values[-1]}
    further = () if ends_say_it else extremes(over, axis, measure, language)
    return (_from_to(asked, over, axis, measure, subject), *further, *left)


def _as_now(
    asked: Asked, points: Sequence[Row], over: Sequence[Row], axis: TimeAxis
) -> tuple[Statement, ...]:
    """Say what is left of each time in a state, one by one or the ends; no change between."""
    measure, language = asked.lead, asked.language
    subject = scoped(asked, measure.label, asked.when)
    if len(points) <= LISTED or not measure.adds:
        listed = points[-LISTED:]
        return (
            statement(
                "series_few",
                subject=subject,
                names=joined(_entries(listed, axis, asked), language),
                change="",
            ),
        )
    total = figure(sum(row[measure.index] for row in points), measure, language)
    return (statement("daily_total", subject=subject, total=total), *extremes(over, axis, measure, language))


def _each(asked: Asked, every: Sequence[Row], rows: Sequence[Row], axis: TimeAxis) -> tuple[Statement, ...]:
    """Say the figures of all whole periods, of long ones the change; the sum is that of every one."""
    measure, language = asked.lead, asked.language
    subject = scoped(asked, measure.label, asked.when)
    scale = common_scale([row[measure.index] for row in rows], measure, language)
    late_first = asked.late_first and len(rows) == 2
    names = joined(_entries(rows[::-1] if late_first else rows, axis, asked, scale=scale), language)
    long = axis.unit in ("month", "quarter", "year") or len(rows) <= FEW
    change = moved_between(rows, axis, measure, language) if long and not asked.written else ""
    if measure.adds and len(every) > FEW:
        total = figure(sum(row[measure.index] for row in every), measure, language)
        told = statement("series_total", subject=subject, total=total, names=names, change=change)
    else:
        told = statement("series_few", subject=subject, names=names, change=change)
    return (told, *(extremes(rows, axis, measure, language, listed=True) if len(rows) > MANY_DAYS else ()))


def _summed(
    every: Sequence[Row],
    rows: Sequence[Row],
    axis: TimeAxis,
    measure: Measure,
    subject: str,
    language: Language,
) -> tuple[Statement, ...]:
    """Say what many days or weeks come to, the mean of whole ones where none is missing, and the ends."""
    parts = {"subject": subject, "total": figure(sum(r[measure.index] for r in every), measure, language)}
    told = statement("daily_total", **parts)
    if _is_dense(rows, axis):  # the mean of the days with data is not the mean of the days
        per = sum(row[measure.index] for row in rows) / len(rows)
        mean = figure(per, replace(measure, decimals=max(measure.decimals or 0, 1)), language)
        told = statement(f"mean_{axis.unit}", **parts, mean=mean)
    return (told, *extremes(rows, axis, measure, language))


def series(asked: Asked, rows: Sequence[Row], axis: TimeAxis) -> tuple[Statement, ...]:
    """Say of several things over time who led in the last whole period, and who changed most."""
    measure, language = asked.lead, asked.language
    ordered = [row for row in in_order(rows, axis) if row[measure.index] is not None]
    over, left = whole_ones(asked, ordered, axis)
    if not over:
        return left
    ends = [over[0][axis.index], over[-1][axis.index]]
    first, last = (
        {name_of(row, asked.things, language): row[measure.index] for row in over if row[axis.index] == end}
        for end in ends
    )
    at = placed(ends[1], axis.unit, language)
    parts = {"subject": scoped(asked, measure.label, asked.when), "at": at}
    names = sorted(last, key=lambda name: -last[name])
    values = {name: figure(last[name], measure, language) for name in names}
    if 1 < len(last) <= LISTED:
        entries = [say("sentence.entry", language, name=name, value=values[name]) for name in names]
        told = statement("series_at", **parts, names=joined(entries, language))
    else:
        told = statement("series_leads", **parts, name=names[0], value=values[names[0]])
    moves = measure.role == "figure" and ends[0] != ends[1] and not asked.by_state_now
    changed = _most_changed(asked, first, last) if moves else ""
    start, end = (label_of(one, axis.unit, language) for one in ends)
    changes = (statement("series_changed", start=start, end=end, names=changed),) if changed else ()
    return (told, *changes, *left)


def _most_changed(asked: Asked, first: Mapping[str, Any], last: Mapping[str, Any]) -> str:
    """Return which of several things rose most and which fell most, or rose least."""
    ratio = {name: last[name] / first[name] for name in last if name in first and first[name] > 0}
    if len(ratio) < 2:
        return ""
    changes = []
    for name in dict.fromkeys((max(ratio, key=ratio.__getitem__), min(ratio, key=ratio.__getitem__))):
        if ratio[name] != 1:
            change = moved(last[name], first[name], asked.lead, asked.language)
            changes.append(say("sentence.changed", asked.language, name=name, change=change))
    return joined(changes, asked.language)


def whole_ones(asked: Asked, rows: Sequence[Row], axis: TimeAxis) -> tuple[list[Row], tuple[Statement, ...]]:
    """Return the rows of whole periods, and a word on a first and a last that are not whole."""
    if axis.unit not in _UNITS or not rows:
        return list(rows), ()
    language, labels = asked.language, sorted({str(row[axis.index]) for row in rows})
    partial = partial_ones(asked, labels, axis)
    kept = [row for row in rows if str(row[axis.index]) not in partial]
    if not partial:
        return list(rows), ()
    names = joined([_left_out(label, rows, axis, asked) for label in sorted(partial)], language)
    key = "unfinished" if set(partial.values()) == {"unfinished"} else "partial"
    return kept, (statement(key, names=names),)


def partial_ones(asked: Asked, labels: Sequence[str], axis: TimeAxis) -> dict[str, str]:
    """Return which labels, in their order, are of a time that is not whole: unfinished, or partial."""
    if axis.unit not in _UNITS or not labels:
        return {}
    partial: dict[str, str] = {}
    for end, label in (("last", labels[-1]), ("first", labels[0])):
        begun = date_of(label)
        if begun is None:
            continue
        start, after = whole(axis.unit, begun)
        is_open = asked.today is not None and start <= asked.today < after
        cut_end = asked.span is not None and asked.span.end < after and end == "last"
        cut_start = asked.span is not None and asked.span.start > start and end == "first"
        if is_open or cut_end or cut_start:
            partial[label] = "unfinished" if is_open else "partial"
    if (until := asked.complete_until) is not None:
        late = (one for one in labels if (begun := date_of(one)) and whole(axis.unit, begun)[1] > until)
        partial = dict.fromkeys(late, "partial") | partial
    return partial


def _left_out(label: str, rows: Sequence[Row], axis: TimeAxis, asked: Asked) -> str:
    """Return a period that is not compared with its figure so far, where it has one."""
    told, own = label_of(label, axis.unit, asked.language), [r for r in rows if str(r[axis.index]) == label]
    if len(own) != 1 or asked.lead.role != "figure":
        return told
    value = figure(own[0][asked.lead.index], asked.lead, asked.language)
    return say("sentence.entry", asked.language, name=told, value=value)


def labels_of(labels: Sequence[Any], unit: TimeUnit, language: Language) -> list[str]:
    """Return points in time in a row: the year is said once."""
    found: list[str] = []
    year = 0
    for label in labels:
        begun = date_of(str(label))
        same = begun is not None and begun.year == year and unit in _UNITS
        found.append(short(begun, unit, language) if begun and same else label_of(label, unit, language))
        year = begun.year if begun else 0
    return found


def _beside(rows: Sequence[Row], axis: TimeAxis, language: Language) -> Callable[[Any], str]:
    """Return how a point is called beside all of them: without the year where they are of one."""
    begun = [date_of(str(row[axis.index])) for row in rows]
    one_year = axis.unit in _UNITS and len({day and day.year for day in begun}) == 1

    def called(label: Any) -> str:
        day = date_of(str(label))
        return short(day, axis.unit, language) if one_year and day else label_of(label, axis.unit, language)

    return called


def label_of(label: Any, unit: TimeUnit, language: Language) -> str:
    """Return a point in time in words; what is no date stays as it is."""
    begun = date_of(str(label))
    return point(begun, unit, language) if begun and unit else str(label)


def placed(label: Any, unit: TimeUnit, language: Language) -> str:
    """Return a point in time as it stands in a sentence: on 9 Nov 2026, in October 2026."""
    told = label_of(label, unit, language)
    return say(f"sentence.when.{'on' if unit == 'day' else 'in'}", language, time=told)


def moved_between(rows: Sequence[Row], axis: TimeAxis, measure: Measure, language: Language) -> str:
    """Return the change from the first to the last of some periods, as an ending of a sentence."""
    first, last = rows[0][measure.index], rows[-1][measure.index]
    told = measure.role == "figure" or (measure.role == "share" and len(rows) == 2)
    if first == last or not told:
        return ""
    at = _beside(rows, axis, language)
    ends = {"start": at(rows[0][axis.index]), "end": at(rows[-1][axis.index])}
    return say("sentence.change_between", language, change=moved(last, first, measure, language), **ends)


def _from_to(asked: Asked, rows: Sequence[Row], axis: TimeAxis, measure: Measure, subject: str) -> Statement:
    language, first, last = asked.language, _like_last(rows, axis), rows[-1]
    start, end = told_apart(first[measure.index], last[measure.index], measure, language)
    parts = {
        "subject": subject,
        "start": placed(first[axis.index], axis.unit, language),
        "first": start,
        "end": placed(last[axis.index], axis.unit, language),
        "last": end,
    }
    if first[measure.index] == last[measure.index]:
        return statement("went_steady", **parts)
    change = moved(last[measure.index], first[measure.index], measure, language)
    return statement("went", **parts, change=change)


def _like_last(rows: Sequence[Row], axis: TimeAxis) -> Row:
    """Return what the last of long times is set beside: its like of the year before, else the first of all.

    From November to September of two years later tells of the season.
    """
    *_, last = begun = [date_of(str(row[axis.index])) for row in rows]
    like = add_months(last, -MONTHS["year"]) if last and axis.unit in ("month", "quarter") else None
    return rows[begun.index(like)] if like in begun and like else rows[0]


def extremes(
    rows: Sequence[Row], axis: TimeAxis, measure: Measure, language: Language, *, listed: bool = False
) -> tuple[Statement, ...]:
    """Say where a figure was highest and lowest; nothing where it was never another."""
    values = [row[measure.index] for row in rows]
    peak, low = max(values), min(values)
    if peak == low or (listed and max(values.count(peak), values.count(low)) > TIED):
        return ()
    at = _beside(rows, axis, language) if listed else lambda one: label_of(one, axis.unit, language)
    ends = [
        say(
            f"sentence.{key}",
            language,
            at=some([at(row[axis.index]) for row in rows if row[measure.index] == end], language, FEW),
            value=figure(end, measure, language),
        )
        for key, end in (("peak", peak), ("low", low))
    ]
    return (statement("extremes", peak=ends[0], low=ends[1]),)


def _peaks(
    rows: Sequence[Row], axis: TimeAxis, measure: Measure, subject: str, language: Language
) -> Statement | None:
    """Say of counts that jump where they are highest, and whether each year in the same month or quarter.

    Their first and last say nothing: from 1 to 3 is up 200 %, and 66 lie between.
    """
    values = [row[measure.index] for row in rows]
    usual = statistics.median(values)
    counts = measure.unit != "%" and all(float(value).is_integer() for value in values)
    if not counts or max(values) < _BEGINS * max(usual, 1):
        return None
    high = [row for row in rows if 2 * row[measure.index] >= max(values)]
    of_years: dict[int, Row] = {}
    for row in rows:
        if begun := date_of(str(row[axis.index])):
            best = of_years.get(begun.year)
            of_years[begun.year] = row if best is None or row[measure.index] > best[measure.index] else best
    months = {str(row[axis.index])[5:7] for row in of_years.values()}
    yearly = len(of_years) > 1 and len(months) == 1 and axis.unit in MONTHS and [*of_years.values()] == high
    entries = [
        say(
            "sentence.entry",
            language,
            name=label_of(row[axis.index], axis.unit, language),
            value=figure(row[measure.index], measure, language),
        )
        for row in high
    ]
    told = {"names": some(entries, language, FEW), "usual": figure(usual, measure, language)}
    return statement("peaks_yearly" if yearly else "peaks", subject=subject, **told)


def _growths(asked: Asked, rows: Sequence[Row], axis: TimeAxis, measure: Measure) -> Statement:
    language, at = asked.language, measure.index
    if len(rows) <= LISTED:
        told = _entries(rows, axis, asked)
        earlier = asked.earlier or say("sentence.before", language)
        subject = scoped(asked, asked.main.label, asked.when)
        return statement("growths_each", subject=subject, earlier=earlier, names=joined(told, language))
    high, low = max(rows, key=lambda row: row[at]), min(rows, key=lambda row: row[at])
    return statement(
        "growth_series",
        subject=scoped(asked, asked.main.label, asked.when),
        end=placed(rows[-1][axis.index], axis.unit, language),
        last=figure(rows[-1][at], measure, language),
        peak=label_of(high[axis.index], axis.unit, language),
        high=figure(high[at], measure, language),
        bottom=label_of(low[axis.index], axis.unit, language),
        low=figure(low[at], measure, language),
    )


def _still_open(asked: Asked, rows: Sequence[Row], axis: TimeAxis) -> tuple[Statement, ...]:
    """Say of the period that still runs how its days so far compare with as many of the one before."""
    last, span = date_of(str(rows[-1][axis.index])), asked.span
    if not asked.earlier or last is None or span is None or asked.today is None or axis.unit not in _UNITS:
        return ()
    end = whole(axis.unit, last)[1]
    days = (min(span.end, asked.today) - last).days
    if not last < asked.today < end or days < 1:
        return ()
    value = figure(rows[-1][asked.lead.index], asked.lead, asked.language)
    at = label_of(rows[-1][axis.index], axis.unit, asked.language)
    return (statement("growth_open", at=at, days=days, earlier=asked.earlier, value=value),)


def _is_dense(rows: Sequence[Row], axis: TimeAxis) -> bool:
    """Tell that there is a row for each day or week from the first to the last."""
    first, last = (date_of(str(rows[at][axis.index])) for at in (0, -1))
    step = 7 if axis.unit == "week" else 1
    return first is not None and last is not None and (last - first).days == step * (len(rows) - 1)


def _few(
    asked: Asked, rows: Sequence[Row], axis: TimeAxis, left: tuple[Statement, ...]
) -> tuple[Statement, ...]:
    """Say the figures as they are where too few periods are whole to be compared."""
    if not rows:
        return (statement("no_figure", subject=scoped(asked, asked.lead.label, asked.when)),)
    names = joined(_entries(rows[-FEW:], axis, asked), asked.language)
    subject = scoped(asked, asked.lead.label, asked.when)
    return (statement("series_few", subject=subject, names=names, change=""), *left)


def _entries(rows: Sequence[Row], axis: TimeAxis, asked: Asked, *, scale: float | None = None) -> list[str]:
    """Return periods with their figures, and the further figures that were asked for."""
    language, lead = asked.language, asked.lead
    labels = labels_of([row[axis.index] for row in rows], axis.unit, language)
    values = [figure(row[lead.index], lead, language, scale) for row in rows]
    further = [
        one
        for one in asked.measures
        if one != lead and one.role == lead.role == "figure" and not (one.beside or one.span)
    ][:FEW]
    bare = language == "en" and any(label[-1:].isdigit() for label in labels)  # 19 Jun 2026: 350,149
    key = "entry_of_number" if bare and values[0][:1].isdigit() else "entry_at"
    comma, found = say("sentence.comma_wide", language), []
    for row, at, value in zip(rows, labels, values, strict=True):
        others = [beside(row, one, lead, language) for one in further]
        with_others = {"others": comma.join(others)} if others else {}
        name = "entry_at_with" if others else key
        found.append(say(f"sentence.{name}", language, at=at, name=at, value=value, **with_others))
    return found


def in_order(rows: Sequence[Row], axis: TimeAxis) -> list[Row]:
    return sorted((row for row in rows if row[axis.index] is not None), key=lambda row: str(row[axis.index]))


def date_of(label: str) -> dt.date | None:
    text = f"{label}-01" if len(label) == 7 else label[:10]
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        return None
