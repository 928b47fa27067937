"""What kind of message this is, told from its words alone; unsure counts as a question about the data."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from language.lists import words_in
from language.units import key_of

MessageKind = Literal["data", "schema", "chat", "help", "teach", "forget", "follow_up"]
LONGEST_WHOLE = 24  # units of a message that is nothing but small talk


@dataclass(frozen=True)
class Triage:
    """The kind of a message, how sure that is, which sign told it and how the sign was found."""

    kind: MessageKind
    confidence: float
    reason: str
    method: str


class _Signs:
    """The lexicon's phrases and patterns, compiled once."""

    def __init__(self) -> None:
        data = words_in("small_talk")
        self.phrases: dict[tuple[str, ...], str] = {key_of(word): "" for word in data["filler"]}
        for reason, lines in data["whole"].items():
            self.phrases |= {key_of(str(phrase)): reason for line in lines for phrase in line}
        self.longest = max(map(len, self.phrases))
        self.patterns = [
            (entry["kind"], entry["reason"], re.compile(entry["pattern"], re.IGNORECASE))
            for entry in data["patterns"]
        ]
        follow = data["follow_up"]
        self.begins = re.compile(follow["begins"], re.IGNORECASE)
        self.ends = re.compile(follow["ends"], re.IGNORECASE)
        self.longest_follow_up: int = follow["longest"]


@lru_cache(maxsize=1)
def _signs() -> _Signs:
    return _Signs()


def classify(text: str, *, follows: bool = False) -> Triage:
    """Return the kind of a message; `follows` says that there is a question before it."""
    signs = _signs()
    whole = _whole(key_of(text), signs)
    if whole:
        kind: MessageKind = "help" if whole == "help" else "chat"
        return Triage(kind, 0.97, whole, "phrases")
    for kind, reason, pattern in signs.patterns:
        if pattern.search(text):
            return Triage(kind, 0.9, reason, "pattern")
    if follows and _goes_on(text, signs):
        return Triage("follow_up", 0.8, "refers_back", "pattern")
    return Triage("data", 0.5, "no_other_sign", "default")


def term_asked(text: str) -> str:
    """Return the term whose meaning is asked for, or nothing."""
    for _, reason, pattern in _signs().patterns:
        match = pattern.search(text) if reason == "term" else None
        if match:
            return next((value.strip() for value in match.groupdict().values() if value), "")
    return ""


def taught_text(text: str) -> str:
    """Return what a message asks to be remembered, or nothing."""
    return _after("teach", text)


def choice_forgotten(text: str) -> str:
    """Return the choice a message asks to be forgotten, or nothing where it means all of them."""
    return _after("forget", text)


def _after(wanted: MessageKind, text: str) -> str:
    for kind, _, pattern in _signs().patterns:
        match = pattern.match(text) if kind == wanted else None
        if match:
            return text[match.end() :].strip()
    return ""


def _goes_on(text: str, signs: _Signs) -> bool:
    short = len(text) <= signs.longest_follow_up
    return short and bool(signs.begins.search(text) or signs.ends.search(text))


def _whole(names: tuple[str, ...], signs: _Signs) -> str:
    """Return the reason of a message that is all small talk; help outweighs thanks, and thanks a greeting."""
    if len(names) > LONGEST_WHOLE:
        return ""
    if not names:
        return "greeting"
    best: dict[int, tuple[int, frozenset[str]]] = {0: (0, frozenset())}
    for at in range(len(names)):
        if at not in best:
            continue
        pieces, reasons = best[at]
        for length in range(1, min(signs.longest, len(names) - at) + 1):
            reason = signs.phrases.get(names[at : at + length])
            if reason is not None and pieces + 1 < best.get(at + length, (LONGEST_WHOLE + 1, reasons))[0]:
                best[at + length] = (pieces + 1, reasons | {reason})
    _, reasons = best.get(len(names), (0, frozenset()))
    return next((reason for reason in ("help", "thanks", "greeting") if reason in reasons), "")
