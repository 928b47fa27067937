"""The spans that stand in a question by themselves: tables, columns, members, numbers, times, marks."""

import contextlib
import datetime as dt
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache

from database.schema import Column
from knowledge.definitions.column_words import says, words_of
from knowledge.values import SURE_NAME, Allowed, Entry
from knowledge.vocabulary import lexicon
from language.numerals import ENGLISH, HAN_NUMERALS, MULTIPLIERS, number
from language.period.moments import read_moments
from language.periods import as_a_whole, read_time
from language.roots import PARTICLES, root
from language.units import key_of
from understanding.chart.spans import Key, Sized, Span, found_in, sized
from understanding.metric.vocabulary import metric_words
from understanding.rows.called import deed_nouns, expiring_thing, thing_names
from understanding.rows.frame import Condition
from understanding.rows.lasting import running_of
from understanding.rows.names import Called, Col, Names, Thing
from understanding.rows.rules.times import LONGEST
from understanding.rows.spans import Text
from understanding.rows.view import View, asked_price
from understanding.rows.words import (
    LONGEST_NAME,
    figure_words,
    forms_of,
    has_gone_by,
    marks,
    notions,
    of_one_notion,
    rows_words,
)
from understanding.words.closed import JOINING, is_a_length
from understanding.words.empty import empty_from
from understanding.words.verbs import ASKING, tells_what_happened

DAY = re.compile(r"(?<!\d)\d{4}-\d\d-\d\d(?!\d)")
BARE_MONTH = re.compile(
    r"(?:in |for )?(?:(?:\d{1,2}|[一二三四五六七八九十]{1,2})月份?"
    r"|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*)",
    re.IGNORECASE,
)
HOW_MANY = (("多", "少"), ("几",))
WHO_IS = (key_of("是谁"), key_of("都是谁"), key_of("who"))
LONGEST_NUMERAL = 4
SCALES = (*MULTIPLIERS, "百", "hundred")  # 8千, 8k
ABOVE = ("above", "leads", "under", "below")  # the boss, manages, reports to, direct reports
LEAST_UNDONE = 4  # letters of a word that says un- of something
Seed = Callable[[Text, View], Iterator[Span]]


def tables(text: Text, view: View) -> Iterator[Span]:
    """Yield what a table's rows are called: of the rows asked for, or of what their keys point at."""
    for start, end, things in found_in(text.forms, view.names.listed_things):
        for thing in things:
            if thing.table == view.table:
                yield Span(start, end, "rows", replace(thing, sure=True), "tables", sure=thing.sure)
            elif thing.table in view.parents:
                yield Span(start, end, "parent", thing.table, "tables", sure=thing.sure)
                if key := view.names.key_to(view.table, thing.table):
                    yield Span(start, end, "key", view.names.col(key), "tables", sure=thing.sure)
                if (named := view.names.naming(thing.table)) and view.allowed(named):
                    for type_ in ("column", "parent_named"):
                        yield Span(start, end, type_, view.names.col(named), "tables", sure=thing.sure)


@lru_cache(maxsize=1)
def _joints() -> frozenset[Key]:
    """Return the words behind which something is named beside what stands before: 服务区和日期."""
    return frozenset(key_of(word) for word in JOINING)


def columns(text: Text, view: View) -> Iterator[Span]:
    """Yield columns: the rows' own, else what only their parents have."""
    days = _days_of_states(text, view)
    for start, end, (own, theirs) in found_in(text.forms, view.once(_columns)):
        if start in days:
            continue
        for one in own or [one for one in theirs if one.sure and not one.verb]:
            column, type_ = view.names.col(one.column), "event" if one.verb else "column"
            if one.verb and _is_a_value(column, start, end, text, view):
                continue  # resigned, one reason for which people left, is not whoever left
            if column.kind == "time" and (
                _is_a_state(start, end, text, view) or (one.verb and _is_not_over(start, end, text, view))
            ):
                continue
            yield Span(start, end, type_, column, "columns", sure=one.sure)
        for one in theirs if text.keys[start - 1 : start] not in _joints() else ():
            yield Span(start, end, "of_parent", view.names.col(one.column), "columns", sure=one.sure)


def _is_a_value(day: Col, start: int, end: int, text: Text, view: View) -> bool:
    """Tell a verb in a time that is a whole value of the rows' own, no word of the day it is taken for."""
    said = text.written(start, end).lower()
    if day.says(said.removeprefix("已")) or root(said) in map(root, day.words):
        return False
    if not read_time(text.raw, view.today).periods:
        return False  # what is closed may be in that state, or have been closed: either is asked back
    every = (*_values(text, view), *_codes(text, view))
    return any((one.start, one.end) == (start, end) and one.sure and view.owns(one.value[0]) for one in every)


