"""What kind of message this is, told from its words alone; unsure counts as a question about the data."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from language.lists import words_in
from language.units import key_of

MessageKind = Literal["data", "schema", "chat", "help", "teach", "forget", "follow_up"]
_CLAUSE = re.compile(r"[^\s!！。.;；,，?？~～](?:[^!！。.;；,，?？~～\n]|[.,](?=\d))*")
_WHAT_IS = re.compile(r"^\s*what(?:['’]?s| is| are)\s+([\w '-]{2,60}?)[\s?.!]*$", re.IGNORECASE)
_BESIDE = re.compile(r"[和与跟及]|\s+(?:and|or|vs\.?|versus)\s+")
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
        self.courtesies = {key_of(str(word)) for word in data["courtesies"]}
        self.filler = {key_of(word) for word in data["filler"]}
        self.praise = [re.compile(one, re.IGNORECASE) for one in words_in("beyond")["praise"]["asks"]]
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
    whole = _whole(key_of(text), signs) or _praised(text, signs)
    if whole:
        kind: MessageKind = "help" if whole == "help" else "chat"
        return Triage(kind, 0.97, whole, "phrases")
    for kind, reason, pattern in signs.patterns:
        if pattern.search(text):
            return Triage(kind, 0.9, reason, "pattern")
    if _general_asked(text):
        return Triage("schema", 0.9, "term", "pattern")
    if follows and _goes_on(text, signs):
        return Triage("follow_up", 0.8, "refers_back", "pattern")
    return Triage("data", 0.5, "no_other_sign", "default")


def without_courtesies(text: str) -> str:
    """Return a message without the greeting before its question and the thanks behind it.

    >>> without_courtesies("Morning! Revenue yesterday, thanks"), without_courtesies("早上好，昨天卖了多少")
    ('Revenue yesterday', '昨天卖了多少')
    """
    signs, spans = _signs(), [one.span() for one in _CLAUSE.finditer(text)]
    polite = [_is_polite(text[start:end], signs) for start, end in spans]
    asked = [at for at, is_polite in enumerate(polite) if not is_polite]
    if not asked or not (polite[0] or polite[-1]):
        return text
    thanked = all(_thanks(text[slice(*one)], signs) for one in spans[asked[-1] + 1 :])  # no shift: …, morning
    end = spans[asked[-1]][1] if polite[-1] and thanked else len(text)
    return text[spans[asked[0]][0] : end].strip()


def _is_polite(clause: str, signs: _Signs) -> bool:
    """Tell a clause that greets, thanks or praises, and says nothing else."""
    names = key_of(clause)
    rest = _but_for(names, signs.courtesies | signs.filler)
    return _is_praise(clause, signs) or (not rest and bool(_but_for(names, signs.filler)))


def _thanks(clause: str, signs: _Signs) -> bool:
    return _is_praise(clause, signs) or _whole(key_of(clause), signs) == "thanks"


def _but_for(names: tuple[str, ...], phrases: Collection[tuple[str, ...]]) -> tuple[str, ...]:
    """Return what is left of a clause where the longest phrases are taken from its front."""
    while names and (
        found := [one for one in phrases if one and one[0] == names[0] and names[: len(one)] == one]
    ):
        names = names[len(max(found, key=len)) :]
    return names


def _is_praise(clause: str, signs: _Signs) -> bool:
    return any(one.match(clause.strip()) for one in signs.praise)


def _praised(text: str, signs: _Signs) -> str:
    """Return the reason of a message of which each clause is small talk, and one says well done."""
    clauses = [one.group() for one in _CLAUSE.finditer(text)]
    praise = [one for one in clauses if _is_praise(one, signs)]
    plain = (one for one in clauses if one not in praise)
    return "thanks" if praise and all(_whole(key_of(one), signs) for one in plain) else ""


def term_asked(text: str) -> str:
    """Return the term whose meaning is asked for, or nothing."""
    for _, reason, pattern in _signs().patterns:
        match = pattern.search(text) if reason == "term" else None
        if match:
            return next((value.strip() for value in match.groupdict().values() if value), "")
    return _general_asked(text)


def _general_asked(text: str) -> str:
    """Return the term of business that is asked for, also one that speaks of a time: year on year growth."""
    asked = _WHAT_IS.match(text)
    return asked[1] if asked and general_terms(asked[1]) else ""


def general_terms(asked: str) -> list[tuple[str, str]]:
    """Return the terms of business that are asked for, as they were written and by their name; none else.

    >>> general_terms("同比和环比"), general_terms("like-for-like"), general_terms("同比和利率")
    ([('同比', 'year_on_year'), ('环比', 'period_on_period')], [('like for like', 'like_for_like')], [])
    """
    terms = words_in("business_terms")
    known = {key_of(str(word)): name for name, words in terms.items() for word in words}
    whole = asked.replace("-", " ").strip(" '\"“”「」")
    if name := known.get(key_of(whole)):
        return [(whole, name)]
    two = [one.strip(" '\"“”「」") for one in _BESIDE.split(whole)]
    found = [(one, known[key_of(one)]) for one in two if key_of(one) in known]
    return found if len(found) == len(two) else []


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
