"""Tests named by the docs and the red team are there: one renamed leaves a promise that nothing holds."""

import re
from pathlib import Path

import pytest

from config.settings import ROOT
from tests.redteam.__main__ import SUITES

TEXTS = sorted([*ROOT.glob("README*.md"), *(ROOT / "docs").glob("*.md")])
NAMED = re.compile(r"\btests/[\w/]+(?:\.\w+)*")


@pytest.mark.parametrize("text", TEXTS, ids=lambda path: path.name)
def test_every_test_a_page_names_is_there(text: Path) -> None:
    missing = {found for found in NAMED.findall(text.read_text("utf-8")) if not (ROOT / found).exists()}
    assert missing == set()


def test_every_test_of_the_red_team_is_there() -> None:
    named = [path for _, _, paths in SUITES for path in paths]
    assert named and [path for path in named if not (ROOT / path).exists()] == []
