"""Several rows by name: who leads or comes last, what each has of all, who grew most."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from answers.claims import are_figures
from answers.sentences.amounts import amount
from answers.sentences.asked import Asked, Measure, Statement, statement
from answers.sentences.phrases import (
    across,
    ahead_by,
    bare,
    beside,
    common_scale,
    counted,
    figure,
    figure_change,
    joined,
    moved,
    redundant,
    scoped,
    some,
    spaced,
    told_apart,
    whose,
)
from config.wording import say

Row = Sequence[Any]
Label = Callable[[Row], str]
FULL = 12  # rows that are named one by one
NEW = 3  # named who have no earlier figure
FIRST, LAST = 5, 3  # of more
NAMED = 3  # of those who share a place
MANY = 20  # that meet a condition are all named; it is they who were asked for
SOME = 5  # of more
IN_ALL = "moved_in_all"  # the sentence that stands before those of members
BESIDE = 3  # further figures that were asked for, told with each row
_UNITS = ("day", "week", "month", "quarter", "year")


@dataclass(frozen=True)
class Places:
    """Rows in the order asked for, with what to call them."""

    asked: Asked
    rows: Sequence[Row]
    label: Label

    @property
    def measure(self) -> Measure:
        """Return the figure they are in order of."""
        return self.asked.lead

    @cached_property
    def scale(self) -> float | None:
        """Return in what all the figures are written, so that one list has one unit."""
        return common_scale([row[self.measure.index] for row in self.rows], self.measure, self.asked.language)

    def value(self, row: Row) -> str:
        """Return a row's figure, with what it is a change from or a share of."""
        measure, language = self.measure, self.asked.language
        told = figure(row[measure.index], measure, language, self.scale)
        main = self.asked.measure(measure.of)
        if main is not None and row[main.index] is not None:
            if measure.role == "growth":
                before = self.asked.related("before")
                if before is None or row[before.index] is None:
                    return told
                now, then = told_apart(row[main.index], row[before.index], main, language)
                if main.unit == "%" and row[main.index] == row[before.index]:
                    return say("sentence.level_at", language, now=now)
                if main.unit == "%":
                    told = moved(row[main.index], row[before.index], main, language)
                return say("sentence.from_to", language, change=told, before=then, now=now)
            if measure.role == "share":
                return say(
                    "sentence.with_value", language, share=told, value=figure(row[main.index], main, language)
                )
        return told

    def moves(self, row: Row) -> float:
        """Return by how much a row's figure changed: percentages in points, all else in percent."""
        main, before = self.asked.main, self.asked.related("before")
        ends = [row[one.index] for one in (main, before) if one is not None]
        points = main.unit == "%" and len(ends) == 2 and None not in ends
        return float(ends[0] - ends[1] if points else row[self.measure.index])

    def entry(self, row: Row, *, apart: bool = False) -> str:
        """Return a row's name and figure, with the further figures that were asked for.

        Those that need them stand in brackets: several, and a number that says no unit.
        """
        language, further = self.asked.language, self.further(row)
        value, name = f"{self.value(row)}{further}", self.label(row)
        unit = self.measure.unit and not redundant(self.measure, language)
        plain = unit and not (apart or further or self.measure.role != "figure")
        key = "entry" if not plain else "entry_of_number" if name[-1:].isdigit() else "entry_plain"
        return say(f"sentence.{key}", language, name=name, value=value)

    def further(self, row: Row) -> str:
        """Return the other figures asked for, each by its name."""
        language, found = self.asked.language, self.others()
        if self.measure.role != "figure" or self.measure.span or not 0 < len(found) <= BESIDE:
            return ""
        told = [beside(row, one, self.measure, language) for one in found]
        return "".join(f"{say('sentence.comma_wide', language)}{one}" for one in told)

    def others(self) -> list[Measure]:
        """Return the other figures asked for."""
        return [
            one
            for one in self.asked.measures
            if one not in (self.measure, self.asked.main)
            and one.role == "figure"
            and not (one.beside or one.span or self._is_sum(one))
        ]

    def _is_sum(self, one: Measure) -> bool:
        """Tell a column that has in each row what all of them come to."""
        total = sum(row[self.measure.index] for row in self.rows)
        return len(self.rows) > 1 and all(row[one.index] == total for row in self.rows)

    def like(self, row: Row) -> list[Row]:
        """Return the rows that share a row's place."""
        return [one for one in self.rows if one[self.measure.index] == row[self.measure.index]]

    def first(self) -> tuple[list[Row], list[Row]]:
        """Return the rows that share the first place, and the others."""
        top = self.rows[0][self.measure.index]
        tied = [row for row in self.rows if row[self.measure.index] == top]
        return tied, [row for row in self.rows if row[self.measure.index] != top]


