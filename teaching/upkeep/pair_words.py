"""Wordings of pairs that their SQL never answers: the time or number its slots need is not read in them."""

from collections.abc import Iterable
from dataclasses import replace

from database.dialects import Dialect
from database.schema import Schema
from knowledge.items import KnowledgeItem
from teaching.upkeep.health import Problem
from understanding.pairs.reuse import BUILT_ON, TemplateSet

TOLD = ("period_not_one", "period_without_slot", "number_not_found")  # names are read with the data's values
NOTHING = "–"


def unread_wordings(
    items: Iterable[KnowledgeItem], dialect: Dialect, schema: Schema
) -> list[tuple[KnowledgeItem, Problem]]:
    """Return the pairs with each of their wordings that no question can be read as, and its unread words."""
    every = list(items)
    pairs = {str(place): one for place, one in enumerate(every) if one.kind == "pair"}
    terms = [one for one in every if one.kind == "term"]
    numbered = [replace(one, id=place) for place, one in pairs.items()]
    templates = TemplateSet.build(numbered, dialect=dialect, schema=schema, terms=terms)
    found = []
    for one in templates.refused:
        if one.reason in TOLD:
            pieces = templates.reader.read(one.question, BUILT_ON)
            words = [piece.text for piece in pieces.of("unknown")]
            params = {"question": one.question, "words": ", ".join(words) or NOTHING}
            found.append((pairs[one.item_id], Problem(f"pair_{one.reason}", params)))
    return found