def _is_a_state(start: int, end: int, text: Text, view: View) -> bool:
    """Tell a word that says in what state rows were, not what happened: were open, not opened."""
    if text.keys[start - 1 : start] not in _being():
        return False
    states = (*absences(text, view), *(one for one in _codes(text, view) if view.owns(one.value[0])))
    return any(one.start == start and one.end <= end for one in states)  # were open on a day


def _is_not_over(start: int, end: int, text: Text, view: View) -> bool:
    """Tell a word for what is not over yet from a deed, in its bare form and at no time: open complaints.

    *Which did we open* asks for a deed.
    """
    said = text.written(start, end).lower()
    ahead = {text.written(at, at + 1).lower() for at in range(start)}
    dated = bool(read_time(text.raw, view.today).periods)
    return said in _not_over() and ASKING.isdisjoint(ahead) and not dated


@lru_cache(maxsize=1)
def _not_over() -> frozenset[str]:
    return frozenset(str(one) for one in lexicon()["words"]["unfinished"])


@lru_cache(maxsize=1)
def _being() -> frozenset[Key]:
    return frozenset(key_of(word) for word in rows_words()["being"])


def _columns(view: View) -> Sized[tuple[tuple[Called, ...], tuple[Called, ...]]]:
    """Return the rows' own columns, and those of what their keys point at, by what they are called."""
    keys = dict.fromkeys((*view.names.columns(view.table), *view.columns_of_parents))
    return sized({key: (view.own(key), view.of_parents(key)) for key in keys}, LONGEST_NAME)


def deeds(text: Text, view: View) -> Iterator[Span]:
    """Yield days of the rows by the nouns of what they record: from submission to settlement."""
    for start, end, found in found_in(text.forms, view.once(_deed_nouns)):
        if len(found) == 1:
            yield Span(start, end, "moment", view.names.col(found[0]), "deeds")


def _deed_nouns(view: View) -> Sized[Sequence[str]]:
    """Return the columns of days by the nouns of their verbs."""
    known: dict[Key, list[str]] = {}
    for full in view.names.columns_in(view.table):
        if view.is_time(full) and view.allowed(full):
            for key in dict.fromkeys(map(forms_of, deed_nouns(view.names.of(full)))):
                known.setdefault(key, []).append(full)
    return sized(known, LONGEST_NAME)


def absences(text: Text, view: View) -> Iterator[Span]:
    """Yield what a row is called where one of its columns is empty: 在职, 营业中, open."""
    for full, known in view.once(_absent):
        for start, end, _ in found_in(text.keys, known):
            yield Span(start, end, "absent", view.names.col(full), "absences")


def _absent(view: View) -> Sequence[tuple[str, Sized[bool]]]:
    """Return what rows are called where a column of theirs is empty, column by column."""
    found = []
    for full in view.names.columns_in(view.table):
        if view.names.of(full).nullable and view.allowed(full):
            known = {key_of(name): True for one in view.names.absent(full) for name in _undone(one)}
            found += [(full, sized(known, LONGEST_NAME))] if known else []
    return found


def others(text: Text, view: View) -> Iterator[Span]:
    """Yield the rows that belong to these, by what they are called and by what is done on their day."""
    pointing = view.once(_pointing)
    if not pointing:
        return
    for start, end, thing in found_in(text.forms, view.once(_called)):
        if thing.table in pointing:
            meant = _some_of(thing, view)
            whole = thing.sure or _is_named_by_these(text.forms[start:end], thing, view)
            sure = whole and (bool(meant.defined) or _all_count(thing.table, view.names))
            yield Span(start, end, "others", meant, "others", sure=sure)
            yield Span(start, end, "their_rows", meant, "others", sure=whole)
    yield from _of_kinds(text, view)
    for start, end, (meant, sure) in found_in(text.forms, view.once(_kinds_of_others)):
        yield Span(start, end, "their_kind", meant, "others", sure=sure)
    for start, end, (meant, sure) in found_in(text.forms, view.once(_deeds)):
        yield Span(start, end, "deed", meant, "deeds", sure=sure)


def _is_named_by_these(word: Key, thing: Thing, view: View) -> bool:
    """Tell a part of a name whose other words are what these rows are called: faults, of charging piles."""
    these = {form for name in thing_names(view.names.table(view.table)) for form in forms_of(name)}
    names = map(forms_of, thing_names(view.names.table(thing.table)))
    return any(name[-len(word) :] == word and these.issuperset(name[: -len(word)]) for name in names)