def ranking(asked: Asked, rows: Sequence[Row], label: Label, *, truncated: bool) -> tuple[Statement, ...]:
    """Say who has most or least; of all there are, also what they come to together."""
    measure = asked.lead
    present = [row for row in rows if row[measure.index] is not None]
    if not present:
        return (statement("no_figure", subject=scoped(asked, measure.label, asked.when)),)
    low = asked.falls_short or (asked.ranked is not None and asked.ranked.direction == "bottom")
    places = Places(asked, sorted(present, key=lambda row: row[measure.index], reverse=not low), label)
    if asked.ranked is not None and asked.ranked.number is not None:
        ahead = _ahead(places) if asked.ranked.ahead else ()
        return (*_ends(places, low=low), *ahead, *_earlier(places))
    if asked.within and len(asked.things) > 1 and not truncated:
        return _within(places, low=low)
    if asked.conditions:
        return _meeting(places, low=low)
    if asked.of_some and (total := _total_beside(asked, present)) is not None:
        names = joined([places.entry(row) for row in places.rows[:FULL]], asked.language)
        some_of = replace(places, asked=_of_rows(places))
        return (statement("total_all", **_common(some_of), total=total, names=names),)
    if asked.of_some and 2 <= len(present) <= FULL:
        by_name = [str(row[asked.things[0].index]) for row in places.rows] if asked.things else []
        order = {name: asked.named.index(name) for name in by_name if name in asked.named}
        if len(order) == len(places.rows) > 2:
            kept = sorted(places.rows, key=lambda row: order[str(row[asked.things[0].index])])
            places = replace(places, rows=kept)
        names = joined([places.entry(row) for row in places.rows], asked.language)
        each = statement("each", **_common(places), names=names)
        return (*_whether(places), each, *_between(places))
    if asked.matched:
        return _matched(places)
    if measure.role == "growth":
        new = _without_earlier(places, rows)
        in_all = () if truncated or low else _moved_in_all(places, rows)
        lead, *more = _growing(places, low=low, among=len(new) if in_all else None)
        return (*in_all, lead, *more[:1], *new, *more[1:])
    tied, others = places.first()
    if len(present) > 1 and not others and not places.further(tied[0]):
        subject = across(asked, measure.label, _things(asked, len(present)))
        return (
            statement(
                "all_equal",
                subject=subject,
                count=_things(asked, len(present)),
                value=places.value(tied[0]),
            ),
        )
    whole = asked.is_whole and measure.adds and not truncated and not low
    if whole and len(present) > 1 and min(row[measure.index] for row in present) >= 0:
        return (*_parts(places), *_further_totals(places))
    return _split(places, low=low)


def _further_totals(places: Places) -> tuple[Statement, ...]:
    """Say what the other figures come to in all that add up: how long they stood still, beside how often."""
    language = places.asked.language
    others = [one for one in places.others() if one.adds]
    totals = {at.index: sum(row[at.index] or 0 for row in places.rows) for at in (places.measure, *others)}
    told = [beside(totals, one, places.measure, language) for one in others if totals[one.index]]
    return (statement("in_all", names=joined(told, language)),) if told else ()


def _of_rows(places: Places) -> Asked:
    """Return what was asked as of the members that the rows are: theirs is the sum, not that of all."""
    asked = places.asked
    names = joined([places.label(row) for row in places.rows], asked.language)
    of = "的" if asked.language == "zh" else ", "
    return replace(asked, about=f"{asked.about}{of}{names}" if asked.about else names)


