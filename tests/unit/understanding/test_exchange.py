"""What a model is offered of the metrics: the nearest explained, the rest by name, within a bound."""

from dataclasses import replace

from knowledge.tables import count_tokens
from tests.integration.metrics_shop import catalog
from understanding.metric.exchange import MOST_EXPLAINED, ROOM, offered


def everyone(_: str) -> bool:
    """Open every column."""
    return True


def test_the_nearest_metrics_are_explained_and_all_others_named() -> None:
    lines = offered("每笔的客单价和销售额", catalog(), everyone)
    explained = [line.split(":")[0] for line in lines if line.startswith("- metric ")]
    assert "- metric sales" in explained and len(explained) <= MOST_EXPLAINED
    (named,) = [line for line in lines if line.startswith("- further metrics")]
    told = " ".join((*explained, named))
    assert all(name in told for name in catalog().metrics)


def test_a_question_near_to_none_is_offered_their_names() -> None:
    lines = offered("xyzzy", catalog(), everyone)
    assert not [line for line in lines if line.startswith("- metric ")]
    assert any("sales" in line for line in lines)


def test_what_a_person_may_not_see_is_not_offered() -> None:
    assert offered("销售额", catalog(), lambda _: False) == ()


def test_a_hundred_metrics_stay_within_the_room() -> None:
    few = catalog()
    many = {f"m{i}": replace(few.metrics["sales"], name=f"m{i}") for i in range(100)}
    lines = offered("销售额", replace(few, metrics=few.metrics | many), everyone)
    assert sum(map(count_tokens, lines)) <= ROOM * 1.1