def _kinds_of_others(view: View) -> Sized[tuple[Condition, bool]]:
    """Return the codes that rows of one table alone have which belong to these: failed, of inspections.

    Not sure where another thing lies between: late may be said of who was there, or of whose lesson it was.
    """
    known: dict[Key, set[tuple[str, str]]] = defaultdict(set)
    for child in view.once(_pointing):
        for full in filter(view.allowed, view.names.columns_in(child)):
            for code, wordings in view.names.codes.get(full, {}).items():
                for key in map(forms_of, wordings):
                    known[key].add((full, code))
    own = view.once(_meant_by).known
    found = {}
    for key, codes in known.items():
        ((full, code), *more) = codes
        if not more and not view.own(key) and key not in own:
            child = full.rpartition(".")[0]
            near = len(view.names.catalog.path(child, view.table) or ()) == 1
            defined, settled = _which_count(full, view)
            meant = Condition(
                view.once(_pointing)[child], "many_of", (), _their_day(Thing(child), view), defined
            )
            found[key] = replace(meant, codes=((full, code),)), near and settled
    return sized(found, LONGEST_NAME)


def _which_count(column: str, view: View) -> tuple[str, bool]:
    """Return the metric by whose filters rows of a code count, and whether that is certain.

    A code of the one column that these filters are of says itself which rows are meant: cancelled orders.
    """
    child, _, name = column.rpartition(".")
    called = {one.defined for one in view.once(_called).known.values() if one.table == child} - {""}
    if len(called) != 1:
        return "", _all_count(child, view.names) or {*view.names.doubtful(child)} <= {column}
    (defined,) = called
    filters = view.names.catalog.metrics[defined].filters
    told = [bool(re.search(rf"\b{re.escape(name)}\b", one, re.IGNORECASE)) for one in filters]
    return ("", all(told)) if any(told) else (defined, True)


def _some_of(thing: Thing, view: View) -> Condition:
    """Return that there are rows of another table of theirs, as they count: shops that stand today."""
    doubtful = not thing.defined and not _all_count(thing.table, view.names)
    standing = view.names.standing(thing.table) if doubtful else ""
    day = "" if standing else _their_day(thing, view)
    return Condition(view.once(_pointing)[thing.table], "some_of", (), day, thing.defined or standing)


def _of_kinds(text: Text, view: View) -> Iterator[Span]:
    """Yield others of a kind by what it is called alone: petrol stations, shops of a category."""
    kinds = view.once(_kinds)
    for start in range(len(text.keys)) if kinds else ():
        for length, entries in view.known.values.at(text.keys, start):
            columns = {one.column for one in entries}
            for one in entries:
                first = view.names.first(one.column)
                if first not in kinds or (one.column != first and first in columns):
                    continue  # the same name in the first language is found as well
                some = _some_of(Thing(kinds[first]), view)
                meant = replace(some, until="", named=one.column, values=(one.value,))
                counts = bool(some.defined) or _all_count(kinds[first], view.names)
                sure = one.score >= SURE_NAME and counts
                yield Span(start, start + length, "others", meant, "others", sure=sure)


def _kinds(view: View) -> Mapping[str, str]:
    """Return what kinds are called that tell some of the rows of one table from others, with that table."""
    found: dict[str, list[str]] = defaultdict(list)
    for child in view.once(_pointing):
        for parent in view.names.parents(child):
            named = view.names.naming(parent)
            beside = parent not in view.tables and len(view.names.catalog.path(child, parent) or ()) == 1
            if named and beside and view.leads(child, parent) and view.allowed(named):
                found[view.names.first(named)].append(child)
    return {named: children[0] for named, children in found.items() if len(children) == 1}


def _their_day(thing: Thing, view: View) -> str:
    """Return the column that says when the rows of another table are, or nothing."""
    names, times = view.names, view.names.times(thing.table)
    counts = thing.defined or names.counts_all(thing.table)
    day = names.day_of(names.catalog.metrics[counts]) if counts else ""
    day = day or (times[0] if len(times) == 1 else "")
    return day if day and view.allowed(day) else ""


def _pointing(view: View) -> Mapping[str, str]:
    """Return the tables whose rows belong to these, as far as they may be seen, with the keys that say so."""
    found = view.names.pointing(view.table).items()
    return {child: key for child, key in found if view.sees(child) and view.leads(child, view.table)}


def _called(view: View) -> Sized[Thing]:
    """Return what is called by one name alone, and by what is done on its day."""
    called = {key: things[0] for key, things in view.names.things.items() if len(things) == 1}
    done = {key: called[one] for key, line in notions().items() for one in line if one in called}
    return sized({**done, **called}, LONGEST_NAME)


def _all_count(table: str, names: Names) -> bool:
    """Tell whether none of a table's rows may be one that does not count."""
    return bool(names.counts_all(table)) or not names.doubtful(table)


def _deeds(view: View) -> Sized[tuple[Condition, bool]]:
    """Return what words say was done, where one table of those next to these keeps its day, and if surely."""
    known, names, pointing = dict[Key, tuple[Condition, bool]](), view.names, view.once(_pointing)
    for key, found in view.once(_done_on).items():
        if len(found) == 1 and not view.own(key):
            ((day, child),) = found.items()
            counts = names.counted_by(day)
            defined = counts if counts and names.catalog.metrics[counts].filters else ""
            meant = Condition(pointing[child], "some_of", (), day, defined)
            known[key] = meant, bool(counts) or _all_count(child, names)
    return sized(known, LONGEST_NAME)


