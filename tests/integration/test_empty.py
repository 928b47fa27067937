"""An empty result is explained: which filter empties it, and what is near what was asked for."""

import pytest

from answers.conditions import Words, period_of
from answers.sentences.limits import without_limits
from database.dialects import POSTGRES
from database.rights import Rights
from database.schema import Schema
from database.trees import tree_of
from tests.fakes.openai_server import FakeOpenAI, role_of
from tests.integration.conftest import OpenRoom
from tools.emptied import filters

EARLY = "SELECT sum(amount) AS x FROM sale WHERE amount < 110"
JOINED = "SELECT a.name, sum(s.amount) AS x FROM sale s JOIN area a ON a.id = s.area_id"


@pytest.mark.parametrize(
    ("sql", "says"),
    [
        (
            f"{JOINED} WHERE a.name = '南城服务站' AND s.amount > 0 GROUP BY 1",
            ["南城服务站", "相近的有：南城服务区"],
        ),
        (f"{JOINED} WHERE s.amount > 1000 GROUP BY 1", ["1,000", "从 101", "到 190"]),
        ("SELECT sum(amount) AS x FROM sale WHERE amount > 1000", ["从 101"]),
        ("WITH t AS (SELECT * FROM sale WHERE amount > 1000) SELECT amount FROM t", ["1,000"]),
        (
            "SELECT * FROM sale WHERE id IN (1, 2) AND day >= '2026-10-20' AND day < '2099-01-01'",
            ["还没有这样的数据；最近的在 2026-10-03"],
        ),
        (
            f"{EARLY} AND day >= '2026-10-20' AND day < '2099-01-01'",
            ["110", "从 119"],
        ),  # there are, none so low
        (f"{EARLY} AND day >= '2026-10-20' AND day < '2026-10-25'", ["110", "从 119"]),
        ("SELECT * FROM sale WHERE amount < 0 AND area_id > 5", ["合在一起"]),
        ("SELECT * FROM sale WHERE amount > 100 AND area_id IS NULL", ["为空"]),
        (
            "WITH a AS (SELECT sum(amount) AS x FROM sale WHERE amount > 1000 AND area_id = 1), "
            "b AS (SELECT sum(amount) AS y FROM sale WHERE amount > 1000) SELECT x + y AS z FROM a, b",
            ["1,000"],
        ),
    ],
    ids=[
        "name",
        "range",
        "sum_over_nothing",
        "within_a_cte",
        "not_yet",
        "none_so_low_yet",
        "none_so_low_then",
        "together",
        "nothing_there",
        "in_each_block",
    ],
)
async def test_filter_that_empties_a_result_is_named(
    fake: FakeOpenAI, opened: OpenRoom, sql: str, says: list[str]
) -> None:
    fake.script(*[f"```sql\n{sql}\n```"] * 2)
    async with opened() as room:
        answer = await room.ask("有多少？")
    assert answer.kind == "data"
    assert [part for part in says if part not in answer.answer] == []
    assert {role_of(one) for one in fake.requests} == {"sql"}  # no model words nothing


async def test_no_filter_is_blamed_where_groups_must_meet_more(fake: FakeOpenAI, opened: OpenRoom) -> None:
    """All areas have sales above 100; that none came to a million is not for want of these."""
    sql = f"{JOINED} WHERE s.amount > 100 GROUP BY 1 HAVING sum(s.amount) > 1000000"
    fake.script(*[f"```sql\n{sql}\n```"] * 2)
    async with opened() as room:
        answer = await room.ask("有多少？")
    assert answer.kind == "data" and answer.rows == []
    assert "不加这个条件就有" not in answer.answer


TOLD = "SELECT a.name AS 服务区, sum(s.amount) AS 销售额 FROM sale s JOIN area a ON a.id = s.area_id"
EACH = "WITH t AS (SELECT area_id, sum(amount) AS x, avg(amount) AS y FROM sale GROUP BY 1)"
JOIN_T = "FROM t JOIN area a ON a.id = t.area_id"


@pytest.mark.parametrize(
    ("sql", "says"),
    [
        (
            f"{TOLD} GROUP BY a.name HAVING sum(s.amount) > 1000000",
            ["没有销售额超过 1,000,000 的服务区", "最高的是"],
        ),
        (
            f"{EACH} SELECT a.name AS 服务区, round(100 * x / NULLIF(y, 0), 1) AS 比率 {JOIN_T}"
            " WHERE y > 0 AND 100 * x / y < -20",
            ["没有比率低于 -20 的服务区", "最低的是"],
        ),
        (
            f"{EACH} SELECT a.name AS 服务区, x AS 总额, y AS 目标 {JOIN_T} WHERE x > 1000 * y",
            ["没有总额超过目标的 1000 倍的服务区"],
        ),
        (f"{EACH} SELECT a.name AS 服务区 {JOIN_T} WHERE x + y < 0", ["没有符合这些条件的数据"]),
    ],
    ids=["having", "growth", "figure_beside_figure", "not_shown"],
)
async def test_what_comes_nearest_to_a_limit_on_a_computed_figure_is_told(
    fake: FakeOpenAI, opened: OpenRoom, sql: str, says: list[str]
) -> None:
    fake.script(*[f"```sql\n{sql}\n```"] * 2)
    async with opened() as room:
        answer = await room.ask("有哪些？")
    assert (answer.kind, answer.row_count) == ("data", 0)
    assert [part for part in says if part not in answer.answer] == [], answer.answer


