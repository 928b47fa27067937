"""A Chinese question whether any of a kind is so, as which of them are: 有没有哪个分公司完不成目标."""

import re

from language.lists import words_in
from understanding.metric.desk import MetricDesk


def asked_as_which(text: str, desk: MetricDesk) -> str:
    """Return a text that asks whether there are any of a kind as one that asks which: 有没有门店投诉超过10件.

    Or of such a kind: 有没有关门的店. Whether something was done or is there (有没有达标, 有没有投诉) names
    no kind, and stays as it is.
    """
    told = words_in("clauses")["whether_any"]
    if (found := re.search(told["any"], text)) is None:
        return text
    if found["which"]:
        return f"{text[: found.start()]}{found['which']}{text[found.end() :]}"
    if such := _such(text, found.end(), desk):
        return f"{text[: found.start()]}{such}{told['are_which']}"
    behind = (one for one in desk.parts(text).every if one.piece.span[0] == found.end())
    kind = next((one for one in behind if one.kind == "dimension"), None)
    rest = text[kind.piece.span[1] :] if kind is not None else ""
    is_said_of = rest[:1] not in ("", "的", *"？?吗呢")
    return f"{text[: found.start()]}{told['which']}{text[found.end() :]}" if is_said_of else text


def _such(text: str, start: int, desk: MetricDesk) -> str:
    """Return what ends a text from a place on as a kind with what is said of it: 关门的店, 离职的员工."""
    rest = text[start:].rstrip("？?。 呢吗")
    ends = start + len(rest)
    kind = next((one for one in desk.parts(text).of("dimension") if one.piece.span[1] == ends), None)
    said = text[start : kind.piece.span[0]] if kind is not None else ""
    return rest if len(said) > 1 and said.endswith("的") else ""