def _done_on(view: View) -> Mapping[Key, Mapping[str, str]]:
    """Return the days on which something is done with these rows, and whose they are, by the verb for it."""
    found: dict[Key, dict[str, str]] = defaultdict(dict)
    for child in view.once(_pointing):
        if len(view.names.catalog.path(child, view.table) or ()) == 1:
            for key, every in view.names.columns(child).items():
                for called in every:
                    if called.verb and called.sure and view.allowed(called.column):
                        found[key][called.column] = child
    return dict(found)


def _undone(name: str) -> Iterator[str]:
    """Yield a name for what has not happened in the other words for not: 未派单, 没派单, 尚未派单."""
    yield name
    first, *others = rows_words()["undone"]
    if name.startswith(first) and len(name) > 1:
        yield from (f"{other}{name.removeprefix(first)}" for other in others)


def negations(text: Text, view: View) -> Iterator[Span]:
    """Yield what has not happened, in one word: unpaid, undelivered."""
    for place, word in enumerate(text.keys):
        if len(word) > LEAST_UNDONE and word.startswith("un"):
            for one in view.own(forms_of(word.removeprefix("un"))):
                if one.verb and view.names.of(one.column).nullable:
                    yield Span(place, place + 1, "absent", view.names.col(one.column), "negations")


def members(text: Text, view: View) -> Iterator[Span]:
    """Yield the values that columns hold, and the codes that mean something, but no word of a verb."""
    every = [*_values(text, view), *_codes(text, view)]
    for one in (one for one in every if not any(_is_part_of(one, other) for other in every)):
        if not _is_of_a_verb(one, text, view):
            yield replace(one, sure=one.sure and not _happened(one, text, view))


def _is_part_of(member: Span, other: Span) -> bool:
    """Tell a value within a longer one of the same column, which is the one named: 合格 of 不合格."""
    inside = other.start <= member.start and member.end <= other.end
    longer = other.end - other.start > member.end - member.start
    return inside and longer and other.sure and member.value[0] == other.value[0]


def _happened(member: Span, text: Text, view: View) -> bool:
    """Tell the code of a state that is said as the verb of what happened in a time: arrived this month."""
    column, _ = member.value
    if column.rpartition(".")[0] != view.table or not read_time(text.raw, view.today).periods:
        return False
    things = [(start, end) for start, end, _ in found_in(text.forms, view.names.listed_things)]
    return tells_what_happened(
        text.raw,
        text.units,
        member.start,
        member.end,
        behind_thing=any(end == member.start for _, end in things),
        before_thing=any(start == member.end for start, _ in things),
    )


def _is_of_a_verb(member: Span, text: Text, view: View) -> bool:
    """Tell a word that goes with the verb before it, whatever else is called so: closed down."""
    alone = member.end - member.start == 1 and text.keys[member.start] in PARTICLES
    return alone and any(one.verb for one in view.own(text.forms[member.start - 1 : member.start]))


def _values(text: Text, view: View) -> Iterator[Span]:
    keys = text.keys
    for start in range(len(keys)):
        for length, entries in view.known.values.at(keys, start):
            for entry in entries:
                table = entry.column.rpartition(".")[0]
                if table not in view.tables and (same := _same_value(entry, view)) is not None:
                    yield Span(
                        start, start + length, "member", same, "members", sure=entry.score >= SURE_NAME
                    )
                if table not in view.tables or not view.allowed(entry.column):
                    continue
                if table != view.table and view.own(text.forms[start : start + length]):
                    continue  # their manager, whom a key points at, and no manager among others
                first = view.names.first(entry.column)
                if (
                    first != entry.column
                    and view.allowed(first)
                    and any(one.column == first for one in entries)
                ):
                    continue  # the same name in the first language is found as well
                whole = length > 1 or not ("\u4e00" <= keys[start] <= "\u9fff")
                if start + length in empty_from(keys, start):
                    continue  # OF, a code of something, and of
                value = (entry.column, entry.value)
                if whole:
                    yield Span(
                        start, start + length, "member", value, "members", sure=entry.score >= SURE_NAME
                    )


def pointed(text: Text, view: View) -> Iterator[Span]:
    """Yield the names of what a key points at to which no other way leads: of whoever leads a project."""
    keys = [view.names.col(one) for one in view.names.columns_in(view.table) if view.named_by(one)]
    named = {one for key in keys for one in key.named if view.allowed(one)}
    for start in range(len(text.keys)) if named else ():
        for length, entries in view.known.values.at(text.keys, start):
            found = {one.column for one in entries} & named
            for one in entries:
                first = view.names.first(one.column)
                if first != one.column and first in found:
                    continue
                if one.column in named and (length > 1 or not "\u4e00" <= text.keys[start] <= "\u9fff"):
                    value, sure = (one.column, one.value), one.score >= SURE_NAME
                    yield Span(start, start + length, "pointed", value, "pointed", sure=sure)


