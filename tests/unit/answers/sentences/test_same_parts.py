"""Two parts of a statement are the same exactly when what is left of them is, without a copy of either."""

import itertools

from sqlglot import parse_one

from answers.sentences.tree import is_same, unscaled

PARTS = [
    parse_one(text)
    for text in (
        "SUM(a)",
        "ROUND(SUM(a), 2)",
        "SUM(b)",
        "100.0 * SUM(a) / NULLIF(SUM(b), 0)",
        "ROUND(SUM(a) / SUM(b) * 100, 1)",
        "SUM(a) / SUM(b)",
        "SUM(b) / SUM(a)",
        "SUM(a) * 2",
        "(SUM(a) / SUM(b)) / NULLIF(SUM(a), 0)",
        "SUM(a) / SUM(b) / SUM(a)",
    )
]


def test_same_as_compared_without_scale() -> None:
    pairs = list(itertools.product(PARTS, repeat=2))
    assert [is_same(*pair) for pair in pairs] == [unscaled(one) == unscaled(two) for one, two in pairs]
    assert is_same(PARTS[3], PARTS[5])
