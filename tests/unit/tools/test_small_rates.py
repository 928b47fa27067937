"""Which column holds a rate told as 0, of the one figure asked for."""

import pytest

from database.result import QueryResult, ResultColumn
from query.metric_query import Compared, MetricQuery
from tools.small_rates import _rate_at

SHOPS = MetricQuery(("refund_rate",), ("shop",))


@pytest.mark.parametrize(
    ("query", "rows", "at"),
    [
        (SHOPS, (("a", 1.2), ("b", 0.0)), 1),
        (MetricQuery(("refund_rate",)), ((0,),), 0),
        (SHOPS, (("a", 1.2), ("b", None)), None),
        (SHOPS, (("a", 1.2, 0),), None),
        (MetricQuery(("refund_rate",), ("shop",), compared=Compared("last_year")), (("a", 0, 0),), None),
        (MetricQuery(("refund_rate", "revenue"), ("shop",)), (("a", 0.0, 1),), None),
    ],
)
def test_only_a_rate_told_as_nought_is_read_again(
    query: MetricQuery, rows: tuple[tuple[object, ...], ...], at: int | None
) -> None:
    columns = tuple(ResultColumn(str(one), "other") for one in range(len(rows[0])))
    assert _rate_at(query, QueryResult(columns, rows, False, 0.0)) == at
