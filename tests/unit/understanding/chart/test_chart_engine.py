"""The chart by itself: rules in any order make the same spans, and coverings come cheapest first."""

import random

import pytest

from understanding.chart.cover import UNREAD, coverings, on_cheapest_ways
from understanding.chart.saturation import Rule, saturated
from understanding.chart.spans import Span, found_in, sized


def sum_of(left: Span, _: Span, right: Span) -> int:
    """Add two numbers."""
    return int(left.value) + int(right.value)


def twice(number: Span) -> int | None:
    """Double a number, once."""
    return int(number.value) * 2 if number.rule != "twice" and number.value < 100 else None


RULES = (Rule("number", ("number", "plus", "number"), sum_of), Rule("doubled", ("number",), twice))


def seeds(text: str) -> list[Span]:
    """Read digits, pluses, and dots that say nothing."""
    types = {"+": "plus", ".": "empty"}
    return [
        Span(at, at + 1, types.get(sign, "number"), int(sign) if sign.isdigit() else sign)
        for at, sign in enumerate(text)
    ]


def shape(spans: tuple[Span, ...]) -> list[tuple[int, int, str, object]]:
    """Return spans without their children."""
    return sorted((one.start, one.end, one.type, one.value) for one in spans)


def test_rules_read_neighbours_until_nothing_new_comes() -> None:
    made = [one for one in saturated(seeds("1+2+3"), RULES) if (one.start, one.end) == (0, 5)]
    assert sorted((one.type, one.value) for one in made) == [("doubled", 12)] * 2 + [("number", 6)] * 2


def test_empty_words_may_stand_between_but_nothing_else() -> None:
    assert (0, 5, "number", 3) in shape(saturated(seeds("1.+.2"), RULES))
    assert (0, 4, "number", 3) not in shape(saturated(seeds("1+92"), RULES))


def test_patterns_that_begin_alike_are_each_read() -> None:
    longer = Rule("said twice", ("number", "plus", "number", "plus", "number"), lambda *parts: len(parts))
    made = saturated(seeds("1+.2+3"), (*RULES, longer))
    assert {(0, 4, "number", 3), (0, 6, "said twice", 5)} <= {*shape(made)}


@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_seeds_and_rules_makes_no_difference(seed: int) -> None:
    make = random.Random(seed)
    given, rules = seeds("4+.5+6.+7"), list(RULES)
    make.shuffle(given)
    make.shuffle(rules)
    assert shape(saturated(given, rules)) == shape(saturated(seeds("4+.5+6.+7"), RULES))


def test_each_stretch_that_a_list_has_is_found_shorter_first() -> None:
    listed = sized({("新",): "new", ("新", "合", "同"): "new contract", ("合", "同"): "contract"})
    assert found_in(tuple("新合同"), listed) == [(0, 1, "new"), (0, 3, "new contract"), (1, 3, "contract")]


def test_a_word_of_more_units_than_are_looked_for_is_not_found() -> None:
    assert found_in(tuple("新合同"), sized({("新", "合", "同"): True}, 2)) == []


def priced(span: Span) -> int | None:
    """Let longer spans be cheaper by the unit."""
    return None if span.type == "doubled" else 10


def test_the_fewest_spans_cover_and_what_is_left_is_named() -> None:
    chart = saturated(seeds("1+2"), RULES)
    (best,) = coverings(chart, 4, priced)
    assert [(one.start, one.end) for one in best.spans] == [(0, 3)]
    assert (best.unread, best.cost) == ((3,), 10 + UNREAD)


def test_coverings_that_cost_little_more_come_behind_the_cheapest() -> None:
    spans = [Span(0, 2, "a"), Span(0, 1, "b"), Span(1, 2, "c")]
    price = {"a": 10, "b": 6, "c": 6}
    found = coverings(spans, 2, lambda one: price[one.type], slack=2)
    assert [(way.cost, [one.type for one in way.spans]) for way in found] == [(10, ["a"]), (12, ["b", "c"])]


def test_only_spans_of_the_cheapest_ways_are_kept() -> None:
    spans = [Span(0, 2, "a"), Span(0, 2, "b"), Span(0, 1, "c"), Span(1, 2, "d"), Span(2, 3, "e")]
    assert {one.type for one in on_cheapest_ways(spans, 4, lambda _: 5)} == {"a", "b", "e"}
