"""How many rows grew and how many fell, who most, and what all moved by together."""

from collections.abc import Sequence
from dataclasses import dataclass

from answers.sentences.asked import Statement, statement
from answers.sentences.phrases import bare, figure, figure_change, joined, moved, scoped, told_apart
from answers.sentences.places import FIRST, FULL, Places, Row
from config.wording import say

NEW = 3  # named who have no earlier figure
IN_ALL = "moved_in_all"  # the sentence that stands before those of members


@dataclass(frozen=True)
class Moves:
    """Rows that grew, most first, and those that fell, the least first."""

    places: Places
    rows: Sequence[Row]
    up: Sequence[Row]
    down: Sequence[Row]

    @classmethod
    def of(cls, places: Places) -> "Moves":
        """Return rows by how much they moved."""
        rows = sorted(places.rows, key=places.moves, reverse=True)
        up = [row for row in rows if places.moves(row) > 0]
        return cls(places, rows, up, [row for row in rows if places.moves(row) < 0])

    @property
    def are_one_way(self) -> bool:
        """Tell whether all grew, or all fell."""
        return len(self.rows) in (len(self.up), len(self.down))

    def ends(self) -> list[tuple[Row, str]]:
        """Return who moved most either way, else most and least one way, each with what that is called."""
        first = (self.up[0], "most_up") if self.up else (self.down[0], "least_down")
        last = (self.down[-1], "most_down") if self.down else (self.up[-1], "least_up")
        return [last, first] if self.places.low else [first, last]


def growing(places: Places) -> tuple[Statement, ...]:
    """Say what all moved by together, how many grew and how many fell, who most, and who is new."""
    if places.measure.role != "growth":
        return ()
    new = _without_earlier(places)
    in_all = () if places.truncated or places.low else _moved_in_all(places)
    moves = Moves.of(places)
    if len(moves.rows) > 1 and not (moves.up or moves.down):
        return (*in_all, _none_moved(places), *new)
    each = _each(moves)
    lead = _how_many(moves, each, among_compared=bool(new)) if in_all else _each_way(moves, each)
    if each:
        return (*in_all, lead, *new)  # nobody is left who gained more
    most, *by_amount = _most(moves)
    return (*in_all, lead, most, *new, *by_amount)


def _each(moves: Moves) -> str:
    """Return each with how it moved where they are few, to stand behind how many did; else nothing."""
    places, both = moves.places, len(moves.rows) == len(moves.up) + len(moves.down) == 2
    if len(moves.rows) > FULL or both:
        return ""
    names = places.entries(moves.rows[::-1] if places.low else moves.rows)
    return say("sentence.each_of_them", places.asked.language, names=names)


def _how_many(moves: Moves, each: str, *, among_compared: bool) -> Statement:
    """Say how many moved each way, behind what all moved by together."""
    language, up, down = moves.places.asked.language, len(moves.up), len(moves.down)
    key = "each_grew_and_fell" if not moves.are_one_way else "each_grew" if up else "each_fell"
    compared = say("sentence.of_compared", language) if among_compared else ""
    return statement(key, count=moves.places.count, compared=compared, up=up, down=down, each=each)


def _each_way(moves: Moves, each: str) -> Statement:
    """Say how many grew and how many fell, with the figure and its times."""
    parts, up, down = {**_against(moves.places), "each": each}, len(moves.up), len(moves.down)
    if len(moves.rows) == 1:
        return statement("growth_of", **parts)
    parts["count"] = moves.places.count
    if up and down:
        return statement("grew_and_fell", **parts, up=up, down=down)
    if moves.are_one_way:
        return statement("all_grew" if up else "all_fell", **parts)
    key = "grew_or_level" if up else "fell_or_level"
    return statement(key, **parts, moved=up or down, level=len(moves.rows) - (up or down))


def _most(moves: Moves) -> tuple[Statement, ...]:
    """Say who moved most, and in amount where that is another."""
    places, language = moves.places, moves.places.asked.language
    if several := _several(moves):
        return (statement("ends", ends=several),)
    ends = moves.ends()
    told = [say(f"sentence.{key}", language, entry=places.entry(row)) for row, key in ends]
    lead = statement("ends", ends=_clauses(told, language))
    return (lead, *_by_amount(moves, [row for row, _ in ends]))