def _total_beside(asked: Asked, rows: Sequence[Row]) -> str | None:
    """Return the sum of a few rows where each row has it too: it was asked for, with its parts."""
    at = asked.lead.index
    total = sum(row[at] for row in rows)
    columns = [column for column in range(len(rows[0])) if column != at]
    beside = any(all(row[column] == total for row in rows) for column in columns)
    return figure(total, asked.lead, asked.language) if beside and 1 < len(rows) <= FULL else None


def _common(places: Places) -> dict[str, Any]:
    asked = places.asked
    subject = scoped(asked, places.measure.label, places.measure.span or asked.when)
    if places.measure.role == "growth" and asked.earlier:
        earlier = bare(asked.earlier, asked.language)
        subject = say("sentence.against", asked.language, subject=subject, earlier=earlier)
    return {"subject": subject}


def _tied(places: Places, rows: Sequence[Row]) -> str:
    """Return the figure that rows share, and that each has it."""
    value = places.value(rows[0])
    return value if len(rows) == 1 else say("sentence.of_each", places.asked.language, value=value)


def _things(asked: Asked, number: int) -> str:
    if asked.time is not None and not asked.things and number > 1 and asked.time.unit in _UNITS:
        return say(f"sentence.moments.{asked.time.unit}", asked.language, count=f"{number:,}")
    if len(asked.things) != 1 or asked.time is not None:
        return say("sentence.groups", asked.language, count=f"{number:,}")
    return counted(number, asked.things[0], asked.language)


def _best(places: Places, *, low: bool) -> str:
    """Return the word for the first place: 最高, 最多, highest, most, fastest growing."""
    kind = "growth" if places.measure.role == "growth" else "count" if places.measure.is_count else "figure"
    if kind == "growth":
        falls = places.rows[0][places.measure.index] < 0
        end = ("fell_most" if falls else "grew_least") if low else ("fell_least" if falls else "grew_most")
    else:
        kind = "long" if places.measure.is_long else kind
        end = "lowest" if low else "highest"
    return say(f"sentence.best.{kind}.{end}", places.asked.language)


def _ends(places: Places, *, low: bool) -> tuple[Statement, ...]:
    """Say the first so many, in their order."""
    asked, language = places.asked, places.asked.language
    tied, others = places.first()
    names = some([places.label(row) for row in tied], language, FULL if len(tied) <= FULL else FIRST)
    value = _tied(places, tied) + (places.further(tied[0]) if len(tied) == 1 else "")
    parts: dict[str, Any] = {**_common(places), "names": names, "value": value}
    if asked.ranked and asked.ranked.place and asked.ranked.number != 1:
        found = [statement(f"place_{asked.ranked.direction}", number=asked.ranked.number, **parts)]
        return tuple(found)
    parts["best"] = _best(places, low=low)
    if places.measure.is_count:  # the most customers, not the most number of customers
        parts["subject"] = parts["subject"].removeprefix("number of ")
    key = "leads_tied" if len(tied) > 1 else "leads"
    if not others:
        return (statement(key, **parts, next=""),)
    whole = len(places.rows) <= FULL
    shown = others if whole else others[: max(FIRST - len(tied), 1)]
    rest = others[len(shown) :]
    if rest and shown[-1][places.measure.index] == rest[-1][places.measure.index]:
        shown = [row for row in shown if row[places.measure.index] != rest[-1][places.measure.index]]
        rest = others[len(shown) :]
    number = asked.ranked.number if asked.ranked else None
    if not rest and number is not None and len(places.rows) > number:  # the last place is shared
        last = [row for row in others if row[places.measure.index] == others[-1][places.measure.index]]
        shown, rest = others[: -len(last)], last
    names = joined([places.entry(row, apart=True) for row in shown], language)
    follows = "next_low" if low and places.measure.role == "figure" else "next"
    told = say(f"sentence.{follows}", language, names=names) if shown else ""
    if rest:
        told += _last(places, rest)
    return (statement(key, **parts, next=told),)


