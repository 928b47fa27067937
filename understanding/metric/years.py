"""A bare number that is a year: revenue by month 2025; not one that counts, compares or names."""

import datetime as dt
import re
from dataclasses import replace

from language.periods import find_periods
from understanding.metric.binding import JOINING
from understanding.metric.parts import Part, Parts
from understanding.metric.vocabulary import metric_words

YEAR = re.compile(r"20\d\d")
BESIDE = ("metric", "weak", "grain", "period", "comparison", "value", "thing")
MARKS = (
    "trend",
    "compare",
    "distribution",
    "share",
    "rank",
    "rank_up",
    "per",
    "avg",
    "respectively",
    "cumulative",
)


def read_years(parts: Parts, today: dt.date) -> Parts:
    """Let each number that can only be a year be that year."""
    found = [part for part in parts.left("number") if _is_year(parts, part)]
    for part in found:
        said = parts.text[slice(*part.piece.span)]
        periods = find_periods(f"in {said}", today)
        if len(periods) == 1:
            period = replace(periods[0], text=said, span=part.piece.span)
            part.kind, part.piece = "period", replace(part.piece, kind="period", period=period)
    return parts


def _is_year(parts: Parts, part: Part) -> bool:
    return bool(
        YEAR.fullmatch(parts.text[slice(*part.piece.span)])
        and _may_precede(parts, part, _beside(parts, part, -1))
        and _may_follow(parts, part, _beside(parts, part, 1))
    )


def _beside(parts: Parts, part: Part, step: int) -> Part | None:
    """Return the part right beside, over another year that is joined to it: 2025 and 2026."""
    at = parts.every.index(part) + step
    while 0 <= at < len(parts.every):
        other = parts.every[at]
        joined = other.text in JOINING or other.token == "compare"
        year = other.kind == "number" and YEAR.fullmatch(parts.text[slice(*other.piece.span)])
        if not (joined or year):
            return other
        at += step
    return None


def _may_precede(parts: Parts, part: Part, before: Part | None) -> bool:
    """Tell whether what stands before a number leaves it a year: a figure does, more than does not."""
    if before is None or (before.kind == "mark" and before.token in MARKS):
        return True
    if before.kind == "function":
        return before.text in metric_words()["before_a_year"]
    if before.kind == "dimension":
        split = parts.before(before)
        return split is not None and split.kind == "mark" and split.token == "per"
    return before.kind in BESIDE


def _may_follow(parts: Parts, part: Part, after: Part | None) -> bool:
    """Tell whether what stands behind a number leaves it a year: it counts nothing."""
    gap = parts.text[part.piece.span[1] : after.piece.span[0] if after else None]
    if gap.strip() and not set(gap) <= set(" ,，、?？.。!！:：;；/&+"):
        return False
    if after is None or (after.kind == "mark" and after.token in MARKS):
        return True
    counted = after.kind in ("metric", "thing", "weak", "value")
    return after.kind in ("grain", "period", "comparison", "function") or (counted and _opens(parts, part))


def _opens(parts: Parts, part: Part) -> bool:
    """Tell whether a year stands before all that is asked: 2025 revenue by branch."""
    at = parts.every.index(part)
    return all(one.kind in ("function", "number") or one.token == "compare" for one in parts.every[:at])