def superiors(text: Text, view: View) -> Iterator[Span]:
    """Yield who stands above whom: what is above by its nouns, verbs either way, and what is below."""
    column = view.names.superior(view.table)
    if not column or not view.named_by(column):
        return
    above = view.names.col(column)
    words = rows_words()
    kinds = ABOVE if any(map(above.says, words["superior"])) else ("under", "below")
    known = sized({key_of(word): kind for kind in kinds for word in words[kind]})
    for start, end, kind in found_in(text.keys, known):
        yield Span(start, end, "column" if kind == "above" else kind, above, "superiors")


def _same_value(entry: Entry, view: View) -> tuple[str, str] | None:
    """Return the rows' own column of the same name, where it holds the value too: Shanghai is 上海."""
    own = f"{view.table}.{entry.column.rpartition('.')[2]}"
    key = key_of(entry.value)
    if not view.names.has(own) or not view.allowed(own) or not key:
        return None
    held = (one for length, found in view.known.values.at(key, 0) if length == len(key) for one in found)
    return (own, entry.value) if any((one.column, one.value) == (own, entry.value) for one in held) else None


def _codes(text: Text, view: View) -> Iterator[Span]:
    for start, end, values in found_in(text.forms, view.once(_meant_by)):
        for value in values:
            yield Span(start, end, "member", value, "members")


def together(text: Text, view: View) -> Iterator[Span]:
    """Yield several codes that are called by one name: maintenance contracts, with parts or without."""
    for known in view.once(_groups):
        for start, end, held in found_in(text.forms, known):
            yield Span(start, end, "members", held, "together")


def _groups(view: View) -> Sequence[Sized[tuple[str, tuple[str, ...]]]]:
    """Return the codes that share a name, table by table; what the rows' own columns are called is theirs."""
    told = [
        {
            key: held for key, held in view.names.groups(table).items()
            if view.allowed(held[0]) and (table == view.table or not view.own(key))
        }
        for table in view.tables
    ]  # fmt: skip
    return [sized(one, LONGEST_NAME) for one in told if one]


def doers(text: Text, view: View) -> Iterator[Span]:
    """Yield who does it, by what is done: who approved it, 谁装的, buildings developed by."""
    who = any(one.type == "who" for one in classes(text, view))
    for start, end, found in found_in(text.forms, view.once(_doers)):
        for one in found if len(found) == 1 and view.allowed(found[0].column) else ():
            col = view.names.col(one.column)
            named = (*col.named, view.pointed_at(one.column) or one.column)
            yield Span(start, end, "doer", (col, named), "doers", sure=one.sure)
            if who:
                yield Span(start, end, "column", col, "doers", sure=one.sure)


def doers_of_any(text: Text, view: View) -> Iterator[Span]:
    """Yield the one column of who does something with these rows, whatever it is: who did it, 谁做的."""
    columns = {one.column for found in view.names.doers(view.table).values() for one in found}
    who = any(one.type == "who" or one.value in WHO_IS for one in classes(text, view))
    if len(columns) != 1 or not who or not all(map(view.allowed, columns)):
        return
    for start, end, _ in found_in(text.keys, _deeds_of_any()):
        yield Span(start, end, "column", view.names.col(*columns), "doers")


@lru_cache(maxsize=1)
def _deeds_of_any() -> Sized[bool]:
    return sized({key_of(word): True for word in rows_words()["deeds_of_any"]})


def _doers(view: View) -> Sized[tuple[Called, ...]]:
    """Return the columns of who does it, by what is done."""
    return sized(view.names.doers(view.table), LONGEST_NAME)


def _meant_by(view: View) -> Sized[Sequence[tuple[str, str]]]:
    """Return the codes of these rows and of what they point at, by what is said for them."""
    known: dict[Key, list[tuple[str, str]]] = {}
    for table in view.tables:
        for full in view.names.columns_in(table):
            kinds = view.names.kinds.get(full, {})
            for code, wordings in view.names.codes.get(full, {}).items() if view.allowed(full) else ():
                spoken = [*wordings, *(word.replace("-", " ") for word in wordings), *kinds.get(code, ())]
                waited = [f"未{word[1:]}" for word in wordings if word.startswith("待")]
                spoken += [one for word in waited for one in _undone(word)]
                spoken += _as_awaited(wordings)
                spoken += _as_grade(code, view.names.of(full))
                spoken += [f"在{word[:-1]}" for word in wordings if word.endswith("中") and len(word) > 1]
                for key in dict.fromkeys(map(forms_of, spoken)):
                    if table != view.table and view.own(key):
                        continue
                    known.setdefault(key, []).append((full, code))
    return sized(known, LONGEST_NAME)


