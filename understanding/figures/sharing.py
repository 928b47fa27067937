"""Of what shares are, and within what."""

from dataclasses import replace
from itertools import pairwise

from query.metric_query import Ranking
from understanding.chart.spans import Span
from understanding.figures.keeping import Filters
from understanding.figures.rules.cuts import EACH
from understanding.figures.sentence import NoReading, Sentence, distinct
from understanding.figures.things import Kind
from understanding.metric.vocabulary import metric_words
from understanding.words.closed import CHANGES

BEHIND, PAIR, MUCH = "share_of_behind", 2, "how much"
CHOSEN = ("first", "figure_first", "rank", "rank_up", "sorted", "having", "limit")
Shared = tuple[tuple[str, ...], tuple[str, ...]]  # what is split by, and within what the shares are


def is_share(sentence: Sentence) -> bool:
    """Tell whether shares are asked for; a percent sign behind a number is none: the top 10%."""
    ends = {one.end for one in sentence.leaves if one.type == "number"}
    signs = [one for one in sentence.leaves if one.type == "percent" and one.start in ends]
    if signs and sentence.has("share"):
        raise NoReading
    told = [one for one in sentence.shares if not is_unit(sentence, one)]
    return bool(told or _part_of(sentence)) or sentence.has("share_of", "distribution")


def _part_of(sentence: Sentence) -> list[Span]:
    """Return how much where it is asked how much of a figure came from somewhere."""
    asked = [one for one in sentence.of("some") if one.value == MUCH and sentence.touching(one, 1) == "of"]
    return [
        one for one in asked if any(_is_made_up_behind(sentence, kept, one) for kept in sentence.of("keep"))
    ]


def is_unit(sentence: Sentence, share: Span) -> bool:
    """Tell where how many percent only says in what: of a change, or beside a figure that is a percentage."""
    figures = {one.value.metric for one in sentence.outer("figure")}
    rates = figures and all(sentence.catalog.metrics[name].unit("zh") == "%" for name in figures)
    changed = sentence.has(*CHANGES) and sentence.has("period", "comparison")
    # 比去年多了百分之几, by what percent lower than in May, North和South相差百分之几
    beside = sentence.has("comparison", "compare", "against", "went") or sentence.sets_beside
    differs = {str(one.value) for one in sentence.every} & {*metric_words()["differing"]}
    changed |= beside and (
        bool(differs)
        or sentence.has("high", "low", "went", "versus")
        or (sentence.has("comparison") and sentence.has("compare"))
    )
    return share.value in metric_words()["percent"] and bool(rates or changed)


def shared(sentence: Sentence, filters: Filters, splits: tuple[str, ...], grain: str) -> Shared:
    """Return shares of the members split by, or of those named among all, of each there is."""
    units = (f"{grain}_start",) if grain else ()
    splits = tuple(one for one in splits if one not in _things_of_members(sentence))
    kinds = {one.value.dimension for one in sentence.outer("member") if one.value.each}  # of these, 各加油站
    free = [name for name, negated in filters if not negated and name not in (*splits, *kinds)]
    if subjects := _subjects(sentence, free) or _alone(free, splits, grain):
        (subject, *others) = subjects
        if others or len(filters[subject, False]) > 1:
            raise NoReading
        return (*splits, subject), (*splits, *units)
    if _may_be_of_more(sentence, free, splits, grain):
        raise NoReading
    return splits, units if splits and grain else _within(sentence, splits)


def _may_be_of_more(sentence: Sentence, free: list[str], splits: tuple[str, ...], grain: str) -> bool:
    """Tell shares of nothing that is named, or of which of two: by month, of all rides or of the year."""
    if not (splits or grain) or (free and (grain or _is_unclear(sentence))):
        return True
    return not splits and _is_part_of_a_rate(sentence)


def _is_part_of_a_rate(sentence: Sentence) -> bool:
    """Tell a figure of whose share of another one a percentage is defined."""
    named = {one.value.metric for one in sentence.outer("figure")}
    rates = (
        one for one in sentence.catalog.metrics.values() if one.kind == "ratio" and one.unit("zh") == "%"
    )
    return any(rate.parts[0] in named for rate in rates)


def _alone(free: list[str], splits: tuple[str, ...], grain: str) -> list[str]:
    """Return the one cut that members are named of, where nothing else is split by."""
    return free if len(free) == 1 and not (splits or grain) else []


def _of_each(sentence: Sentence) -> bool:
    return any(str(one.value).startswith(EACH) for one in sentence.shares)


def _things_of_members(sentence: Sentence) -> set[str]:
    """Return things that only say what a member has, all together: G4沿线的服务区占多少."""
    if sentence.has("cut", "respectively", *CHOSEN) or _of_each(sentence):
        return set()
    spans = [one for one in sentence.covering.spans if one.type != "empty"]
    pairs = pairwise(spans if sentence.language == "zh" else spans[::-1])
    owned = [(kept, thing) for kept, thing in pairs if (kept.type, thing.type) == ("keep", "kind")]
    return {thing.value.dimension for kept, thing in owned if not kept.value.negated}


