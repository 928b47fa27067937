"""How many rows meet a condition, and which; where none does, what comes nearest."""

from collections.abc import Sequence

from answers.sentences.asked import Asked, Statement, statement
from answers.sentences.phrases import against, scoped, some, spaced, whose
from answers.sentences.places import FIRST, FULL, MANY, SOME, Label, Places, Row
from config.wording import say


def meeting(places: Places) -> tuple[Statement, ...]:
    """Say how many meet the conditions, and which."""
    asked, language = places.asked, places.asked.language
    if not asked.conditions:
        return ()
    few = len(places.rows) <= MANY
    shown = places.rows if few else places.rows[:SOME]
    label = "" if places.measure.label.lower() in asked.conditions.lower() else places.measure.label
    key = ("all_named" if few else "first_named") + ("_by" if label else "")
    names = say(f"sentence.{key}", language, names=places.entries(shown), best=places.best, label=label)
    count = places.count if language == "zh" else scoped(asked, places.count, "")
    key = "meeting_one" if len(places.rows) == 1 else "meeting"
    return (statement(key, scope=_scope(asked), conditions=asked.conditions, count=count, names=names),)


def _scope(asked: Asked) -> str:
    if asked.main != asked.lead and asked.earlier and not asked.counted:
        return _of_both_times(asked)
    told = whose(asked) if asked.language == "zh" else ""
    return f"{spaced(asked.when)}{f'{told}的' if told else ''}" if asked.language == "zh" else asked.when


def matched(places: Places) -> tuple[Statement, ...]:
    """Say how many were found by a condition that has no words here, and which by what figure."""
    asked, zh = places.asked, places.asked.language == "zh"
    if not asked.matched:
        return ()
    few = len(places.rows) <= FULL
    return (
        statement(
            "matched_all" if few else "matched",
            scope=spaced(asked.when) if zh else asked.when,
            count=places.count if zh else scoped(asked, places.count, ""),
            name=places.measure.label,
            names=places.entries(places.rows if few else places.rows[:FIRST]),
        ),
    )


def _of_both_times(asked: Asked) -> str:
    """Return whose and when, and what a change is against."""
    zh = asked.language == "zh"
    scope = f"{spaced(asked.when)}{whose(asked)}" if zh else scoped(asked, "", asked.when)
    return scope if asked.main == asked.lead else against(asked, scope)


def none_meets_all(asked: Asked) -> Statement:
    """Say that nothing meets several conditions: what is nearest to one may be far from the others."""
    scope, member = _of_both_times(asked), asked.things[0].label
    return statement("none_meets_all", scope=scope, conditions=asked.conditions, member=member)


def none_meets(asked: Asked, rows: Sequence[Row], label: Label) -> Statement | None:
    """Say that nothing meets the conditions, and what comes nearest to it of rows that need not."""
    measure, low = asked.lead, asked.falls_short
    present = [row for row in rows if row[measure.index] is not None]
    if not present or len(asked.things) != 1:
        return None
    places = Places(asked, sorted(present, key=lambda row: row[measure.index], reverse=not low), label, low)
    tied, _ = places.first()
    return statement(
        "none_meets", scope=_of_both_times(asked), conditions=asked.conditions, member=asked.things[0].label,
        best=places.best, names=some([label(row) for row in tied], asked.language),
        value=places.shared(tied),
    )  # fmt: skip
