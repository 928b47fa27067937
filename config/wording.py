"""Every sentence a user reads, by key and language, from config/texts/{zh,en}*.yaml."""

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from string import Formatter
from typing import Any, Literal

import yaml

from errors import WenshuError

Language = Literal["zh", "en"]
LANGUAGES: tuple[Language, ...] = ("zh", "en")
_HAN = re.compile("[㐀-鿿]")
_WORD = re.compile(r"[A-Za-z][A-Za-z']+")
_SENTENCE = 3  # English words: fewer among Han script are names and terms of a Chinese one
_OPENS = re.compile(
    r"\s*(?:how|what|which|who|whose|when|where|why|is|are|was|were|did|do|does|has|have|will|can|could|would"
    r"|show|list|give|tell|compare)\b",
    re.IGNORECASE,
)
# Words that only one language builds its sentences with; names of the other may stand between them.
_HAN_GRAMMAR = re.compile(
    r"多少|哪|谁|什么|怎|吗|呢|几|了|的|是|最|各|每|有没有|列出|给我|看看|对比|排名|不|没"
)
_ENGLISH_GRAMMAR = re.compile(
    r"\b(?:of|by|the|in|at|for|per|and|vs|versus|with|without|which|who|what|when|where|how|is|are|was|were|did|does"
    r"|last|this|since|between|from|top|opened|new)\b",
    re.IGNORECASE,
)
_ASKS = re.compile(r"\b(?:who|what|when|where|which|how|why)\b", re.IGNORECASE)
_CLAUSE = 2  # words, of which the first opens a question
TEXTS = Path(__file__).resolve().parent / "texts"


@lru_cache(maxsize=len(LANGUAGES))
def _texts(language: Language) -> dict[str, str]:
    found: dict[str, str] = {}
    for path in sorted(TEXTS.glob(f"{language}*.yaml")):
        found |= dict(flat(yaml.load(path.read_text("utf-8"), Loader=yaml.CSafeLoader)))
    return found


def flat(tree: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Yield the texts of a file by their whole keys (`admin.look`)."""
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", str(value)


def keys(language: Language) -> set[str]:
    """Return every key that has a text in this language."""
    return set(_texts(language))


def template_of(key: str, language: Language) -> str:
    """Return a text with its `{named}` parts unfilled."""
    return _texts(language)[key]


def say(key: str, language: Language, **params: Any) -> str:
    """Return the text of `key` with its `{named}` parts filled in; `{count:item|items}` counts in English."""
    text = _texts(language)[key]
    return _COUNTING.vformat(text, (), params) if "|" in text else text.format_map(params)


class _Counting(Formatter):
    def format_field(self, value: Any, format_spec: str) -> str:
        one, bar, many = format_spec.partition("|")
        if not bar:
            return str(super().format_field(value, format_spec))
        return f"{value} {one if value == 1 else many}"


_COUNTING = _Counting()


def say_error(error: WenshuError, language: Language) -> str:
    """Return the sentence for an error's code, or the general one where it has none."""
    key = f"errors.{error.code}"
    if key not in _texts(language):
        key = "errors.internal"
    return say(key, language, **error.params)


@lru_cache(maxsize=512)  # of one question asked some thirty times
def language_of(text: str) -> Language:
    """Tell Chinese from English by the words a sentence is built with, whatever names stand among them.

    >>> language_of("10月GMV多少"), language_of("What was revenue of 厚街 in October?")
    ('zh', 'en')
    """
    han = 0 if text.isascii() else len(_HAN.findall(text))
    if not han:
        return "en"
    words = len(_WORD.findall(text))
    opens = _OPENS.match(text) is not None
    if opens and words >= _SENTENCE:
        return "en"
    if _HAN_GRAMMAR.search(text):
        return "zh"
    built = words > han or _ENGLISH_GRAMMAR.search(text)
    asks = (opens and words >= _CLAUSE) or _ASKS.search(text)
    return "en" if asks or (words >= _SENTENCE and built) else "zh"
