"""What a provider that holds a model to a schema is offered is all that can be carried out."""

from analysis.given import KINDS
from reasoning.metric_tool import ANALYSES, SCHEMA


def test_every_analysis_that_can_be_carried_out_can_be_chosen() -> None:
    assert set(ANALYSES) == set(KINDS)


def test_another_period_to_compare_with_can_be_given() -> None:
    compare = SCHEMA["function"]["parameters"]["properties"]["compare"]
    assert {"from", "until"} in [set(one.get("properties", ())) for one in compare["anyOf"]]