def _as_awaited(wordings: Sequence[str]) -> Iterator[str]:
    """Yield in English what is waited for: waiting for approval of 待审批."""
    for wording in wordings:
        words = of_one_notion(wording.removeprefix("待")) if wording.startswith("待") else []
        for said in rows_words()["waiting"]:
            yield from (f"{said} {one}" for one in words if one.isascii())


def _as_grade(code: str, column: Column) -> Iterator[str]:
    """Yield how the code of a grade is said: A级, grade A."""
    known = rows_words()["grades"]
    if len(code) == 1 and says(f"{column.name} {column.comment}", known["of"]):
        yield from (form.format(code=code) for language in ("zh", "en") for form in known[language])


def numbers(text: Text, view: View) -> Iterator[Span]:
    """Yield numbers: 300, 1.5k, 三天's three, 10万."""
    keys = text.keys
    for start in [at for at, one in enumerate(keys) if _may_be_number(one)]:
        for end in range(start + 1, min(start + LONGEST_NUMERAL, len(keys)) + 1):
            joined = "".join(keys[start:end])
            found = number(joined) if end == start + 1 or joined.isalpha() else None
            times = MULTIPLIERS.get(keys[end - 1]) if found is None and end > start + 1 else None
            if times and (head := number("".join(keys[start : end - 1]))) is not None:
                found = head * times
            if found is not None:
                scaled = joined.endswith(SCALES)
                yield Span(start, end, "number", Decimal(found), "scaled" if scaled else "numbers")


@lru_cache(maxsize=20_000)
def _may_be_number(unit: str) -> bool:
    """Tell what a number may begin with: most words are none."""
    return unit[0].isdigit() or unit[0] in HAN_NUMERALS or any(one.startswith(unit) for one in ENGLISH)


def periods(text: Text, view: View) -> Iterator[Span]:
    """Yield stretches of time as their first day and the day after their last."""
    known = view.known
    time = read_time(text.raw, view.today, fiscal_start=known.fiscal_start, holidays=known.holidays)
    for one in time.periods:
        if place := text.covering(*one.span):
            bare = bool(BARE_MONTH.fullmatch(text.raw[slice(*one.span)].strip())) and not has_gone_by(
                text.raw
            )
            whole = (one.start, max(one.end, as_a_whole(one).end))
            rule = "bare_months" if bare else "unfinished" if whole[1] > one.end else "periods"
            years = 1 if bare and one.end <= view.today else 0
            ahead = tuple(day.replace(year=day.year + years) for day in whole)
            coming = (Span(*place, "coming", ahead, "periods"),) if rule != "periods" else ()
            yield Span(*place, "period", (one.start, one.end), rule, coming)
            yield from coming
    last = ((one.end - dt.timedelta(days=1), one.span) for one in time.ends if one.end <= view.today)
    for day, span in (*last, *((one.day, one.span) for one in read_moments(text.raw, view.today))):
        if place := text.covering(*span):
            yield Span(*place, "as_of", day, "periods")
    for match in DAY.finditer(text.raw):
        with contextlib.suppress(ValueError):
            day = dt.date.fromisoformat(match.group())
            if place := text.covering(*match.span()):
                yield Span(*place, "period", (day, day + dt.timedelta(days=1)), "periods")


def measures(text: Text, view: View) -> Iterator[Span]:
    """Yield what a number may be of: days, minutes, money."""
    for start, end, kind in found_in(text.keys, _measures()):
        yield Span(start, end, "unit", kind, "measures")


def asked_in_units(text: Text, view: View) -> Iterator[Span]:
    """Yield the one own column that an amount is asked of by its unit: 多少分 of a score, 几小时."""
    for start, end, kind in found_in(text.keys, _measures()):
        begins = next((at for at in (start - 2, start - 1) if text.keys[at:start] in HOW_MANY), -1)
        found = view.once(_by_unit).get(kind, ()) if begins >= 0 else ()
        if len(found) == 1:
            yield Span(begins, end, "column", view.names.col(found[0]), "asked_in_units")


def _by_unit(view: View) -> Mapping[str, Sequence[str]]:
    """Return the rows' own numbers by the unit that their name or comment says."""
    numbers = [one for one in view.names.columns_in(view.table) if view.names.kind(one) == "number"]
    units = rows_words()["units"]
    return {
        kind: [one for one in numbers if view.allowed(one) and any(map(view.names.col(one).says, words))]
        for kind, words in units.items()
    }


@lru_cache(maxsize=1)
def _measures() -> Sized[str]:
    words = {**rows_words()["units"], "money": rows_words()["money"]}
    return sized({key_of(str(word)): kind for kind, listed in words.items() for word in listed})