@pytest.mark.parametrize(
    ("condition", "told"),
    [
        ("sum(x) > 1.2 * sum(y)", "1.2 times"),
        ("sum(x) < -3", "under -3"),
        ("sum(x) > 4 AND sum(y) > 0", "over 4"),
    ],
)
def test_a_limit_is_said_with_its_factor_and_its_sign(condition: str, told: str) -> None:
    tree = tree_of(f"SELECT a, sum(x) AS x FROM t GROUP BY a HAVING {condition}", POSTGRES)
    _, (limit,) = without_limits(tree)
    assert told in Words(Schema(()), "en").limits(tree, (limit,))


async def test_values_of_a_masked_column_are_not_offered(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script("```sql\nSELECT id FROM area WHERE name = '南城服务站'\n```")
    rights = Rights("viewer", "shop", masks={"public.area.name": "text"})
    async with opened({"rights": rights}) as room:
        answer = await room.ask("有多少？")
    assert "南城服务区" not in answer.answer


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("day >= '2026-10-01' AND day < '2026-11-01'", "1–31 Oct 2026"),
        ("day >= DATE '2026-02-01' AND day < CAST('2026-03-01' AS DATE)", "1–28 Feb 2026"),
        ("day >= '2026-10-01'", ""),
        ("day > '2026-10-01' AND day < '2026-11-01'", ""),
        ("day >= '2026-10-01' AND day < date '2026-11-01' + interval '1 day'", ""),
        ("day >= '2026-13-01' AND day < '2026-14-01'", ""),
        ("name >= 'a' AND name < 'b'", ""),
    ],
)
def test_only_whole_days_from_one_to_another_are_said_as_a_period(where: str, said: str) -> None:
    (found,) = filters(f"SELECT 1 FROM sale WHERE {where}", POSTGRES, Schema(()))
    assert period_of(found.conditions, "en") == said


STORED = "SELECT count(*) AS 笔数 FROM sale s JOIN area a ON a.id = s.area_id WHERE {}"
WRONG = [
    "a.name = '南城'",
    "a.name LIKE '%南城站%'",
    "a.name IN ('南城', '南城店')",
]


@pytest.mark.parametrize("named", WRONG)
async def test_a_name_that_no_row_has_is_written_again_from_the_names_stored(
    fake: FakeOpenAI, opened: OpenRoom, named: str
) -> None:
    right = STORED.format("a.name = '南城服务区'")
    fake.script(f"```sql\n{STORED.format(named)}\n```", f"```sql\n{right}\n```")
    async with opened() as room:
        answer = await room.ask("南城有多少笔？")
    assert answer.sql == right and answer.rows[0][0] > 0
    assert "没有「南城" in answer.answer and "南城服务区" in answer.answer
    told = str(fake.requests[1]["messages"][-1]["content"])
    assert "南城服务区" in told.partition("Stored there:")[2]


@pytest.mark.parametrize("named", WRONG)
async def test_a_name_that_nothing_comes_near_is_no_zero(
    fake: FakeOpenAI, opened: OpenRoom, named: str
) -> None:
    fake.script(*[f"```sql\n{STORED.format(named)}\n```"] * 2, "0 笔。")
    async with opened() as room:
        answer = await room.ask("南城有多少笔？")
    assert answer.rows == [[0]] and "没有「南城" in answer.answer and "0" not in answer.answer
    assert len(fake.requests) == 2  # no model words it


@pytest.mark.parametrize(
    "where", ["a.name = '南城服务区' AND s.amount < 0", "NOT a.name = '南城'", "s.amount < 0"]
)
async def test_a_zero_of_names_that_are_stored_stays_one(
    fake: FakeOpenAI, opened: OpenRoom, where: str
) -> None:
    fake.script(f"```sql\n{STORED.format(where)}\n```", "0 笔。")
    async with opened() as room:
        answer = await room.ask("有多少笔？")
    assert len(fake.requests) == 2 and "里没有" not in answer.answer


async def test_no_row_of_a_pattern_that_no_name_has_is_told_with_the_names(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    sql = "SELECT name FROM area WHERE name LIKE '%湖站%'"
    fake.script(*[f"```sql\n{sql}\n```"] * 2)
    async with opened() as room:
        answer = await room.ask("有哪些湖站？")
    assert "没有「湖站」" in answer.answer and "东湖服务区" in answer.answer
