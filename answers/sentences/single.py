"""One row: a figure, several figures of one thing, or a figure beside an earlier one."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from answers.sentences.asked import NO_GROWTH, Asked, Measure, Statement, statement
from answers.sentences.columns import in_sentence, plural_of
from answers.sentences.phrases import (
    against,
    figure,
    joined,
    moved,
    name_of,
    scoped,
    spaced,
    subject,
    told_apart,
    whose,
)
from answers.sentences.times import day
from answers.sentences.two_times import of_two_times
from answers.sentences.whether import borne_out
from config.wording import Language, language_of, say
from database.result import QueryResult, ResultColumn

Row = Sequence[Any]
MOST_FIGURES = 8  # of one row in a sentence
_BEFORE_DAYS = ("on", "until", "since", "from", "to", "by")  # that a heading may end in: last sold on 31 Dec


def single(asked: Asked, row: Row) -> tuple[Statement, ...]:
    """Say the one figure asked for, with its change or share where that was asked."""
    if asked.counted:
        return (counted(asked, row),)
    if (growth := asked.related("growth")) and (told := compared(asked, row, growth)):
        return (*told, *_also_compared(asked, row, growth))
    if (share := asked.related("share")) and share.of is not None:
        return (_share(asked, row, share),)
    if told := of_two_times(asked, row):
        return told
    value = row[asked.lead.index]
    if value is None:
        return (statement("no_figure", subject=subject(asked, asked.lead)),)
    others = _beside(asked, row)
    counts = asked.stock or not asked.when
    if counts and not others and (there := _there_are(asked, row)) is not None:
        return (there,)
    return (_value(asked, row, asked.lead, others),)


def cells(asked: Asked, result: QueryResult) -> tuple[Statement, ...]:
    """Say what stands in the one row column by column: a name there may be of one figure alone."""
    (row,) = result.rows
    told = [
        cell_told(asked, at, column, cell)
        for at, (column, cell) in enumerate(zip(result.columns, row, strict=True))
        if cell is not None
    ]
    scope = scoped(asked, "", asked.when) if asked.language == "en" else f"{spaced(asked.when)}{whose(asked)}"
    key = "cells_of" if scope.strip() else "cells"
    return (
        statement(key, scope=scope.strip(), names=say("sentence.between_cells", asked.language).join(told)),
    )


def cell_told(asked: Asked, at: int, column: ResultColumn, cell: Any) -> str:
    """Say one cell by its name: a figure with its unit, a date as people write it."""
    language = asked.language
    labels = {one.index: one.label for one in asked.measures} | {one.index: one.label for one in asked.things}
    measure = next((one for one in asked.measures if one.index == at), None)
    if measure is not None:
        value = figure(cell, measure, language)
    elif column.type == "date":
        value = day(dt.date.fromisoformat(cell), language)
    else:
        value = str(cell)
    if language == "zh" and language_of(value[:1]) != "zh":  # a number stands apart from the Han before it
        value = f" {value}"
    name = labels.get(at) or in_sentence(column.name.replace("_", " "), language)
    leads = column.type == "date" and name.rpartition(" ")[2] in _BEFORE_DAYS
    return say(f"sentence.cell{'_on' if leads else ''}", language, name=name, value=value)


def counted(asked: Asked, row: Row) -> Statement:
    """Say how many meet the conditions."""
    value, language = row[asked.lead.index] or 0, asked.language
    thing = asked.things[0] if asked.things else None
    if language == "zh":
        told = whose(asked)
        scope = against(asked, f"{spaced(asked.when)}{f'{told}的' if told else ''}")
        return statement(
            "counted", scope=f"{scope}{asked.conditions}", name=thing.label if thing else asked.lead.label,
            count=f"{value:,}", each=(thing.each if thing else "") or "个",
        )  # fmt: skip
    names = (thing.label if value == 1 else thing.many) if thing else asked.lead.label
    key = "counted_one" if value == 1 else "counted"
    return statement(
        key,
        names=scoped(asked, names, ""),
        conditions=asked.conditions,
        when=against(asked, asked.when),
        count=f"{value:,}",
    )


def compared(asked: Asked, row: Row, growth: Measure) -> tuple[Statement, ...]:
    """Say a figure beside the earlier one; of stretches that are not alike, both figures and no change."""
    main, before = asked.main, asked.related("before")
    now = row[main.index] if main.role == "figure" else None
    earlier = row[before.index] if before else None
    language = asked.language
    if before is None or now is None or earlier is None:
        value = row[growth.index]
        if now is not None and before is not None and earlier is None:
            told = _value(asked, row, main, "")
            return (told, statement("no_earlier", earlier=asked.earlier))
        return (_value(asked, row, growth, ""),) if value is not None and now is None else ()
    value, then = told_apart(now, earlier, main, language)
    parts: dict[str, Any] = {
        "subject": subject(asked, main),
        "value": value,
        "earlier": asked.earlier or say("sentence.before", language),
        "before": then,
    }
    if (beside := _of_unlike_times(asked, now, earlier, parts)) is not None:
        return beside
    supposed: tuple[Statement, ...] = ()
    if asked.whether is not None:
        supposed = borne_out(asked.whether, *((earlier, now) if asked.whether.earlier else (now, earlier)))
    if now == earlier:
        return (*supposed, statement("compared_same", **parts))
    percent = row[growth.index] if growth.unit == "%" else None  # worked out before the figures were rounded
    key = "compared_rate" if main.is_rate else "compared"
    return (*supposed, statement(key, **parts, change=moved(now, earlier, main, language, percent)))


def _of_unlike_times(
    asked: Asked, now: float, earlier: float, parts: dict[str, Any]
) -> tuple[Statement, ...] | None:
    """Say two figures without a change where their times are not alike, or one has data in part."""
    if asked.unlike and not asked.main.is_rate:
        days, days_before = asked.unlike
        if asked.adds_by_day and not asked.cautions:
            return _by_day(now, earlier, asked.unlike, asked.main, parts, asked.language)
        return (
            statement("compared_unlike", **parts),
            statement("unlike", days=days, before=days_before),
        )
    late = any(one.key in NO_GROWTH for one in asked.cautions)
    return (statement("compared_unlike", **parts),) if late else None


def _also_compared(asked: Asked, row: Row, lead: Measure) -> tuple[Statement, ...]:
    """Say the other figures that were asked for beside their own earlier ones, all in one sentence."""
    told = [
        clause
        for growth in asked.measures
        if growth.role == "growth" and growth.of != lead.of and (clause := _clause(asked, row, growth))
    ]
    between = say("sentence.between_clauses", asked.language)
    return (statement("ends", ends=between.join(told)),) if told else ()


def _clause(asked: Asked, row: Row, growth: Measure) -> str:
    """Return one more figure with its change: 订单数 237.1 万笔，增长 17.0 %（+34.5 万笔）."""
    language, main = asked.language, asked.measure(growth.of)
    before = next((one for one in asked.measures if one.role == "before" and one.of == growth.of), None)
    if main is None or before is None or main.beside:
        return ""
    now, earlier = row[main.index], row[before.index]
    if now is None or earlier is None:
        return ""
    parts = {"name": main.label, "value": figure(now, main, language)}
    if asked.unlike and not main.is_rate:
        days, days_before = asked.unlike
        daily = replace(main, decimals=max(main.decimals or 0, 1), is_rate=False)
        means = now / days, earlier / days_before
        change = moved(*means, daily, language) if means[0] != means[1] else ""
        mean = figure(means[0], daily, language)
        return say("sentence.clause_by_day", language, **parts, mean=mean, change=change)
    if now == earlier:
        return say("sentence.clause_same", language, **parts)
    percent = row[growth.index] if growth.unit == "%" else None
    return say("sentence.clause", language, **parts, change=moved(now, earlier, main, language, percent))


def _by_day(
    now: float,
    earlier: float,
    lengths: tuple[int, int],
    main: Measure,
    parts: dict[str, Any],
    language: Language,
) -> tuple[Statement, ...]:
    """Say of two stretches of unlike length what each came to, and the change by the day alone.

    Totals of three days and of one are no growth: +222.6 % was 7.5 % a day.
    """
    days, before = lengths
    daily = replace(main, decimals=max(main.decimals or 0, 1), is_rate=False)
    means = now / days, earlier / before
    mean, mean_before = told_apart(*means, daily, language)
    by_day = {"days": days, "days_before": before, "mean": mean, "mean_before": mean_before}
    whole = statement("compared_unlike", **parts)
    if means[0] == means[1]:
        return (whole, statement("by_day_same", **by_day))
    change = moved(*means, daily, language)
    return (whole, statement("by_day", **by_day, change=change))


def _value(asked: Asked, row: Row, measure: Measure, others: str) -> Statement:
    written = figure(row[measure.index], measure, asked.language)
    key = "value" if asked.language == "zh" or not asked.when or asked.stock else "came_to"
    if asked.language == "en" and (measure.is_rate or measure.role != "figure") and asked.when:
        key = "was"
    also = "" if measure.role != "figure" else _also(asked, row, key)
    return statement(key, subject=subject(asked, measure), value=f"{written}{also}{others}")


def _also(asked: Asked, row: Row, key: str) -> str:
    """Return the other figures asked for, each as a clause."""
    language = asked.language
    told = [one for one in asked.measures[1:] if not one.beside and one.role == "figure" and not one.span]
    return "".join(
        say(f"sentence.also.{key}", language, name=one.label, value=figure(row[one.index], one, language))
        for one in told[:MOST_FIGURES]
        if one != asked.lead
    )


def _there_are(asked: Asked, row: Row) -> Statement | None:
    """Say how many things there are: 共有 40 个服务区, There are 7 branches; nothing of what is no count."""
    asked_for = [one for one in asked.measures if one.role == "figure" and not (one.beside or one.span)]
    whole = all(one.counts and float(row[one.index] or 0).is_integer() for one in asked_for)
    if not asked_for or not whole:
        return None
    if len(asked_for) > 1:
        return _there_are_both(asked, [(one, int(row[one.index] or 0)) for one in asked_for])
    return _there_are_of(asked, asked.lead, int(row[asked.lead.index]))


def _there_are_of(asked: Asked, lead: Measure, value: int) -> Statement:
    """Say one count with what is counted, of whom and of which kind."""
    language, when = asked.language, asked.when if asked.stock else ""
    if language == "zh":
        told = f"{asked.kind}{'的' if asked.kind else ''}{asked.without}{lead.counts}"
        if not value:
            return statement("has_none", about=f"{when}{asked.about}", names=told)
        key = "has" if asked.about else "there_are"
        count = f"{value:,} {lead.unit or '个'}"
        if asked.kind and asked.about:
            return statement("has_of_kind", about=f"{when}{asked.about}", names=told, count=count)
        return statement(key, about=f"{when}{asked.about}", when=when, count=f"{count}{told}")
    names = lead.unit or plural_of(lead.counts, language)
    names = lead.counts if value == 1 else names
    has = "have" if " and " in asked.about else "has"
    key = has if asked.about else "there_is" if value == 1 else "there_are"
    told = " ".join(filter(None, (f"{value:,}" if value else "no", asked.kind, names, asked.without, when)))
    return statement(key, about=asked.about, count=told)


def _there_are_both(asked: Asked, counts: list[tuple[Measure, int]]) -> Statement | None:
    """Say several counts in one sentence: 共有 114 家店铺、16 个商户; None where only some are of a kind."""
    language = asked.language
    if asked.about or asked.kind or asked.without:
        return None
    told = [_count_of(one, value, language) for one, value in counts]
    when = asked.when if asked.stock else ""
    if language == "zh":
        return statement("there_are", when=when, count=joined(told, language))
    count = " ".join(filter(None, (joined(told, language), when)))
    return statement("there_is" if counts[0][1] == 1 else "there_are", count=count)


def _count_of(measure: Measure, value: int, language: Language) -> str:
    """Return one count with what is counted: 114 家店铺, 16 merchants."""
    if language == "zh":
        return f"{value:,} {measure.unit or '个'}{measure.counts}"
    named = measure.counts if value == 1 else measure.unit or plural_of(measure.counts, language)
    return f"{value:,} {named}"


def _share(asked: Asked, row: Row, share: Measure) -> Statement:
    """Say of a figure which share of all it is, and how much all is where that is known."""
    main, language = asked.main, asked.language
    parts = {
        "share": figure(row[share.index], share, language),
        "value": figure(row[main.index], main, language),
    }
    whole = next((one for one in asked.totals if row[one.index] is not None), None)
    if whole is not None and asked.things:
        name = name_of(row, asked.things[:2], language)
        told = figure(row[whole.index], main, language)
        return statement(
            "share_of_whole", subject=whole_of(asked, asked.when), whole=told, name=name, **parts
        )
    told = scoped(asked, main.label, asked.when) if language == "zh" else subject(asked, main)
    return statement("share_of_all", subject=told, **parts)


def whole_of(asked: Asked, when: str) -> str:
    """Return what all is that a share is of: the members and the kind that all of it has."""
    about, kind = asked.whole
    label = asked.main.label
    label = label if asked.language == "zh" else in_sentence(label, asked.language)
    return scoped(replace(asked, about=about, kind=kind), label, when)


def _beside(asked: Asked, row: Row) -> str:
    """Return the other figures of the row, by name."""
    language = asked.language
    told = [
        say(
            "sentence.beside",
            language,
            name=f"{spaced(one.span) if language == 'zh' else ''}{one.label}"
            + (f" {one.span}" if one.span and language == "en" else ""),
            value=figure(row[one.index], one, language),
        )
        for one in asked.measures[1:MOST_FIGURES]
        if one.beside or one.span or one.role != "figure"
    ]
    return (
        say("sentence.beside_all", language, names=say("sentence.comma_wide", language).join(told))
        if told
        else ""
    )
