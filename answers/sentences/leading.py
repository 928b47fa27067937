"""Who leads or comes last, of all or within each group, and by how much."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from answers.claims import are_figures
from answers.sentences.amounts import amount
from answers.sentences.asked import Ranked, Statement, statement
from answers.sentences.phrases import ahead_by, bare, joined, scoped, some, spaced
from answers.sentences.places import FIRST, FULL, LAST, MANY, SOME, Places, Row
from config.wording import say

ROUNDED = 0.005  # by so much wholes may differ that are worked out from rounded shares


def leading(places: Places) -> tuple[Statement, ...]:
    """Say the first so many, in their order, and by how much one is ahead where that was asked."""
    ranked = places.asked.ranked
    if ranked is None or ranked.number is None:
        return ()
    told = _ahead(places) if ranked.ahead else _together(places)
    return (_ends(places, ranked), *told, *_earlier(places))


def _together(places: Places) -> tuple[Statement, ...]:
    """Say which share the first so many have together, where their shares are all of one whole."""
    asked, share, rows = places.asked, places.asked.related("share"), places.rows
    figure = asked.main
    if share is None or figure == share or len(rows) < 2:
        return ()
    if not (figure.adds and all(row[share.index] and row[figure.index] for row in rows)):
        return ()
    wholes = [float(row[figure.index]) / float(row[share.index]) for row in rows]
    if max(wholes) - min(wholes) > ROUNDED * max(wholes):
        return ()  # each is of a whole of its own, or too small to tell
    parts, sums = (sum(row[one.index] for row in rows) for one in (share, figure))
    told = {"share": amount(parts, "%", asked.language), "value": amount(sums, figure.unit, asked.language)}
    return (statement("together", **told),)


def _ends(places: Places, ranked: Ranked) -> Statement:
    tied, others = places.first()
    value = places.shared(tied) + (places.further(tied[0]) if len(tied) == 1 else "")
    names = places.names(tied, FULL if len(tied) <= FULL else FIRST)
    parts = {"subject": places.subject, "names": names, "value": value}
    if ranked.place and ranked.number != 1:
        return statement(f"place_{ranked.direction}", number=ranked.number, **parts)
    if places.measure.is_count:  # the most customers, not the most number of customers
        parts["subject"] = parts["subject"].removeprefix("number of ")
    alike = "leads_alike" if places.measure.is_rate else "leads_tied"  # rates are told rounded
    key = alike if len(tied) > 1 else "leads"
    return statement(key, **parts, best=places.best, next=_next(places, others) if others else "")


def _next(places: Places, others: Sequence[Row]) -> str:
    """Return who stands behind the first, and who is last; those who share the last place stand together."""
    count = min(len(others), max(FIRST - (len(places.rows) - len(others)), 1))
    count = len(others) if len(places.rows) <= FULL else count
    before_last = len(others) - len(places.like(others[-1]))
    number = places.asked.ranked.number if places.asked.ranked else None
    shared = number is not None and len(places.rows) > number
    if count > before_last and (shared or count < len(others)):
        count = before_last
    shown, rest = others[:count], others[count:]
    follows = "next_low" if places.low and places.measure.role == "figure" else "next"
    names = places.entries(shown, apart=True)
    told = say(f"sentence.{follows}", places.asked.language, names=names) if shown else ""
    return told + (_last(places, rest) if rest else "")


def _last(places: Places, rest: Sequence[Row]) -> str:
    """Return who is last of some that are not all named; many that share a figure are counted.

    Of the first so many that were asked for nobody is the last of all.
    """
    language, at = places.asked.language, places.measure.index
    lowest = [row for row in rest if row[at] == rest[-1][at]]
    if len(lowest) == len(rest) > FULL:
        return say("sentence.rest_tied", language, count=len(rest), value=places.value(lowest[0]))
    if len(lowest) < LAST < len(rest):  # there are more behind the first so many
        names, count = places.entries(rest[-LAST:], apart=True), len(places.rows)
        return say("sentence.last_shown", language, names=names, first=count - LAST + 1, count=count)
    who = some([places.label(row) for row in lowest], language)
    entry = say("sentence.entry", language, name=who, value=places.shared(lowest))
    number = 1 + sum(row[at] != rest[-1][at] for row in places.rows)
    key = "last_place" if len(lowest) == 1 else "last_place_tied"
    return say(f"sentence.{key}", language, number=number, entry=entry)


def _earlier(places: Places) -> tuple[Statement, ...]:
    """Say from what to what the first ones moved, where they stand beside an earlier time."""
    asked, growth = places.asked, places.asked.related("growth")
    if places.measure.role != "figure" or not asked.earlier or asked.unlike or growth is None:
        return ()
    measures = (growth, *(one for one in asked.measures if one != growth))
    moves = Places(replace(asked, measures=measures), places.rows, places.label)
    known = [row for row in places.rows[:FULL] if row[growth.index] is not None]
    earlier = bare(asked.earlier, asked.language)
    return (statement("beside_earlier", earlier=earlier, names=moves.entries(known)),) if known else ()


def leading_within(places: Places) -> tuple[Statement, ...]:
    """Say who is first within each group; of several within each, that the table has them."""
    asked, rows = places.asked, places.rows
    if not asked.within or len(asked.things) < 2 or places.truncated:
        return ()
    group, member = asked.things[:2]
    parts: dict[str, Any] = {
        "subject": places.subject,
        "best": places.best,
        "group": group.label,
        "member": member.label,
        "members": member.many,
        "when": spaced(asked.when),
        "what": scoped(asked, places.measure.label, ""),
    }
    if len({row[group.index] for row in rows}) < len(rows):
        return (statement("first_within_many", **parts),)
    shown = rows if len(rows) <= MANY else rows[:SOME]
    entries = []
    for row in shown:
        told = {"group": row[group.index], "name": row[member.index], "value": places.value(row)}
        entries.append(say("sentence.first_of", asked.language, **told))
    key = "first_within" if len(shown) == len(rows) else "first_within_some"
    return (statement(key, **parts, names=joined(entries, asked.language), count=len(rows)),)


def between(places: Places) -> tuple[Statement, ...]:
    """Say by how much one of two is ahead of the other, however little it is.

    Of two of which one lacks another figure, as what opened after the year before, nobody asks that.
    """
    lacks = any(row[one.index] is None for row in places.rows for one in places.asked.measures)
    return _ahead(places) if len(places.rows) == 2 and not lacks else ()


def _ahead(places: Places) -> tuple[Statement, ...]:
    """Say by how much the first is ahead of the next, or of those that share the next place."""
    if len({row[places.measure.index] for row in places.rows[1:]}) != 1:
        return ()
    ends = (places.rows[0], places.rows[-1])
    gap = _gap(places, *sorted(ends, key=lambda row: row[places.measure.index], reverse=True))
    return (gap,) if gap else ()


def _gap(places: Places, first: Row, second: Row) -> Statement | None:
    """Say by how much the first of two is ahead."""
    measure = places.measure
    if are_figures({places.label(row) for row in places.rows}):
        return None  # orders (笔) are not ahead of yuan an order
    if _in_points(places, first, second):
        return _moves_apart(places, first, second)
    ahead, below = first[measure.index], second[measure.index]
    growth = measure.role == "growth" and measure.unit == "%"
    if not (growth or (measure.role == "figure" and below >= 0)) or ahead == below:
        return None
    language = places.asked.language
    difference = ahead_by(ahead, below, measure, language)
    key = "ahead_by_count" if measure.is_count else "ahead"
    names = [joined([*map(places.label, places.like(row))], language) for row in (first, second)]
    return statement(key, first=names[0], second=names[1], difference=difference)


def _in_points(places: Places, *rows: Row) -> bool:
    """Tell changes that are told in points, as those of percentages are, from those told in percent."""
    main, before = places.asked.main, places.asked.related("before")
    told = places.measure.role == "growth" and main.unit == "%" and before is not None
    return told and all(row[one.index] is not None for row in rows for one in (main, before) if one)


def _moves_apart(places: Places, first: Row, second: Row) -> Statement | None:
    """Say how far the changes of two percentages are apart, in points as they are told."""
    high, low = sorted((places.moves(first), places.moves(second)), reverse=True)
    of = max(row[places.asked.main.index] for row in (first, second))  # in as many digits as the changes have
    difference = ahead_by(of + high, of + low, places.asked.main, places.asked.language)
    return statement("moves_apart", difference=difference) if high > low else None
