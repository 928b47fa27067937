"""The path through the graph as boxes and lines; the page draws them, nothing is fetched for it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

# Column and row of each stage; one that is not listed here stands below the others.
PLACES = {
    "new_turn": (0, 0), "triage": (0, 1), "reply": (1, 1), "recall": (0, 2), "link": (0, 3),
    "together": (1, 2), "analyse": (1, 3), "clause_by_clause": (1, 4),
    "generate_sql": (0, 4), "valid_sql": (0, 5), "run_sql": (0, 6), "generate_summary": (0, 7),
    "ask_back": (1, 5), "compose": (0, 8), "suggest": (0, 9), "remember": (0, 10),
}  # fmt: skip
WAYS = (
    ("new_turn", "triage"), ("triage", "reply"), ("triage", "recall"), ("reply", "recall"),
    ("reply", "compose"), ("recall", "together"), ("together", "analyse"), ("analyse", "clause_by_clause"),
    ("clause_by_clause", "link"), ("analyse", "compose"), ("analyse", "ask_back"),
    ("clause_by_clause", "compose"), ("recall", "compose"), ("link", "generate_sql"),
    ("ask_back", "new_turn"), ("ask_back", "together"), ("together", "compose"), ("together", "ask_back"),
    ("generate_sql", "valid_sql"), ("valid_sql", "run_sql"), ("run_sql", "generate_summary"),
    ("valid_sql", "generate_sql"), ("run_sql", "generate_sql"), ("generate_sql", "ask_back"),
    ("valid_sql", "ask_back"), ("ask_back", "generate_sql"), ("generate_summary", "compose"),
    ("compose", "suggest"), ("suggest", "remember"),
)  # fmt: skip
TOOL_ROWS = (4, 7)
WIDTH, HALF, HEIGHT = 410, 72, 36
_CENTRES = (140, 325)
_ROW = 56
_TOP = 26


@dataclass(frozen=True)
class Box:
    """One stage; `times` 0 was not on the way."""

    name: str
    x: float
    y: float
    times: int
    ms: float
    ok: bool


@dataclass(frozen=True)
class Line:
    """One way between two stages, as an SVG path."""

    path: str
    taken: bool
    back: bool = False


@dataclass(frozen=True)
class Drawing:
    """Boxes over lines, and the frame around the tools."""

    boxes: list[Box]
    lines: list[Line]
    width: int
    height: int
    frame: tuple[float, float, float, float]


def drawn(steps: Sequence[Mapping[str, Any]]) -> Drawing:
    """Return the drawing of a trace's steps."""
    way = [step for step in steps if step["kind"] in ("node", "tool")]
    names = [str(step["name"]) for step in way]
    places = dict(PLACES)
    for name in dict.fromkeys(names):
        places.setdefault(name, (0, max(row for _, row in places.values()) + 1))
    taken = list(dict.fromkeys(pairwise(names)))
    lines = [Line(_path(places[a], places[b]), False) for a, b in WAYS if (a, b) not in taken]
    lines += [
        Line(_path(places[a], places[b]), True, places[b][1] < places[a][1]) for a, b in taken if a != b
    ]
    boxes = [
        Box(
            name,
            *_centre(place),
            times=names.count(name),
            ms=sum(float(step["ms"]) for step in way if step["name"] == name),
            ok=all(step["ok"] for step in way if step["name"] == name),
        )
        for name, place in places.items()
    ]
    rows = max(row for _, row in places.values()) + 1
    top = _TOP + TOOL_ROWS[0] * _ROW - HEIGHT / 2 - 8
    frame = (_CENTRES[0] - HALF - 10, top, 2 * HALF + 20, (TOOL_ROWS[1] - TOOL_ROWS[0]) * _ROW + HEIGHT + 16)
    return Drawing(boxes, lines, WIDTH, _TOP * 2 + (rows - 1) * _ROW, frame)


def _centre(place: tuple[int, int]) -> tuple[float, float]:
    column, row = place
    return _CENTRES[column], _TOP + row * _ROW


def _path(start: tuple[int, int], end: tuple[int, int]) -> str:
    (x1, y1), (x2, y2) = _centre(start), _centre(end)
    half = HEIGHT / 2
    if start[0] != end[0]:
        out, into = (HALF, -HALF) if x2 > x1 else (-HALF, HALF)
        if start[1] == end[1]:
            return f"M{x1 + out} {y1} H{x2 + into}"
        if end[0] == 0 and end[1] > start[1]:  # from the side column down: along the right edge
            return f"M{x1} {y1 + half} V{y2} H{x2 + HALF}"
        return f"M{x1 + out} {y1} C{(x1 + x2) / 2} {y1} {(x1 + x2) / 2} {y2} {x2 + into} {y2}"
    if end[1] == start[1] + 1:
        return f"M{x1} {y1 + half} V{y2 - half}"
    bow = 30 + 9 * abs(end[1] - start[1])
    edge = x1 - HALF
    return f"M{edge} {y1} C{edge - bow} {y1} {edge - bow} {y2} {edge} {y2}"
