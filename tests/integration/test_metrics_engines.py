"""Composed questions give the same rows on every engine, and those a row-by-row computation gives."""

import datetime as dt
import random
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from itertools import accumulate
from typing import Any

import pytest

from appdb.embedded import EmbeddedPostgres
from config.wording import say
from database.dialects import DUCKDB, MYSQL, POSTGRES, SQLITE, Dialect
from database.guard import check
from knowledge.metrics import Metric
from query.metric_query import Compared, Condition, Filter, MetricQuery, Ranking, Window
from query.plan.compose import compose
from tests.integration.engines import Run, RunOn, engines
from tests.integration.metrics_shop import TODAY, Oracle, catalog, random_query, rows, same, statements

pytestmark = pytest.mark.slow

SEEDS = 250
CATALOG, DATA = catalog(), rows()


@pytest.fixture(scope="module")
def expected() -> list[tuple[MetricQuery, list[tuple[Any, ...]]]]:
    """Return many queries with the rows that loops over the data give."""
    oracle = Oracle(DATA, CATALOG)
    queries = [random_query(random.Random(seed), CATALOG) for seed in range(SEEDS)]
    return [(query, oracle.answer(query)) for query in queries if query]


@pytest.fixture(scope="module")
def run_on(postgres: EmbeddedPostgres) -> Iterator[RunOn]:
    with engines(postgres, "metrics_engines", lambda dialect: statements(dialect, DATA)) as opened:
        yield opened


@pytest.mark.parametrize("dialect", [SQLITE, DUCKDB, POSTGRES, MYSQL], ids=lambda one: one.name)
def test_rows_are_those_of_a_row_by_row_computation(
    dialect: Dialect, expected: list[tuple[MetricQuery, list[tuple[Any, ...]]]], run_on: RunOn
) -> None:
    run = run_on(dialect)
    for query, wanted in expected:
        sql = compose(query, CATALOG, dialect, "zh", TODAY)
        check(sql, dialect)
        assert same(wanted, run(sql)), f"{query}\n{sql}"


OCTOBER = Window(dt.date(2026, 10, 1), dt.date(2026, 11, 1), "month")
NOVEMBER = Window(dt.date(2026, 11, 1), dt.date(2026, 11, 21), "month", 1, True)  # it runs
AUGUST = Window(dt.date(2026, 8, 1), dt.date(2026, 9, 1), "month")
YEAR = Window(dt.date(2026, 1, 1), dt.date(2026, 11, 21), "year", 1, True)
TWO_YEARS = Window(dt.date(2024, 7, 1), dt.date(2026, 11, 21), "range", 1, True)  # the first has no data
THOUSAND_DAYS = Window(dt.date(2024, 2, 25), dt.date(2026, 11, 21), "range", 1, True)
ADLER, TEA = Filter("customer", ("Adler",)), Filter("category", ("Tea",))
FILLED = {  # query, and how many rows where these are of units alone
    "days": (MetricQuery(("orders", "sales"), (), "day", (OCTOBER,), filters=(ADLER,)), 31),
    "up to yesterday": (MetricQuery(("visits",), (), "day", (NOVEMBER,), filters=(ADLER,)), 19),
    "weeks": (MetricQuery(("quantity",), (), "week", (OCTOBER,), filters=(TEA, ADLER)), 5),
    "months without any": (MetricQuery(("net_sales", "basket"), (), "month", (TWO_YEARS,)), 29),
    "quarters of a rate": (MetricQuery(("return_rate", "conversion"), (), "quarter", (TWO_YEARS,)), 10),
    "years": (MetricQuery(("buyers", "visit_length"), (), "year", (TWO_YEARS,)), 3),
    "months apart": (MetricQuery(("orders",), (), "month", (AUGUST, OCTOBER), filters=(ADLER,)), 2),
    "days of months apart": (MetricQuery(("orders",), (), "day", (AUGUST, OCTOBER), filters=(ADLER,)), 62),
    "weekends": (
        MetricQuery(("orders",), (), "day", (OCTOBER,), filters=(Filter("weekend", ("weekend",)),)),
        9,
    ),
    "no day at all": (
        MetricQuery(
            ("orders",),
            (),
            "day",
            (OCTOBER,),
            filters=(Filter("weekend", ("weekend",)), Filter("weekday", ("1",))),
        ),
        0,
    ),
    "as many days as can be": (MetricQuery(("orders",), (), "day", (THOUSAND_DAYS,), filters=(ADLER,)), 999),
    "but Mondays": (
        MetricQuery(("orders",), (), "day", (OCTOBER,), filters=(Filter("weekday", ("1",), negated=True),)),
        27,
    ),
    "a stock": (MetricQuery(("stock",), (), "day", (OCTOBER,)), 31),
    "running": (MetricQuery(("sales",), (), "day", (OCTOBER,), filters=(ADLER,), running=True), 31),
    "against last year": (MetricQuery(("sales",), (), "month", (YEAR,), compared=Compared("last_year")), 11),
    "each city": (MetricQuery(("orders",), ("city",), "day", (OCTOBER,)), None),
    "each of one name": (MetricQuery(("sales", "visits"), ("customer", "level"), "month", (YEAR,)), None),
    "the fewest": (
        MetricQuery(("orders",), (), "day", (OCTOBER,), ranking=Ranking("bottom", 2, "orders")),
        None,
    ),
    "under two": (
        MetricQuery(
            ("orders",), ("region",), "day", (OCTOBER,), conditions=(Condition("orders", "lt", Decimal(2)),)
        ),
        None,
    ),
}


