"""A model's draft of what a table and its columns mean; somebody reads it before it is kept."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from langchain_core.messages import HumanMessage

from config.wording import Language, say
from errors import ModelError
from reasoning.prompting import prompt
from reasoning.wrapping import without_thoughts

if TYPE_CHECKING:
    from llm.openai import ChatClient  # the provider's client takes 25 MB, also where no model is set

MOST_CHARS = 200


@dataclass(frozen=True)
class Draft:
    """A table's description and those of some of its columns."""

    table: str = ""
    columns: Mapping[str, str] = field(default_factory=dict)


class ModelDrafter:
    """Drafts with a chat model."""

    def __init__(self, client: "ChatClient", *, shows_values: bool) -> None:
        self._client = client
        self._shows_values = shows_values

    async def draft(
        self, table: str, columns: Sequence[str], values: Mapping[str, Sequence[str]], language: Language
    ) -> Draft:
        """Ask the model; a column that the table does not have is left out."""
        seen = [f"{name}: {', '.join(some)}" for name, some in values.items()] if self._shows_values else []
        words = prompt(
            "describe_table",
            language=say("language_name", language),
            table=table,
            values="Values: " + "; ".join(seen) if seen else "",
        )
        reply = await self._client.complete([HumanMessage(words)])
        found = object_in(without_thoughts(reply.text))
        said = found.get("columns")
        described = said if isinstance(said, dict) else {}
        return Draft(
            _short(found.get("table")),
            {name: short for name in columns if (short := _short(described.get(name)))},
        )


def object_in(text: str) -> dict[str, Any]:
    """Return the JSON object in a reply, or raise where there is none."""
    try:
        found = json.loads(text[text.index("{") : text.rindex("}") + 1])
    except ValueError as error:
        raise ModelError("draft_unreadable", detail=text[:200]) from error
    if not isinstance(found, dict):
        raise ModelError("draft_unreadable", detail=text[:200])
    return found


def _short(said: Any) -> str:
    return " ".join(said.split())[:MOST_CHARS] if isinstance(said, str) else ""
