"""Several rows by name: the sentences that may tell them, and what each has of all."""

from collections.abc import Sequence
from dataclasses import replace

from answers.sentences.amounts import amount
from answers.sentences.asked import Asked, Statement, statement
from answers.sentences.growing import growing
from answers.sentences.leading import between, leading, leading_within
from answers.sentences.meeting import matched, meeting
from answers.sentences.phrases import across, agreeing, beside, figure, joined, scoped, spaced
from answers.sentences.places import FIRST, FULL, LAST, NAMED, Label, Places, Row
from answers.sentences.whether import PAIR, borne_out
from config.wording import say


def ranking(asked: Asked, rows: Sequence[Row], label: Label, *, truncated: bool) -> tuple[Statement, ...]:
    """Say who has most or least; of all there are, also what they come to together."""
    at = asked.lead.index
    present = [row for row in rows if row[at] is not None]
    if not present:
        return (statement("no_figure", subject=scoped(asked, asked.lead.label, asked.when)),)
    low = asked.falls_short or (asked.ranked is not None and asked.ranked.direction == "bottom")
    present.sort(key=lambda row: row[at], reverse=not low)
    if asked.lead.role == "figure" and (len(present) == 2 or (asked.ranked and asked.ranked.ahead)):
        finer = agreeing(present[0][at], present[1 % len(present)][at], asked.lead, asked.language)
        asked = replace(asked, measures=(finer, *asked.measures[1:]))
    places = Places(asked, present, label, low, rows, truncated)
    return next(told for sentence in _SENTENCES if (told := sentence(places)))


def of_one_name(asked: Asked, rows: Sequence[Row], label: Label) -> tuple[Statement, ...]:
    """Say what listed rows of one name come to together, as a customer's bills, where there are such."""
    present = [row for row in rows if row[asked.lead.index] is not None]
    return _by_name(Places(asked, present, label)) if present else ()


def _with_their_total(places: Places) -> tuple[Statement, ...]:
    """Say what a few members come to together, where each row has that too: it was asked for."""
    asked, rows, at = places.asked, places.rows, places.measure.index
    total = sum(row[at] for row in rows) if asked.of_some and 1 < len(rows) <= FULL else None
    columns = [column for column in range(len(rows[0])) if column != at]
    if total is None or not any(all(row[column] == total for row in rows) for column in columns):
        return ()
    names = joined([places.label(row) for row in rows], asked.language)
    of = "的" if asked.language == "zh" else ", "  # theirs is the sum, not that of all
    own = replace(places, asked=replace(asked, about=f"{asked.about}{of}{names}" if asked.about else names))
    told = figure(total, places.measure, asked.language)
    return (statement("total_all", subject=own.subject, total=told, names=places.entries(rows)),)


def _each_asked_for(places: Places) -> tuple[Statement, ...]:
    """Say the figure of each of a few members that were asked for, in the order they were named in."""
    asked, rows = places.asked, places.rows
    if not (asked.of_some and 2 <= len(rows) <= FULL):
        return ()
    by_name = {str(row[asked.things[0].index]): row for row in rows} if asked.things else {}
    named = [by_name[name] for name in asked.named if name in by_name]
    if len(named) == len(rows) > 2:
        places = replace(places, rows=named)
    each = statement("each", subject=places.subject, names=places.entries(places.rows))
    return (*_whether(places), each, *between(places))


def _whether(places: Places) -> tuple[Statement, ...]:
    """Say whether one of two members has more than the other, as the question has it."""
    asked = places.asked.whether
    own = [row for row in places.rows if asked and str(row[places.asked.things[0].index]) == asked.member]
    if asked is None or len(own) != 1 or len(places.rows) != PAIR:
        return ()
    others = [row[places.measure.index] for row in places.rows if row is not own[0]]
    return borne_out(asked, own[0][places.measure.index], others[0])


def _all_equal(places: Places) -> tuple[Statement, ...]:
    """Say the one figure that all have."""
    tied, others = places.first()
    if len(tied) < 2 or others or places.further(tied[0]):
        return ()
    subject = across(places.asked, places.measure.label, places.count)
    return (statement("all_equal", subject=subject, count=places.count, value=places.value(tied[0])),)


def _parts(places: Places) -> tuple[Statement, ...]:
    """Say what all come to together, what share the first have, and what their other figures come to."""
    asked, measure, rows = places.asked, places.measure, places.rows
    whole = asked.is_whole and measure.adds and not (places.truncated or places.low)
    if not whole or len(rows) < 2 or min(row[measure.index] for row in rows) < 0:
        return ()
    total = sum(row[measure.index] for row in rows)
    parts = {"total": figure(total, measure, asked.language), "count": places.count}
    further = _further_totals(places)
    if not total:
        some = asked if asked.language == "zh" else replace(asked, about=places.count)
        of_all = across(some, measure.label, places.count) if asked.of_some else places.subject
        return (statement("total", subject=of_all, **parts), *further)

    def with_shares(shown: Sequence[Row]) -> str:
        return joined([_with_share(places, row, total) for row in shown], asked.language)

    if len(rows) <= FULL:
        key = "total_stock" if asked.stock else "total_all"
        return (statement(key, subject=places.subject, **parts, names=with_shares(rows)), *further)
    lead = statement("total", subject=across(asked, measure.label, places.count), **parts)
    if asked.none_left_out:
        beyond = rows[FIRST][measure.index]
        ahead = [row for row in rows[:FIRST] if row[measure.index] > beyond]  # no tie is cut
        first = statement("first_of_some", best=places.best, most=with_shares(ahead or rows[:FIRST]))
        return (lead, first, *further)
    ends = {"most": with_shares(rows[:FIRST]), "best": places.best, "worst": places.worst}
    lowest = places.like(rows[-1])
    if len(lowest) < LAST:
        return (
            lead,
            statement("first_and_last", least=places.entries(rows[: -LAST - 1 : -1]), **ends),
            *further,
        )
    least = {"least": places.names(lowest, NAMED), "value": places.shared(lowest)}
    return (lead, statement("most_and_least", **least, **ends), *further)


