"""What another tool's file leaves behind is told to the end of teaching."""

from typing import Any, cast

from knowledge.base import KnowledgeBase
from teaching.loaders.metrics import load_metrics
from teaching.training import with_sound_definitions
from tests.unit.teaching.exchange.test_dbt import LATEST


class Nothing:
    """A knowledge base that was taught nothing."""

    async def known_tables(self, _: str) -> list[Any]:
        return []


async def test_what_stays_behind_is_told_with_its_line_after_all_checks() -> None:
    text = LATEST.replace("label: Orders", "fill_nulls_with: 0")
    read = load_metrics(text, "models.yml")
    sound = await with_sound_definitions(cast(KnowledgeBase, Nothing()), read, "x", None, alone=True)
    assert [(one.params["name"], one.params["what"]) for one in sound.warned] == [
        ("orders", "fill_nulls_with: 0")
    ]
    (left,) = sound.refused
    assert left.params == {"name": "p95", "what": "agg: percentile"}
    assert "p95" in text.splitlines()[left.line - 1]
    assert {item.payload["name"] for item in sound.items if item.payload.get("type") == "metric"} == {
        "orders", "sent_back", "sent_back_rate", "kept", "handled",
    }  # fmt: skip
