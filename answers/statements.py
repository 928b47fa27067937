"""Sentences computed from a result: true by construction, no model needed."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from answers.calendar import is_running, label_of, shortened, unit_of
from answers.profile import ColumnProfile, columns_of, profile
from config.wording import Language, say
from database.result import QueryResult

NAMED_TIES = 5
FEW_WEEKS = 3
COMPUTED = ("share", "growth_last_year", "growth_previous", "growth_named")


def number(value: float) -> str:
    """Write a figure with thousands separators and at most two decimals."""
    if isinstance(value, int) or value == int(value):
        return f"{int(value):,}"
    return f"{value:,.2f}"


def percent(value: float) -> str:
    """Write a share or a change as a percentage with one decimal."""
    return f"{value * 100:.1f}%"


def statements(
    result: QueryResult, language: Language, *, is_whole: bool = False, today: dt.date | None = None
) -> tuple[str, ...]:
    """Return the sentences a result's own figures support; the month `today` is in is no whole one."""
    if result.row_count == 0:
        return (say("summary.no_rows", language),)
    columns = profile(result)
    measures = columns_of(columns, "measure")
    if result.row_count == 1:
        return (_single(result, language),)
    if not measures:
        return (_count(result, language),)
    times = columns_of(columns, "time")
    if times and _each_once(result, times[0]):
        found = _along_time(result, times[0], measures, language, today)
    elif labels := columns_of(columns, "category") or columns_of(columns, "identifier"):
        moments = [time for time in times if len({row[time.index] for row in result.rows}) > 1]
        over, left_out = _finished(result, moments[:1], language, today)
        measure = _asked_for(measures, language)
        whole = is_whole and not left_out and measure is measures[0]
        found = _ranking(over, [*labels[:1], *moments, *labels[1:]], measure, language, whole)
        found = (*found, *left_out) if found else ()
    else:
        found = ()
    return (*found, *((_count(result, language),) if result.truncated or not found else ()))


def _asked_for(measures: Sequence[ColumnProfile], language: Language) -> ColumnProfile:
    """Return the share or growth that a metric's answer shows beside its amounts, else the first figure."""
    titles = {say(f"metrics.column.{one}", language) for one in COMPUTED}
    return next((one for one in measures if one.name in titles), measures[0])


def _finished(
    result: QueryResult, moments: Sequence[ColumnProfile], language: Language, today: dt.date | None
) -> tuple[QueryResult, tuple[str, ...]]:
    """Return the rows of days or months that are over, and a sentence on the one left out."""
    for time in moments:
        labels = sorted({str(row[time.index]) for row in result.rows if row[time.index] is not None})
        unit = unit_of(labels, time.name)
        if today and labels and is_running(labels[-1], unit, today):
            rows = tuple(row for row in result.rows if str(row[time.index]) != labels[-1])
            return replace(result, rows=rows), (
                say("summary.unfinished", language, last=label_of(labels[-1], unit)),
            )
    return result, ()


def _single(result: QueryResult, language: Language) -> str:
    row = result.rows[0]
    if len(row) == 1:
        return say("summary.one_value", language, name=result.columns[0].name, value=_cell(row[0], language))
    parts = [
        say("summary.pair", language, name=column.name, value=_cell(shortened(value, column.name), language))
        for column, value in zip(result.columns, row, strict=True)
    ]
    return say("summary.list_end", language, list=say("summary.comma", language).join(parts))


def _count(result: QueryResult, language: Language) -> str:
    key = "summary.rows_cut" if result.truncated else "summary.rows"
    return say(key, language, count=number(result.row_count))


def _each_once(result: QueryResult, column: ColumnProfile) -> bool:
    values = [row[column.index] for row in result.rows]
    return len(set(values)) == len(values)


def _along_time(
    result: QueryResult,
    time: ColumnProfile,
    measures: Sequence[ColumnProfile],
    language: Language,
    today: dt.date | None,
) -> tuple[str, ...]:
    """Return how a figure went; where a share or growth was asked for, when that was highest and lowest."""
    measure = _asked_for(measures, language)
    if measure is measures[0]:
        return _over_time(result, time, measure, language, today)
    over, left_out = _finished(result, [time], language, today)
    found = _ranking(over, [time], measure, language, is_whole=False)
    return (*found, *left_out) if found else ()


