"""A message that changes the question before it, rewritten to stand alone; None where unsure."""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache

from config.wording import Language
from knowledge.values import Allowed
from knowledge.vocabulary import Vocabulary, Word, lexicon
from language.calendar import MONTHS, Period, whole
from language.lists import words_in
from language.period.covered import Days
from language.periods import find_periods, has_its_year, is_part_of_a_year, last_year, part_in_year
from language.units import key_of
from understanding.pairs.clauses import Clauses, Slot, clauses_of
from understanding.pairs.completing import JUDGED
from understanding.pairs.edits import edited
from understanding.pairs.reuse import Fit, TemplateSet, find_fit
from understanding.pairs.spans import NamedValue
from understanding.words.closed import COMPARING, ENDS, SAME_PERIOD
from understanding.words.following import MOST_UNITS, is_against_its_own_year, is_marked

Periods = Iterable[tuple[Period, Period]]
Values = Iterable[tuple[NamedValue, NamedValue]]
Slots = Iterable[tuple[Slot, Slot]]


def edit_previous(
    previous_question: str,
    follow_up: str,
    templates: TemplateSet,
    today: dt.date,
    *,
    allowed: Allowed = lambda _: True,
    ends: Mapping[str, Days] | None = None,
) -> str | None:
    """Rewrite a follow-up as a stand-alone question: 那南城服务区呢, what about last quarter, 按月看.

    `ends` are the first and last day with data of columns, as schema.table.column in small letters.
    """
    vocabulary = templates.reader.vocabulary
    before = templates.understand(previous_question, today, allowed)
    change = _change(follow_up, before, templates, today, allowed)
    if not _is_change(follow_up, change) or _is_one_point(before, change):
        return None
    asked = before.periods[0] if len(before.periods) == 1 else None
    if asked and any(
        is_against_its_own_year(one, asked.start, asked.end, today) for one in change.comparisons
    ):
        return None  # the figures hold the time a year later against it
    year = _year_asked(change, asked, today) if asked else 0
    if asked and year and asked.unit in ("day", "week") and not has_its_year(asked, today):
        return None  # the week of the same number, or the same days: nobody said which
    if not any(word in follow_up.lower() for word in COMPARING):
        change = _same_days(change, before, today, _last_day(before, templates, today, ends or {}))
    for one in edited(before, change, vocabulary):
        fit = find_fit(one, templates, today)
        question = _rendered(fit, one, templates, today, change.language, allowed) if fit else None
        if question:
            return question
    return _in_its_words(before, change)


def in_taught_words(
    question: str, templates: TemplateSet, today: dt.date, *, allowed: Allowed = lambda _: True
) -> str | None:
    """Return a question in the words of the pair it fits, with what it puts into its places."""
    asked = templates.understand(question, today, allowed)
    fit = find_fit(asked, templates, today)
    return _rendered(fit, asked, templates, today, asked.language, allowed) if fit else None


def _change(
    message: str, before: Clauses, templates: TemplateSet, today: dt.date, allowed: Allowed
) -> Clauses:
    """Return what a message says; after 去年, a bare 第三季度 is last year's."""
    words = _with_markers(templates.reader.vocabulary)
    reader = replace(templates.reader, vocabulary=words)
    named = find_periods(message, today)
    past = len(before.periods) == 1 and before.periods[0].end <= dt.date(today.year, 1, 1)
    if not (past and len(named) == 1 and is_part_of_a_year(named[0].text, today.year - 1)):
        return clauses_of(reader.read(message, today, allowed), words)
    last = before.periods[0].end - dt.timedelta(days=1)
    read = clauses_of(reader.read(message, dt.date(last.year, 12, 31), allowed), words)
    return replace(read, periods=tuple(map(_dated, read.periods[:1])))


@lru_cache(maxsize=8)
def _with_markers(vocabulary: Vocabulary) -> Vocabulary:
    words = vocabulary.copy()
    for marker in lexicon()["follow_up"]:
        words.add(marker.rstrip("*"), Word("function", ()))
    return words


def _is_change(text: str, change: Clauses) -> bool:
    """Tell whether a message can only be read with the question before it."""
    names = key_of(text)
    if not names or len(names) > MOST_UNITS or any(one.thing.startswith("'") for one in change.said):
        return False
    if change.values and {*names} & {*lexicon()["going_out"]}:
        return False  # taken out or alone: the figures ask back
    if {*names} & {*words_in("metrics")["turns"]["compare"]}:
        return False  # set beside what was shown, which no pair is
    loose = {*ENDS, *JUDGED.values(), *(one.kind for one in change.comparisons)}
    fragment = all(one.bound in ("per", *ENDS) or one.thing in loose for one in change.said)
    something = change.said or change.periods or change.values or change.numbers
    return bool(something) and (fragment or is_marked(text))


def _is_one_point(before: Clauses, change: Clauses) -> bool:
    """Tell whether a cut by time would have one row: 上个月 by month; the metrics take a longer stretch."""
    if change.periods or len(before.periods) != 1:
        return False
    start, last = before.periods[0].start, before.periods[0].end - dt.timedelta(days=1)
    units = (one.thing for one in change.said if one.thing in ("day", "week", *MONTHS))
    return any(whole(unit, start) == whole(unit, last) for unit in units)


