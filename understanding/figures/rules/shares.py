"""Shares: the sign for one, and whose share is asked for."""

from understanding.chart.saturation import rule
from understanding.chart.spans import Span
from understanding.figures.rules.members import Kept
from understanding.metric.vocabulary import metric_words


@rule("share", ("share", "share"), ("per", "share"), ("count", "share"))
def share_said_twice(first: Span, last: Span) -> str | None:
    """Read 占 … 的比例 as said once, and by before what a change is told in: by how many percent."""
    if first.type == "count":
        return str(last.value) if last.value in metric_words()["percent"] else None
    led = first.type == "share" or first.value in metric_words()["by"]
    return str(last.value) if led else None


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


@rule("share_of", ("keep", "rate"))
def rate_of_state(keep: Span, rate: Span) -> Kept | None:
    """Read a state with the word for a rate right behind it: 驳回率."""
    kept = keep.value
    assert isinstance(kept, Kept)
    one = len(kept.named) == 1 and len(kept.named[0].named) == 1
    return (
        kept
        if one and not kept.negated and keep.end == rate.start and not str(rate.value).isascii()
        else None
    )


RULES = (*share_of_behind, *rate_of_state, *share_said_twice, *share_of)
