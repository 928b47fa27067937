"""What a schema calls its things and what has become of them: by names, comments and what is taught."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from config.wording import LANGUAGES, Language, language_of
from database.schema import Column, Table
from knowledge.definitions.column_words import words_of
from knowledge.definitions.columns import MOMENT, head_of, thing_words
from knowledge.definitions.inflecting import plural
from knowledge.metrics import Dimension
from knowledge.vocabulary import lexicon
from language.lists import words_in
from language.units import key_of

Wordings = dict[Language, list[str]]
LONGEST = 8  # characters of another name that stands in brackets
BRACKETS = re.compile(r"^[^（(]*[（(]([^（()）]+)[）)]")
VOWEL = re.compile(r"[^\x00-\x7f]|[aeiou]")
BETWEEN = re.compile(r"[/、，,]")
EMPTY_ZH = re.compile(r"(?:^|[，,；;。（(])([^，,；;。（(）)、/和或]+?)的?(?:为空|则空|时空|为 ?NULL)")
EMPTY_EN = re.compile(r"\b(?:empty|null|blank|unset)\b\W*((?:\w+ ?){1,6})", re.IGNORECASE)


@lru_cache(maxsize=1)
def derived_words() -> dict[str, Any]:
    """Return the words that only definitions worked out from a schema need."""
    return words_in("derived")


def things(table: Table, taught: Iterable[Dimension] = ()) -> Wordings:
    """Return what a table's rows are called, best first: by its comment, its name, and what is taught."""
    found: Wordings = {"zh": [], "en": []}
    head = head_of(table.comment)
    brackets = BRACKETS.match(table.comment.strip())
    others = [brackets[1]] if brackets and _is_name(brackets[1]) else []
    for said in (*BETWEEN.split(head), *others):
        _add(found, _without_records(said))
    *before, last = thing_words(table)
    _add(found, " ".join((*before, plural(last))))
    for dimension in taught:
        for wording in dimension.wordings:
            _add(found, _plural(wording.lower()))
    found["en"].sort(key=is_short)
    return alike(found) if all(map(is_short, found["en"])) else found


def alike(names: Wordings) -> Wordings:
    """Return names with the general words for the same things: 客户 are clients and customers too.

    A name that only stands for one, such as ht or fp, comes behind them.
    """
    short = [one for one in names["en"] if is_short(one)]
    found: Wordings = {"zh": [*names["zh"]], "en": [one for one in names["en"] if one not in short]}
    keys = {key_of(one) for own in names.values() for one in own}
    for group in (*lexicon()["entities"].values(), *words_in("rows")["things"]):
        if keys & {key_of(str(one)) for one in group}:
            for wording in group:
                _add(found, _plural(str(wording)))
    for one in short:
        _add(found, one)
    return found


def is_short(name: str) -> bool:
    """Tell a name that nobody says, for it has a word without a vowel.

    >>> is_short("pj uses"), is_short("invoices")
    (True, False)
    """
    return not all(VOWEL.search(word) for word in name.lower().split())


def _is_name(text: str) -> bool:
    words = derived_words()["no_name"]
    starts = any(
        text.startswith(word) if not word.isascii() else text.lower().split()[0] == word for word in words
    )
    return len(text) <= LONGEST and not starts and not BETWEEN.search(text)


def _without_records(said: str) -> str:
    said = said.strip()
    for word in derived_words()["records"]:
        if not word.isascii() and said.endswith(word) and len(said) - len(word) >= 2:
            return said.removesuffix(word)
    return said


def _plural(word: str) -> str:
    return word if not word.isascii() or word.endswith("s") else plural(word)


def _add(found: Wordings, said: str) -> None:
    said = said.strip()
    language = language_of(said)
    if said and said.lower() not in [one.lower() for one in found[language]]:
        found[language].append(said)


def states(column: Column) -> tuple[list[str], list[str]]:
    """Return what rows are called that have a day in a column, and those where it is empty: 离职, 在职."""
    yes, no = [_day_of(column)], while_empty(column.comment)
    words = words_of(column.name)
    for line in derived_words()["ended"]:
        told = any(word in words if word.isascii() else word in column.comment for word in line["columns"])
        if told:
            yes += line["yes"]
            no += line["no"]
    return list(dict.fromkeys(filter(None, yes))), list(dict.fromkeys(no))


def flags(column: Column) -> tuple[list[str], list[str]]:
    """Return what rows are called of which a mark of yes or no holds, and the others: 绝育, 没绝育."""
    known, said = derived_words(), dict.fromkeys((head_of(column.comment), " ".join(words_of(column.name))))
    yes: list[str] = []
    no: list[str] = []
    for one in said:
        bare = _without_whether(one)
        language = language_of(bare) if bare else "en"
        yes += [str(form).format(name=bare) for form in known["yes"][language]] if bare else []
        no += [str(form).format(name=bare) for form in known["no"][language]] if bare else []
    return yes, no


def _without_whether(said: str) -> str:
    for word in derived_words()["whether"]:
        if word.isascii() and said.lower().startswith(f"{word} "):
            return said[len(word) :].strip()
        if not word.isascii() and said.startswith(word):
            return said.removeprefix(word)
    return said


def _day_of(column: Column) -> str:
    """Return what happened on a column's day: 离职 of 离职日期; left of left_on where nothing else says."""
    head = head_of(column.comment)
    for word in derived_words()["days"]:
        if not word.isascii() and head.endswith(word):
            return head.removesuffix(word).strip()
    return ""


def while_empty(comment: str) -> list[str]:
    """Return what a comment calls rows whose day is empty: 在职为空, empty while open."""
    found = [match[1].strip() for match in EMPTY_ZH.finditer(comment)]
    known = derived_words()["while_en"]
    for match in EMPTY_EN.finditer(comment):
        words = match[1].lower().split()
        while words and words[0] in known:
            words.pop(0)
        found.append(" ".join(words))
    return [one for one in found if one]


def is_undone_while_empty(column: Column) -> bool:
    """Tell a column of which a comment says that nothing happened while it is empty: 未退款为空."""
    denied = tuple(derived_words()["undone"])
    return column.nullable and any(one.startswith(denied) for one in while_empty(column.comment))


def end_by_comment(table: Table) -> Column | None:
    """Return the one day of which a comment says what things are while it is empty: 合作中为空, 在职为空."""
    denied = tuple(derived_words()["undone"])
    days = [one for one in table.columns if one.nullable and MOMENT.search(one.type)]
    told = [one for one in days if any(not name.startswith(denied) for name in while_empty(one.comment))]
    return told[0] if len(told) == 1 else None


def came(column: Column | None) -> str:
    """Return what a thing does when it comes to be one: 建档 of 建档日期."""
    return _day_of(column) if column is not None else ""


def forms(key: str, names: Wordings) -> list[str]:
    """Return names put into the wordings of a kind of figure: 新客户, number of riders."""
    known = derived_words()[key]
    return [form.format(name=one) for spoken in LANGUAGES for form in known[spoken] for one in names[spoken]]


def every_one(names: Mapping[str, str] | Wordings) -> list[str]:
    """Return names of both languages, each once."""
    said = [[one] if isinstance(one, str) else one for one in names.values()]
    return list(dict.fromkeys(one for own in said for one in own))
