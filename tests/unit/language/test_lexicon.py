"""The lexicon holds words: YAML reads a bare yes or no as a truth, and the word would be lost."""

from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from language.lists import LEXICON

FLAGS = {"rules", "steps"}  # of periods: what a rule does, not words


def truths(node: Any, within: str = "") -> Iterator[str]:
    if isinstance(node, bool):
        yield within
    for name, part in node.items() if isinstance(node, dict) else ():
        yield from truths(name, f"{within}/{name}")
        yield from truths(part, f"{within}/{name}")
    for part in node if isinstance(node, list) else ():
        yield from truths(part, within)


@pytest.mark.parametrize("file", sorted(LEXICON.glob("*.yaml")), ids=lambda file: file.stem)
def test_every_word_is_read_as_a_word(file: Any) -> None:
    data = yaml.load(file.read_text("utf-8"), Loader=yaml.CSafeLoader)
    parts = data.items() if isinstance(data, dict) else [("", data)]
    found = [place for name, part in parts if name not in FLAGS for place in truths(part, str(name))]
    assert found == []