def _earlier(places: Places) -> tuple[Statement, ...]:
    """Say from what to what the first ones moved, where they stand beside an earlier time."""
    asked, language = places.asked, places.asked.language
    if places.measure.role != "figure" or not asked.earlier or asked.unlike:
        return ()
    growth = asked.related("growth")
    if growth is None:
        return ()
    moves = Places(
        replace(asked, measures=(growth, *(one for one in asked.measures if one != growth))),
        places.rows,
        places.label,
    )
    known = [row for row in places.rows[:FULL] if row[growth.index] is not None]
    if not known:
        return ()
    names = joined([moves.entry(row) for row in known], language)
    return (statement("beside_earlier", earlier=bare(asked.earlier, language), names=names),)


def _last(places: Places, rest: Sequence[Row]) -> str:
    """Return who is last of some that are not all named; many that share a figure are counted.

    Of the first so many that were asked for nobody is the last of all.
    """
    language, at = places.asked.language, places.measure.index
    lowest = [row for row in rest if row[at] == rest[-1][at]]
    if len(lowest) == len(rest) > FULL:
        return say("sentence.rest_tied", language, count=len(rest), value=places.value(lowest[0]))
    if len(lowest) < LAST < len(rest):
        names = joined([places.entry(row, apart=True) for row in rest[-LAST:]], language)
        ranked, count = places.asked.ranked, len(places.rows)
        if ranked is not None and ranked.number is not None:  # there are more behind
            return say("sentence.last_shown", language, names=names, first=count - LAST + 1, count=count)
        return say("sentence.last_places", language, names=names)
    who = some([places.label(row) for row in lowest], language)
    entry = say("sentence.entry", language, name=who, value=_tied(places, lowest))
    number = 1 + sum(row[at] != rest[-1][at] for row in places.rows)
    key = "last_place" if len(lowest) == 1 else "last_place_tied"
    return say(f"sentence.{key}", language, number=number, entry=entry)


def _within(places: Places, *, low: bool) -> tuple[Statement, ...]:
    """Say who is first within each group; of several within each, that the table has them."""
    asked, language = places.asked, places.asked.language
    group, member = asked.things[:2]
    groups = {row[group.index] for row in places.rows}
    parts: dict[str, Any] = {
        **_common(places),
        "best": _best(places, low=low),
        "group": group.label,
        "member": member.label,
        "members": member.many,
        "when": spaced(asked.when),
        "what": scoped(asked, places.measure.label, ""),
    }
    if len(groups) < len(places.rows):
        return (statement("first_within_many", **parts),)
    shown = places.rows if len(places.rows) <= MANY else places.rows[:SOME]
    entries = [
        say("sentence.first_of", language, group=of, name=name, value=places.value(row))
        for row in shown
        for of, name in [(row[group.index], row[member.index])]
    ]
    key = "first_within" if len(shown) == len(places.rows) else "first_within_some"
    return (statement(key, **parts, names=joined(entries, language), count=len(places.rows)),)


def _gap(places: Places, first: Row, second: Row) -> Statement | None:
    """Say by how much the first of two is ahead."""
    measure = places.measure
    if are_figures({places.label(row) for row in places.rows}):
        return None  # orders (笔) are not ahead of yuan an order
    ahead, below = first[measure.index], second[measure.index]
    growth = measure.role == "growth" and measure.unit == "%"
    if not (growth or (measure.role == "figure" and below >= 0)) or ahead == below:
        return None
    language = places.asked.language
    difference = ahead_by(ahead, below, measure, language)
    key = "ahead_by_count" if measure.is_count else "ahead"
    names = [joined([*map(places.label, places.like(row))], language) for row in (first, second)]
    return statement(key, first=names[0], second=names[1], difference=difference)


def _whether(places: Places) -> tuple[Statement, ...]:
    """Say yes or no, where one of two members is asked to have more than the other."""
    asked = places.asked.whether
    own = [row for row in places.rows if asked and str(row[places.asked.things[0].index]) == asked.member]
    if asked is None or len(own) != 1:
        return ()
    others = [row[places.measure.index] for row in places.rows if row is not own[0]]
    value = own[0][places.measure.index]
    return (statement("yes" if (value > others[0] if asked.more else value < others[0]) else "no"),)


