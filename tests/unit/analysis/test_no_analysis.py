"""What comes near an analysis and is none: it is left to others, by its words and by its meaning."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from analysis.asked import AnalysisAsked, NotRead
from analysis.kinds import as_heard
from tests.unit.analysis.kiosks import desk_of, kiosks
from understanding.readings import MetricHit

FILE = Path(__file__).parents[2] / "cases" / "analysis" / "plain.yaml"
CASES = [
    (language, text)
    for language, texts in yaml.load(FILE.read_text("utf-8"), Loader=yaml.CSafeLoader).items()
    for text in texts
]


@pytest.mark.parametrize(("language", "text"), CASES, ids=lambda one: one)
def test_no_analysis_is_heard(language: Any, text: str) -> None:
    _, answers = kiosks()
    desk = desk_of(answers, language)
    hit = desk.answers.answer(text, desk.today, desk.allowed)
    figure = isinstance(hit, MetricHit) and not (hit.assumed or hit.unread)
    heard = as_heard(text, NotRead(), desk)
    assert figure or heard is None or not isinstance(heard.read, AnalysisAsked), heard