def _over_time(
    result: QueryResult,
    time: ColumnProfile,
    measure: ColumnProfile,
    language: Language,
    today: dt.date | None,
) -> tuple[str, ...]:
    points = sorted(
        (str(row[time.index]), row[measure.index])
        for row in result.rows
        if row[measure.index] is not None and row[time.index] is not None
    )
    unit = unit_of([label for label, _ in points], time.name)
    left_out: tuple[str, ...] = ()
    if today and points and is_running(points[-1][0], unit, today):
        left_out = (say("summary.unfinished", language, last=label_of(points.pop()[0], unit)),)
    if unit == "week" and len(points) > FEW_WEEKS:  # the time asked about may begin within its first week
        left_out = (*left_out, say("summary.first_week", language, first=points.pop(0)[0][:10]))
    if len(points) < 2:
        return ()
    (first_at, first), (last_at, last) = points[0], points[-1]
    peak, low = max(figure for _, figure in points), min(figure for _, figure in points)
    peak_at, low_at = (
        _listed([label_of(at, unit) for at, figure in points if figure == end], language)
        for end in (peak, low)
    )
    key = "summary.steady" if first == last else "summary.rose" if last > first else "summary.fell"
    change = percent(abs(last - first) / abs(first)) if first else number(abs(last - first))
    return (
        say(
            key,
            language,
            name=measure.name,
            start=label_of(first_at, unit),
            first=number(first),
            end=label_of(last_at, unit),
            last=number(last),
            change=change,
        ),
        say(
            "summary.extremes",
            language,
            peak_at=peak_at,
            peak=number(peak),
            low_at=low_at,
            low=number(low),
        ),
        *left_out,
    )


def _ranking(
    result: QueryResult,
    labels: Sequence[ColumnProfile],
    measure: ColumnProfile,
    language: Language,
    is_whole: bool,
) -> tuple[str, ...]:
    present = [row for row in result.rows if row[measure.index] is not None]
    if len(present) < 2:
        return ()
    ordered = sorted(present, key=lambda row: row[measure.index], reverse=True)
    top, bottom = ordered[0], ordered[-1]
    most = [row for row in ordered if row[measure.index] == top[measure.index]]
    least = [row for row in ordered if row[measure.index] == bottom[measure.index]]
    if len(most) == len(ordered):
        return (
            say(
                "summary.all_equal",
                language,
                count=number(len(ordered)),
                name=measure.name,
                most=number(top[measure.index]),
            ),
        )
    high, low = (_end(one, rows, labels, measure, language) for one, rows in (("high", most), ("low", least)))
    found = [say("summary.ranking", language, count=number(len(present)), high=high, low=low)]
    total = sum(row[measure.index] for row in present)
    if (
        is_whole
        and len(most) == 1
        and not result.truncated
        and total > 0
        and min(row[measure.index] for row in present) >= 0
    ):
        share = percent(top[measure.index] / total)
        found.append(
            say("summary.total", language, total=number(total), top=_named(top, labels), share=share)
        )
    return tuple(found)


def _end(
    key: str,
    rows: Sequence[Sequence[Any]],
    labels: Sequence[ColumnProfile],
    measure: ColumnProfile,
    language: Language,
) -> str:
    """Return who has most or least; of several equal, all are named, or some and how many there are."""
    names = _listed([_named(row, labels) for row in rows], language)
    value, tied = number(rows[0][measure.index]), "_tied" if len(rows) > 1 else ""
    return say(f"summary.{key}{tied}", language, names=names, name=measure.name, value=value)


def _listed(names: Sequence[str], language: Language) -> str:
    joined = say("summary.list_and", language).join(names[:NAMED_TIES])
    if len(names) <= NAMED_TIES:
        return joined
    return say("summary.and_more", language, names=joined, count=number(len(names)))


def _named(row: Sequence[Any], labels: Sequence[ColumnProfile]) -> str:
    named = [
        _moment(str(shortened(row[label.index], label.name)), label)
        for label in labels[:2]
        if row[label.index] is not None
    ]
    return " · ".join(named) or "—"


def _moment(label: str, column: ColumnProfile) -> str:
    return label_of(label, unit_of([label], column.name)) if column.role == "time" else label


def _cell(value: Any, language: Language) -> str:
    if value is None:
        return say("summary.nothing", language)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return number(value)
    return str(value)