def _between(places: Places) -> tuple[Statement, ...]:
    """Say by how much one of two is ahead of the other, however little it is."""
    return _ahead(places) if len(places.rows) == 2 else ()


def _ahead(places: Places) -> tuple[Statement, ...]:
    """Say by how much the first is ahead of the next, or of those that share the next place."""
    if len({row[places.measure.index] for row in places.rows[1:]}) != 1:
        return ()
    ends = (places.rows[0], places.rows[-1])
    gap = _gap(places, *sorted(ends, key=lambda row: row[places.measure.index], reverse=True))
    return (gap,) if gap else ()


def _meeting(places: Places, *, low: bool) -> tuple[Statement, ...]:
    """Say how many meet the conditions, and which."""
    asked, language = places.asked, places.asked.language
    few = len(places.rows) <= MANY
    shown = places.rows if few else places.rows[:SOME]
    parts = {
        "names": joined([places.entry(row) for row in shown], language),
        "best": _best(places, low=low),
        "label": "" if places.measure.label.lower() in asked.conditions.lower() else places.measure.label,
    }
    key = ("all_named" if few else "first_named") + ("_by" if parts["label"] else "")
    names = say(f"sentence.{key}", language, **parts)
    told = whose(asked) if language == "zh" else ""
    scope = f"{spaced(asked.when)}{f'{told}的' if told else ''}" if language == "zh" else asked.when
    count = _things(asked, len(places.rows))
    if language == "en":
        count = scoped(asked, count, "")
    key = "meeting_one" if len(places.rows) == 1 else "meeting"
    return (statement(key, scope=scope, conditions=asked.conditions, count=count, names=names),)


def none_meets(asked: Asked, rows: Sequence[Row], label: Label) -> Statement | None:
    """Say that nothing meets the conditions, and what comes nearest to it of rows that need not."""
    measure, low = asked.lead, asked.falls_short
    present = [row for row in rows if row[measure.index] is not None]
    if not present or len(asked.things) != 1:
        return None
    places = Places(asked, sorted(present, key=lambda row: row[measure.index], reverse=not low), label)
    tied, _ = places.first()
    zh = asked.language == "zh"
    scope = f"{spaced(asked.when)}{whose(asked)}" if zh else scoped(asked, "", asked.when)
    if asked.main != measure and asked.earlier:
        scope = say(
            "sentence.scope_against", asked.language, scope=scope, earlier=bare(asked.earlier, asked.language)
        )
    return statement(
        "none_meets", scope=scope, conditions=asked.conditions, member=asked.things[0].label,
        best=_best(places, low=low), names=some([label(row) for row in tied], asked.language),
        value=_tied(places, tied),
    )  # fmt: skip


def _matched(places: Places) -> tuple[Statement, ...]:
    """Say how many were found by a condition that has no words here, and which by what figure."""
    asked, language = places.asked, places.asked.language
    few = len(places.rows) <= FULL
    names = joined([places.entry(row) for row in (places.rows if few else places.rows[:FIRST])], language)
    count = _things(asked, len(places.rows))
    return (
        statement(
            "matched_all" if few else "matched",
            scope=spaced(asked.when) if language == "zh" else asked.when,
            count=count if language == "zh" else scoped(asked, count, ""),
            name=places.measure.label,
            names=names,
        ),
    )


def _moved_in_all(places: Places, rows: Sequence[Row]) -> tuple[Statement, ...]:
    """Say what all members come to together and by how much that changed: of a sum, over alike times."""
    asked, language = places.asked, places.asked.language
    main, before = asked.main, asked.related("before")
    adds = main.adds and main.role == "figure" and before is not None and asked.is_whole and len(rows) > 1
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


