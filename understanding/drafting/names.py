"""What drafted definitions are called: their unit, what a comment says of them, and the languages known."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from config.wording import LANGUAGES, language_of, say
from database.schema import Column, Schema
from knowledge.definitions.column_words import draft_words, words_of
from knowledge.definitions.columns import head_of
from knowledge.definitions.told_units import NOTED_UNIT, is_unit, told_unit
from language.roots import root, roots_within

Entry = dict[str, Any]
PAST = "ed"
_SUMMED = re.compile(r"(?:SUM|AVG)\((\w+|\"[^\"]+\")\)")


def known_names(names: Mapping[str, str]) -> dict[str, str]:
    """Return names in the languages they are known in: one that only repeats the other's is none."""
    if names["zh"] != names["en"]:
        return dict(names)
    said = names["zh"]
    return {language_of(said): said}


def call_codes(entry: Entry) -> None:
    """Call codes that nothing explains by their number, and yes and no by what they are of."""
    values = entry.get("values", {})
    for code in [code for code, said in values.items() if not said]:
        if set(values) <= {"0", "1"}:
            names = [entry["names"][one] for one in LANGUAGES]
            said = [say(f"drafts.flag.{code}", language_of(name), name=name) for name in names]
        else:
            said = [f"{entry['names'][one]} {code}" for one in LANGUAGES]
        values[code] = list(dict.fromkeys(said))


def in_turn(names: Sequence[str]) -> list[str]:
    """Return what a code is called as it is shown, in Chinese and then in English, before the others.

    One that a comment tells in English alone is shown so in both: what else it may mean is only understood.
    """
    first = names[0] if names else ""
    english = next((one for one in names if language_of(one) == "en"), first)
    others = [one for one in names if one not in (first, english)]
    return [first, english, *others] if len(names) > 1 else list(names)


def worded(key: str, names: Mapping[str, str]) -> dict[str, str]:
    """Return the number of things, or the new ones, in the languages they have a name in."""
    small = {one: names[one][:1].lower() + names[one][1:] for one in LANGUAGES}
    return {one: say(f"drafts.{key}", language_of(names[one]), name=small[one]) for one in LANGUAGES}


def told_words(column: Column) -> tuple[str, ...]:
    """Return the words of a column without is, has, and that it holds codes."""
    words = words_of(column.name)
    words = words[:-1] if len(words) > 1 and words[-1] == "cd" else words
    return words[1:] if len(words) > 1 and words[0] in draft_words()["coded"]["first"] else words


def unit_of(column: Column) -> tuple[Any, tuple[str, ...]]:
    """Return the unit a name or its comment ends with, and the words without it."""
    words, units = words_of(column.name), draft_words()["units"]
    if said := told_unit(column.comment):
        unit = units.get(said.lower(), said)
        is_named = words[-1] == said.lower() or bool(units.get(words[-1]))  # amount_usd
        return unit, _without_unit(words) if is_named and unit != "%" else words
    unit = units.get(words[-1]) if len(words) > 1 else None
    return (unit, words if unit == "%" else _without_unit(words)) if unit else (None, words)


def _without_unit(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return what is left of a name without its unit; price per kg says nothing without it."""
    kept = len(words) < 2 or words[-2] == "per" or words[-1] in draft_words()["counted"]["any"]
    return words if kept else words[:-1]


def defined(comment: str) -> Entry:
    """Return what a comment says beyond the name and the unit."""
    said = " ".join(comment.split())
    if is_unit(said):
        return {}
    return {"definition": said} if NOTED_UNIT.sub("", said).strip() != head_of(comment) else {}


def verbs_of(column: Column, thing: Sequence[str]) -> Entry:
    """Return what was done on a day, where its name says so: shipped of shipped_on, with 发货 of 发货日期.

    What the thing itself is called by says nothing more (complained, of complaints); what wrote the row, or
    is to be, was not done to it.
    """
    *done, last = words_of(column.name)
    idle = {one for kind in ("created", "changed", "planned", "born") for one in draft_words()["time"][kind]}
    past = [one for one in done if one.endswith(PAST) and len(one) > len(PAST) + 2 and one not in idle]
    if last not in draft_words()["days"] or len(done) != 1 or not past:
        return {}
    head = head_of(column.comment)
    ends = "|".join(draft_words()["named_days"])
    han = re.sub(rf"(?:{ends})$", "", head) if language_of(head) == "zh" else ""
    bare = root(past[0])
    own = any(bare in roots_within(one) or one.startswith(bare) for one in thing)
    verbs = [] if own else [past[0], *([han] if han not in ("", head) else [])]
    return {"verbs": verbs} if verbs else {}


def called_as_headed(entries: Sequence[Entry], schema: Schema) -> None:
    """Let what stands on a single column be called as its header, where nothing else is called so too.

    A cut is also called without its *name*: 门店名称 is 门店.
    """
    headed = [(entry, said) for entry in entries for said in _wordings(entry, _header(entry, schema))]
    taken = Counter(header.lower() for _, header in headed)
    taken.update({name.lower() for entry in entries for name in {*entry["names"].values()}})
    for entry, header in headed:
        if taken[header.lower()] == 1:
            entry["synonyms"] = [*entry.get("synonyms", ()), header]


def _wordings(entry: Entry, header: str) -> list[str]:
    ends = "|".join(draft_words()["called"])
    short = re.sub(rf"\s*(?:{ends})$", "", header, flags=re.IGNORECASE) if "column" in entry else header
    return [one for one in dict.fromkeys((header, short)) if one]


def _header(entry: Entry, schema: Schema) -> str:
    """Return what stands above the column that a figure adds up or a cut takes, without its unit."""
    summed = _SUMMED.fullmatch(entry.get("expression", ""))
    full = str(entry.get("column") or "") or f"{entry.get('table', '')}.{summed[1] if summed else ''}"
    column = schema.column(full.replace('"', ""))
    return NOTED_UNIT.sub("", column.comment or column.name).strip() if column else ""
