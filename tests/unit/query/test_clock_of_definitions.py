"""A definition that asks for today means the day a question is asked on, not the database server's."""

import datetime as dt
from dataclasses import replace

import pytest

from database.dialects import DUCKDB, MYSQL, POSTGRES, SQLITE, Dialect
from knowledge.metrics import Catalog, Metric
from query.metric_query import MetricQuery
from query.plan.compose import compose
from tests.integration.metrics_shop import catalog
from understanding.metric.recognising import query_of

DAY = dt.date(2026, 11, 22)
TYPED = "CAST('2026-11-22' AS DATE)"


def _shop(expression: str, *filters: str) -> Catalog:
    sales = catalog().metrics["sales"]
    late = Metric(
        "late", "逾期", "Late", table=sales.table, expression=expression, time=sales.time, filters=filters
    )
    return replace(catalog(), metrics={"late": late})


@pytest.mark.parametrize(
    "dialect, clock, said",
    [
        (POSTGRES, "CURRENT_DATE", TYPED),
        (POSTGRES, "now()::date", TYPED),
        (POSTGRES, "CAST(CURRENT_TIMESTAMP AS date)", TYPED),
        (POSTGRES, "(now() AT TIME ZONE 'Asia/Shanghai')::date", TYPED),
        (POSTGRES, "CURRENT_DATE - 30", f"{TYPED} - 30"),
        (POSTGRES, "CURRENT_TIMESTAMP", "CAST('2026-11-22' AS TIMESTAMP)"),
        (POSTGRES, "'now'", "'now'"),
        (DUCKDB, "current_date", TYPED),
        (DUCKDB, "today()", TYPED),
        (MYSQL, "CURDATE()", TYPED),
        (MYSQL, "DATE(NOW())", "DATE(CAST('2026-11-22' AS DATETIME))"),
        (SQLITE, "CURRENT_DATE", "'2026-11-22'"),
        (SQLITE, "DATE('now', '-7 days')", "DATE('2026-11-22', '-7 days')"),
    ],
)
def test_a_filter_by_the_clock_is_by_the_day_asked_on(dialect: Dialect, clock: str, said: str) -> None:
    sql = compose(MetricQuery(("late",)), _shop("COUNT(*)", f"amount < {clock}"), dialect, "en", DAY)
    assert f"amount < {said}" in " ".join(sql.split())


def test_the_next_day_the_same_definition_is_by_the_next_day() -> None:
    shop = _shop("MAX(CURRENT_DATE - amount)")
    asked = (
        compose(MetricQuery(("late",)), shop, POSTGRES, "en", day) for day in (DAY, DAY + dt.timedelta(1))
    )
    assert [("2026-11-22" in sql, "2026-11-23" in sql) for sql in asked] == [(True, False), (False, True)]


def test_what_was_composed_is_read_back_as_the_figure_it_is() -> None:
    shop, query = _shop("COUNT(*)", "amount < CURRENT_DATE"), MetricQuery(("late",))
    assert query_of(compose(query, shop, SQLITE, "en", DAY), shop, SQLITE, DAY) == query