def _growing(places: Places, *, low: bool, among: int | None) -> tuple[Statement, ...]:
    """Say how many grew and how many fell, and who most.

    `among` is how many statements tell who had no figure then, where the sum of all stands before; else None.
    """
    asked, language = places.asked, places.asked.language
    rows = sorted(places.rows, key=places.moves, reverse=True)
    up, down = [row for row in rows if places.moves(row) > 0], [row for row in rows if places.moves(row) < 0]
    if len(rows) > 1 and not (up or down):
        return (_none_moved(places, rows),)
    main = scoped(asked, asked.main.label, asked.when)
    parts = {"subject": main, "earlier": bare(asked.earlier or say("sentence.before", language), language)}
    compared = say("sentence.of_compared", language) if among else ""
    if among is not None:
        alike = len(rows) in (len(up), len(down))
        key = ("each_grew" if up else "each_fell") if alike else "each_grew_and_fell"
        lead = statement(key, count=_things(asked, len(rows)), compared=compared, up=len(up), down=len(down))
    elif up and down:
        lead = statement(
            "grew_and_fell", **parts, up=len(up), down=len(down), count=_things(asked, len(rows))
        )
    elif len(rows) in (len(up), len(down)) and len(rows) > 1:
        lead = statement("all_grew" if up else "all_fell", **parts, count=_things(asked, len(rows)))
    elif len(rows) > 1:
        counts = {"moved": len(up or down), "level": len(rows) - len(up or down)}
        key = "grew_or_level" if up else "fell_or_level"
        lead = statement(key, **parts, **counts, count=_things(asked, len(rows)))
    else:
        lead = statement("growth_of", **parts)
    both = len(rows) == len(up) + len(down) == 2
    if len(rows) <= FULL and not both:
        order = rows[::-1] if low else rows
        names = joined([places.entry(row) for row in order], language)
        return (lead, statement("ends", ends=names), *_by_amount(places, rows, rows))
    ends = [(up[:1], "most_up"), (down[-1:], "most_down")]
    if not up:
        ends = [(down[:1], "least_down"), (down[-1:], "most_down")]
    elif not down:
        ends = [(up[:1], "most_up"), (up[-1:], "least_up")]
    ends = ends[::-1] if low else ends
    told = [
        say(f"sentence.{key}", language, entry=places.entry(some_rows[0]))
        for some_rows, key in ends
        if some_rows
    ]
    found = [lead, statement("ends", ends=joined_clauses(told, language))]
    return (*found, *_by_amount(places, rows, [some_rows[0] for some_rows, _ in ends if some_rows]))


def _without_earlier(places: Places, rows: Sequence[Row]) -> tuple[Statement, ...]:
    """Say who has a figure and none earlier: they are not among those who grew or fell."""
    main, before, language = places.asked.main, places.asked.related("before"), places.asked.language
    if before is None or main == places.measure:
        return ()
    new = [
        row for row in rows if row[places.measure.index] is None and row[main.index] and not row[before.index]
    ]
    listed = sorted(new, key=lambda row: row[main.index], reverse=True)[:NEW]
    entries = [
        say("sentence.entry", language, name=places.label(row), value=figure(row[main.index], main, language))
        for row in listed
    ]
    key = "without_earlier" if len(new) <= NEW else "without_earlier_many"
    return (statement(key, names=joined(entries, language), count=len(new)),) if new else ()


def _by_amount(places: Places, rows: Sequence[Row], told: Sequence[Row]) -> tuple[Statement, ...]:
    """Say who gained or lost most in amount, where it is another than by percent: most may mean either."""
    main, before, language = places.asked.main, places.asked.related("before"), places.asked.language
    if before is None or main.is_rate or main.unit == "%":
        return ()
    known = [row for row in rows if row[main.index] is not None and row[before.index] is not None]
    apart = sorted(known, key=lambda row: row[before.index] - row[main.index])
    clauses = []
    for row, way in ((apart[:1], "up"), (apart[-1:], "down")):
        gap = row[0][main.index] - row[0][before.index] if row else 0
        if row and row[0] not in told and (gap > 0) == (way == "up") and gap:
            change, percent = (
                figure_change(gap, main, language),
                figure(row[0][places.measure.index], places.measure, language),
            )
            clauses.append(
                say(
                    f"sentence.amount_{way}",
                    language,
                    name=places.label(row[0]),
                    change=change,
                    percent=percent,
                )
            )
    return (statement("ends", ends=joined_clauses(clauses, language)),) if clauses else ()


