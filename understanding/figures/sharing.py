"""Of what shares are, and within what."""

from understanding.chart.spans import Span
from understanding.figures.keeping import Filters
from understanding.figures.sentence import NoReading, Sentence, distinct
from understanding.metric.binding import CHANGES
from understanding.metric.vocabulary import metric_words

BEHIND = "share_of_behind"
Shared = tuple[tuple[str, ...], tuple[str, ...]]  # what is split by, and within what the shares are


def is_share(sentence: Sentence) -> bool:
    """Tell whether shares are asked for; a percent sign behind a number is none: the top 10%."""
    ends = {one.end for one in sentence.leaves if one.type == "number"}
    signs = [one for one in sentence.leaves if one.type == "percent" and one.start in ends]
    if signs and sentence.has("share"):
        raise NoReading
    told = [one for one in sentence.of("share") if not _is_unit(sentence, one)]
    return bool(told) or sentence.has("share_of", "distribution")


def _is_unit(sentence: Sentence, share: Span) -> bool:
    """Tell where how many percent only says in what: of a change, or beside a figure that is a percentage."""
    figures = {one.value.metric for one in sentence.outer("figure")}
    rates = figures and all(sentence.catalog.metrics[name].unit("zh") == "%" for name in figures)
    changed = sentence.has(*CHANGES) and sentence.has("period", "comparison")
    return share.value in metric_words()["percent"] and bool(rates or changed)


def shared(sentence: Sentence, filters: Filters, splits: tuple[str, ...], grain: str) -> Shared:
    """Return shares of the members split by, or of those named among all, of each there is."""
    figures = {one.start for one in sentence.outer("figure")}
    if any(one.rule == BEHIND and one.end in figures for one in sentence.of("share_of")):
        raise NoReading  # share of Tea sales: of what, not whose
    units = (f"{grain}_start",) if grain else ()
    subjects = distinct(members.dimension for one in sentence.of("share_of") for members in one.value.named)
    if subjects and (splits or grain):
        (subject, *others) = subjects
        if others or subject in splits or len(filters[subject, False]) > 1:
            raise NoReading
        return (*splits, subject), (*splits, *units)
    free = [name for name, negated in filters if not negated and name not in splits]
    if len(free) == 1 and not splits and not grain:
        if len(filters[free[0], False]) > 1:
            raise NoReading
        return (free[0],), ()
    if free or not (splits or grain) or len(splits) > 1:
        raise NoReading
    return splits, units if splits else ()


def refuse_joint(sentence: Sentence) -> None:
    """Stop where several members may be meant as one: 三级和四级占全部."""
    if not sentence.has("respectively", "per", "distribution", "compare"):
        raise NoReading
