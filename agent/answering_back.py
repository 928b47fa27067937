"""Is this message the answer to what the assistant asked, or a new question?"""

import re
from collections.abc import Mapping
from typing import Any

from agent.nodes.ask_back import is_no, is_yes, own_sql
from answers.markdown import harmless
from answers.visible import visible
from understanding.metric.back import speaks_of_rows
from understanding.pairs.reuse import BUILT_ON
from understanding.triage import classify

_NUMBER = re.compile(r"^\s*(?:第|选|option\s*)?([1-4一二三四])(?:个|项|种)?\W*$", re.IGNORECASE)
_NARROWER = re.compile(r"^\s*(只|仅|限|缩小|narrow|only|just|limit)", re.IGNORECASE)
_NUMERALS = {"一": 1, "二": 2, "三": 3, "四": 4}
_FREE_TEXT_CHARS = 30


def answer_to(pending: Mapping[str, Any], message: str) -> str | None:
    """Return the user's choice, or None where the message is a question of its own."""
    readings: list[str] = list(pending["readings"])
    text = message.strip()
    for reading in readings:
        if text.casefold() in (reading.casefold(), visible(reading).casefold(), harmless(reading).casefold()):
            return reading  # as it is, or as a page or a program was shown it
    if (number := _numbered(text)) and number <= len(readings):
        return readings[number - 1]
    if pending.get("kind") in ("confirm", "edit", "narrow"):
        return text if _decides(pending["kind"], text, readings) else None
    if pending.get("alone") and is_yes(text, readings):
        return readings[0]
    if pending.get("alone") and is_no(text, [""]):
        return text
    if classify(text).kind != "data" or (len(text) > _FREE_TEXT_CHARS and not _goes_on(pending, text)):
        return None
    return text


def _goes_on(pending: Mapping[str, Any], text: str) -> bool:
    """Tell a message of any length that speaks of what was asked about: of those, how many are cashiers."""
    return bool(pending.get("alone")) and speaks_of_rows(text, BUILT_ON)


def _decides(kind: str, text: str, readings: list[str]) -> bool:
    if is_no(text, readings) or own_sql(text):
        return True
    if kind == "narrow":
        return len(text) <= _FREE_TEXT_CHARS
    return kind == "confirm" and (is_yes(text, readings) or bool(_NARROWER.match(text)))


def _numbered(text: str) -> int:
    match = _NUMBER.match(text)
    if match is None:
        return 0
    return _NUMERALS.get(match[1]) or int(match[1])
