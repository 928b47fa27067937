"""Figures over time: how they went from the first whole period to the last, and where they were highest."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from answers.calendar import TimeUnit
from answers.sentences.asked import Asked, Measure, Statement, TimeAxis, statement
from answers.sentences.phrases import figure, joined, moved, name_of, scoped, some
from answers.sentences.times import point
from config.wording import Language, say
from language.calendar import whole

Row = Sequence[Any]
FEW = 3  # points that are named one by one
MANY_DAYS = 7  # from so many days on, the sum and the day's mean say more than the ends
_UNITS = ("day", "week", "month", "quarter", "year")


def trend(asked: Asked, rows: Sequence[Row], axis: TimeAxis) -> tuple[Statement, ...]:
    """Say how the figure asked for went; periods that are not whole are told and not compared."""
    measure, language = asked.lead, asked.language
    points = [row for row in _in_order(rows, axis) if row[measure.index] is not None]
    if measure.role == "running" and points:
        at, last = label_of(points[-1][axis.index], axis.unit, language), points[-1][measure.index]
        subject = scoped(asked, measure.label, asked.when)
        return (statement("running_to", subject=subject, at=at, last=figure(last, measure, language)),)
    over, left = whole_ones(asked, points, axis)
    if len(over) < 2:
        return _few(asked, points, axis, left)
    subject = scoped(asked, measure.label, asked.when)
    if measure.role == "growth":
        return (_growths(asked, over, axis, measure), *left)
    if len(over) <= FEW:
        names = joined([_entry(row, axis, measure, language) for row in over], language)
        change = moved_between(over, axis, measure, language)
        return (statement("series_few", subject=subject, names=names, change=change), *left)
    if axis.unit == "day" and len(over) >= MANY_DAYS and measure.adds:
        total = sum(row[measure.index] for row in over)
        if not _is_dense(over, axis):  # the mean of the days with data is not the mean of the days
            told = statement("daily_total", subject=subject, total=figure(total, measure, language))
            return (told, *_extremes(over, axis, measure, language), *left)
        mean = figure(total / len(over), replace(measure, decimals=max(measure.decimals or 0, 1)), language)
        told = statement(
            "daily", subject=subject, total=figure(total, measure, language), mean=mean, days=len(over)
        )
        return (told, *_extremes(over, axis, measure, language), *left)
    values = [row[measure.index] for row in over]
    ends_say_it = {max(values), min(values)} == {values[0], values[-1]}
    further = () if ends_say_it else _extremes(over, axis, measure, language)
    return (_from_to(asked, over, axis, measure, subject), *further, *left)


def series(asked: Asked, rows: Sequence[Row], axis: TimeAxis) -> tuple[Statement, ...]:
    """Say of several things over time who led in the last whole period, and who changed most."""
    measure, language = asked.lead, asked.language
    ordered = [row for row in _in_order(rows, axis) if row[measure.index] is not None]
    over, left = whole_ones(asked, ordered, axis)
    if not over:
        return left
    first_at, last_at = over[0][axis.index], over[-1][axis.index]
    first = {name_of(row, asked.things, language): row for row in over if row[axis.index] == first_at}
    last = {name_of(row, asked.things, language): row for row in over if row[axis.index] == last_at}
    top = max(last, key=lambda name: last[name][measure.index])
    parts: dict[str, Any] = {
        "subject": scoped(asked, measure.label, asked.when), "at": placed(last_at, axis.unit, language)
    }  # fmt: skip
    if 1 < len(last) <= FEW:
        ranked = sorted(last, key=lambda name: -last[name][measure.index])
        values = [(name, figure(last[name][measure.index], measure, language)) for name in ranked]
        entries = [say("sentence.entry", language, name=name, value=value) for name, value in values]
        told = [statement("series_at", **parts, names=joined(entries, language))]
    else:
        value = figure(last[top][measure.index], measure, language)
        told = [statement("series_leads", **parts, name=top, value=value)]
    both = [name for name in last if name in first and first_at != last_at and first[name][measure.index] > 0]
    if measure.role == "figure" and len(both) > 1:
        ratio = {name: last[name][measure.index] / first[name][measure.index] for name in both}
        up, down = max(both, key=lambda n: ratio[n]), min(both, key=lambda n: ratio[n])
        changes = [
            (name, moved(last[name][measure.index], first[name][measure.index], measure, language))
            for name in dict.fromkeys((up, down))
            if ratio[name] != 1
        ]
        if changes:
            names = joined(
                [say("sentence.changed", language, name=n, change=c) for n, c in changes], language
            )
            told.append(
                statement(
                    "series_changed",
                    start=label_of(first_at, axis.unit, language),
                    end=label_of(last_at, axis.unit, language),
                    names=names,
                )
            )
    return (*told, *left)


def whole_ones(asked: Asked, rows: Sequence[Row], axis: TimeAxis) -> tuple[list[Row], tuple[Statement, ...]]:
    """Return the rows of whole periods, and a word on a first and a last that are not whole."""
    if axis.unit not in _UNITS or not rows:
        return list(rows), ()
    language, labels = asked.language, sorted({str(row[axis.index]) for row in rows})
    partial = {}
    for end, label in (("last", labels[-1]), ("first", labels[0])):
        begun = _date(label)
        if begun is None:
            continue
        start, after = whole(axis.unit, begun)
        is_open = asked.today is not None and start <= asked.today < after
        cut_end = asked.span is not None and asked.span.end < after and end == "last"
        cut_start = asked.span is not None and asked.span.start > start and end == "first"
        if is_open or cut_end or cut_start:
            partial[label] = "unfinished" if is_open else "partial"
    kept = [row for row in rows if str(row[axis.index]) not in partial]
    if not partial:
        return list(rows), ()
    names = joined([label_of(label, axis.unit, language) for label in sorted(partial)], language)
    key = "unfinished" if set(partial.values()) == {"unfinished"} else "partial"
    return kept, (statement(key, names=names),)


def label_of(label: Any, unit: TimeUnit, language: Language) -> str:
    """Return a point in time in words; what is no date stays as it is."""
    begun = _date(str(label))
    return point(begun, unit, language) if begun and unit else str(label)


def placed(label: Any, unit: TimeUnit, language: Language) -> str:
    """Return a point in time as it stands in a sentence: on 9 Nov 2026, in October 2026."""
    told = label_of(label, unit, language)
    return say(f"sentence.when.{'on' if unit == 'day' else 'in'}", language, time=told)


def moved_between(rows: Sequence[Row], axis: TimeAxis, measure: Measure, language: Language) -> str:
    """Return the change from the first to the last of some periods, as an ending of a sentence."""
    first, last = rows[0][measure.index], rows[-1][measure.index]
    if first == last or measure.role != "figure":
        return ""
    ends = {
        "start": label_of(rows[0][axis.index], axis.unit, language),
        "end": label_of(rows[-1][axis.index], axis.unit, language),
    }
    return say("sentence.change_between", language, change=moved(last, first, measure, language), **ends)


def _from_to(asked: Asked, rows: Sequence[Row], axis: TimeAxis, measure: Measure, subject: str) -> Statement:
    language, first, last = asked.language, rows[0], rows[-1]
    parts = {
        "subject": subject,
        "start": placed(first[axis.index], axis.unit, language),
        "first": figure(first[measure.index], measure, language),
        "end": placed(last[axis.index], axis.unit, language),
        "last": figure(last[measure.index], measure, language),
    }
    if first[measure.index] == last[measure.index]:
        return statement("went_steady", **parts)
    change = moved(last[measure.index], first[measure.index], measure, language)
    return statement("went", **parts, change=change)


def _extremes(
    rows: Sequence[Row], axis: TimeAxis, measure: Measure, language: Language
) -> tuple[Statement, ...]:
    """Say where the figure was highest and lowest, where the ends do not say so already."""
    values = [row[measure.index] for row in rows]
    peak, low = max(values), min(values)
    if peak == low:
        return ()
    ends = [
        say(
            f"sentence.{key}",
            language,
            at=some(
                [label_of(row[axis.index], axis.unit, language) for row in rows if row[measure.index] == end],
                language,
                FEW,
            ),
            value=figure(end, measure, language),
        )
        for key, end in (("peak", peak), ("low", low))
    ]
    return (statement("extremes", peak=ends[0], low=ends[1]),)


def _growths(asked: Asked, rows: Sequence[Row], axis: TimeAxis, measure: Measure) -> Statement:
    language, at = asked.language, measure.index
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


def _is_dense(rows: Sequence[Row], axis: TimeAxis) -> bool:
    """Tell that there is a row for each day from the first to the last."""
    first, last = (_date(str(rows[at][axis.index])) for at in (0, -1))
    return first is not None and last is not None and (last - first).days + 1 == len(rows)


def _few(
    asked: Asked, rows: Sequence[Row], axis: TimeAxis, left: tuple[Statement, ...]
) -> tuple[Statement, ...]:
    """Say the figures as they are where too few periods are whole to be compared."""
    if not rows:
        return (statement("no_figure", subject=scoped(asked, asked.lead.label, asked.when)),)
    names = joined([_entry(row, axis, asked.lead, asked.language) for row in rows[-FEW:]], asked.language)
    subject = scoped(asked, asked.lead.label, asked.when)
    return (statement("series_few", subject=subject, names=names, change=""), *left)


def _entry(row: Row, axis: TimeAxis, measure: Measure, language: Language) -> str:
    at = label_of(row[axis.index], axis.unit, language)
    return say("sentence.entry_at", language, at=at, value=figure(row[measure.index], measure, language))


def _in_order(rows: Sequence[Row], axis: TimeAxis) -> list[Row]:
    return sorted((row for row in rows if row[axis.index] is not None), key=lambda row: str(row[axis.index]))


def _date(label: str) -> dt.date | None:
    text = f"{label}-01" if len(label) == 7 else label[:10]
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        return None
