"""Which rows may not count: the state a row is in, by its column and values, as a figure has to say it."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from config.wording import LANGUAGES, Language, language_of, say
from database.schema import Column
from knowledge.definitions.column_words import draft_words, says
from knowledge.definitions.columns import MOST_CODES, Columns, called, head_of
from knowledge.definitions.files import both_of
from knowledge.values import TEXT_TYPE, ColumnValues
from understanding.drafting.names import Entry, in_turn, told_words

ENDS: Mapping[Language, str] = {"zh": "。", "en": ". "}
BETWEEN: Mapping[Language, str] = {"zh": "、", "en": ", "}


@dataclass(frozen=True)
class State:
    """A column that tells the states of rows, and what each of its values is called."""

    column: Column
    values: Mapping[str, Sequence[str]]
    words: tuple[str, ...] = ()  # of its name, written out
    left: tuple[str, ...] = ()  # codes of rows that a figure leaves out
    may_lack: bool = False  # whether a row has none

    def told(self, language: Language) -> str:
        """Return that rows of every state are in a figure, and which states there are."""
        words = self.words or told_words(self.column)
        ends = draft_words()["states"]["ends"] if self.values else draft_words()["days"]
        if len(words) > 1 and words[-1] in ends:
            words = words[:-1]  # status_cd, refunded_on
        name = called(words, self.column.comment)[language]
        name = name.lower() if language_of(name) == "en" else name
        labels = [self._label(one, language) for one in self.values if one not in self.left]
        left = BETWEEN[language].join(self._label(one, language) for one in self.left)
        code = "left_out" if left else "every_state" if labels else "also_void"
        return say(f"drafts.{code}", language, name=name, values=BETWEEN[language].join(labels), left=left)

    def _label(self, code: str, language: Language) -> str:
        names = in_turn(self.values[code]) or [code]
        return names[0] if language == "zh" else names[:2][-1]

    def leaving(self, words: Sequence[str]) -> "State":
        """Return it with what its codes say never counts left out, where others are left."""
        left = [
            code
            for code, names in self.values.items()
            if any(says(head_of_label(one), words) for one in names)
        ]
        return replace(self, left=tuple(left)) if len(left) < len(self.values) else self

    def condition(self, column: str, codes: Sequence[str], *, negated: bool = False) -> str:
        """Return SQL that keeps the rows with some codes, or all but these."""
        number = not TEXT_TYPE.search(self.column.type)
        written = [code if number else "'" + code.replace("'", "''") + "'" for code in codes]
        equals, among = ("<>", "NOT IN") if negated else ("=", "IN")
        several = f"{column} {among} ({', '.join(written)})"
        said = f"{column} {equals} {written[0]}" if len(written) == 1 else several
        return f"({said} OR {column} IS NULL)" if negated and self.may_lack else said

    @property
    def stored(self) -> str:
        """Return the column with its values as they are stored: move_status: DONE, CANCELLED."""
        kept = [one for one in self.values if one not in self.left]
        return ": ".join(filter(None, (self.column.name, ", ".join(kept))))


def head_of_label(label: str) -> str:
    """Return what a code is called without what is said more of it: Void of Void, keyed in error."""
    return re.split(r"[,，;；(（]", label)[0].strip()


def states_of(
    columns: Columns,
    codes: Mapping[str, ColumnValues],
    spelt: Callable[[Sequence[str]], tuple[str, ...]] = tuple,
) -> list[State]:
    """Return the columns by whose values rows may not count: a status, or a mark that they are void."""
    found = []
    for column in columns.table.columns:
        coded = codes.get(f"{columns.table.full_name}.{column.name}")
        names = {code: tuple(said) for code, said in coded.values} if coded else _seen(columns, column)
        if _is_state(columns, column, names):
            may_lack = column.nullable and len(columns.values(column)) < columns.rows
            found.append(State(column, names, spelt(told_words(column)), may_lack=may_lack))
    return found


def stated(figures: Iterable[Entry], states: Mapping[str, Sequence[State]]) -> list[Entry]:
    """Return figures whose definitions say that rows of every state are in them, where there are states."""
    return [_stated(one, states.get(str(one["name"]), ())) for one in figures]


def _stated(figure: Entry, states: Sequence[State]) -> Entry:
    known = zip(LANGUAGES, both_of(figure.get("definition")), strict=True)
    said = {language: _said(text, states, language) for language, text in known}
    return figure | {"definition": said} if states else figure


def _said(definition: str, states: Sequence[State], language: Language) -> str:
    """Return a definition that says which rows are in it, behind what it said already."""
    told = dict.fromkeys(one.told(language) for one in states)
    before = definition.rstrip(" ;；。.")
    return ENDS[language].join(filter(None, (before, (" " if language == "en" else "").join(told))))


def _is_state(columns: Columns, column: Column, names: Mapping[str, Sequence[str]]) -> bool:
    """Tell a status, or what has void values, or says by a mark or a day that a row is void."""
    if column.name in columns.pointing or column.name in columns.table.primary_key:
        return False
    words, kind = draft_words()["states"], columns.kind(column)
    if kind in ("summed", "averaged"):
        return False
    void = words["void"]
    said_freely = says(f"{column.name} {head_of(column.comment)}", draft_words()["own_texts"])
    if not said_freely and any(says(said, void) for code, told in names.items() for said in (code, *told)):
        return True
    if kind in ("flag", "time", "coded") and says(column.name, void) and not says(column.name, words["why"]):
        return True
    return not columns.is_place(column) and says(f"{column.name} {head_of(column.comment)}", words["any"])


def _seen(columns: Columns, column: Column) -> dict[str, tuple[str, ...]]:
    found = sorted({str(one) for one in columns.values(column)})
    known = columns.kind(column) != "time" and 0 < len(found) <= MOST_CODES
    return dict.fromkeys(found, ()) if known else {}
