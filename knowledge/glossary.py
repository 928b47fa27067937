"""Taught terms: found in a question by any of their names, they lend it their other names."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from knowledge.items import KnowledgeItem
from language.words import content_terms, is_han, terms

OTHER_NAME = 0.6
EXPRESSION = 0.8


@dataclass(frozen=True)
class Mention:
    """A taught term that a question names."""

    item: KnowledgeItem
    name: str


class Glossary:
    """The terms of one knowledge version."""

    def __init__(self, items: Sequence[KnowledgeItem]) -> None:
        self._names: list[tuple[str, re.Pattern[str] | None, KnowledgeItem]] = []
        for item in items:
            for name in (item.title, *item.payload.get("synonyms", ())):
                lowered = str(name).lower().strip()
                if lowered:
                    self._names.append((lowered, _word(lowered), item))

    def mentions(self, question: str) -> list[Mention]:
        """Return each term the question names, longest name first, each once."""
        lowered = question.lower()
        found: dict[str, Mention] = {}
        for name, pattern, item in sorted(self._names, key=lambda entry: -len(entry[0])):
            if item.id not in found and (pattern.search(lowered) if pattern else name in lowered):
                found[item.id] = Mention(item, name)
        return list(found.values())


def synonyms(mentions: Sequence[Mention]) -> dict[str, float]:
    """Return the further terms these mentions lend a question, with what each counts."""
    found: dict[str, float] = {}
    for mention in mentions:
        for name in (mention.item.title, *mention.item.payload.get("synonyms", ())):
            if str(name).lower() != mention.name:
                for term in content_terms(str(name)):
                    found.setdefault(term, OTHER_NAME)
        for term in terms(str(mention.item.payload.get("expression", ""))):
            found[term] = EXPRESSION
    return found


def _word(name: str) -> re.Pattern[str] | None:
    """Match a Latin name as a whole word; Han script has no spaces."""
    return None if is_han(name) else re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
