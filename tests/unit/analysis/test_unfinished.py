"""What a briefing counts as not done yet: what is defined as open, else the codes that are called so."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from analysis.briefing.unfinished import OpenItems, open_items
from config.wording import Language
from knowledge.metrics import Metric
from tests.unit.analysis.kiosks import desk_of, kiosks, told
from understanding.metric.answers import MetricAnswers

BY_CODE = ("tickets", "state", ("1",))
DEFINED: dict[str, tuple[dict[str, Any], bool]] = {  # what is defined, and whether it is what is counted
    "a level of open things": ({"until": "closed_on", "zh": "待处理工单数", "en": "Open tickets"}, True),
    "a level in English alone": ({"until": "closed_on", "zh": "", "en": "Tickets pending"}, True),
    "a count of several codes": ({"filters": ("state IN (1, 3)",), "zh": "未处理工单", "en": "Open"}, True),
    "a count of one code": ({"filters": ("state = 1",), "zh": "未处理工单", "en": "Open tickets"}, False),
    "a level of other things": ({"until": "closed_on", "zh": "在册工单数", "en": "Tickets kept"}, False),
    "another table's": ({"until": "closed_on", "zh": "未处理工单", "en": "Open", "table": "kiosks"}, False),
}


def answers_with(*more: Metric, states: Mapping[str, tuple[str, ...]] | None = None) -> MetricAnswers:
    """Return the kiosks with further figures, and with other names of their states."""
    answers = kiosks()[1]
    known = answers.reader.known
    state = known.catalog.dimensions["state"]
    dimensions = known.catalog.dimensions | {"state": replace(state, values=states or state.values)}
    metrics = {one.name: one for one in more} | dict(known.catalog.metrics)
    catalog = replace(known.catalog, metrics=metrics, dimensions=dimensions)
    return replace(answers, reader=replace(answers.reader, known=replace(known, catalog=catalog)))


@pytest.mark.parametrize("case", DEFINED)
def test_what_is_defined_as_open_is_what_a_briefing_counts(case: str) -> None:
    told_of, counted = DEFINED[case]
    base = kiosks()[1].reader.known.catalog.metrics["tickets"]
    desk = desk_of(answers_with(replace(base, **{"name": "waiting", "synonyms": (), **told_of})), "en")
    (found,) = open_items(desk, ())
    expected = OpenItems("waiting", "state") if counted else OpenItems(*BY_CODE, "Open")
    assert found == expected


@pytest.mark.parametrize(("language", "called"), [("zh", "待办"), ("en", "To do")])
def test_a_state_is_called_by_its_name_in_the_language(language: Language, called: str) -> None:
    states = {"1": ("待办", "To do"), "2": ("已办结", "Closed")}
    (found,) = open_items(desk_of(answers_with(states=states), language), ())
    assert found.called == called


def test_a_count_of_several_codes_is_told_by_its_name() -> None:
    base = kiosks()[1].reader.known.catalog.metrics["tickets"]
    waiting = replace(
        base, name="waiting", zh="待处理工单数", en="Open tickets", filters=("state IN (1, 9)",)
    )  # fmt: skip
    answers = answers_with(waiting)
    words = told("How are we doing?", kiosks()[0], answers)[1]
    assert "Open tickets now (all still open, of any year): 120" in words
    assert "目前的待处理工单数（不论哪年的，全部）：120" in told("最近怎么样", kiosks()[0], answers)[1]


def test_things_with_names_that_are_open_for_business_are_not_told_as_open_cases() -> None:
    base = kiosks()[1].reader.known.catalog.metrics["tickets"]
    answers = answers_with(
        replace(base, name="opened", table="kiosks", time="opened_on", zh="开业数", en="Kiosks opened"),
        replace(base, name="trading", table="kiosks", until="closed_on", zh="售货亭数", en="Kiosks trading"),
    )
    known = answers.reader.known
    state = replace(known.catalog.dimensions["state"], name="door", column="kiosks.name")
    dimensions = {**known.catalog.dimensions, "door": replace(state, values={"O": ("在营", "Open")})}
    catalog = replace(known.catalog, dimensions=dimensions)
    answers = replace(answers, reader=replace(answers.reader, known=replace(known, catalog=catalog)))
    assert [one.dimension for one in open_items(desk_of(answers, "en"), ())] == ["state"]
