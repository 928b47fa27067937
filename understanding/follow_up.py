"""A message that changes the question before it, rewritten to stand alone; None where unsure."""

import datetime as dt
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from config.wording import Language
from knowledge.vocabulary import Vocabulary, Word, lexicon
from language.calendar import MONTHS, whole
from language.period.covered import Days
from language.periods import Period, find_periods, last_year
from language.units import key_of
from understanding.pairs.meaning import DIRECTIONS, JUDGED, Meaning, MeaningMaker, NamedValue, Slot
from understanding.pairs.reuse import Fit, TemplateSet, find_fit
from understanding.words.judging import turned_by_good

Allowed = Callable[[str], bool]
MOST_UNITS = 24
COMPARING = ("比", "compare", "vs", "versus", "against", "than", "较")
SAME_PERIOD = ("同期", "same", "a year earlier", "a year ago")
Span = tuple[int, int]


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
    words = _with_markers(templates.reader.vocabulary)
    reader = replace(templates.reader, vocabulary=words)
    before = templates.understand(previous_question, today, allowed)
    day = _anchored(follow_up, before, today)
    change = MeaningMaker(words).make(reader.read(follow_up, day, allowed))
    if day != today and change.periods:
        change = replace(change, periods=(_dated(change.periods[0]),))
    if not _is_change(follow_up, change) or _is_one_point(before, change):
        return None
    change = _judged(change, before, words)
    if not any(word in follow_up.lower() for word in COMPARING):
        change = _same_days(change, before, today, _last_day(before, templates, today, ends or {}))
    for edited in _edits(before, change, templates.reader.vocabulary):
        fit = find_fit(edited, templates, today)
        question = _rendered(fit, edited, templates, today, change.language, allowed) if fit else None
        if question:
            return question
    return _swapped_in_text(before, change)


def in_taught_words(
    question: str, templates: TemplateSet, today: dt.date, *, allowed: Allowed = lambda _: True
) -> str | None:
    """Return a question in the words of the pair it fits, with what it puts into its places."""
    meaning = templates.understand(question, today, allowed)
    fit = find_fit(meaning, templates, today)
    return _rendered(fit, meaning, templates, today, meaning.language, allowed) if fit else None


def _anchored(follow_up: str, before: Meaning, today: dt.date) -> dt.date:
    """Return the day a follow-up is read on: after 去年, a bare 第三季度 is last year's."""
    if len(before.periods) != 1 or not before.periods[0].end <= dt.date(today.year, 1, 1):
        return today
    named = find_periods(follow_up, today)
    if len(named) != 1 or not is_part_of_a_year(named[0].text, today.year - 1):
        return today
    last = before.periods[0].end - dt.timedelta(days=1)
    return dt.date(last.year, 12, 31)


def is_part_of_a_year(text: str, year: int) -> bool:
    """Tell 第三季度 from 上个季度: it begins on the same day, whichever day of that year it is read on."""
    late = (dt.date(year, 11, 30), dt.date(year, 12, 31), dt.date(year + 1, 1, 1))
    early = (dt.date(year, 4, 30), dt.date(year, 11, 30), dt.date(year, 12, 31))
    for days in (late, early):
        read = [find_periods(text, day) for day in days]
        starts = {found[0].start for found in read if found}
        units = {found[0].unit for found in read if found}
        if all(read) and len(starts) == 1 and starts.pop().year == year and "year" not in units:
            return True
    return False


@lru_cache(maxsize=8)
def _with_markers(vocabulary: Vocabulary) -> Vocabulary:
    words = vocabulary.copy()
    for marker in lexicon()["follow_up"]:
        words.add(marker.rstrip("*"), Word("function", ()))
    return words


def _is_change(text: str, change: Meaning) -> bool:
    """Tell whether a message can only be read with the question before it."""
    names = key_of(text)
    if not names or len(names) > MOST_UNITS or any(token.startswith("'") for token in change.tokens):
        return False
    if change.values and {*names} & {*lexicon()["going_out"]}:
        return False  # taken out or alone: the figures ask back
    marked = any(_holds(names, marker) for marker in _strong_markers())
    loose = (*DIRECTIONS, *JUDGED.values(), *(one.kind for one in change.comparisons))
    fragment = all(token.startswith(("per:", *DIRECTIONS)) or token in loose for token in change.tokens)
    something = change.tokens or change.periods or change.values or change.numbers
    return bool(something) and (marked or fragment)