def _none_moved(places: Places, rows: Sequence[Row]) -> Statement:
    """Say that every one is where it was: the first of them has neither grown nor fallen most."""
    asked, language = places.asked, places.asked.language
    return statement(
        "none_moved",
        subject=scoped(asked, asked.main.label, asked.when),
        earlier=bare(asked.earlier or say("sentence.before", language), language),
        count=_things(asked, len(rows)),
    )


def joined_clauses(clauses: Sequence[str], language: str) -> str:
    """Return clauses one after the other."""
    return ("，" if language == "zh" else ", ").join(clauses)


def _parts(places: Places) -> tuple[Statement, ...]:
    """Say what all come to together, and what share the first have."""
    asked, language, measure = places.asked, places.asked.language, places.measure
    total = sum(row[measure.index] for row in places.rows)
    parts: dict[str, Any] = {
        **_common(places),
        "total": figure(total, measure, language),
        "count": _things(asked, len(places.rows)),
    }
    if asked.of_some:
        some_of = across(asked, measure.label, parts["count"])
        parts["subject"] = (
            some_of
            if language == "zh"
            else scoped(replace(asked, about=parts["count"]), measure.label, asked.when)
        )
    if not total:
        return (statement("total", **parts),)

    def with_share(row: Row) -> str:
        if any(one.goal_of == measure.index for one in places.others()):
            return places.entry(row)  # how much of its goal was reached tells more than how much of all it is
        share = amount(row[measure.index] / total * 100, "%", language)
        name = places.label(row)
        key = "entry_share_of_number" if name[-1:].isdigit() else "entry_share"
        share += places.further(row)
        return say(f"sentence.{key}", language, name=name, value=places.value(row), share=share)

    if len(places.rows) <= FULL:
        key = "total_stock" if asked.stock else "total_all"
        names = joined([with_share(row) for row in places.rows], language)
        return (statement(key, **parts, names=names), *(_between(places) if asked.of_some else ()))
    last = places.rows[-1][measure.index]
    lowest = [row for row in places.rows if row[measure.index] == last]
    whole = statement("total", **(parts | {"subject": across(asked, measure.label, parts["count"])}))
    top = joined([with_share(row) for row in places.rows[:FIRST]], language)
    best, worst = _best(places, low=False), _best(places, low=True)
    if len(lowest) < LAST:
        ends = joined([places.entry(row) for row in places.rows[: -LAST - 1 : -1]], language)
        return (whole, statement("first_and_last", most=top, least=ends, best=best, worst=worst))
    least = some([places.label(row) for row in lowest], language, NAMED)
    value = _tied(places, lowest)
    return (whole, statement("most_and_least", most=top, least=least, value=value, best=best, worst=worst))


def _split(places: Places, *, low: bool) -> tuple[Statement, ...]:
    """Say the figure of each where they are few, else the ends."""
    asked, language = places.asked, places.asked.language
    if len(places.rows) <= FULL:
        names = joined([places.entry(row) for row in places.rows], language)
        return (statement("each", **_common(places), names=names), *_between(places))
    tied, _ = places.first()
    last = places.rows[-1][places.measure.index]
    lowest = [row for row in places.rows if row[places.measure.index] == last]
    if len(tied) < FIRST and len(lowest) <= LAST:
        return (
            statement(
                "in_order_low" if low else "in_order",
                subject=across(asked, places.measure.label, _things(asked, len(places.rows))),
                count=_things(asked, len(places.rows)),
                first=joined([places.entry(row) for row in places.rows[:FIRST]], language),
                last=joined([places.entry(row) for row in places.rows[-LAST:]], language),
            ),
        )
    names = some([places.label(row) for row in tied], language, NAMED)
    return (
        statement(
            "among_all", scope=spaced(asked.when), label=scoped(asked, places.measure.label, ""),
            **_common(places), count=_things(asked, len(places.rows)),
            best=_best(places, low=low), names=names, value=_tied(places, tied),
            worst=_best(places, low=not low),
            least=some([places.label(row) for row in lowest], language, NAMED), low=_tied(places, lowest),
        ),
    )  # fmt: skip