def dearest(text: Text, view: View) -> Iterator[Span]:
    """Yield an end of an order in one word with its column: most expensive, 最便宜."""
    for col, known in view.once(_dearest):
        for start, end, which in found_in(text.keys, known):
            yield Span(start, end, "dearest", (col, which), "dearest")


def _dearest(view: View) -> Sequence[tuple[Col, Sized[str]]]:
    """Return the columns of which there is a word for an end, with these words."""
    columns, told = [view.names.col(one) for one in view.names.columns_in(view.table)], []
    numbers = [one for one in columns if one.kind == "number" and view.allowed(one.name)]
    for line in rows_words()["dearest"]:
        said = (
            [one for one in numbers if any(map(one.says, words))]
            for words in (line["of"], line.get("else", ()))
        )
        found = asked_price(next(filter(None, said), []))
        if len(found) == 1:
            told.append((found[0], sized({key_of(word): line["end"] for word in line["words"]})))
    return told


def running(text: Text, view: View) -> Iterator[Span]:
    """Yield in progress as what has begun by today and not ended, where one column each says so."""
    meant = running_of(view)
    for span in classes(text, view):
        if span.type == "ongoing" and meant:
            yield Span(span.start, span.end, "condition", meant, "running")


def hung(text: Text, view: View) -> Iterator[Span]:
    """Yield what has hung the longest as what is open so long, where one column says what is: 拖得最久."""
    for span in classes(text, view):
        if span.type == "hung" and (state := view.once(_open)):
            yield Span(span.start, span.end, "waited", (state, LONGEST), "hung")


def _open(view: View) -> Condition | None:
    """Return that rows are open: by codes called not done, else by a day of their end that is not there."""
    own, catalog = view.names.columns_in(view.table), view.names.catalog
    coded = [
        Condition(full, "is", tuple(sorted(codes)))
        for it in catalog.dimensions.values() if it.column and (full := catalog.full_column(it.column)) in own
        for codes in {catalog.undone(it, [code]) for code in it.values} if codes
    ]  # fmt: skip
    ends = [Condition(one, "null") for one in own if view.is_time(one) and view.names.undone(one, "zh")]
    found = [one for one in coded or ends if view.allowed(one.column)]
    return found[0] if len(found) == 1 else None


def lapsed(text: Text, view: View) -> Iterator[Span]:
    """Yield overdue, late and expired as a day that is past, where one column each says so."""
    due, expires, open_ended = view.once(_promised)
    both = len(due) == len(open_ended) == 1
    for span in classes(text, view):
        found: Condition | None = None
        if span.type == "overdue" and both:
            found = Condition(due[0], "overdue", (view.today,), open_ended[0])
        elif span.type == "late" and both:
            found = Condition(open_ended[0], "late", (), due[0])
        elif span.type == "expired" and len(expires) == 1:
            found = Condition(expires[0], "lt", (view.today,))
        if found and all(view.allowed(one) for one in (found.column, found.until) if one):
            yield Span(span.start, span.end, "condition", found, "lapsed")


def says_lapsed(text: Text) -> bool:
    """Tell whether a question has a word for it, whichever rows it asks for."""
    return any(one.type in ("overdue", "late", "expired") for one in _classes(text.keys))


def _promised(view: View) -> tuple[list[str], list[str], list[str]]:
    """Return the days by which something is due, those on which it expires, and those it may not have had."""
    timed = [one for one in view.names.columns_in(view.table) if view.is_time(one)]
    due, expires = (
        [one for one in timed if _says(view.names.of(one), rows_words()[which])]
        for which in ("due", "expires")
    )
    return due, expires, _open_ended(due, timed, view)


def expiring(text: Text, view: View) -> Iterator[Span]:
    """Yield what it is that holds until a day: 作业证 of 作业证有效期至."""
    for start, end, found in found_in(text.forms, view.once(_expiring)):
        if len(found) == 1:
            yield Span(start, end, "expiring", found[0], "expiring")


def _expiring(view: View) -> Sized[Sequence[str]]:
    """Return the days until which things of the rows hold, by what these are called."""
    known: dict[Key, list[str]] = {}
    for full in filter(view.allowed, view.names.columns_in(view.table)):
        if view.is_time(full) and (thing := expiring_thing(view.names.of(full))):
            known.setdefault(forms_of(thing), []).append(full)
    return sized(known, LONGEST_NAME)


def _open_ended(due: Sequence[str], timed: Sequence[str], view: View) -> list[str]:
    """Return the days that may not have come: of several the one that says what is so then, unpaid.

    Else the one on which it is finished, by its name: what is handed over later is overdue no more by then.
    """
    found = [one for one in timed if view.names.of(one).nullable and one not in due]
    told = [one for one in found if view.names.absent(one)]
    finished = [one for one in found if _says(view.names.of(one), rows_words()["finished"])]
    return next((some for some in (told, finished) if len(some) == 1), found)


def _says(column: Column, words: Iterable[str]) -> bool:
    told = f" {' '.join(words_of(column.name))} "
    return any(f" {one} " in told if one.isascii() else one in column.comment for one in words)


