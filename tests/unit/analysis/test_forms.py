"""How managers ask for an analysis, in both languages, and plain questions that are none."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from analysis.asked import AnalysisAsked, AskBack, NotRead, Recognised, is_ours, recognise
from analysis.kinds import KINDS
from analysis.naming import recognised_beside_names
from tests.unit.analysis.kiosks import desk_of, kiosks

FORMS = yaml.load(
    (Path(__file__).parents[2] / "cases" / "analysis" / "forms.yaml").read_text("utf-8"),
    Loader=yaml.CSafeLoader,
)
EVERY = [(language, case) for language, cases in FORMS.items() for case in cases]


def _read(language: Any, text: str) -> tuple[Recognised | None, AnalysisAsked | AskBack | NotRead]:
    _, answers = kiosks()
    desk = desk_of(answers, language)
    found = recognised_beside_names(text, desk)
    return found, KINDS[found.kind].read(found, desk) if found else NotRead()


@pytest.mark.parametrize(
    ("language", "case"), EVERY, ids=lambda one: one["text"] if isinstance(one, dict) else one
)
def test_a_form_is_read_as_what_it_asks(language: str, case: dict[str, Any]) -> None:
    found, read = _read(language, case["text"])
    if case["kind"] == "none":
        assert isinstance(read, NotRead), (found, read)
        return
    assert found is not None
    assert case["kind"] in {found.kind, read.kind if isinstance(read, AnalysisAsked) else found.kind}
    if case.get("back"):
        assert isinstance(read, AskBack | NotRead) and not isinstance(read, AnalysisAsked)
        return
    assert isinstance(read, AnalysisAsked), (found, read)
    if "metric" in case:
        assert read.metrics == (case["metric"],)
    if "metrics" in case:
        assert read.metrics == tuple(case["metrics"])
    if "way" in case:
        assert read.direction == case["way"], found
    if "from" in case:
        assert read.window is not None and read.window.start == case["from"]
    if "until" in case:
        assert read.window is not None and read.window.end == case["until"]
    if "against" in case:
        assert read.against is not None and read.against.start == case["against"]
    who = [value for kept in read.filters for value in kept.values]
    assert who == ([case["who"]] if "who" in case else [])


def test_a_member_called_as_a_way_does_not_hide_which_way_a_figure_went() -> None:
    assert is_ours("up") and is_ours("Down") and not is_ours("降雨量") and not is_ours("upper street")


def test_a_word_within_a_name_asks_for_nothing() -> None:
    assert recognise("上周降雨量为什么增加了", ("降雨量",)) == Recognised(
        "why", "上周降雨量", "up", "zh", text="上周降雨量为什么增加了"
    )
    assert recognise("expected revenue last month", ("expected revenue",)) is None
    assert recognise("The Why Shop revenue fell", ("The Why Shop",)) is None
