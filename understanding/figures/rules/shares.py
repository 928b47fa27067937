"""Shares: the sign for one, and whose share is asked for."""

from understanding.chart.saturation import rule
from understanding.chart.spans import Span
from understanding.figures.rules.members import Kept


@rule("share", ("percent",), ("share", "share"))
def percent(sign: Span, *_: Span) -> str:
    """Read a percent sign that is no number's: what % of orders; 占 … 的比例 is said once."""
    return str(sign.value)


@rule("share_of", ("keep", "share"), ("keep", "figure", "share"), ("keep", "share", "figure", "share"))
def share_of(keep: Span, *_: Span) -> Kept | None:
    """Read whose share is asked for: Tea's share, 餐饮占营业额的比例."""
    kept = keep.value
    assert isinstance(kept, Kept)
    return None if kept.negated or len(kept.named[0].named) > 1 else kept


@rule("share_of", ("share", "keep"))
def share_of_behind(_: Span, keep: Span) -> Kept | None:
    """Read whose share is asked for, behind the word: share of Tea in sales."""
    kept = keep.value
    assert isinstance(kept, Kept)
    return None if kept.negated or len(kept.named[0].named) > 1 else kept


RULES = (*share_of_behind, *percent, *share_of)