@lru_cache(maxsize=1)
def _strong_markers() -> tuple[tuple[str, ...], ...]:
    return tuple(key_of(marker.rstrip("*")) for marker in lexicon()["follow_up"] if marker.endswith("*"))


def _holds(names: tuple[str, ...], part: tuple[str, ...]) -> bool:
    return any(names[at : at + len(part)] == part for at in range(len(names) - len(part) + 1))


def _is_one_point(before: Meaning, change: Meaning) -> bool:
    """Tell whether a split by time would have one row: 上个月 by month; the metrics take a longer stretch."""
    if change.periods or len(before.periods) != 1:
        return False
    start, last = before.periods[0].start, before.periods[0].end - dt.timedelta(days=1)
    units = [token.removeprefix("per:") for token in change.tokens]
    return any(unit in ("day", "week", *MONTHS) and whole(unit, start) == whole(unit, last) for unit in units)


def _last_day(before: Meaning, templates: TemplateSet, today: dt.date, ends: Mapping[str, Days]) -> dt.date:
    """Return the day an answer over a time that runs ends with: yesterday, or later where all its data do."""
    fit, yesterday = find_fit(before, templates, today), today - dt.timedelta(days=1)
    times = fit.template.slots.times if fit else frozenset[str]()
    return max(yesterday, min((ends[one][1] for one in times if one in ends), default=yesterday))


def _same_days(change: Meaning, before: Meaning, today: dt.date, last: dt.date) -> Meaning:
    """Read 去年同期呢 as the days it means, not as a comparison; a time that runs ends with `last`."""
    named = [one for one in change.comparisons if one.kind == "last_year"]
    if len(named) != 1 or change.periods or len(before.periods) != 1:
        return change
    if not any(word in named[0].text.lower() for word in SAME_PERIOD):
        return change
    asked = before.periods[0]
    if asked.start <= last and today < asked.end:
        asked = replace(asked, end=min(asked.end, last + dt.timedelta(days=1)))
    return replace(
        change, tokens=change.tokens - {"last_year"}, comparisons=(), periods=(_dated(last_year(asked)),)
    )


def _dated(period: Period) -> Period:
    """Write a period as its dates, which read the same on any day."""
    text = f"{period.start.isoformat()} – {(period.end - dt.timedelta(days=1)).isoformat()}"
    return replace(period, text=text, unit="range", unfinished=False)


def _edits(before: Meaning, change: Meaning, vocabulary: Vocabulary) -> Iterator[Meaning]:
    """Give the meanings a change could lead to, likeliest first."""
    edited = replace(before, text="", names=())
    if len(change.periods) > 1 or len(change.values) > 1 or len(change.numbers) > 1:
        return
    if change.periods:
        edited = replace(edited, periods=change.periods)
    edited, change = _turned(edited, change)
    if change.numbers:
        edited = _with_number(edited, change)
    tokens = change.tokens - set(DIRECTIONS)
    if change.comparisons:
        edited = replace(edited, tokens=edited.tokens | {one.kind for one in change.comparisons})
        edited = replace(edited, comparisons=change.comparisons)
        tokens -= {one.kind for one in change.comparisons}
    for step in _with_values(edited, change, vocabulary) if change.values else [edited]:
        yield from _with_tokens(step, tokens, vocabulary) if tokens else [step]


def _turned(edited: Meaning, change: Meaning) -> tuple[Meaning, Meaning]:
    """Turn highest into lowest where the change says so; without a number of its own the number stays."""
    wanted = next((mark for mark in DIRECTIONS if mark in change.tokens), "")
    ranked = next((mark for mark in DIRECTIONS if any(t.startswith(mark) for t in edited.tokens)), "")
    if not wanted or not ranked:
        return edited, change
    tokens = {wanted + t.removeprefix(ranked) if t.startswith(ranked) else t for t in edited.tokens}
    change = replace(change, numbers=tuple(slot for slot in change.numbers if not slot.implicit))
    return replace(edited, tokens=frozenset(tokens)), change


