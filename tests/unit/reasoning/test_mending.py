"""What stands outside of quotes is mended by all around it, in whatever stretches quotes leave."""

import itertools

import pytest
from sqlglot import exp, parse_one

from database.dialects import POSTGRES
from reasoning.mending import mended

SHOWN = ("d.day", "day", "TO_CHAR(d.day, 'MM-DD') AS named", "SUM(p.amount) AS 金额（元）")
SERIES = (
    "generate_series('2026-11-01'::date, '2026-11-03'::date, '1 day')",
    "generate_series(DATE '2026-11-01', DATE '2026-11-03', INTERVAL '1 day')",
    "generate_series(date_trunc('month', now()), now(), '1 day'::interval)",
    "unnest(ARRAY['a', 'b'])",
    "(VALUES ('a'), ('b'))",
)
BEHIND = ("", " LEFT JOIN p ON p.on = d.day", " WHERE x = 'a(b)'", " GROUP BY d.day", " -- AS d(day)\n")


@pytest.mark.parametrize(("shown", "series", "behind"), list(itertools.product(SHOWN, SERIES, BEHIND)))
def test_the_columns_of_a_tables_alias_stay_its_columns(shown: str, series: str, behind: str) -> None:
    sql = f"SELECT {shown} FROM {series} AS d(day){behind}"
    told = mended(sql, POSTGRES, "2026-11-28")
    alias = next(one for one in parse_one(told, dialect="postgres").find_all(exp.TableAlias) if one.columns)
    assert (alias.name, [one.name for one in alias.columns]) == ("d", ["day"])


@pytest.mark.parametrize("before", ["", "'a' AS one, ", "(SELECT MAX(x) FROM u WHERE y = 'z') AS most, "])
def test_a_name_with_brackets_is_quoted_behind_a_text(before: str) -> None:
    told = mended(f"SELECT {before}SUM(a) AS 金额（元） FROM t WHERE b = '(c)'", POSTGRES, "2026-11-28")
    assert "AS \"金额（元）\" FROM t WHERE b = '(c)'" in told
