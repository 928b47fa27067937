"""Ranks: the first or last so many, the one at a place, by a figure or its growth, and an order alone."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from understanding.chart.saturation import rule
from understanding.chart.spans import Span
from understanding.figures.things import Figure, Kind
from understanding.metric.vocabulary import metric_words

End = Literal["top", "bottom"]
ENDS: tuple[End, ...] = ("top", "bottom")
SHOWN = ""  # the end from which what was shown is ordered
SIDES = {"top": "top", "bottom": "bottom", "high": "top", "low": "bottom"}
CHANGES = ("change", "decline", "vary", "comparison")
CHOSEN = ("top", "前")  # words for no end of their own where one is said behind them
MOST = 1000


@dataclass(frozen=True)
class First:
    """So many from one end; `text` is the word that says which, `place` where only that one is asked for.

    Of a growth, `falls` where it is said as a fall.
    """

    end: str
    text: str
    number: int | None = None
    place: bool = False
    growth: bool = False
    falls: bool = False


def said_once(ends: Sequence[First]) -> Sequence[First]:
    """Take one end that is said at two places as one: 最高的前三家; earned the most, top 5."""
    plain = not any(one.growth or one.place for one in ends) and len({one.end for one in ends}) == 1
    return ends[:1] if plain else ends


@rule("first", *((end,) for end in ENDS))
def first(end: Span) -> First:
    """Read an end of an order: 最高, most."""
    return First(end.type, end.value)


@rule("first", *(("top", "amount", end) for end in ENDS))
def so_many_of_an_end(top: Span, amount: Span, end: Span) -> First | None:
    """Read so many with the end they are of: top 5 slowest, where top says only that some are chosen."""
    number = _whole(amount)
    return First(end.type, end.value, number) if number and str(top.value) in CHOSEN else None


@rule("first", ("main",))
def main_ones(main: Span) -> First:
    """Read the main of something, by its kinds, as those there are most of: main complaints."""
    return First("top", main.value)


def _ends_of_both(one: Span, other: Span) -> bool:
    """Tell the first and the last of the same: best and worst, 最高和最低."""
    left, right = one.value, other.value
    alike = replace(left, end="", text="") == replace(right, end="", text="")
    return bool(alike) and left.end != right.end


@rule("first", ("first", "and", "first"))
def one_of_both_ends(one: Span, _: Span, other: Span) -> First | None:
    """Read best and worst as the one that is said first; it competes with the other."""
    return one.value if _ends_of_both(one, other) else None


@rule("first", ("first", "and", "first"))
def other_of_both_ends(one: Span, _: Span, other: Span) -> First | None:
    """Read best and worst as the one that is said last."""
    return other.value if _ends_of_both(one, other) else None


@rule("first", *(("place", "amount", side) for side in SIDES))
def at_a_place(_: Span, place: Span, side: Span) -> First | None:
    """Read one place: 第二高."""
    number = _whole(place)
    return First(SIDES[side.type], side.value, number, place=True) if number else None


@rule("first", ("place", "amount"))
def at_a_place_alone(_: Span, place: Span) -> First | None:
    """Read one place of an order from the highest: 营业额第二的分公司; a first one is said by other words."""
    number = _whole(place)
    return First("top", "", number, place=True) if number and number > 1 else None


@rule("first", ("phrase",))
def in_a_phrase(phrase: Span) -> First | None:
    """Read what a phrase says of an order: second highest, fastest growing."""
    text, *told = phrase.value
    if len(told) != 2 or told[1] not in ENDS:
        return None
    if told[0].startswith("place:"):
        return First(told[1], text, int(told[0].partition(":")[2]), place=True)
    return First(told[1], text, growth=True, falls=told[0] == "decline") if told[0] in CHANGES else None


@rule("first", *((change, "first") for change in CHANGES), *(("first", change) for change in CHANGES))
def by_growth(*parts: Span) -> First | None:
    """Read an end of growth: 同比增长最快, 跌最多; the most that something fell is the lowest growth."""
    end = next(part.value for part in parts if part.type == "first")
    assert isinstance(end, First)
    falls = any(part.type == "decline" for part in parts)
    if end.growth or end.place or (falls and end.end == "bottom"):
        return None
    return First("bottom" if falls else end.end, end.text, end.number, growth=True, falls=falls)


@rule("figure_first", ("kind", "top"), ("kind", "bottom"), ("top", "kind"), ("bottom", "kind"))
def most_of(*parts: Span) -> tuple[Figure, str, str] | None:
    """Read what there is most of somewhere: 客户最多的城市, the most customers."""
    kind = next(part.value for part in parts if part.type == "kind")
    end = next(part for part in parts if part.type != "kind")
    assert isinstance(kind, Kind)
    ahead = str(end.value).isascii()
    if not kind.counted or ahead != (parts[0] is end) or end.value not in metric_words()["how_many_most"]:
        return None
    return Figure(kind.counted, numbered=True), end.type, str(end.value)


def _whole(span: Span) -> int | None:
    amount = span.value
    number = int(amount.number)
    fits = number == amount.number and not amount.percent and 1 <= number <= MOST
    return number if fits else None


RULES = (
    *one_of_both_ends,
    *other_of_both_ends,
    *first,
    *so_many_of_an_end,
    *main_ones,
    *at_a_place,
    *at_a_place_alone,
    *in_a_phrase,
    *by_growth,
    *most_of,
)
