"""An empty result is explained: which filter empties it, and what is near what was asked for."""

import pytest

from answers.conditions import period_of
from database.dialects import POSTGRES
from database.rights import Rights
from database.schema import Schema
from tests.fakes.openai_server import FakeOpenAI, role_of
from tests.integration.conftest import OpenRoom
from tools.emptied import filters

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
        ("SELECT * FROM sale WHERE amount < 0 AND area_id > 5", ["合在一起"]),
    ],
    ids=["name", "range", "sum_over_nothing", "within_a_cte", "together"],
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
