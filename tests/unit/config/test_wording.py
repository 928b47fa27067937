"""The sentences users read."""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from string import Formatter
from typing import Any

import pytest
import yaml

import errors
from config.settings import ROOT
from config.wording import TEXTS, Language, keys, language_of, say, say_error

ERROR_CLASSES = {name for name in dir(errors) if name.endswith("Error")}


@lru_cache
def texts(language: Language) -> dict[str, str]:
    """Return every sentence by its key, unfilled."""

    def flat(tree: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
        for key, value in tree.items():
            if isinstance(value, dict):
                yield from flat(value, f"{prefix}{key}.")
            else:
                yield f"{prefix}{key}", str(value)

    return dict(flat(yaml.load((TEXTS / f"{language}.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)))


def unreadable(tree: Mapping[Any, Any]) -> Iterator[object]:
    """Yield the keys that YAML took for something else than words: yes, no, on."""
    for key, value in tree.items():
        if not isinstance(key, str):
            yield key
        if isinstance(value, dict):
            yield from unreadable(value)


def parameters(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@lru_cache
def raised() -> tuple[tuple[str, str, frozenset[str | None]], ...]:
    """Return each error made in the code: its code, where, and the names of what it is given."""
    found = []
    rooms = [one for one in ROOT.iterdir() if one.is_dir() and one.name not in (".venv", "tests", "data")]
    for path in [*ROOT.glob("*.py"), *(file for room in rooms for file in room.rglob("*.py"))]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
                continue
            if node.func.id in ERROR_CLASSES and not (
                node.args and not isinstance(node.args[0], ast.Constant)
            ):
                code = node.args[0].value if node.args else getattr(errors, node.func.id).code  # type: ignore[attr-defined]
                given = frozenset(keyword.arg for keyword in node.keywords)
                found.append((str(code), f"{path.relative_to(ROOT)}:{node.lineno}", given))
    return tuple(found)


def test_every_key_of_a_sentence_is_a_word() -> None:
    files = sorted(TEXTS.glob("*.yaml"))
    assert files and [
        (path.name, *unreadable(yaml.load(path.read_text("utf-8"), Loader=yaml.CSafeLoader)))
        for path in files
    ] == [(path.name,) for path in files]


def test_both_languages_have_the_same_sentences() -> None:
    assert keys("zh") ^ keys("en") == set()


def test_both_languages_name_the_same_parameters() -> None:
    def named(text: str) -> set[str]:
        return {"name" if name == "names" else name for name in parameters(text)}  # English has a plural

    zh, en = texts("zh"), texts("en")
    assert [key for key in zh.keys() & en.keys() if named(zh[key]) != named(en[key])] == []


def test_every_error_code_has_a_sentence() -> None:
    defaults = {(getattr(errors, name).code, "errors.py") for name in ERROR_CLASSES}
    codes = defaults | {(code, place) for code, place, _ in raised()}
    assert {(code, place) for code, place in codes if f"errors.{code}" not in keys("zh")} == set()


def test_every_error_is_given_what_its_sentence_names() -> None:
    sentences = texts("en")
    short = [
        (code, place, parameters(sentences[f"errors.{code}"]) - given)
        for code, place, given in raised()
        if None not in given and f"errors.{code}" in sentences  # None stands for **params
    ]
    assert [found for found in short if found[2]] == []


def test_sentences_are_in_their_language() -> None:
    wrong = [
        key for key, text in texts("zh").items() if key.startswith("errors.") and language_of(text) != "zh"
    ]
    assert wrong == []
    # A language's own name stands in that language.
    chinese = [key for key, text in texts("en").items() if re.search("[一-鿿]", text)]
    assert [key for key in chinese if not key.endswith((".zh", "other_language"))] == []


def test_error_without_a_sentence_gets_the_general_one() -> None:
    assert say_error(errors.WenshuError("no_such_code"), "en") == say("errors.internal", "en")


def test_sentence_is_filled_with_the_errors_parameters() -> None:
    sentence = say_error(errors.SettingsError("port_taken", host="127.0.0.1", port=8000), "zh")
    assert "8000" in sentence


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("How did 南城服务区 do in October", "en"),
        ("complaints of 厚街 by month this year", "en"),
        ("iPhone 15 Pro Max 销量多少", "zh"),
        ("Lord of the Rings 卖了多少份", "zh"),
        ("show 一下 top 5 的店", "zh"),
        ("GMV by 门店", "zh"),
        ("南城", "zh"),
        ("top 5 服务区 by revenue", "en"),
        ("who devised 爵士", "en"),
        ("北江服务区 opened when?", "en"),
        ("Is 北江服务区 new?", "en"),
        ("Wayside Fast Food 和 Old Canton Kitchen 谁卖得多", "zh"),
        ("GMV ARPU NPS 各是多少 last month", "zh"),
    ],
)
def test_a_chinese_name_within_an_english_sentence_makes_it_no_chinese_one(
    text: str, language: Language
) -> None:
    assert language_of(text) == language
