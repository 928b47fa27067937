"""Questions of which some words are not read: what is heard, told to be left out, or left to others."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from analysis.asked import AnalysisAsked, AskBack, NotRead
from analysis.kinds import AsHeard, as_heard
from tests.unit.analysis.kiosks import desk_of, kiosks
from understanding.readings import MetricHit

FOLDER = Path(__file__).parents[2] / "cases" / "analysis"
HEARD = yaml.load((FOLDER / "heard.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
FORMS = yaml.load((FOLDER / "forms.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)


def _every(cases: dict[str, list[dict[str, Any]]]) -> list[tuple[str, dict[str, Any]]]:
    return [(language, case) for language, some in cases.items() for case in some]


def _heard(language: Any, text: str, *, first: bool = True) -> AsHeard | None:
    _, answers = kiosks()
    return as_heard(text, NotRead(), desk_of(answers, language), first=first)


@pytest.mark.parametrize(
    ("language", "case"), _every(HEARD), ids=lambda one: one["text"] if isinstance(one, dict) else one
)
def test_what_carries_meaning_is_heard_and_what_is_passed_over_is_told(
    language: str, case: dict[str, Any]
) -> None:
    heard = _heard(language, case["text"], first=not case.get("declined"))
    if case.get("none"):
        assert heard is None, heard
        return
    if "alone" in case:
        assert heard is not None and heard.read == AskBack("alone", (case["alone"],))
        return
    assert heard is not None and heard.kind == case["kind"], heard
    read = heard.read
    assert isinstance(read, AnalysisAsked)
    assert read.passed == tuple(case.get("passed", ()))
    assert read.about == case.get("about", "")
    if "metric" in case:
        assert read.metrics == (case["metric"],)
    if "way" in case:
        assert read.direction == case["way"]
    if "from" in case:
        assert read.window is not None and read.window.start == case["from"]
    if "against" in case:
        assert read.against is not None and read.against.start == case["against"]
    assert [value for kept in read.filters for value in kept.values] == (
        [case["who"]] if "who" in case else []
    )


PLAIN = [(language, case) for language, case in _every(FORMS) if case["kind"] == "none"]


@pytest.mark.parametrize(
    ("language", "case"), PLAIN, ids=lambda one: one["text"] if isinstance(one, dict) else one
)
def test_a_plain_question_is_heard_as_no_analysis_or_read_as_a_figure(
    language: Any, case: dict[str, Any]
) -> None:
    _, answers = kiosks()
    desk = desk_of(answers, language)
    hit = desk.answers.answer(case["text"], desk.today, desk.allowed)
    figure = isinstance(hit, MetricHit) and not (hit.assumed or hit.unread)
    heard = _heard(language, case["text"])
    assert figure or heard is None or not isinstance(heard.read, AnalysisAsked), heard