@pytest.mark.parametrize("dialect", [SQLITE, DUCKDB, POSTGRES, MYSQL], ids=lambda one: one.name)
def test_every_unit_of_the_period_has_a_row_where_that_is_asked(dialect: Dialect, run_on: RunOn) -> None:
    run = run_on(dialect)
    oracle = Oracle(DATA, CATALOG)
    for name, (query, count) in FILLED.items():
        filled = replace(query, filled=True)
        sql = compose(filled, CATALOG, dialect, "zh", TODAY)
        check(sql, dialect)
        got, wanted = run(sql), oracle.answer(filled)
        assert same(wanted, got), f"{name}\n{sql}"
        assert count is None or len(got) == count, name
        fewer = run(compose(query, CATALOG, dialect, "zh", TODAY))
        alike = {"no day at all", "a stock", "against last year", "months apart", "the fewest", "under two"}
        assert name in alike or len(got) > len(fewer), f"{name}: no gap is tried"


@pytest.mark.parametrize("dialect", [SQLITE, DUCKDB, POSTGRES, MYSQL], ids=lambda one: one.name)
def test_a_day_without_data_has_no_average_and_a_sum_of_nought(dialect: Dialect, run_on: RunOn) -> None:
    run = run_on(dialect)
    metrics = ("sales", "orders", "buyers", "net_sales", "basket", "return_rate", "visit_length", "stock")
    query = MetricQuery(metrics, (), "month", (TWO_YEARS,), filled=True)
    first, *_, last = run(compose(query, CATALOG, dialect, "en", TODAY))
    assert first[1:] == (0, 0, 0, 0, None, None, None, None)
    assert all(figure is not None for figure in last)


STOCK = CATALOG.metrics["stock"]
PLACES = Metric(name="places", zh="货位", en="Places", table="products", expression="COUNT(product_id)")
MEAN = replace(
    CATALOG,
    metrics={
        "stock": replace(STOCK, over_time="average"),
        "places": PLACES,
        "fill": replace(STOCK, name="fill", kind="ratio", additivity="ratio", parts=("stock", "places")),
    },
)
EACH = MetricQuery(("stock",), ("product",), windows=(OCTOBER,))
MONTHS = MetricQuery(("stock",), (), "month", (YEAR,))
OF_LEVELS = {
    "a month": replace(EACH, splits=()),
    "a day": replace(EACH, windows=(Window(dt.date(2026, 10, 1), dt.date(2026, 10, 2)),)),
    "now": replace(EACH, windows=()),
    "by product": EACH,
    "by category and month": replace(MONTHS, splits=("category",)),
    "by month, of some": replace(MONTHS, filters=(TEA,)),
    "by day": replace(EACH, splits=(), grain="day"),
    "by week": replace(EACH, grain="week"),
    "on working days": replace(EACH, splits=("weekend",)),
    "on a year ago": replace(EACH, compared=Compared("last_year")),
    "each month on the one before": replace(MONTHS, compared=Compared("previous")),
    "two months": replace(EACH, windows=(AUGUST, OCTOBER)),
    "first two": replace(EACH, ranking=Ranking("top", 2, "stock")),
    "shares": replace(EACH, share=True),
    "at the end": replace(EACH, closing=True),
    "at the end of months": replace(MONTHS, closing=True),
    "a place": replace(EACH, metrics=("fill",), splits=()),
    "a place, by category": replace(EACH, metrics=("fill",), splits=("category",)),
    "a place, by category and month": replace(MONTHS, metrics=("fill", "stock"), splits=("category",)),
}  # fmt: skip