def _last_day(before: Clauses, templates: TemplateSet, today: dt.date, ends: Mapping[str, Days]) -> dt.date:
    """Return the day an answer over a time that runs ends with: yesterday, or later where all its data do."""
    fit, yesterday = find_fit(before, templates, today), today - dt.timedelta(days=1)
    times = fit.template.slots.times if fit else frozenset[str]()
    return max(yesterday, min((ends[one][1] for one in times if one in ends), default=yesterday))


def _same_days(change: Clauses, before: Clauses, today: dt.date, last: dt.date) -> Clauses:
    """Read 去年同期呢 as the days it means, not as a comparison; a time that runs ends with `last`."""
    named = [one for one in change.comparisons if one.kind == "last_year"]
    if len(before.periods) != 1:
        return change
    asked = before.periods[0]
    year = 0 if named else _year_asked(change, asked, today)
    if not year and (len(named) != 1 or change.periods):
        return change
    if not year and not any(word in named[0].text.lower() for word in SAME_PERIOD):
        return change
    if asked.start <= last and today < asked.end:
        asked = replace(asked, end=min(asked.end, last + dt.timedelta(days=1)))
    said = frozenset(one for one in change.said if one.thing != "last_year")
    back = year in (0, asked.start.year - 1)
    moved = last_year(asked) if back else part_in_year(asked, year, today)
    return replace(change, said=said, comparisons=(), periods=(_dated(moved or asked),))


def _year_asked(change: Clauses, asked: Period, today: dt.date) -> int:
    """Return the year alone that is said after a part of another, which it is of: October, and last year?

    This year is so only after a part that was said with its year: last year's National Day, not yesterday.
    """
    if (
        change.said
        or change.values
        or change.numbers
        or len(change.periods) != 1
        or change.periods[0].unit != "year"
        or asked.unit == "year"
    ):
        return 0
    year, told = change.periods[0], asked.start.year
    called = year.relative and year.count == 1 and (year.start.year != told or bool(asked.holiday))
    dated = told == today.year or has_its_year(asked, today) or bool(asked.holiday)
    return year.start.year if called and dated else 0


def _dated(period: Period) -> Period:
    """Write a period as its dates, which read the same on any day."""
    if period.holiday and period.end - period.start > dt.timedelta(days=1):
        return replace(period, text=f"{period.start.year} {period.holiday}", unfinished=False)
    text = f"{period.start.isoformat()} – {(period.end - dt.timedelta(days=1)).isoformat()}"
    return replace(period, text=text, unit="range", unfinished=False)


def _rendered(
    fit: Fit, asked: Clauses, templates: TemplateSet, today: dt.date, language: Language, allowed: Allowed
) -> str | None:
    """Say something in the words of a taught question with the same key; only where that reads the same."""
    wordings = templates.wordings.get(fit.wording.clauses.key, [])
    mine = [one.clauses for one in wordings if one.template.item_id == fit.template.item_id]
    for wording in (one for one in mine if one.language == language):
        question = _filled(wording, asked)
        read = templates.understand(question, today, allowed) if question else None
        again = find_fit(read, templates, today) if read else None
        if again and again.sql(templates.dialect) == fit.sql(templates.dialect):
            return question
    return None


def _filled(wording: Clauses, asked: Clauses) -> str | None:
    """Return a wording with what is asked in its slots."""
    if len(wording.values) != len(asked.values) or len(wording.numbers) != len(asked.numbers):
        return None
    values = _by_column(wording.values, asked.values)
    periods = zip(wording.periods, asked.periods, strict=True)
    return _with_slots(wording.text, periods, values, zip(wording.numbers, asked.numbers, strict=True))


def _by_column(old: Iterable[NamedValue], new: Iterable[NamedValue]) -> Values:
    """Yield for each value the new one that could be of its column."""
    left = list(new)
    for value in old:
        fitting = next((one for one in left if value.columns & one.columns), left[0])
        left.remove(fitting)
        yield value, fitting


def _in_its_words(before: Clauses, change: Clauses) -> str | None:
    """Put a period, value or number in the place of the one of its sort in the question's own words."""
    values = [(o, n) for n in change.values for o in before.values if o.columns & n.columns]
    one_each = all(
        not new or (len(new) == 1 and len(old) == 1)
        for old, new in (
            (before.periods, change.periods),
            (values, change.values),
            (before.numbers, change.numbers),
        )
    )
    if change.said or change.comparisons or not one_each:
        return None
    if change.numbers and before.numbers[0].role != "top":
        return None
    return _with_slots(
        before.text,
        zip(before.periods, change.periods, strict=False),
        values,
        zip(before.numbers, change.numbers, strict=False),
    )


def _with_slots(text: str, periods: Periods, values: Values, numbers: Slots) -> str | None:
    """Return a text with others in the place of its slots, or None where a number is not one in digits."""
    changes = [(old.span, new.text) for old, new in periods]
    changes += [(old.span, new.candidates[0].text) for old, new in values]
    for old, new in numbers:
        if not any(char.isdigit() for char in text[slice(*old.span)]):
            return None
        changes.append((old.span, str(new.number)))
    for (start, end), told in sorted(changes, reverse=True):
        text = text[:start] + told + text[end:]
    return text
