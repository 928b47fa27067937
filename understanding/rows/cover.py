"""What spans cost in a covering of a question about rows: the fewest win."""

from understanding.chart.spans import Span

# What may stand in a reading on its own; the other types are parts of these.
CLAUSES = frozenset(
    [
        *(
            "rows",
            "column",
            "condition",
            "sorted",
            "first",
            "period",
            "event",
            "empty",
            "which",
            "list",
            "asked",
        ),
        *("when", "who", "how_much", "and", "now", "ties", "those", "as_shown", "sorts", "ever", "exists"),
        *("figure", "split", "every", "next", "as_of", "age", "waited"),
    ]
)
EMPTY = 101  # a word that says something goes before one that does not
CLAUSE = 100
UNSURE = 1
# What a span is taken for last: a column is rather the rows, what happened a condition.
AFTER = {"column": 1, "sorted": 1, "event": 2, "figure": 3, "dearest": -1}
# Spans that cost what another type does: open has not closed, or has opened; most expensive names its column.
LIKE = {"asked_in_units": "how_much", "absent": "event", "so_many": "figure", "by_dearest": "dearest"}


def price(span: Span) -> int | None:
    """Return what a span costs; None where it is only a part of others."""
    if span.type not in CLAUSES:
        return None
    if span.type == "empty":
        return EMPTY
    last = LIKE.get(span.rule, span.type)
    state = [LIKE.get(one.rule, "") for one in span.children] if span.type == "waited" else []
    return CLAUSE + sum(AFTER.get(one, 0) for one in (last, *state)) + (0 if span.sure else UNSURE)
