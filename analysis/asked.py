"""Which analysis a question asks for, told from its words; the rest of it is read by the metric reader."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import yaml

from config.wording import Language, language_of
from knowledge.question import Filter, MetricQuery, Window

Kind = Literal["why", "briefing", "anomaly", "forecast"]
Direction = Literal["", "up", "down"]


@dataclass(frozen=True)
class Recognised:
    """A question's kind, what is left of it to be read as a figure, and which way it says things went.

    `previous` is the question before it, without what asked for an analysis: a message may go on from it.
    """

    kind: Kind
    rest: str
    direction: Direction
    language: Language
    previous: str = ""
    text: str = ""  # the whole question


@dataclass(frozen=True)
class AnalysisAsked:
    """One analysis, exactly: of these figures, over this time, against that, of these members.

    `windows` is the time asked about; `against` what it is compared with, where that matters.
    """

    kind: Kind
    language: Language
    metrics: tuple[str, ...] = ()
    window: Window | None = None
    against: Window | None = None
    filters: tuple[Filter, ...] = ()
    direction: Direction = ""
    query: MetricQuery | None = None  # as the metric reader read the rest
    followed: bool = False  # it went on from the question before


@dataclass(frozen=True)
class AskBack:
    """What a question may mean, each a whole question; `code` is a text under `analysis.ask_back`."""

    code: str
    questions: tuple[str, ...]


@dataclass(frozen=True)
class NotRead:
    """It is an analysis, but the rest has these words that nothing here knows, or is none of this kind."""

    words: tuple[str, ...] = ()


_SIGNS = re.compile(r"[\s,，?？。.!！呢]+")


@lru_cache(maxsize=1)
def _lexicon() -> Mapping[str, Any]:
    found: Mapping[str, Any] = yaml.safe_load((Path(__file__).parent / "lexicon.yaml").read_text("utf-8"))
    return found


@lru_cache(maxsize=64)
def _pattern(kind: str, part: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{one})" for one in _lexicon()[kind].get(part, ["(?!)"])), re.IGNORECASE)


def recognise(text: str) -> Recognised | None:
    """Return the kind of analysis that a question's words ask for, or None.

    >>> recognise("为什么10月营业额涨了").rest
    '10月营业额 了'
    """
    for kind in _lexicon():
        asked, without = _pattern(kind, "asks"), _pattern(kind, "but_not")
        if not asked.search(text) or without.search(text):
            continue
        direction = _direction(kind, text)
        bare = not _SIGNS.sub("", asked.sub("", text))  # why?
        if _lexicon()[kind].get("needs_direction") and direction is None and not bare:
            continue
        rest = _pattern(kind, "takes").sub(" ", asked.sub(" ", text))
        rest = re.sub(r"\s+", " ", rest).strip(" ,，?？。.!！")
        for pattern, words in _lexicon()[kind].get("becomes", ()):
            rest = re.sub(pattern, words, rest, flags=re.IGNORECASE)
        return Recognised(kind, rest, direction or "", language_of(text), text=text)  # type: ignore[arg-type]
    return None


def says(kind: Kind, part: str, text: str) -> bool:
    """Tell whether a text has a word of one part of a kind's lexicon."""
    return _pattern(kind, part).search(text) is not None


def _direction(kind: str, text: str) -> Direction | None:
    """Return which way things are said to have gone; None where no word says that they moved at all."""
    said = _pattern(kind, "asks").sub(" ", text)
    ways: dict[Direction, bool] = {
        way: bool(_pattern(kind, way).search(said))  # type: ignore[misc]
        for way in ("up", "down")
    }
    if ways["up"] != ways["down"]:
        return "up" if ways["up"] else "down"
    return "" if ways["up"] or _pattern(kind, "moved").search(said) else None