def _several(moves: Moves) -> str:
    """Return the few that moved most the way that is asked for, where more than one is: 哪几个跌得最多."""
    places = moves.places
    rows = moves.down[::-1] if places.low else moves.up
    if not (places.asked.ranked and places.asked.ranked.several and len(rows) > 1):
        return ""
    key = "most_down" if places.low else "most_up"
    return say(f"sentence.{key}", places.asked.language, entry=places.entries(rows[:FIRST]))


def _moved_in_all(places: Places) -> tuple[Statement, ...]:
    """Say what all members come to together and by how much that changed: of a sum, over alike times.

    Shares come to the whole but for their rounding: that no change is told of.
    """
    asked, language, rows = places.asked, places.asked.language, places.every
    main, before = asked.main, asked.related("before")
    adds = main.adds and main.unit != "%" and main.role == "figure" and asked.is_whole and len(rows) > 1
    if not adds or before is None or asked.unlike or asked.falls_short or not asked.earlier:
        return ()
    now, then = (sum(row[one.index] or 0 for row in rows) for one in (main, before))
    if now == then or then <= 0:
        return ()
    value, earlier = told_apart(now, then, main, language)
    change = moved(now, then, main, language)
    subject = scoped(asked, main.label, asked.when)
    told = {"value": value, "change": change, "before": earlier, "earlier": asked.earlier}
    return (statement(IN_ALL, subject=subject, **told),)


def _without_earlier(places: Places) -> tuple[Statement, ...]:
    """Say who has a figure and none earlier: they are not among those who grew or fell."""
    main, before, language = places.asked.main, places.asked.related("before"), places.asked.language
    if before is None or main == places.measure:
        return ()
    new = [row for row in places.every if row[places.measure.index] is None]
    new = [row for row in new if row[main.index] and not row[before.index]]
    entries = []
    for row in sorted(new, key=lambda row: row[main.index], reverse=True)[:NEW]:
        value = figure(row[main.index], main, language)
        entries.append(say("sentence.entry", language, name=places.label(row), value=value))
    key = "without_earlier" if len(new) <= NEW else "without_earlier_many"
    return (statement(key, names=joined(entries, language), count=len(new)),) if new else ()


def _by_amount(moves: Moves, told: Sequence[Row]) -> tuple[Statement, ...]:
    """Say who gained or lost most in amount, where it is another than by percent: most may mean either."""
    places, language = moves.places, moves.places.asked.language
    main, before = places.asked.main, places.asked.related("before")
    if before is None or main.is_rate or main.unit == "%":
        return ()

    def gap(row: Row) -> float:
        return float(row[main.index] - row[before.index])

    known = [row for row in moves.rows if row[main.index] is not None and row[before.index] is not None]
    apart = sorted(known, key=gap, reverse=True)
    ends = [(row, "up") for row in apart[:1] if gap(row) > 0]
    ends += [(row, "down") for row in apart[-1:] if gap(row) < 0]
    clauses = []
    for row, way in ends:
        if row not in told:
            change = figure_change(row[main.index] - row[before.index], main, language)
            percent = figure(row[places.measure.index], places.measure, language)
            who = places.label(row)
            clauses.append(say(f"sentence.amount_{way}", language, name=who, change=change, percent=percent))
    return (statement("ends", ends=_clauses(clauses, language)),) if clauses else ()


def _none_moved(places: Places) -> Statement:
    """Say that every one is where it was: the first of them has neither grown nor fallen most."""
    return statement("none_moved", **_against(places), count=places.count)


def _against(places: Places) -> dict[str, str]:
    """Return the figure and the time that it is set beside."""
    asked, language = places.asked, places.asked.language
    earlier = bare(asked.earlier or say("sentence.before", language), language)
    return {"subject": scoped(asked, asked.main.label, asked.when), "earlier": earlier}


def _clauses(clauses: Sequence[str], language: str) -> str:
    """Return clauses one after the other."""
    return ("，" if language == "zh" else ", ").join(clauses)
