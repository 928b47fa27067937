"""Every text that the code names is there with the parts the code gives it, and no key stands twice."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from string import Formatter

import pytest
import yaml
from jinja2 import Environment, nodes

from config.settings import ROOT
from config.wording import LANGUAGES, TEXTS, Language, flat, keys, template_of

PREFIX = {"say": "", "Said": "analysis.", "statement": "sentence."}
ROOMS = [one for one in ROOT.iterdir() if one.is_dir() and one.name not in ("tests", ".venv")]
SOURCES = sorted(file for room in ROOMS for file in room.rglob("*.py"))
PAGES = sorted((ROOT / "web").rglob("*.html"))


@lru_cache
def named() -> tuple[tuple[Path, int, str, ast.Call], ...]:
    """Return each key that is written out where a text is asked for, with the call."""
    return tuple(_named())


def _named() -> Iterator[tuple[Path, int, str, ast.Call]]:
    asks = re.compile(rf"\b(?:{'|'.join(PREFIX)})\(")
    for file in SOURCES:
        source = file.read_text("utf-8")
        for node in ast.walk(ast.parse(source)) if asks.search(source) else ():
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or not node.args:
                continue
            first = node.args[0]
            branches = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
            for one in branches:
                told = node.func.id in PREFIX and isinstance(one, ast.Constant) and isinstance(one.value, str)
                if told and (node.func.id != "Said" or file.is_relative_to(ROOT / "analysis")):
                    yield file, node.lineno, PREFIX[node.func.id] + one.value, node


def parts(key: str, language: Language) -> set[str]:
    """Return the names of the parts a text is filled with."""
    return {name.partition(".")[0] for _, name, _, _ in Formatter().parse(template_of(key, language)) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_that_is_written_out_in_the_code_is_there(language: Language) -> None:
    known, asked = keys(language), named()
    assert len(asked) > 800
    missing = [(str(file.relative_to(ROOT)), line, key) for file, line, key, _ in asked if key not in known]
    assert missing == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_given_the_parts_it_names(language: Language) -> None:
    """A part that is not given is an error on the page; what `**` adds cannot be seen from here."""
    calls = [one for one in named() if isinstance(one[3].func, ast.Name) and one[3].func.id == "say"]
    plain = [one for one in calls if all(keyword.arg for keyword in one[3].keywords)]
    assert len(plain) > 300
    bare = [
        (str(file.relative_to(ROOT)), line, key)
        for file, line, key, call in plain
        if parts(key, language) - {str(keyword.arg) for keyword in call.keywords}
    ]
    assert bare == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_gives_its_texts_the_parts_they_name(language: Language) -> None:
    said = [one for page in PAGES for one in _said_on(page)]
    assert len(said) > 300
    assert [one for one in said if parts(one[2], language) - one[3]] == []


def _said_on(page: Path) -> Iterator[tuple[str, int, str, set[str]]]:
    """Yield each text an admin page writes out, or any page says of all pages, with the parts given."""
    for call in (
        Environment(autoescape=True, extensions=["jinja2.ext.do"])
        .parse(page.read_text("utf-8"))
        .find_all(nodes.Call)
    ):
        name = call.node.name if isinstance(call.node, nodes.Name) else ""
        prefix = {"t": "admin." if "admin" in page.parts else None, "p": "page."}.get(name)
        if prefix and call.args and isinstance(call.args[0], nodes.Const):
            yield page.name, call.lineno, prefix + call.args[0].value, {one.key for one in call.kwargs}


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_stands_in_two_files(language: Language) -> None:
    files = sorted(TEXTS.glob(f"{language}*.yaml"))
    held = Counter(
        key for file in files for key, _ in flat(yaml.load(file.read_text("utf-8"), Loader=yaml.CSafeLoader))
    )
    assert [key for key, times in held.items() if times > 1] == []


def test_a_key_that_stands_twice_is_found() -> None:
    with pytest.raises(AssertionError, match="colour"):
        yaml.load("a:\n  colour: 1\n  colour: 2\n", Strict)
