"""Of sums and counts that each row has of its own the total is told, also beside a rate; of no others."""

import datetime as dt

import pytest

from answers.sentences.background import Background
from config.wording import Language
from database.schema import Column, Schema, Table
from knowledge.metrics import Catalog
from tests.unit.answers.sentences.telling import as_stored, told
from tests.unit.answers.test_chart import result


def _table(name: str, *columns: str) -> Table:
    return Table("public", name, tuple(Column(one, "integer") for one in columns), primary_key=(columns[0],))


SCHEMA = Schema(
    (
        _table("clinic", "clinic_id", "name", "region_id"),
        _table("visit", "visit_id", "clinic_id", "came_on", "no_show", "paid"),
    )
)
KNOWN = Background(Catalog({}, {}), as_stored, dt.date(2026, 11, 20))
PART = "SELECT clinic_id, COUNT(*) AS n FROM visit GROUP BY clinic_id"
RATE = "SELECT clinic_id, 100.0 * SUM(no_show) / COUNT(*) AS r FROM visit GROUP BY 1"
JOINED = (
    f"WITH v AS ({PART}), q AS ({RATE}) SELECT c.name, COALESCE(v.n, 0) AS n, ROUND(q.r, 1) AS r"
    " FROM clinic c LEFT JOIN v ON v.clinic_id = c.clinic_id LEFT JOIN q ON q.clinic_id = c.clinic_id"
)
HOLDS = {
    "grouped by key and name": "SELECT c.name, COUNT(*) AS n, AVG(v.no_show) * 100 AS r FROM visit v"
    " JOIN clinic c ON c.clinic_id = v.clinic_id GROUP BY c.clinic_id, c.name ORDER BY 2 DESC",
    "parts joined by the key of a table": f"{JOINED} ORDER BY 2 DESC",
    "without who has nothing": f"{JOINED} WHERE v.n IS NOT NULL OR q.r IS NOT NULL ORDER BY 2 DESC",
    "of some, as the table says": f"{JOINED} WHERE c.region_id = 3 ORDER BY 2 DESC",
    "a part first, its table joined": f"WITH v AS ({PART}) SELECT c.name, v.n, 9.7 AS r FROM v"
    " JOIN clinic c ON c.clinic_id = v.clinic_id ORDER BY 2 DESC",
    "parts joined to all their groups": f"WITH v AS ({PART}), q AS ({RATE}), g AS (SELECT clinic_id FROM v"
    " UNION SELECT clinic_id FROM q), f AS (SELECT g.clinic_id AS name, v.n, q.r FROM g"
    " LEFT JOIN v ON g.clinic_id IS NOT DISTINCT FROM v.clinic_id LEFT JOIN q ON g.clinic_id = q.clinic_id)"
    " SELECT name, n, ROUND(r, 1) FROM f ORDER BY n DESC",
}
HOLDS_NOT = {
    "cut": f"{JOINED} ORDER BY 2 DESC LIMIT 3",
    "chosen by a figure": f"{JOINED} WHERE v.n > 5 ORDER BY 2 DESC",
    "chosen by another figure": f"{JOINED} WHERE q.r > 5 ORDER BY 2 DESC",
    "groups chosen": HOLDS["grouped by key and name"].replace(" ORDER", " HAVING COUNT(*) > 5 ORDER"),
    "distinct": HOLDS["grouped by key and name"].replace("COUNT(*)", "COUNT(DISTINCT v.visit_id)"),
    "a mean": HOLDS["grouped by key and name"].replace("COUNT(*)", "AVG(v.paid)"),
    "with sums of its own": HOLDS["grouped by key and name"].replace(
        "GROUP BY c.clinic_id, c.name", "GROUP BY ROLLUP (c.clinic_id, c.name)"
    ),
    "a part that several rows share": "SELECT c.name, v.n, 9.7 AS r FROM clinic c LEFT JOIN"
    " (SELECT k.region_id, COUNT(*) AS n FROM visit JOIN clinic k ON k.clinic_id = visit.clinic_id"
    " GROUP BY 1) v"
    " ON v.region_id = c.region_id ORDER BY 2 DESC",
    "a part joined by some of its keys": "WITH v AS (SELECT clinic_id, came_on, COUNT(*) AS n FROM visit"
    " GROUP BY 1, 2) SELECT c.name, v.n, 9.7 AS r FROM clinic c"
    " JOIN v ON v.clinic_id = c.clinic_id ORDER BY 2 DESC",
    "rows that another table multiplies": f"WITH v AS ({PART}) SELECT c.name, v.n, x.paid AS r FROM clinic c"
    " JOIN v ON v.clinic_id = c.clinic_id JOIN visit x ON x.clinic_id = c.clinic_id ORDER BY 2 DESC",
}
ROWS = [["East", 18, 9.7], ["North", 17, 10.0], ["West", 9, 7.9]]
COLUMNS: dict[Language, str] = {
    "en": "Clinic:text Visits:integer No-show_rate(%):number",
    "zh": "门诊:text 就诊次数:integer 爽约率(%):number",
}
TOTAL: dict[Language, str] = {"en": "Visits came to 44: East 18", "zh": "就诊次数合计 44：East 18"}


def _told(sql: str, language: Language, rows: list[list[object]] = ROWS) -> str:
    return " ".join(told(result(COLUMNS[language], rows), language, sql=sql, schema=SCHEMA, known=KNOWN))


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("sql", HOLDS.values(), ids=HOLDS)
def test_the_total_leads_where_each_row_has_a_count_of_its_own(sql: str, language: Language) -> None:
    said = _told(sql, language)
    assert said.startswith(TOTAL[language])
    assert "9.7 %" in said and "27.6" not in said  # nobody adds up rates


@pytest.mark.parametrize("sql", HOLDS_NOT.values(), ids=HOLDS_NOT)
def test_what_rows_share_or_leave_out_is_not_added_up(sql: str) -> None:
    assert "44" not in _told(sql, "en")


@pytest.mark.parametrize(("language", "total"), [("en", "In all: visits 44."), ("zh", "合计：就诊次数 44。")])
def test_the_total_is_told_behind_a_rate_that_rows_are_in_order_of(language: Language, total: str) -> None:
    sql = HOLDS["parts joined by the key of a table"].replace("ORDER BY 2", "ORDER BY 3")
    said = _told(sql, language, [ROWS[1], ROWS[0], ROWS[2]])
    assert said.endswith(total) and "10.0 %" in said