@pytest.mark.parametrize("dialect", [SQLITE, DUCKDB, POSTGRES, MYSQL], ids=lambda one: one.name)
@pytest.mark.parametrize("query", OF_LEVELS.values(), ids=OF_LEVELS)
def test_a_level_is_the_mean_of_the_days_on_which_there_is_any(
    query: MetricQuery, dialect: Dialect, run_on: RunOn
) -> None:
    sql = compose(query, MEAN, dialect, "zh", TODAY, exact=True)
    check(sql, dialect)
    got = run_on(dialect)(sql)
    if query.metrics[0] == "fill":
        assert got and all(row[-1] is not None for row in got)
        return
    assert got and same(Oracle(DATA, MEAN).answer(query), got), sql


@pytest.mark.parametrize("dialect", [SQLITE, DUCKDB, POSTGRES, MYSQL], ids=lambda one: one.name)
def test_means_of_members_add_up_and_a_level_a_place_is_of_the_places_there_are(
    dialect: Dialect, run_on: RunOn
) -> None:
    run = run_on(dialect)

    def rows_of(*metrics: str, splits: tuple[str, ...] = ()) -> list[tuple[Any, ...]]:
        query = MetricQuery(metrics, splits, windows=(OCTOBER,))
        return run(compose(query, MEAN, dialect, "en", TODAY, exact=True))

    ((whole,),) = rows_of("stock")
    assert sum(float(row[1]) for row in rows_of("stock", splits=("product",))) == pytest.approx(float(whole))
    ((fill,),) = rows_of("fill")
    assert float(fill) == pytest.approx(float(whole) / len(DATA["products"]))
    for _, share, stock, places in rows_of("fill", "stock", "places", splits=("category",)):
        assert float(share) == pytest.approx(float(stock) / float(places))


@pytest.mark.parametrize("dialect", [SQLITE, DUCKDB, POSTGRES, MYSQL], ids=lambda one: one.name)
def test_an_average_stock_is_the_mean_of_its_days(dialect: Dialect, run_on: RunOn) -> None:
    run = run_on(dialect)
    oracle = Oracle(DATA, CATALOG)
    for splits in ((), ("category",), ("product",), ("weekend",)):
        for filters in ((), (TEA,), (Filter("weekend", ("workday",)),)):
            query = MetricQuery(("stock",), splits, windows=(OCTOBER,), filters=filters, average="day")
            sql = compose(query, CATALOG, dialect, "zh", TODAY)
            check(sql, dialect)
            got = run(sql)
            assert got and same(oracle.answer(query), got), sql
    ((mean,),) = run(
        compose(MetricQuery(("stock",), windows=(OCTOBER,), average="day"), CATALOG, dialect, "en", TODAY)
    )
    days = [
        run(
            compose(
                MetricQuery(("stock",), windows=(Window(day, day + dt.timedelta(1), "day"),)),
                CATALOG,
                dialect,
                "en",
                TODAY,
            )
        )
        for day in sorted(
            {row["stock_date"] for row in DATA["stock"] if OCTOBER.start <= row["stock_date"] < OCTOBER.end}
        )
    ]
    assert float(mean) == pytest.approx(sum(float(rows[0][0]) for rows in days) / len(days), abs=0.01)


