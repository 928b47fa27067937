"""Each word of the lexicon stands in a labelled case or a spent blind question: else it changes none."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from language.lists import LEXICON
from language.units import key_of

ROOT = Path(__file__).parents[3]
IN_NO_CASE = ROOT / "tests" / "cases" / "lexicon" / "in_no_case.yaml"  # may only grow shorter
# no words; their cases: tests/cases/periods, triage/beyond.yaml, clauses.yaml, metrics/everyday.yaml
PATTERNS = {"periods", "beyond", "clauses", "ways"}
WRITTEN_TOGETHER = {"function", "stop_words", "weak_words", "en", "zh"}  # by spaces, parts by -
HAN = re.compile(r"[^\x00-\x7f]+")
ENGLISH = re.compile(r"[a-z0-9']+")
GOLD = re.compile(r'"(?:gold|sql)": (?:"(?:[^"\\]|\\.)*"|\[[^\]]*\])')  # a statement is no question
ROWS = re.compile(r"\s*(?:insert|\()", re.IGNORECASE)
LISTS = sorted(file.stem for file in LEXICON.glob("*.yaml") if file.stem not in PATTERNS)


@lru_cache(maxsize=1)
def cases() -> tuple[str, str, frozenset[str]]:
    """Return the Chinese, the English and its words, of all cases, spent blind questions and tables."""
    files = [*(ROOT / "tests" / "cases").rglob("*"), *(ROOT / "demo").rglob("*")]
    told = (one for one in files if one.suffix in (".yaml", ".jsonl", ".sql") and one != IN_NO_CASE)
    lines = (line for file in told for line in file.read_text("utf-8").splitlines())
    asked = dict.fromkeys(GOLD.sub("", line) for line in lines if not ROWS.match(line))
    text = unicodedata.normalize("NFKC", "\n".join(asked)).lower()
    english = ENGLISH.findall(text)
    return " ".join(HAN.findall(text)), f" {' '.join(english)} ", frozenset(english)


def words_of(node: Any, together: bool = False) -> Iterator[str]:
    """Yield the words of a part of the lexicon, those that stand for others among them."""
    for name, part in node.items() if isinstance(node, dict) else ():
        yield from () if isinstance(part, dict | list) else [str(name)]
        yield from words_of(part, name in WRITTEN_TOGETHER)
    for part in node if isinstance(node, list) else ():
        yield from words_of(part, together)
    if isinstance(node, str):
        yield from (one.replace("-", " ") for one in node.split()) if together else [node]


def is_asked(word: str) -> bool:
    """Tell whether a word stands in a case, English ones whole; of a word in both scripts its Chinese."""
    text, (chinese, english, known) = unicodedata.normalize("NFKC", word).lower(), cases()
    if han := HAN.findall(text):
        return all(one in chinese for one in han)
    said = ENGLISH.findall(text)
    return known.issuperset(said) and f" {' '.join(said)} " in english


@pytest.mark.parametrize("name", LISTS)
def test_each_word_stands_in_a_case_but_those_known_to_stand_in_none(name: str) -> None:
    held = yaml.load((LEXICON / f"{name}.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
    unasked = {word for word in words_of(held) if not is_asked(word)}
    known = yaml.load(IN_NO_CASE.read_text("utf-8"), Loader=yaml.CSafeLoader).get(name, [])
    assert sorted(unasked - set(known)) == [], "write a case that needs the word, or leave the word out"
    assert sorted(set(known) - set(words_of(held))) == [], "the word is gone: take it off the list"


def test_no_word_that_says_nothing_is_there_twice() -> None:
    held = {
        name: yaml.load((LEXICON / f"{name}.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
        for name in ("questions", "metrics")
    }
    idle = [*words_of({"function": held["questions"]["function"]})]
    idle += [*words_of([held["metrics"]["functions"], held["metrics"]["wrappings"]])]
    keys = [key_of(word) for word in idle]
    assert sorted(word for word, key in zip(idle, keys, strict=True) if keys.count(key) > 1) == []
