"""Which days a statement asks for is read off its tree, however they are written."""

import datetime as dt

import pytest

from database.asked_days import AskedDays, timing_of
from database.dialects import dialect_named
from database.schema import Column, Schema, Table

SALE = Table(
    "public",
    "sale",
    (Column("id", "int"), Column("day", "date"), Column("amount", "int"), Column("shop_id", "int")),
)
SHOP = Table("public", "shop", (Column("id", "int"), Column("name", "text"), Column("opened", "date")))
SCHEMA = Schema((SALE, SHOP))
DAY = "public.sale.day"


def _asked(start: str, end: str, *, exact: bool = True, column: str = DAY) -> AskedDays:
    told = [dt.date.fromisoformat(one) if one else None for one in (start, end)]
    return AskedDays(column, told[0], told[1], exact)


@pytest.mark.parametrize(
    ("dialect", "where", "start", "end"),
    [
        ("postgres", "day >= '2026-10-01' AND day < '2026-11-01'", "2026-10-01", "2026-11-01"),
        ("postgres", "day BETWEEN DATE '2026-10-01' AND DATE '2026-10-31'", "2026-10-01", "2026-11-01"),
        ("postgres", "'2026-10-01' <= s.day AND s.day <= '2026-10-31 23:59:59'", "2026-10-01", "2026-11-01"),
        ("postgres", "day::date = '2026-10-05'", "2026-10-05", "2026-10-06"),
        ("postgres", "day >= DATE '2026-11-22' - INTERVAL '1 month'", "2026-10-22", ""),
        ("postgres", "date_trunc('month', day) = DATE '2026-10-01'", "2026-10-01", "2026-11-01"),
        ("postgres", "extract(year from day) = 2023", "2023-01-01", "2024-01-01"),
        ("postgres", "to_char(day, 'YYYY-MM') = '2026-12'", "2026-12-01", "2027-01-01"),
        ("postgres", "to_char(day, 'YYYY-MM') IN ('2026-10', '2026-11')", "2026-10-01", "2026-12-01"),
        ("mysql", "YEAR(day) = 2023", "2023-01-01", "2024-01-01"),
        ("mysql", "DATE_FORMAT(day, '%Y-%m') = '2023-05'", "2023-05-01", "2023-06-01"),
        ("sqlite", "strftime('%Y', day) = '2023'", "2023-01-01", "2024-01-01"),
        ("sqlite", "substr(day, 1, 7) = '2023-05'", "2023-05-01", "2023-06-01"),
        ("sqlite", "day LIKE '2023-05%'", "2023-05-01", "2023-06-01"),
        ("sqlite", "date(day) < '2023-05-01'", "", "2023-05-01"),
        ("duckdb", "day > DATE '2023-05-01'", "2023-05-01", ""),
    ],
)  # fmt: skip
def test_days_are_read_as_engines_write_them(dialect: str, where: str, start: str, end: str) -> None:
    found = timing_of(f"SELECT sum(amount) FROM sale s WHERE {where}", dialect_named(dialect), SCHEMA)
    assert found.asked == (_asked(start, end),) and found.tables == ("public.sale",)


@pytest.mark.parametrize(
    ("sql", "asked"),
    [
        ("SELECT 1 FROM sale WHERE day >= '2023-01-01' OR amount > 3", ()),
        ("SELECT 1 FROM sale WHERE extract(month from day) = 5", ()),
        (
            "SELECT 1 FROM sale WHERE extract(year from day) = 2023 AND extract(month from day) = 5",
            (_asked("2023-01-01", "2024-01-01", exact=False),),
        ),
        (
            "SELECT 1 FROM shop h LEFT JOIN sale s ON s.shop_id = h.id AND s.day >= '2023-01-01'"
            " WHERE h.opened < '2020-01-01'",
            (_asked("", "2020-01-01", column="public.shop.opened"), _asked("2023-01-01", "")),
        ),
        (
            "WITH a AS (SELECT * FROM sale WHERE day >= '2023-01-01'),"
            " b AS (SELECT * FROM sale WHERE day < '2022-01-01')"
            " SELECT 1 FROM a, b WHERE a.day > '2024-01-01'",
            (_asked("2023-01-01", ""), _asked("", "2022-01-01")),
        ),
        ("WITH sale AS (SELECT 1 AS day) SELECT 1 FROM sale WHERE day > '2024-01-01'", ()),
        ("SELECT sum(CASE WHEN day >= '2023-01-01' THEN amount END) FROM sale", ()),
        ("not a query (", ()),
    ],
    ids=["or", "month", "month_of_a_year", "joined", "two_parts", "cte_of_the_name", "case", "unreadable"],
)  # fmt: skip
def test_only_what_every_row_must_meet_counts(sql: str, asked: tuple[AskedDays, ...]) -> None:
    assert set(timing_of(sql, dialect_named("postgres"), SCHEMA).asked) == set(asked)


def test_a_column_in_any_condition_is_no_longer_of_all_days() -> None:
    sql = "SELECT sum(CASE WHEN day >= '2023-01-01' THEN 1 END) FROM sale WHERE shop_id = 3"
    assert timing_of(sql, dialect_named("postgres"), SCHEMA).conditioned == {DAY, "public.sale.shop_id"}


def test_a_column_that_a_part_of_the_statement_gives_is_one_of_its_table() -> None:
    sql = (
        "WITH w AS (SELECT * FROM sale) SELECT m.ym, (SELECT COUNT(*) FROM w WHERE w.day >= m.ym)"
        " FROM (VALUES (DATE '2026-05-01')) AS m(ym)"
    )
    assert timing_of(sql, dialect_named("postgres"), SCHEMA).conditioned == {DAY}


