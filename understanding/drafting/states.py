"""Which rows may not count: the state a row is in, by its column and values, as a figure has to say it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from config.wording import LANGUAGES, Language, language_of, say
from database.schema import Column
from knowledge.definitions.column_words import draft_words, says
from knowledge.definitions.columns import MOST_CODES, Columns, called, head_of
from knowledge.definitions.files import both_of
from knowledge.values import ColumnValues
from understanding.drafting.names import Entry, in_turn, told_words

ENDS: Mapping[Language, str] = {"zh": "。", "en": ". "}
BETWEEN: Mapping[Language, str] = {"zh": "、", "en": ", "}


@dataclass(frozen=True)
class State:
    """A column that tells the states of rows, and what each of its values is called."""

    column: Column
    values: Mapping[str, Sequence[str]]
    words: tuple[str, ...] = ()  # of its name, written out

    def told(self, language: Language) -> str:
        """Return that rows of every state are in a figure, and which states there are."""
        words = self.words or told_words(self.column)
        ends = draft_words()["states"]["ends"] if self.values else draft_words()["days"]
        if len(words) > 1 and words[-1] in ends:
            words = words[:-1]  # status_cd, refunded_on
        name = called(words, self.column.comment)[language]
        name = name.lower() if language_of(name) == "en" else name
        shown = [in_turn(names) or [code] for code, names in self.values.items()]
        labels = [names[0] if language == "zh" else names[:2][-1] for names in shown]
        code = "every_state" if labels else "also_void"
        return say(f"drafts.{code}", language, name=name, values=BETWEEN[language].join(labels))

    @property
    def stored(self) -> str:
        """Return the column with its values as they are stored: move_status: DONE, CANCELLED."""
        return ": ".join(filter(None, (self.column.name, ", ".join(self.values))))


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
            found.append(State(column, names, spelt(told_words(column))))
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
