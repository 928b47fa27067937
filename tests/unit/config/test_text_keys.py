"""Every text that the code names is there in both languages, and no key stands twice in a file."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from config.settings import ROOT
from config.wording import LANGUAGES, TEXTS, Language, keys

PREFIX = {"say": "", "Said": "analysis.", "statement": "sentence."}
ROOMS = [one for one in ROOT.iterdir() if one.is_dir() and one.name not in ("tests", ".venv")]
SOURCES = sorted(file for room in ROOMS for file in room.rglob("*.py"))


def named() -> Iterator[tuple[Path, int, str]]:
    """Yield each key that is written out where a text is asked for."""
    for file in SOURCES:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or not node.args:
                continue
            first = node.args[0]
            branches = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
            for one in branches:
                told = node.func.id in PREFIX and isinstance(one, ast.Constant) and isinstance(one.value, str)
                if told and (node.func.id != "Said" or file.is_relative_to(ROOT / "analysis")):
                    yield file, node.lineno, PREFIX[node.func.id] + one.value


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_that_is_written_out_in_the_code_is_there(language: Language) -> None:
    known, asked = keys(language), list(named())
    assert len(asked) > 800
    missing = [(str(file.relative_to(ROOT)), line, key) for file, line, key in asked if key not in known]
    assert missing == []


class Strict(yaml.SafeLoader):
    """Loads YAML and notes keys that stand twice in one mapping, of which the first is lost in silence."""


def _once(loader: Strict, node: yaml.MappingNode) -> dict[object, object]:
    names = [str(loader.construct_object(key, deep=True)) for key, _ in node.value]  # type: ignore[no-untyped-call]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise AssertionError(f"{node.start_mark.name}, line {node.start_mark.line + 1}: {twice}")
    return yaml.SafeLoader.construct_mapping(loader, node, deep=True)


Strict.add_constructor("tag:yaml.org,2002:map", _once)


@pytest.mark.parametrize("file", sorted(TEXTS.glob("*.yaml")), ids=lambda file: file.name)
def test_no_key_stands_twice(file: Path) -> None:
    with file.open(encoding="utf-8") as text:
        assert yaml.load(text, Strict)


def test_a_key_that_stands_twice_is_found() -> None:
    with pytest.raises(AssertionError, match="colour"):
        yaml.load("a:\n  colour: 1\n  colour: 2\n", Strict)