def test_most_random_queries_have_rows(expected: list[tuple[MetricQuery, list[tuple[Any, ...]]]]) -> None:
    """Keep the comparison from being one of nothing with nothing."""
    assert sum(bool(wanted) for _, wanted in expected) > 0.8 * len(expected)


def test_cuts_never_change_a_total(run_on: RunOn) -> None:
    """Join every dimension a metric reaches: the parts add up to the whole."""
    for name, metric in CATALOG.metrics.items():
        if metric.additivity != "sum" or metric.kind != "simple":
            continue
        (total,) = run_one(run_on(SQLITE), MetricQuery((name,)))
        for dimension in CATALOG.dimensions:
            if CATALOG.cuts(name, dimension):
                parts = run_on(SQLITE)(
                    compose(MetricQuery((name,), (dimension,)), CATALOG, SQLITE, "zh", TODAY)
                )
                assert sum(row[-1] for row in parts) == pytest.approx(total), (name, dimension)


def run_one(run: Run, query: MetricQuery) -> tuple[Any, ...]:
    """Return the one row of a query without groups."""
    (row,) = run(compose(query, CATALOG, SQLITE, "zh", TODAY))
    return row


@pytest.mark.parametrize("dialect", [SQLITE, DUCKDB, POSTGRES, MYSQL], ids=lambda one: one.name)
def test_the_first_and_the_others_add_up_and_shares_within_a_group_to_a_hundred(
    dialect: Dialect, run_on: RunOn
) -> None:
    run = run_on(dialect)
    top = Ranking("top", 1, "sales")
    query = MetricQuery(("sales",), ("product",), ranking=top, share=True, others=True)
    first, others = run(compose(query, CATALOG, dialect, "en", TODAY))
    ((total,),) = run(compose(MetricQuery(("sales",)), CATALOG, dialect, "en", TODAY))
    assert others[0] == "Others" and float(first[1] + others[1]) == pytest.approx(float(total))
    assert float(first[2] + others[2]) == pytest.approx(100, abs=0.02)
    within = MetricQuery(("sales",), ("region", "product"), share=True, share_within=("region",))
    sums: dict[str, float] = {}
    for region, _, _, share in run(compose(within, CATALOG, dialect, "en", TODAY)):
        sums[region] = sums.get(region, 0) + float(share)
    assert len(sums) > 1 and all(found == pytest.approx(100, abs=0.1) for found in sums.values())


@pytest.mark.parametrize("dialect", [SQLITE, DUCKDB, POSTGRES, MYSQL], ids=lambda one: one.name)
def test_a_week_on_average_is_seven_days_of_a_month_that_touches_five_weeks(
    dialect: Dialect, run_on: RunOn
) -> None:
    run = run_on(dialect)
    october = MetricQuery(("sales",), windows=(Window(dt.date(2026, 10, 1), dt.date(2026, 11, 1)),))
    ((total,),), ((week,),), ((day,),) = (
        run(compose(replace(october, average=one), CATALOG, dialect, "en", TODAY))
        for one in ("", "week", "day")
    )
    assert float(week) == pytest.approx(7 * float(day), rel=1e-3) and float(total) / 5 < float(week)


@pytest.mark.parametrize("dialect", [SQLITE, DUCKDB, POSTGRES, MYSQL], ids=lambda one: one.name)
def test_groups_are_ranked_by_the_share_that_one_member_has_within_each(
    dialect: Dialect, run_on: RunOn
) -> None:
    run = run_on(dialect)
    within = MetricQuery(("sales",), ("region", "product"), share=True, share_within=("region",))
    rows = [row for row in run(compose(within, CATALOG, dialect, "en", TODAY)) if row[0] and row[1]]
    product = rows[0][1]
    shares = {row[0]: float(row[3]) for row in rows if row[1] == product}
    assert len(set(shares.values())) > 1
    for direction, best in (("top", max), ("bottom", min)):
        first = Ranking(direction, 1, "sales", "share")  # type: ignore[arg-type]
        of_one = replace(within, filters=(Filter("product", (product,)),), ranking=first)
        ((region, _, _, share),) = run(compose(of_one, CATALOG, dialect, "en", TODAY))
        assert float(share) == best(shares.values()) and shares[region] == float(share)