def generic(text: Text, view: View) -> Iterator[Span]:
    """Yield the column that name, date and amount mean of these rows, where there is one."""
    own = view.names.naming(view.table)
    meant = {
        "called": (own,) if own else (),
        "dated": view.time(),
        "amounted": view.names.amounts(view.table),
    }
    days = _days_of_states(text, view) | {one.end for one in numbers(text, view)}  # 3 days are no date
    for span in classes(text, view):
        found = [one for one in meant.get(span.type, ()) if view.allowed(one)]
        if len(found) == 1 and span.start not in days:
            yield Span(span.start, span.end, "column", view.names.col(found[0]), "generic")


def _days_of_states(text: Text, view: View) -> frozenset[int]:
    """Return where the word for a day stands right behind a state: 离职日期 is no other day of theirs."""
    dated = {one.start for one in classes(text, view) if one.type == "dated"}
    return frozenset(dated & {one.end for one in _codes(text, view)}) if dated else frozenset()


def classes(text: Text, view: View) -> Iterator[Span]:
    """Yield the words of closed classes: which, over, without, sorted by."""
    return iter(_classes(text.keys))


@lru_cache(maxsize=256)  # three rules look for them in each of the tables that a question may mean
def _classes(keys: Key) -> tuple[Span, ...]:
    return tuple(
        Span(start, end, name, keys[start:end], "classes")
        for start, end, found in found_in(keys, _marks())
        for name in found
        if name != "not" or not any(keys[end : end + len(one)] == one for one in _only())  # 不只看广州的
    )


@lru_cache(maxsize=1)
def _marks() -> Sized[frozenset[str]]:
    return sized(marks())


@lru_cache(maxsize=1)
def _only() -> tuple[Key, ...]:
    return tuple(key_of(str(word)) for word in metric_words()["only"])


def ourselves(text: Text, view: View) -> Iterator[Span]:
    """Yield words for the asker's own company as empty ones, where no table is called so."""
    for start, end, _ in found_in(text.keys, view.once(_ourselves)):
        yield Span(start, end, "empty", None, "ourselves")


def _ourselves(view: View) -> Sized[bool]:
    things = view.names.things
    return sized({key_of(word): True for word in rows_words()["ourselves"] if forms_of(word) not in things})


def empties(text: Text, view: View) -> Iterator[Span]:
    """Yield words that say nothing, but for those that ask for a figure or a reason."""
    asked = {
        place
        for start, end, _ in found_in(text.keys, _figures())
        for place in range(start, end - (text.keys[end - 1] == "of"))  # the phone number of a shop
    }
    days = _days_of_states(text, view)
    for start, unit in enumerate(text.units):
        if start in days:
            continue
        if text.keys[start] == "-" and text.raw[unit.start - 1 : unit.end + 1] == " - ":
            yield Span(start, start + 1, "empty", None, "empties")  # between two parts of a question
        for end in empty_from(text.keys, start):
            if any(one.start <= start and end <= one.end for one in _limits(text.keys)):
                continue  # 以 and 下 of 以下, which says a limit wherever it stands
            if text.keys[start - 1 : end] in _nouns():
                continue  # 取消的单, which counts nothing
            if is_a_length(text.keys, start):
                continue
            if asked.isdisjoint(range(start, end)):
                yield Span(start, end, "empty", None, "empties")


@lru_cache(maxsize=1)
def _figures() -> Sized[bool]:
    return sized(dict.fromkeys(figure_words(), True))


def _limits(keys: Key) -> list[Span]:
    """Return the words of more than one sign that compare: 以上, no more than."""
    return [one for one in _classes(keys) if one.type in ("gt", "ge", "lt", "le") and one.end - one.start > 1]


@lru_cache(maxsize=1)
def _nouns() -> frozenset[Key]:
    """Return the counters that are papers as well, where they are what something is of: 的单."""
    return frozenset(("的", one) for one in rows_words()["paper"])


SEEDS: tuple[Seed, ...] = (
    tables, columns, deeds, others, absences, negations, members, together, pointed, doers, doers_of_any,
    superiors, numbers, measures, asked_in_units, periods, dearest, running, hung, lapsed, expiring, generic,
    classes, ourselves, empties,
)  # fmt: skip


def things_in(text: Text, allowed: Allowed, names: Names) -> list[tuple[int, int, Thing]]:
    """Return the open tables that a question names, in order, the longest name at each place."""
    found = sorted(found_in(text.forms, names.listed_things), key=lambda one: (one[0], -one[1]))
    kept: list[tuple[int, int, Thing]] = []
    for start, end, things in found:
        if not any(begun <= start and end <= ended for begun, ended, _ in kept):
            kept += [(start, end, thing) for thing in things if allowed(f"{thing.table}.*")]
    return kept
