"""From what was asked and its rows to a few statements: the answer, findings, at most one caution."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from answers.sentences.asked import NO_GROWTH, Asked, Measure, Ranked, Statement, TimeAxis, statement
from answers.sentences.cells import prepared, readable
from answers.sentences.departing import side_by_side
from answers.sentences.growing import IN_ALL
from answers.sentences.listing import listing
from answers.sentences.meeting import none_meets
from answers.sentences.nested import nested
from answers.sentences.phrases import joined, name_of, scoped, subject, together
from answers.sentences.ranking import of_one_name, ranking
from answers.sentences.single import cells, counted, single, whole_of
from answers.sentences.times import dates, day
from answers.sentences.trend import date_of, label_of, series, trend, whole_ones
from config.wording import Language, say
from database.result import QueryResult
from language.calendar import MONTHS

MOST = 3  # an answer and two findings
SOME = 5  # of those who are first of each day, the highest
_CAUTIONS = ("unlike", "unfinished", "partial")
Row = Sequence[Any]


def plan(asked: Asked, result: QueryResult) -> tuple[Statement, ...]:
    """Return the statements of an answer, the answer itself first."""
    asked, result = by_day(asked, prepared(asked, result))
    if (alone := _without_growth(asked, result)) is not None:
        return alone
    asked = _without_change(asked)
    found = _found(asked, result) or (statement("no_figure", subject=subject(asked)),)
    most = MOST + (found[0].key == IN_ALL) + 2 * (found[0].key == "several_come_to")
    told = [one for one in found if one.key not in _CAUTIONS]
    totals = _totals(asked, result.rows, told)
    told = [*totals, *told][:most] if asked.written else [*told[: most - len(totals)], *totals]
    cautions = [one for one in found if one.key in _CAUTIONS] + _own_cautions(asked, result, told)
    cautions[:0] = [*_of_states_now(asked), *_against_part(asked, result.rows)]
    if asked.missing and result.rows:
        cautions.insert(0, statement("none_of", names=joined(asked.missing, asked.language)))
    if result.truncated and not any(one.key == "rows_cut" for one in told):
        cautions.append(statement("cut", count=f"{result.row_count:,}"))
    return (*told, *cautions[:1])


def _without_growth(asked: Asked, result: QueryResult) -> tuple[Statement, ...] | None:
    """Say of several whose growth is from a time with data in part, or not as long, that it does not compare.

    Who is told to have grown most is nobody then.
    """
    late = _no_growth(asked)
    growths = [one for one in asked.measures if one.role == "growth"]
    chosen = asked.is_cut or bool(asked.conditions)
    alone = any(one.of is None for one in growths)  # of which figure nobody knows
    several = chosen or alone or result.row_count > 1
    if not (late and growths and several) or asked.time is not None:
        return None
    figures = tuple(one for one in asked.measures if one.role not in ("growth", "before"))
    if chosen or not figures:
        return late
    rest = tuple(one for one in asked.cautions if one.key not in NO_GROWTH)
    told = plan(replace(asked, measures=figures, cautions=rest, unlike=None), result)
    return (*told, *late) if alone else (*late, *told)


def _no_growth(asked: Asked) -> tuple[Statement, ...]:
    """Return why two times do not compare, or nothing where they do."""
    late = [one for one in asked.cautions if one.key in NO_GROWTH]
    if asked.unlike and asked.written and not asked.main.is_rate:
        late.append(statement("unlike", days=asked.unlike[0], before=asked.unlike[1]))
    return (*late[:1],)


def _own_cautions(asked: Asked, result: QueryResult, told: Sequence[Statement]) -> list[Statement]:
    """Return the cautions of what was asked that its rows bear out and nothing told says already."""
    lacks = any(None in row for row in result.rows)  # then nothing is set beside anything
    apart = asked.lacks_growth and not any(one.key.startswith("by_day") for one in told)
    silent = {"weekdays_differ": lacks, "unlike": not apart}
    return [one for one in asked.cautions if not silent.get(one.key)]


def _of_states_now(asked: Asked) -> list[Statement]:
    """Say that times do not compare where rows are kept by the state they are in now."""
    told = asked.by_state_now and (asked.time is not None or asked.related("before") is not None)
    return [statement("states_now")] if told else []


def _without_change(asked: Asked) -> Asked:
    """Tell no growth of what is by the state it is in now, but where they are chosen or in order by it."""
    kept = tuple(one for one in asked.measures if one.role != "growth")
    chosen = asked.is_cut or bool(asked.conditions) or not kept
    return replace(asked, measures=kept) if asked.by_state_now and not chosen else asked


def by_day(asked: Asked, result: QueryResult) -> tuple[Asked, QueryResult]:
    """Return rows of two times of unlike length as what a day of each brought, where they stand side by side.

    Their growth is that of a day already; of the totals, which the table has, no row says how it moved.
    """
    several = result.row_count > 1 or bool(asked.things)  # or one that was chosen of them
    if asked.unlike is None or not asked.measures or not several or asked.time is not None:
        return asked, result
    before, sums = asked.related("before"), asked.adds_by_day and not asked.written
    if before is None or not sums or asked.main.is_rate:
        return asked, result
    days, earlier = asked.unlike
    lengths = {asked.main.index: days, before.index: earlier}

    def daily(measure: Measure) -> Measure:
        if measure.index not in lengths and not (measure.role == "growth" and measure.of == asked.main.index):
            return measure
        label = say("sentence.a_day", asked.language, name=measure.label)
        return replace(measure, label=label, decimals=max(measure.decimals or 0, 1))

    rows = tuple(
        tuple(
            cell / lengths[at] if at in lengths and cell is not None else cell for at, cell in enumerate(row)
        )
        for row in result.rows
    )
    told = {"earlier": asked.earlier, "before": earlier, "days": days}
    cautions = (statement("unlike_by_day", **told), *asked.cautions)
    measures = tuple(map(daily, asked.measures))
    return replace(asked, measures=measures, unlike=None, cautions=cautions), replace(result, rows=rows)


def _totals(asked: Asked, rows: Sequence[Row], told: Sequence[Statement]) -> list[Statement]:
    """Say once what each row holds of all of them, where nothing told says it."""
    said = "".join(str(value) for one in told for _, value in one.params)
    first = readable(asked, rows[:1], asked.language)
    values = [(one, first[0][one.index]) for one in asked.totals if rows]
    left = [(one, value) for one, value in values if value and value not in said]
    if not asked.written:
        return [statement("whole_comes_to", subject=whole_of(asked, ""), value=value) for _, value in left]
    return [statement("value", subject=one.label, value=value) for one, value in left]


def _against_part(asked: Asked, rows: Sequence[Row]) -> list[Statement]:
    """Say of growth over time that the first time it is measured from has data in part only."""
    axis, span = asked.time, asked.span
    rates = [one for one in asked.measures if one.is_rate]
    if axis is None or span is None or axis.unit not in MONTHS or not rates or not rows:
        return []
    first = min(rows, key=lambda row: str(row[axis.index]))
    begun = date_of(str(first[axis.index]))
    if any(first[one.index] is not None for one in rates) or begun is None or begun >= span.start:
        return []  # nothing lies before the first, or it is whole
    name = label_of(first[axis.index], axis.unit, asked.language)
    return [statement("covers_first", day=day(span.start, asked.language), name=name)]


def nearest(asked: Asked, result: QueryResult) -> Statement | None:
    """Return what is said where nothing meets the conditions; `result` has the rows without them."""
    if result.truncated or not asked.measures or not asked.conditions or asked.time is not None:
        return None
    return none_meets(asked, prepared(asked, result).rows, lambda row: _label(asked, row))


def _found(asked: Asked, result: QueryResult) -> tuple[Statement, ...]:
    return _as_they_stand(asked, result) or _of_figures(_of_one_member(asked, result.rows), result)


def _as_they_stand(asked: Asked, result: QueryResult) -> tuple[Statement, ...]:
    """Say rows that are no figures of groups or times: none, records, cells beside each other, how many."""
    rows = result.rows
    if not rows:
        return (statement("no_rows"),)
    if asked.records and asked.things and len(rows) == len(asked.measures) == 1:  # 春熙路店的月租金
        return single(_about_row(asked, rows[0]), rows[0])
    if asked.loose and not asked.counted:
        return cells(asked, result)
    if not asked.measures or asked.records:
        told = listing(asked, rows, truncated=result.truncated)
        sums = asked.measures and asked.things and asked.lead.adds and not result.truncated
        return (*told, *of_one_name(asked, rows, lambda row: _label(asked, row))) if sums else told
    return (counted(asked, rows[0]),) if asked.counted and len(rows) == 1 else ()


def _of_figures(asked: Asked, result: QueryResult) -> tuple[Statement, ...]:
    """Say figures: over time, the one, within each other, or in order."""
    rows, own_days = result.rows, _dates_things(asked, result.rows)
    if asked.time is not None and _moments(asked.time, rows) > 1 and not own_days:
        return _over_time(asked, asked.time, result)
    if asked.time is not None and asked.time.unit == "day" and asked.written and own_days:
        asked = replace(asked, time=None, own_day=asked.time)
    if len(rows) == 1 and not asked.is_cut and not asked.conditions:
        return single(_about_row(asked, rows[0]), rows[0])
    if asked.others:  # what is left has no place among them
        rows = tuple(row for row in rows if row[asked.things[0].index] != asked.others)
    if told := nested(asked, rows):
        return told
    if asked.things and asked.lead.span:
        return _by_span(asked, result)
    if asked.things or asked.time:
        return ranking(asked, rows, lambda row: _label(asked, row), truncated=result.truncated)
    return listing(asked, rows, truncated=result.truncated)


def _of_one_member(asked: Asked, rows: Sequence[Row]) -> Asked:
    """Call a share by the one member that makes it up, which else stood beside each row's name, or nowhere.

    Share of sales made up by Tea: East (51.2 %). East · Tea reads as a part of all there is.
    """
    if asked.lead.role != "share" or not rows or len(asked.things) + len(rows) <= 2:
        return asked
    alone = [it for it in asked.things if len({row[it.index] for row in rows}) == 1]
    one = alone[-1 if len(rows) == 1 else 0] if alone else None  # of one row, whose share it is stands last
    rest = tuple(it for it in asked.things if it != one)
    if one is None or rows[0][one.index] is None or not (rest or asked.time):
        return asked
    name = name_of(rows[0], (one,), asked.language)
    named = any(name_of(row, rest, asked.language) in asked.about for row in rows if rest)
    about = "" if named else _without(asked.about, name, asked.language)
    of = Asked(asked.language, about=about)  # whose whole it is a part of
    whole = scoped(of, asked.main.label, "")
    label = say("sentence.share_made_up", asked.language, name=name, figure=whole)
    share = replace(asked.lead, label=label)
    measures = tuple(share if it == asked.lead else it for it in asked.measures)
    return replace(asked, things=rest, measures=measures, about="", of_some=False)


def _without(about: str, name: str, language: Language) -> str:
    """Return whose a figure is without one of them: Guangzhou Branch, of whose vehicles one kind is told."""
    if language == "en":
        return ", ".join(one for one in about.split(", ") if one != name)
    at = about.find(name)
    return about if at < 0 else f"{about[:at].removesuffix('的')}{about[at + len(name) :].removeprefix('的')}"


def _by_span(asked: Asked, result: QueryResult) -> tuple[Statement, ...]:
    """Say the figures of each of two stretches of time."""
    told: list[Statement] = []
    for one in sorted(asked.measures, key=lambda measure: measure.index)[:2]:
        alone = replace(asked, measures=(one,))
        told += ranking(alone, result.rows, lambda row: _label(asked, row), truncated=result.truncated)[:1]
    return tuple(told)


def _over_time(asked: Asked, axis: TimeAxis, result: QueryResult) -> tuple[Statement, ...]:
    rows = result.rows
    if asked.first_of_each:  # who is first of each day: what these come to together is the figure of nobody
        low = asked.ranked.direction if asked.ranked else "top"
        asked = replace(asked, ranked=Ranked(low, SOME), is_whole=False)
    if asked.is_cut or asked.conditions:
        over, left = whole_ones(replace(asked, span=None), rows, axis)
        found = ranking(asked, over or rows, lambda row: _label(asked, row), truncated=result.truncated)
        return (*found, *(left if over else ()))
    if _moments(axis, rows) == len(rows):
        same = bool(asked.things) and len({name_of(row, asked.things, asked.language) for row in rows}) == 1
        if not result.truncated and (told := side_by_side(asked, rows, axis)):
            return told
        return trend(_about_row(replace(asked, time=None), rows[0]) if same else asked, rows, axis)
    if result.truncated:  # its last rows are not its last days
        return listing(asked, rows, truncated=True)
    return series(asked, rows, axis)


def _dates_things(asked: Asked, rows: Sequence[Row]) -> bool:
    """Tell a day that each thing has of its own: it stands behind a name that no two rows share."""
    if asked.time is None or not asked.things or asked.things[0].index > asked.time.index:
        return False
    return len({row[asked.things[0].index] for row in rows}) == len(rows)


def _moments(axis: TimeAxis, rows: Sequence[Row]) -> int:
    return len({row[axis.index] for row in rows})


def _label(asked: Asked, row: Row) -> str:
    if asked.own_day is not None:
        return _dated_name(asked, asked.own_day, row)
    names = [name_of(row, asked.things[:2], asked.language)] if asked.things else []
    if asked.time is not None and row[asked.time.index] is not None:
        names.append(_when_of(asked, asked.time, row))
    return " · ".join(names) or say("sentence.unnamed", asked.language)


def _when_of(asked: Asked, axis: TimeAxis, row: Row) -> str:
    """Return the time of a row; of a stretch from its first day to its last."""
    first, last = date_of(str(row[axis.index])), date_of(str(row[asked.last_day])) if asked.last_day else None
    if axis.unit == "day" and first is not None and last is not None and first <= last:
        return dates(first, last + dt.timedelta(days=1), asked.language)
    return label_of(row[axis.index], axis.unit, asked.language)


def _dated_name(asked: Asked, axis: TimeAxis, row: Row) -> str:
    """Return a name with the day that it has of its own: Yue Mountain Goods (closed on 31 Mar 2026)."""
    name = name_of(row, asked.things[:2], asked.language)
    if row[axis.index] is None:
        return name
    at = label_of(row[axis.index], axis.unit, asked.language)
    return say("sentence.dated_name", asked.language, name=name, label=axis.label, day=at)


def _about_row(asked: Asked, row: Row) -> Asked:
    """Take what the one row is named for what it is about, within what else it is of."""
    if asked.own_day is not None:
        return replace(asked, about=_dated_name(asked, asked.own_day, row), kind="")
    dated = asked.time is not None and row[asked.time.index] is not None
    if asked.time is not None and dated and (asked.written or not asked.when):  # the row's own month
        asked = replace(asked, when=label_of(row[asked.time.index], asked.time.unit, asked.language))
    if not asked.things:
        return asked
    known = tuple(one for one in asked.things[:2] if row[one.index] is not None)
    if not known:
        return asked
    name = name_of(row, known, asked.language)
    if asked.of_some:  # the members asked for are those of the row
        return replace(asked, about=name, kind="")
    if not asked.about:
        return asked if name in asked.kind else replace(asked, about=name)
    if name in asked.about:
        return asked
    own = together(asked.about, name) if asked.language == "zh" else f"{asked.about}, {name}"
    return replace(asked, about=own)