def _judged(change: Meaning, before: Meaning, vocabulary: Vocabulary) -> Meaning:
    """Let best and worst be high or low as the one measure asked about is good."""
    measured = {
        rest
        for one in before.tokens
        if _is_ranked_or_measured(one, vocabulary)
        for rest in [one.rpartition(":")[2]]
    }
    if len(measured) != 1:
        return change
    name = measured.pop()
    ways = {
        word: turned_by_good(token, (name,), vocabulary.good.get(name, "")) for token, word in JUDGED.items()
    }
    return replace(change, tokens=frozenset(ways.get(one, one) for one in change.tokens))


def _is_ranked_or_measured(token: str, vocabulary: Vocabulary) -> bool:
    mark, _, rest = token.rpartition(":")
    return mark in DIRECTIONS or (not mark and vocabulary.kind_of(rest) == "measure")


def _with_number(edited: Meaning, change: Meaning) -> Meaning:
    slot = replace(change.numbers[0], role="top")
    kept = tuple(one for one in edited.numbers if one.role != "top")
    if len(kept) < len(edited.numbers):
        return replace(edited, numbers=(*kept, slot))
    return _ranked(replace(edited, numbers=(*kept, slot)), "bottom" if "bottom" in change.tokens else "top")


def _ranked(edited: Meaning, direction: str) -> Meaning:
    """Turn a list by some thing into a ranking of it: 各服务区的营业额 → the first of them."""
    split = [token for token in edited.tokens if token.startswith("per:")]
    rest = [token for token in edited.tokens if ":" not in token and token not in ("rank", "count")]
    if len(split) != 1 or len(rest) != 1:
        return edited
    tokens = {split[0].removeprefix("per:"), f"{direction}:{rest[0]}"}
    return replace(edited, tokens=frozenset(tokens | (edited.tokens & {"count"})))


def _with_values(edited: Meaning, change: Meaning, vocabulary: Vocabulary) -> Iterator[Meaning]:
    value = change.values[0]
    columns = {found.column for found in value.candidates}
    same = [one for one in edited.values if columns & {found.column for found in one.candidates}]
    if len(same) == 1:
        yield replace(edited, values=tuple(value if one is same[0] else one for one in edited.values))
        return
    kinds = {vocabulary.tables.get(column.rpartition(".")[0], "") for column in columns}
    added = (*edited.values, value)
    yield replace(edited, values=added, tokens=_without(edited.tokens, kinds), numbers=_no_top(edited))
    yield replace(edited, values=added)


def _without(tokens: frozenset[str], kinds: set[str]) -> frozenset[str]:
    """Take out what one value now stands for: the thing ranked or split by, and the ranking."""
    kept: set[str] = set()
    for token in tokens:
        mark, _, rest = token.rpartition(":")
        if rest in kinds and mark in ("", "per"):
            continue
        kept.add(rest if mark in DIRECTIONS else token)
    return frozenset(kept - {"rank"})


def _no_top(edited: Meaning) -> tuple[Slot, ...]:
    return tuple(slot for slot in edited.numbers if slot.role != "top")