@pytest.mark.parametrize("dialect", [SQLITE, DUCKDB, POSTGRES, MYSQL], ids=lambda one: one.name)
def test_totals_run_ties_stay_and_those_without_a_group_are_named(dialect: Dialect, run_on: RunOn) -> None:
    run = run_on(dialect)

    def rows_of(query: MetricQuery) -> list[tuple[Any, ...]]:
        return run(compose(query, CATALOG, dialect, "en", TODAY))

    window = Window(dt.date(2026, 1, 1), dt.date(2026, 11, 1))
    months = rows_of(MetricQuery(("sales",), grain="month", windows=(window,), running=True))
    assert len(months) == 10
    assert [float(row[2]) for row in months] == pytest.approx(
        list(accumulate(float(row[1]) for row in months))
    )

    ordered = rows_of(
        MetricQuery(("customer_count",), ("city",), ranking=Ranking("top", None, "customer_count"))
    )
    none = say("metrics.column.none", "en")
    counts = [row[-1] for row in ordered if row[0] != none]
    assert len(counts) < len(ordered)  # an order shows all; places go to those with a name
    cut = next(at for at in range(1, len(counts)) if counts[at] == counts[at - 1])
    first = rows_of(
        MetricQuery(("customer_count",), ("city",), ranking=Ranking("top", cut, "customer_count"))
    )
    assert len(first) == sum(count >= counts[cut - 1] for count in counts) > cut
    assert none not in {row[0] for row in first}

    bought = MetricQuery(("orders",), ("customer",), conditions=(Condition("orders", "ge", Decimal(20)),))
    listed = [row for row in rows_of(bought) if row[0] != none]
    assert len(listed) > 1
    assert rows_of(replace(bought, counted=True)) == [(len(listed),)]

    bare = replace(CATALOG.metrics["return_rate"], scale=1, unit_zh="", unit_en="", decimals=None)
    known = replace(CATALOG, metrics={**CATALOG.metrics, "return_rate": bare})
    ((whole,),) = rows_of(MetricQuery(("return_rate",)))
    ((part,),) = run(compose(MetricQuery(("return_rate",)), known, dialect, "en", TODAY))
    assert abs(100 * float(part) - float(whole)) < 0.01  # 0.3457, not 0.35

    named = dict(rows_of(MetricQuery(("sales",), ("category",))))
    ((total,),) = rows_of(MetricQuery(("sales",)))
    assert named[none] > 0
    assert float(sum(named.values())) == pytest.approx(float(total))


CONTACTS = Metric(
    "contacts", "接触次数", "Contacts", kind="sum", parts=("orders", "visits", "returned"), decimals=0
)
WITH_A_SUM = replace(CATALOG, metrics={**CATALOG.metrics, CONTACTS.name: CONTACTS})


@pytest.mark.parametrize("dialect", [SQLITE, DUCKDB, POSTGRES, MYSQL], ids=lambda one: one.name)
@pytest.mark.parametrize(
    "query",
    [
        MetricQuery(("contacts",), windows=(YEAR,)),
        MetricQuery(("contacts", "sales"), ("customer",), windows=(OCTOBER,)),  # some only ordered or looked
        MetricQuery(("contacts",), ("level",), "week", (OCTOBER,), filled=True),
        MetricQuery(("contacts",), ("city",), windows=(OCTOBER,), compared=Compared("last_year")),
        MetricQuery(("contacts",), ("customer",), windows=(YEAR,), ranking=Ranking("top", 2, "contacts")),
    ],
    ids=["whole", "by member", "by unit, filled", "beside a year ago", "ranked"],
)
def test_a_sum_of_figures_of_several_tables_is_of_each_by_itself(
    dialect: Dialect, query: MetricQuery, run_on: RunOn
) -> None:
    run = run_on(dialect)
    sql = compose(query, WITH_A_SUM, dialect, "zh", TODAY)
    check(sql, dialect)
    got = run(sql)
    assert got and same(Oracle(DATA, WITH_A_SUM).answer(query), got), sql