@pytest.mark.parametrize(
    ("sql", "chooses"),
    [
        ("SELECT 1 FROM sale WHERE shop_id IN (SELECT shop_id FROM sale WHERE day >= '2023-01-01')", [True]),
        (
            "WITH best AS (SELECT shop_id FROM sale WHERE day >= '2023-01-01' LIMIT 1)"
            " SELECT 1 FROM sale WHERE shop_id = (SELECT shop_id FROM best) AND day < '2022-01-01'",
            [False, True],
        ),
        ("WITH a AS (SELECT * FROM sale WHERE day >= '2023-01-01') SELECT 1 FROM a", [False]),
    ],
)
def test_days_that_only_choose_rows_are_told_from_those_of_the_figures(sql: str, chooses: list[bool]) -> None:
    asked = timing_of(sql, dialect_named("postgres"), SCHEMA).asked
    assert sorted(one.chooses for one in asked) == chooses


VISIT = Table("public", "visit", (Column("sale_id", "int"), Column("came", "date"), Column("shop_id", "int")))


@pytest.mark.parametrize(
    ("sql", "limiting"),
    [
        ("SELECT count(*) FROM visit v JOIN sale s ON s.id = v.sale_id WHERE day >= '2023-01-01'", {DAY}),
        ("SELECT count(*) FROM visit WHERE sale_id IN (SELECT id FROM sale WHERE day = '2023-01-01')", {DAY}),
        ("WITH w AS (SELECT id FROM sale WHERE day >= '2023-01-01'), x AS (SELECT * FROM w)"
         " SELECT count(*) FROM visit v JOIN x ON x.id = v.sale_id", {DAY}),
        ("SELECT count(*), (SELECT count(*) FROM sale WHERE day >= '2023-01-01') FROM visit", set()),
        ("WITH w AS (SELECT id FROM sale WHERE day >= '2023-01-01')"
         " SELECT (SELECT count(*) FROM w), (SELECT count(*) FROM visit)", set()),
    ],
    ids=["joined", "in", "by_name", "beside", "two_parts"],
)  # fmt: skip
def test_a_table_is_limited_by_the_days_of_what_chooses_its_rows(sql: str, limiting: set[str]) -> None:
    found = timing_of(sql, dialect_named("postgres"), Schema((SALE, SHOP, VISIT))).limiting
    assert found["public.visit"] == limiting


YEARS = [("2025-01-01", "2025-11-30"), ("2026-01-01", "2026-11-30")]


@pytest.mark.parametrize(
    ("sql", "stretches"),
    [
        (
            "SELECT sum(amount) FILTER (WHERE day >= '2026-01-01' AND day < '2026-11-30'),"
            " sum(amount) FILTER (WHERE day BETWEEN '2025-01-01' AND '2025-11-29') FROM sale",
            YEARS,
        ),
        (
            "SELECT sum(CASE WHEN day >= '2026-01-01' THEN amount END), sum(CASE WHEN day < '2025-11-30'"
            " THEN amount END) FROM sale WHERE day >= '2025-01-01' AND day < '2026-11-30'",
            [*YEARS, ("2025-01-01", "2026-11-30")],
        ),
        (
            "WITH a AS (SELECT sum(amount) v FROM sale WHERE day >= '2026-01-01' AND day < '2026-11-30'),"
            " b AS (SELECT sum(amount) v FROM sale WHERE day >= '2025-01-01' AND day < '2025-11-30')"
            " SELECT a.v - b.v FROM a, b",
            YEARS,
        ),
        (
            "SELECT extract(year from day), sum(amount) FROM sale WHERE"
            " (day >= '2026-01-01' AND day < '2026-11-30') OR (day >= '2025-01-01' AND day < '2025-11-30')"
            " GROUP BY 1",
            YEARS,
        ),
        ("SELECT 1 FROM sale WHERE extract(year from day) = 2023 AND extract(month from day) = 5", []),
    ],
)
def test_all_times_that_parts_of_a_statement_are_of_are_found(
    sql: str, stretches: list[tuple[str, str]]
) -> None:
    found = timing_of(sql, dialect_named("postgres"), SCHEMA).stretches
    told = [(str(start), str(end)) for start, end in found.get(DAY, ())]
    assert sorted(told) == sorted(stretches)


@pytest.mark.parametrize(
    ("sql", "leading", "joined"),
    [
        ("SELECT sum(amount) FROM sale JOIN shop ON shop.id = sale.shop_id", {"public.sale"}, set()),
        (
            "WITH o AS (SELECT id, min(opened) AS d FROM shop GROUP BY id), s AS (SELECT * FROM sale)"
            " SELECT count(*) FROM s LEFT JOIN o ON o.id = s.shop_id",
            {"public.sale"},
            {"public.shop"},
        ),
        (
            "SELECT name FROM shop LEFT JOIN (SELECT shop_id, sum(amount) FROM sale GROUP BY 1) AS x ON true",
            {"public.shop"},
            {"public.sale"},
        ),
        (
            "SELECT name FROM shop WHERE NOT EXISTS (SELECT 1 FROM sale WHERE sale.shop_id = shop.id)",
            {"public.shop"},
            set(),
        ),
        ("SELECT a FROM (SELECT sum(amount) AS a FROM sale UNION ALL SELECT 1) AS x", {"public.sale"}, set()),
    ],
)  # fmt: skip
def test_rows_are_read_of_what_leads_and_not_of_what_is_joined_or_only_chooses(
    sql: str, leading: set[str], joined: set[str]
) -> None:
    found = timing_of(sql, dialect_named("postgres"), SCHEMA)
    assert (found.leading, found.joined) == (leading, joined)
