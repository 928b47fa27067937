"""What of a database's values may stand in a prompt: notes on columns, and matches that tell something."""

from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase

from database.rights import Rights
from database.schema import Schema, Table
from knowledge.inferred import with_inferred
from knowledge.profiles import ColumnProfile, Notes, notes_of
from knowledge.profiling.store import Profiled
from knowledge.sight import open_columns
from knowledge.values import FoundValue, ValueIndex
from language.units import units
from language.words import content_terms, is_han, stem, stop_words, weak_words

LEAST_WORD = 4  # letters of one word in small letters that may be a name
LEAST_NUMBER = 5  # digits that name one thing; shorter ones are counts
LONGEST_NAME = 3  # words that the names of a column have on average
MOST_COLUMNS = 4  # that one word is shown to stand in


def all_notes(schema: Schema, known: Profiled) -> Notes:
    """Return the notes of a database's columns, before anybody's rights."""
    tables = with_inferred(schema.tables, known.keys)
    return notes_of(tables, known.tables)


def notes_for(notes: Notes, rights: Rights, sensitive: Sequence[str]) -> Notes:
    """Return the notes on columns that these rights show whole and that are not tagged sensitive.

    What a note says is of all rows, so that a table cut to some rows has none.
    """
    is_open = open_columns(rights)
    found: dict[str, dict[str, str]] = {}
    for table, columns in notes.items():
        if _matches(table, sensitive) or _matches(table, rights.row_policies):
            continue
        kept = {
            column: note
            for column, note in columns.items()
            if is_open(full := f"{table}.{column}") and not _matches(full.lower(), sensitive)
        }
        if kept:
            found[table] = kept
    return found


def as_taught(notes: Notes, tables: Iterable[Table]) -> Notes:
    """Return the notes also under bare names that only one table has: what was taught may lack the schema."""
    bare: dict[str, list[str]] = {}
    for table in tables:
        bare.setdefault(table.name.lower(), []).append(table.full_name.lower())
    short = {name: notes[full[0]] for name, full in bare.items() if len(full) == 1 and full[0] in notes}
    return {**short, **notes}


def telling(
    found: Iterable[FoundValue], known: Profiled, index: ValueIndex, question: str
) -> list[FoundValue]:
    """Return the values whose match says what is meant, and not that a common word stands in some text."""
    kept: dict[tuple[int, int], list[FoundValue]] = {}
    seen: set[tuple[str, str]] = set()
    for one in found:
        profile = known.column(one.column)
        if (one.value, one.column) in seen:
            continue
        seen.add((one.value, one.column))
        if _tells(one, profile, question, index):
            several = kept.setdefault(one.span, [])
            several.insert(0, one) if _is_kind(profile) else several.append(one)
    return [one for several in kept.values() for one in several[:MOST_COLUMNS]]


def outside_names(found: Iterable[FoundValue], names: Iterable[str], question: str) -> list[FoundValue]:
    """Return the values that are no part of a longer name in the question: 编辑 in 编辑部 is no position.

    `names` are those of figures, of what cuts them, and of tables, in small letters.
    """
    values, lowered = list(found), question.lower()
    spans = [(at, at + len(name)) for name in (names if values else ()) if (at := lowered.find(name)) >= 0]
    return [
        one
        for one in values
        if not any(
            start <= one.span[0] and one.span[1] <= end and end - start > one.span[1] - one.span[0]
            for start, end in spans
        )
    ]


def _tells(one: FoundValue, profile: ColumnProfile | None, question: str, index: ValueIndex) -> bool:
    if _is_number(one.text):
        return len(one.text) >= LEAST_NUMBER or (_is_kind(profile) and _is_named(one.column, question))
    if _is_small_word(one.text):
        return False
    if one.number or _is_kind(profile):
        return True  # a code by its meaning, or one of few kinds
    said = [unit.text for unit in units(one.text)]
    if len(said) > 1 or is_han(one.text):
        return True
    if any(char.isdigit() for char in one.text) or _is_written_as_name(one, question):
        return True
    if len(one.text) < LEAST_WORD or stem(one.text.lower()) in weak_words():
        return False
    return bool(profile and profile.is_unique) and _are_names(index.keys(one.column))


def _are_names(keys: Sequence[tuple[str, ...]]) -> bool:
    """Tell the names of things from texts about them."""
    return sum(map(len, keys)) <= LONGEST_NAME * len(keys)


def _is_kind(profile: ColumnProfile | None) -> bool:
    return profile is not None and profile.repeats


def _is_number(text: str) -> bool:
    return text.replace(".", "").replace("-", "").isdigit()


def _is_named(column: str, question: str) -> bool:
    """Tell whether the question speaks of the column itself: status 2; keys are nobody's to speak of."""
    said = content_terms(column.rpartition(".")[2])
    return "id" not in said and not {*said}.isdisjoint(content_terms(question))


def _is_small_word(text: str) -> bool:
    """Tell a word that any sentence has, in small letters: a of grade A, us of country US."""
    return text == text.lower() and not is_han(text) and (len(text) == 1 or text in stop_words())


def _is_written_as_name(one: FoundValue, question: str) -> bool:
    """Tell a word with a capital, which within a sentence a name has."""
    return one.text != one.text.lower() and bool(question[: one.span[0]].strip())


def _matches(name: str, patterns: Iterable[str]) -> bool:
    return any(fnmatchcase(name, pattern.lower()) for pattern in patterns)
