"""Dimensions by a shorter noun than their names: 各馆 of 展馆, 哪个展 of 广州食品展 and others, 哪种展位."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from knowledge.metrics import Dimension
from knowledge.vocabulary import general_vocabulary
from language.words import is_han
from understanding.chart.spans import Span
from understanding.metric.known import Known
from understanding.metric.vocabulary import TYPES, metric_words

PAIR = 2
SPOKEN = "子"  # behind a noun of one sign: 牌子 of 品牌
LEAST = 3  # members that tell what all of them are called
OPEN = (
    "figure",
    "weak",
    "thing",
    "figure_first",
    "member",
    "kind",
    "period",
    "verb",
    "phrase",
    "top",
    "bottom",
)
Nouns = Mapping[str, tuple[str, str]]  # what is said, with the dimension and the words before it


def nouns_of(known: Known) -> Nouns:
    """Return the shorter nouns that one dimension alone is called by."""
    found: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for name, one in known.catalog.dimensions.items():
        for noun, lead in _called(one, known) if one.column else ():
            found[noun].add((name, lead))
    ends = {one.zh[-1:] for one in known.catalog.metrics.values()}  # 量 is no thing; 区 is, for all of 入区
    return {
        noun: owners.pop()
        for noun, owners in found.items()
        if len(owners) == 1 and noun not in ends and general_vocabulary().get(noun) is None
    }


def _called(dimension: Dimension, known: Known) -> Iterator[tuple[str, str]]:
    """Yield what a dimension is called for short, with which words show it."""
    yield from ((noun, "each") for noun in _things(dimension, known))
    yield from ((noun, "kind") for noun in _sorted_by(dimension))


def _things(dimension: Dimension, known: Known) -> Iterator[str]:
    """Yield the noun a name of two signs ends in, alone and as spoken, and the sign most members end in."""
    if is_han(dimension.zh) and len(dimension.zh) == PAIR:
        yield from (dimension.zh[-1], f"{dimension.zh[-1]}{SPOKEN}")
    column = known.catalog.full_column(dimension.column)
    members = known.values.keys(column) if known.values is not None else []
    for sign in {sign for name in dimension.wordings if is_han(name) for sign in name}:
        same = sum(key[-1] == sign for key in members)
        if same >= LEAST and same * PAIR > len(members):
            yield sign


def _sorted_by(dimension: Dimension) -> Iterator[str]:
    """Yield what a dimension tells the kinds of: 展位 of 展位类型."""
    sorts = sorted(map(str, metric_words()["alike_kinds"][TYPES]), key=len, reverse=True)
    for name in filter(is_han, dimension.wordings):
        last = next(filter(name.endswith, sorts), "")
        if last and len(name) - len(last) >= PAIR:
            yield name.removesuffix(last)


def short_nouns(text: str, keys: Sequence[str], places: Sequence[tuple[int, int]],
                leaves: Sequence[Span], nouns: Nouns) -> Iterator[tuple[int, int, str]]:  # fmt: skip
    """Yield where a noun stands that nothing else reads, with its dimension, between words that show it."""
    unread = sorted(one.start for one in leaves if one.type == "word" and is_han(keys[one.start]))
    for noun, (dimension, lead) in nouns.items():
        for start in unread:
            end = start + len(noun)
            leads = text[: places[start][0]].rstrip().endswith(tuple(metric_words()["before_a_noun"][lead]))
            if leads and tuple(keys[start:end]) == tuple(noun) and _may_end(keys, end, leaves):
                yield start, end, dimension


def _may_end(keys: Sequence[str], end: int, leaves: Sequence[Span]) -> bool:
    """Tell whether a noun is over where it ends: what goes on behind it is a name or a small word's own."""
    if end == len(keys) or not is_han(keys[end]) or keys[end] in metric_words()["behind_a_noun"]:
        return True
    return any(one.start == end and one.type in OPEN for one in leaves)