def _with_tokens(edited: Meaning, tokens: frozenset[str], vocabulary: Vocabulary) -> Iterator[Meaning]:
    """Give the meanings of another split (按月看) or another measure (订单数呢)."""
    splits = {token for token in tokens if token.startswith("per:")}
    if splits == tokens:
        kinds = {vocabulary.kind_of(token.removeprefix("per:")) for token in splits}
        kept = {t for t in edited.tokens if not (t.startswith("per:") and vocabulary.kind_of(t[4:]) in kinds)}
        yield replace(edited, tokens=frozenset(kept | splits))
        yield replace(edited, tokens=edited.tokens | splits)
        flat = _without(edited.tokens, {t for t in edited.tokens if vocabulary.kind_of(t) == "entity"})
        yield replace(edited, tokens=frozenset(flat | splits), numbers=_no_top(edited))
        return
    if not any(vocabulary.kind_of(token) in ("measure", "word", "entity") for token in tokens):
        return
    kept = {token for token in edited.tokens if not _is_measured(token, vocabulary)}
    directions = [mark for mark in DIRECTIONS if any(t.startswith(mark + ":") for t in edited.tokens)]
    yield replace(edited, tokens=frozenset(kept | tokens), order=())
    for mark in directions:
        for token in tokens - splits:
            yield replace(edited, tokens=frozenset(kept | (tokens - {token}) | {f"{mark}:{token}"}), order=())


def _is_measured(token: str, vocabulary: Vocabulary) -> bool:
    mark, _, rest = token.rpartition(":")
    if mark in DIRECTIONS or token in ("count", "avg", "rate", "share"):
        return True
    return not mark and vocabulary.kind_of(rest) in ("measure", "word")


def _rendered(
    fit: Fit, edited: Meaning, templates: TemplateSet, today: dt.date, language: Language, allowed: Allowed
) -> str | None:
    """Word a meaning with a taught question that has the same key; keep it only if it reads the same."""
    wordings = templates.wordings.get(fit.wording.meaning.key, [])
    mine = [one for one in wordings if one.template.item_id == fit.template.item_id]
    for wording in (one for one in mine if one.meaning.language == language):
        question = _filled(wording.meaning, edited)
        again = (
            find_fit(templates.understand(question, today, allowed), templates, today) if question else None
        )
        if again and again.sql(templates.dialect) == fit.sql(templates.dialect):
            return question
    return None


def _filled(wording: Meaning, edited: Meaning) -> str | None:
    changes: list[tuple[Span, str]] = []
    if len(wording.values) != len(edited.values) or len(wording.numbers) != len(edited.numbers):
        return None
    for old, new in zip(wording.periods, edited.periods, strict=True):
        changes.append((old.span, new.text))
    for named, value in zip(wording.values, _in_order(wording, edited), strict=True):
        changes.append((named.span, value.candidates[0].text))
    for slot, number in zip(wording.numbers, edited.numbers, strict=True):
        if not any(char.isdigit() for char in wording.text[slice(*slot.span)]):
            return None
        changes.append((slot.span, str(number.number)))
    return _spliced(wording.text, changes)


def _in_order(wording: Meaning, edited: Meaning) -> list[NamedValue]:
    """Return the values in the order of the wording's, by the columns they can be of."""
    left = list(edited.values)
    ordered = []
    for named in wording.values:
        columns = {found.column for found in named.candidates}
        fitting = next((v for v in left if columns & {found.column for found in v.candidates}), left[0])
        left.remove(fitting)
        ordered.append(fitting)
    return ordered


def _spliced(text: str, changes: list[tuple[Span, str]]) -> str:
    for (start, end), new in sorted(changes, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def _swapped_in_text(before: Meaning, change: Meaning) -> str | None:
    """Put a period, value or number in the place of the one of its sort in the question's own words."""
    if change.tokens or change.comparisons:
        return None
    changes: list[tuple[Span, str]] = []
    if change.periods:
        if len(change.periods) != 1 or len(before.periods) != 1:
            return None
        changes.append((before.periods[0].span, change.periods[0].text))
    if change.values:
        columns = {found.column for found in change.values[0].candidates}
        same = [one for one in before.values if columns & {found.column for found in one.candidates}]
        if len(change.values) != 1 or len(same) != 1:
            return None
        changes.append((same[0].span, change.values[0].candidates[0].text))
    if change.numbers:
        tops = [one for one in before.numbers if one.role == "top"]
        if len(change.numbers) != 1 or len(tops) != 1 or len(before.numbers) != 1:
            return None
        if not any(char.isdigit() for char in before.text[slice(*tops[0].span)]):
            return None
        changes.append((tops[0].span, str(change.numbers[0].number)))
    return _spliced(before.text, changes) if changes else None
