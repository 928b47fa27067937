"""Which kind of analysis a text asks for by its meaning, as the sentence encoder tells it."""

import importlib.util
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from analysis.asked import is_ours
from analysis.rest import recent_in
from analysis.sensing.fitting import FOLDER, KINDS, Sense, shares, ways
from analysis.target.aims import names_a_target
from config.wording import Language, language_of
from knowledge.embeddings import ENCODER, EncoderEmbedding
from understanding.metric.desk import MetricDesk
from understanding.metric.parts import Part

# Of 462 spent questions, 96 % of what the first 420 ways told at SURE was right, a recall of 76 %. The other
# ways were written after questions that were not heard had been read, and some are near copies of these: of
# strangers' questions there is no figure yet.
SURE = 0.8
_RUN = re.compile(r"[\u4e00-\u9fff]+")
_WORD = re.compile(r"[a-z][a-z']*")
_SHORTEST, _LONGEST = 2, 6
# What stands for a figure, a thing, and a time that has been, runs, or is to come.
_STANDS = {
    "en": {
        "figure": "sales",
        "thing": "branch",
        "past": "last month",
        "now": "this month",
        "next": "next month",
    },
    "zh": {"figure": "销售额", "thing": "门店", "past": "上月", "now": "这个月", "next": "下月"},
}


@dataclass(frozen=True)
class Sensed:
    """The kind that a text most likely asks for, and how sure that is, of one."""

    kind: Sense
    sure: float


def sense(text: str, desk: MetricDesk) -> Sensed | None:
    """Return the kind that a text asks for; None without the encoder."""
    if importlib.util.find_spec(ENCODER) is None:
        return None
    return _sensed(plain_form(text, desk))


def plain_form(text: str, desk: MetricDesk) -> str:
    """Return a text with one word for any figure, thing and time: what is left is how it asks."""
    parts = desk.parts(text)
    stands, told, at = _STANDS[language_of(text)], "", 0
    for part in parts.every:
        first, last = part.piece.span
        if first < at or not (role := _role(part, desk)):
            continue
        told, at = told + parts.text[at:first] + stands[role], last
    return told + parts.text[at:]


def _role(part: Part, desk: MetricDesk) -> str:
    """Return what a part is, by what stands for it; nothing of a word of how it is asked."""
    period = part.piece.period
    if part.kind == "period" and period is not None:
        return "next" if period.start >= desk.today else "now" if period.end >= desk.today else "past"
    if is_ours(part.text) or names_a_target(part.text):
        return ""
    return {"metric": "figure", "value": "thing", "dimension": "thing"}.get(part.kind, "")


@lru_cache(maxsize=512)
def _sensed(text: str) -> Sensed:
    weights, bias = _weights()
    vector = EncoderEmbedding().embed([text])[0].astype(np.float64)
    sure = shares(vector @ weights + bias)
    best = int(sure.argmax())
    return Sensed(KINDS[best], float(sure[best]))


@lru_cache(maxsize=1)
def _weights() -> tuple[np.ndarray, np.ndarray]:
    with np.load(FOLDER / "weights.npz") as found:
        return found["weights"].astype(np.float64), found["bias"].astype(np.float64)


def set_apart(text: str, desk: MetricDesk) -> str:
    """Return a text in which a part of a name stands apart from a word of asking: visiting the Jinjiang.

    Only where more is then called by its name; in Chinese names are found within longer runs anyway.
    """
    parts, words = desk.parts(text), _words("en")
    lumps = [one.piece.span for one in parts.every if one.kind == "other" and " " in one.text]
    told = parts.text
    for first, last in reversed(lumps):
        lump = told[first:last].split()
        if any(one.lower() in words or recent_in(one) for one in lump):
            told = f"{told[:first]}{' the '.join(lump)}{told[last:]}"
    more = told != parts.text and len(desk.parts(told).of("value")) > len(parts.of("value"))
    return told if more else text


def way_spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield where a text has words of the ways to ask for an analysis: they say how, and not of what."""
    words = _words(language_of(text))
    for found in _WORD.finditer(text.lower()):
        if found.group() in words:
            yield found.span()
    for run in _RUN.finditer(text):
        at = run.start()
        while at < run.end():
            ends = range(min(at + _LONGEST, run.end()), at + _SHORTEST - 1, -1)
            end = next((end for end in ends if text[at:end] in words), 0)
            if end:
                yield at, end
            at = end or at + 1


@lru_cache(maxsize=2)
def _words(language: Language) -> frozenset[str]:
    """Return the words of the ways but for what stands for data; in Chinese every run of some characters."""
    texts = [text for kind in KINDS[:-1] for text in ways()[kind][language]]
    for standing in _STANDS[language].values():
        texts = [text.replace(standing, "|") for text in texts]
    if language == "en":
        return frozenset(word for text in texts for word in _WORD.findall(text.lower()))
    return frozenset(
        run[first:last]
        for text in texts
        for run in _RUN.findall(text)
        for first in range(len(run))
        for last in range(first + _SHORTEST, min(first + _LONGEST, len(run)) + 1)
    )