def _by_name(places: Places) -> tuple[Statement, ...]:
    """Say of rows of one name, as a customer's bills, what they come to together, or from where to where."""
    asked, language, label = places.asked, places.asked.language, places.label
    groups: dict[str, list[Row]] = {}
    for row in places.rows:
        groups.setdefault(label(row), []).append(row)
    if len(groups) == len(places.rows) or places.measure.role != "figure":
        return ()

    def called(row: Row) -> str:
        number = len(groups[label(row)])
        rows = say("sentence.rows_many", language, count=f"{number:,}")
        return (
            say("sentence.rows_of_name", language, name=label(row), rows=rows) if number > 1 else label(row)
        )

    subject = across(asked, places.measure.label, places.count)
    if not places.measure.adds or places.truncated:
        told = [_from_to(replace(places, label=called), own) for own in groups.values()]
        first = say("sentence.comma", language).join(told[:FIRST])
        many = len(told) > FULL
        names = say("rows.first_of_many", language, names=first) if many else joined(told, language)
        return (statement("each", subject=subject, names=names),)
    added = replace(asked, measures=tuple(one for one in asked.measures if one.adds))
    sums = [_summed(own, [one.index for one in added.measures]) for own in groups.values()]
    sums.sort(key=lambda row: row[places.measure.index], reverse=not places.low)
    own = Places(added, sums, called, places.low)
    total = figure(sum(row[places.measure.index] for row in sums), places.measure, language)
    if 1 < len(sums) <= FULL:
        return (statement("total_all", subject=subject, total=total, names=own.entries(sums)),)
    ends = {"most": own.entries(sums[:FIRST]), "least": own.entries(sums[: -LAST - 1 : -1])}
    more = (statement("first_and_last", best=places.best, worst=places.worst, **ends),)
    return (statement("total", subject=subject, total=total, count=places.count), *(more if sums[1:] else ()))


def _from_to(places: Places, rows: Sequence[Row]) -> str:
    """Return a name with the least and the most of its rows."""
    ends = sorted((rows[0], rows[-1]), key=lambda row: row[places.measure.index])
    if places.value(ends[0]) == places.value(ends[1]):
        return places.entry(rows[0])
    low, high = map(places.value, ends)
    value = say("sentence.from_low_to_high", places.asked.language, low=low, high=high)
    return say("sentence.entry_of_number", places.asked.language, name=places.label(rows[0]), value=value)


def _summed(rows: Sequence[Row], columns: Sequence[int]) -> Row:
    """Return rows of one name as one: what adds up in these columns, all else as the first has it."""
    return tuple(
        sum(row[at] or 0 for row in rows) if at in columns else cell for at, cell in enumerate(rows[0])
    )


def _with_share(places: Places, row: Row, total: float) -> str:
    """Return a row's name and figure with what it is of all."""
    language = places.asked.language
    if any(one.goal_of == places.measure.index for one in places.others):
        return places.entry(row)  # how much of its goal was reached tells more than how much of all it is
    name = places.label(row)
    share = f"{amount(row[places.measure.index] / total * 100, '%', language)}{places.further(row)}"
    key = "entry_share_of_number" if name[-1:].isdigit() else "entry_share"
    value = figure(row[places.measure.index], places.measure, language, places.scale)
    return say(f"sentence.{key}", language, name=name, value=value, share=share)


def _further_totals(places: Places) -> tuple[Statement, ...]:
    """Say what the other figures come to in all that add up: how long they stood still, beside how often."""
    language = places.asked.language
    others = [one for one in places.others if one.adds]
    totals = {at.index: sum(row[at.index] or 0 for row in places.rows) for at in (places.measure, *others)}
    told = [beside(totals, one, places.measure, language) for one in others if totals[one.index]]
    return (statement("in_all", names=joined(told, language)),) if told else ()


def _split(places: Places) -> tuple[Statement, ...]:
    """Say the figure of each where they are few, else the ends."""
    asked, rows, label = places.asked, places.rows, places.measure.label
    if len(rows) <= FULL:
        each = statement("each", subject=places.subject, names=places.entries(rows))
        further = _further_totals(places) if asked.written else ()
        return (*_whether(places), each, *between(places), *further)
    tied, _ = places.first()
    lowest = places.like(rows[-1])
    if len(tied) < FIRST and len(lowest) <= LAST:
        ends = {"first": places.entries(rows[:FIRST]), "last": places.entries(rows[-LAST:])}
        key = "in_order_low" if places.low else "in_order"
        return (statement(key, subject=across(asked, label, places.count), count=places.count, **ends),)
    return (
        statement(
            "among_all", scope=spaced(asked.when), label=scoped(asked, label, ""),
            subject=places.subject, count=places.count,
            best=places.best, names=places.names(tied, NAMED), value=places.shared(tied),
            worst=places.worst, least=places.names(lowest, NAMED), low=places.shared(lowest),
        ),
    )  # fmt: skip


# Tried in this order; the last tells any rows.
_SENTENCES = (
    leading,
    leading_within,
    meeting,
    _with_their_total,
    _each_asked_for,
    matched,
    growing,
    _by_name,
    _all_equal,
    _parts,
    _split,
)