def by_its_share(
    ranking: Ranking, filters: Filters, shown: tuple[str, ...], within: tuple[str, ...]
) -> Ranking:
    """Rank by the share of the one member named within each group: it has another order than its figure."""
    named = [name for name, negated in filters if not negated and name in shown]
    if not named:
        return ranking
    plain = ranking.by == "value" and ranking.number is not None and not ranking.within
    of_each = len(within) == 1 and {*within, *named} == {*shown} and len(filters[named[0], False]) == 1
    if not (plain and of_each):
        raise NoReading
    return replace(ranking, by="share")


def _subjects(sentence: Sentence, free: list[str]) -> list[str]:
    """Return whose share is asked for by where it stands: Tea's share, share of Tea in, came from Tea."""
    figures = {one.start for one in sentence.outer("figure")}
    told = [one for one in sentence.of("share_of") if not (one.rule == BEHIND and one.end in figures)]
    made = [] if told else [one for one in sentence.of("keep") if _is_made_up(sentence, one)]
    if not told and not made and sentence.of("share_of"):
        raise NoReading  # share of Tea sales: of what, not whose
    told = [_not_within(sentence, one) for one in told]
    named = distinct(members.dimension for one in (*told, *made) for members in one.value.named)
    return [name for name in named if name in free]


def _not_within(sentence: Sentence, told: Span) -> Span:
    """Return whose share is told, where what stands at the word is that within which it is one.

    Female share among managers, 女性在经理中占多少, what share of managers are women: managers are all.
    """
    kept = next(one for one in told.children if one.type == "keep")
    others = [one for one in sentence.of("keep") if not one.value.negated]
    ahead = [one for one in others if one.end <= told.start]
    inside = {*metric_words()["scope"]}
    if sentence.language == "en":  # 里 and 中 stand behind theirs
        inside |= {*metric_words()["within"], "in"}
    if sentence.touching(kept, -1) in inside:
        if not ahead:
            raise NoReading  # share in Dongguan of women
        return ahead[-1]
    behind = next((one for one in others if one.start >= told.end), None)
    if told.rule != BEHIND or behind is None or sentence.language != "en":
        return told
    between = {str(one.value) for one in sentence.leaves if kept.end <= one.start and one.end <= behind.start}
    return behind if between & {*metric_words()["being"]} else told


def _is_made_up(sentence: Sentence, kept: Span) -> bool:
    """Tell what share of revenue came from fuel: the share, the figure, a word of being, then the member."""
    mark = min((*sentence.shares, *_part_of(sentence)), key=lambda one: one.start, default=kept)
    return _is_made_up_behind(sentence, kept, mark)


def _is_made_up_behind(sentence: Sentence, kept: Span, mark: Span) -> bool:
    figures = [one for one in sentence.outer("figure") if mark.start < one.start < kept.start]
    being = {*metric_words()["being"]}
    ahead = [one for one in sentence.leaves if one.type == "empty" and one.end <= kept.start]
    told = {str(one.value) for one in ahead if figures and one.start >= figures[-1].end}
    return sentence.language == "en" and bool(told & being)


def _is_unclear(sentence: Sentence) -> bool:
    """Tell whether a member beside a split may be whose share is meant, or only of what it is one."""
    kept, splits = sentence.of("keep"), sentence.of("cut", "kind")
    if sentence.language == "en":
        first = min((one.start for one in sentence.shares), default=0)
        return any(one.start < first for one in kept) and not any(one.start < first for one in splits)
    scope = metric_words()["scope"]
    if sentence.has("share") and any(sentence.touching(one, 1) in scope for one in kept):
        return True  # 货车在各分公司的占比: of each branch, or of all trucks
    late = [one for one in kept if any(other.start < one.start for other in splits)]
    return any(sentence.touching(one, -1) not in scope for one in late)


def _within(sentence: Sentence, splits: tuple[str, ...]) -> tuple[str, ...]:
    """Return what shares are taken within: 各分公司内各业态, by category within each branch."""
    if len(splits) < PAIR:
        return ()
    inside = [one for one in sentence.of("cut") if sentence.touching(one, -1) in metric_words()["within"]]
    owners = [part.dimension for one in inside for part in one.value if isinstance(part, Kind)]
    if len(owners) == 1:
        return (owners[0],)
    if owners or not sentence.has("and"):
        raise NoReading
    return ()


def refuse_first_as_one(sentence: Sentence, number: int | None) -> None:
    """Stop where the share of the first so many may be theirs together: what do the top 10 make."""
    firsts, shares = sentence.of("first"), sentence.shares
    if not firsts or not shares or (number or 0) < PAIR or sentence.has("cut", "respectively"):
        return
    joint = [one for one in sentence.of("and") if shares[0].start > one.start > firsts[0].start]
    ahead = firsts[0].start < shares[0].start
    if ahead and not joint and sentence.language != "en" and firsts[0].end < shares[0].start:
        raise NoReading
    if not ahead and sentence.language == "en":
        raise NoReading


def refuse_joint(sentence: Sentence) -> None:
    """Stop where several members may be meant as one: 三级和四级占全部; not 各占几成."""
    if not _of_each(sentence) and not sentence.has("respectively", "per", "distribution", "compare"):
        raise NoReading
