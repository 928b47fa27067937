"""A model's names for drafted figures: it says what they are called, never how they are computed."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from langchain_core.messages import HumanMessage

from errors import ModelError
from language.units import key_of
from reasoning.describing import object_in
from reasoning.prompting import prompt
from reasoning.wrapping import without_thoughts
from understanding.drafting.drafting import LABELLED, Definitions

if TYPE_CHECKING:
    from llm.openai import ChatClient  # the provider's client takes 25 MB, also where no model is set

AT_ONCE = 20  # definitions in one request
_LANGUAGES = ("zh", "en")
Owners = dict[tuple[str, ...], str]  # of a name, whose it is
MOST_SYNONYMS = 5  # also of verbs
MOST_CHARS = {"name": 40, "definition": 200}
SHOWN = ("name", "table", "expression", "column", "names", "definition", "unit")

Said = Mapping[str, Any]  # a definition's name → what the model calls it


class ModelNamer:
    """Names with a chat model."""

    def __init__(self, client: "ChatClient") -> None:
        self._client = client

    async def names(self, entries: Sequence[Mapping[str, Any]]) -> Said:
        """Ask the model; raise where its reply is no JSON object."""
        shown = [{field: one[field] for field in SHOWN if field in one} for one in entries]
        lines = "\n".join(json.dumps(one, ensure_ascii=False, default=str) for one in shown)
        reply = await self._client.complete([HumanMessage(prompt("name_metrics", definitions=lines))])
        return object_in(without_thoughts(reply.text))


@dataclass(frozen=True)
class Named:
    """Definitions with the names they were given, how many kept their own, and why a model was not heard."""

    definitions: Definitions
    unnamed: int = 0
    fault: ModelError | None = None


async def named(definitions: Definitions, namer: ModelNamer, taken: Iterable[str] = ()) -> Named:
    """Return definitions under the model's names; a name that another definition has is left out."""
    entries = [(section, place) for section in LABELLED for place in range(len(definitions.get(section, ())))]
    found = {section: list(ones) for section, ones in definitions.items()}
    owners = {key_of(wording): "" for wording in taken}
    for section, place in entries:
        owners |= {
            key_of(wording): found[section][place]["name"] for wording in _wordings(found[section][place])
        }
    unnamed, fault = 0, None
    for start in range(0, len(entries), AT_ONCE):
        batch = entries[start : start + AT_ONCE]
        try:
            said = await namer.names([found[section][place] for section, place in batch])
        except ModelError as error:
            fault, said = error, {}
        for section, place in batch:
            entry = found[section][place]
            fresh = _renamed(entry, said.get(entry["name"]), owners)
            unnamed += fresh is None
            found[section][place] = fresh or entry
        if fault and fault.code != "draft_unreadable":  # the model is away: every request would wait for it
            return Named(found, unnamed + len(entries) - start - len(batch), fault)
    return Named(found, unnamed, fault)


@dataclass(frozen=True)
class _Said:
    """What a model says of a definition: names by language, what else it is called, and what it means."""

    names: dict[str, str]
    synonyms: list[str]
    verbs: list[str]
    definition: dict[str, str]

    @classmethod
    def of(cls, said: Mapping[str, Any], own: str, owners: Owners) -> "_Said":
        """Read an answer without the names that another definition has."""

        def free(text: Any) -> str:
            short = _short(text, "name")
            return short if key_of(short) and owners.get(key_of(short), own) == own else ""

        def several(field: str) -> list[str]:
            listed = said.get(field)
            told = map(free, listed[:MOST_SYNONYMS]) if isinstance(listed, list) else ()
            return list(dict.fromkeys(filter(None, told)))

        names = {language: name for language in _LANGUAGES if (name := free(said.get(language)))}
        synonyms = [one for one in several("synonyms") if one not in names.values()]
        return cls(names, synonyms, several("verbs"), _definition(said.get("definition")))


def _renamed(entry: dict[str, Any], answer: Any, owners: Owners) -> dict[str, Any] | None:
    """Return a definition under new names, or None where nothing said of it can be used."""
    said = _Said.of(answer if isinstance(answer, Mapping) else {}, entry["name"], owners)
    if not (said.names or said.synonyms or said.definition):
        return None
    before = entry["names"]
    names = {one: name for one in _LANGUAGES if (name := said.names.get(one) or before.get(one, ""))}
    replaced = [before[one] for one in said.names if before.get(one)]
    synonyms = dict.fromkeys([*said.synonyms, *(one for one in replaced if one not in names.values())])
    verbs = dict.fromkeys([*entry.get("verbs", ()), *said.verbs])
    fresh = entry | {"names": names}
    fresh |= {"synonyms": list(synonyms)} if synonyms else {}
    fresh |= {"verbs": list(verbs)} if verbs else {}
    if said.definition and "definition" not in entry and "expression" in entry:
        fresh["definition"] = said.definition
    owners |= {key_of(wording): entry["name"] for wording in _wordings(fresh)}
    return {field: fresh[field] for field in ("name", "names", "synonyms", "verbs", *fresh) if field in fresh}


def _definition(said: Any) -> dict[str, str]:
    """Return what a model says that a figure means, in the languages it says it in."""
    meant = said if isinstance(said, Mapping) else {}
    return {one: short for one in _LANGUAGES if (short := _short(meant.get(one), "definition"))}


def _wordings(entry: Mapping[str, Any]) -> list[str]:
    return [*entry["names"].values(), *entry.get("synonyms", ())]


def _short(text: Any, kind: str) -> str:
    said = " ".join(text.split()) if isinstance(text, str) else ""
    return said if len(said) <= MOST_CHARS[kind] else ""
