"""Closed classes of words and marks that more than one reader asks for, and the bounds they share."""

JOINING = frozenset(
    ["和", "与", "及", "以及", "跟", "还有", "and", "or", "或", "或者", "&", "vs", "versus", "对比", "还是"]
)
GRAINS = ("day", "week", "month", "quarter", "year")
BARE_GRAINS = frozenset(
    [
        *("日", "天", "周", "月", "月份", "季", "季度", "年"),
        *("day", "week", "month", "quarter", "year", "days", "weeks", "months", "quarters", "years"),
    ]
)
CHANGES = ("change", "decline", "vary")
MOST_TOP = 1000
ENGLISH_NO_ONE = frozenset(["top", "bottom", "first"])
BOTH = 2
