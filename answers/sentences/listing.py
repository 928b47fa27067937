"""Rows without a figure: how many there are, and which."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from answers.sentences.asked import Asked, Statement, Thing, statement
from answers.sentences.columns import plural_of
from answers.sentences.kinds import kinds
from answers.sentences.phrases import (
    common_scale,
    counted,
    figure,
    joined,
    name_of,
    scoped,
    some,
    spaced,
    whose,
)
from answers.sentences.trend import label_of
from config.wording import Language, say
from knowledge.definitions.inflecting import singular

Row = Sequence[Any]
WITH_FACTS = 20  # rows whose facts are told, as a model is asked to
_FACTS = 3  # beside a name
NAMED = 12  # it is they who were asked for
FEW = 12  # rows that are told one by one, whatever they are, as a model is asked to
_NAMES = (1, 2, 3)  # columns of names that tell rows apart
_SHORT = 40  # characters of a text that stands in a sentence


def listing(asked: Asked, rows: Sequence[Row], *, truncated: bool) -> tuple[Statement, ...]:
    """Say how many rows there are and name the first of them, where what is listed has a name."""
    language, scope = asked.language, asked.when
    if truncated:
        return (statement("rows_cut", count=f"{len(rows):,}"),)
    thing = asked.things[0] if asked.things else None
    names = list(dict.fromkeys(name_of(row, asked.things[:1], language) for row in rows)) if thing else []
    if thing is None or not thing.known or len(names) < len(rows) or asked.of_others:
        of_each = kinds([(one.index, one.label) for one in asked.things], rows, language)
        return (_rows(asked, rows), *(statement("kinds", name=name, list=each) for name, each in of_each))
    count, told_of = counted(len(rows), thing, language), _with_facts(asked, rows, names)
    shown = some(told_of, language, NAMED if told_of == names else WITH_FACTS)
    if language == "zh":
        dated = f"{asked.dated}的" if asked.dated else ""
        told = f"{spaced(scope)}{dated}{whose(asked)}"
        return (statement("listed", scope=told, count=count, names=shown),)
    asked, count = _with_kind(asked, count)
    return (statement("listed", count=scoped(asked, count, f"{asked.dated} {scope}".strip()), names=shown),)


def _rows(asked: Asked, rows: Sequence[Row]) -> Statement:
    """Say how many rows there are that no name of theirs tells apart, and which they are if few."""
    language, members = asked.language, whose(asked)
    name, count = asked.records or say("sentence.record", language), f"{len(rows):,}"
    if members and members in name:  # 投诉的评价与投诉
        name, members = members, ""
    scope = asked.when
    if language == "zh":
        scope = f"{spaced(asked.when)}{members}"
        name = name if not scope or scope.endswith("，") else f"的{name}"
    else:
        name = name if name.endswith("s") or len(rows) == 1 else f"{name} {say('sentence.record', 'en')}"
        of_kind = asked.records and asked.records in asked.about  # failed inspections of Baiyun
        whole = (count, asked.about) if of_kind else (count, name, f"({asked.about})" if asked.about else "")
        count = " ".join(filter(None, whole))
    key, told = "rows_one" if len(rows) == 1 else "rows", {"count": count, "scope": scope, "name": name}
    if (entries := _entries(asked, rows)) is None:
        return statement(key, **told)
    return statement(f"{key}_named", **told, names=joined(entries, language))


def _entries(asked: Asked, rows: Sequence[Row]) -> list[str] | None:
    """Return a few rows by name, each with what stands beside it; nothing where the table tells it."""
    things = [one for one in asked.things if all(len(str(row[one.index])) <= _SHORT for row in rows)]
    lead = next(
        (at for at in _NAMES if len({name_of(row, things[:at], "en") for row in rows}) == len(rows)), 0
    )
    if not 0 < len(rows) <= FEW or not things or not lead:
        return None
    names = [name_of(row, things[:lead], asked.language) for row in rows]
    return _with_facts(replace(asked, things=tuple(things[lead - 1 :])), rows, names)


def _with_facts(asked: Asked, rows: Sequence[Row], names: Sequence[str]) -> list[str]:
    """Return names with what stands beside each of them: 106 parking spaces; of many the table tells it.

    What is told of one alone needs its name once: Danshui (parking spaces 106), Huilai (96).
    """
    measures = [one for one in asked.measures if one.role == "figure"][:_FACTS]
    texts = asked.things[1 : 1 + _FACTS - len(measures)]
    dated = asked.own_day is not None
    if len(rows) > WITH_FACTS or not (measures or texts or dated):
        return list(names)
    if len(texts) == 1 and not (measures or dated) and _is_shared(texts[0], rows):
        return _grouped(rows, names, texts[0], asked.language)
    language, found = asked.language, list[str]()
    scales = [common_scale([row[one.index] for row in rows], one, language) for one in measures]
    for row, name in zip(rows, names, strict=True):
        told = _texts(texts, row)
        alone = bool(found) and len(measures) == 1 and not (texts or dated)
        for one, scale in zip(measures, scales, strict=True):
            value = figure(row[one.index], one, language, scale)
            told.append(value if alone else say("sentence.beside", language, name=one.label, value=value))
        found.append(_entry(name, [*told, *_day_of(asked, row, named=not found)], language))
    return found


def _texts(texts: Sequence[Thing], row: Row) -> list[str]:
    return [str(row[one.index]) for one in texts if row[one.index] is not None]


def _entry(name: str, told: Sequence[str], language: Language) -> str:
    """Return a name with what stands beside it in brackets."""
    value = say("sentence.listed_comma", language).join(told)
    return say("sentence.entry", language, name=name, value=value) if told else name


def _day_of(asked: Asked, row: Row, *, named: bool) -> list[str]:
    """Return the day that a row has of its own, the first with its name."""
    axis, language = asked.own_day, asked.language
    if axis is None or row[axis.index] is None:
        return []
    at = label_of(row[axis.index], axis.unit, language)
    return [say("sentence.beside", language, name=axis.label, value=at) if named else at]


def _is_shared(thing: Thing, rows: Sequence[Row]) -> bool:
    return len({row[thing.index] for row in rows}) < len(rows)


def _grouped(rows: Sequence[Row], names: Sequence[str], by: Thing, language: Language) -> list[str]:
    """Return names by what several of them share, that once: Huizhou Branch (Danshui, Longmen)."""
    held: dict[str, list[str]] = {}
    for row, name in zip(rows, names, strict=True):
        held.setdefault(str(row[by.index] or say("sentence.unnamed", language)), []).append(name)
    return [
        say("sentence.entry", language, name=each, value=joined(of, language)) for each, of in held.items()
    ]


def _with_kind(asked: Asked, count: str) -> tuple[Asked, str]:
    """Say once what English rows are of: 6 open shops of Nancheng, not 6 shops of open shops of Nancheng."""
    number, _, rows = count.partition(" ")
    called = "|".join(re.escape(one) for one in {rows, singular(rows), plural_of(singular(rows), "en")})
    found = re.fullmatch(rf"(.+ )(?:{called})(?: of (.+))?", asked.about)
    if not rows or found is None:  # no part of a word: Workshops Ltd
        return asked, count
    return replace(asked, about=found[2] or ""), f"{number} {found[1]}{rows}"
