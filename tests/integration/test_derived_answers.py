"""Figures nobody defined, asked whole: through the walls, with a badge of their own, and again by JSON."""

import dataclasses
from typing import Any

import pytest

from services import Services
from tests.conftest import TODAY
from tests.fakes.demo_services import ADMIN, MANAGER
from understanding.asked import Asked
from understanding.verdicts import Reading

QUESTION = "哪个路线的路段最多"  # neither roads nor their sections are counted by a definition


async def test_a_figure_of_the_schema_is_answered_and_told_apart(services: Services) -> None:
    answer = await services.assistant.ask_whole(QUESTION, user=ADMIN, thread="derived", connection="demo")
    rows = await services.databases.get("demo").run(
        await services.databases.get("demo").approve(
            "SELECT count(*) FROM sections GROUP BY route_id ORDER BY 1 DESC LIMIT 1",
            services.access.rights(ADMIN, "demo"),
        )
    )
    assert (answer.kind, answer.source) == ("data", "derived")
    assert answer.rows[0][-1] == rows.rows[0][0]
    assert str(rows.rows[0][0]) in answer.answer
    assert any("sections" in line for line in answer.interpretation)


async def test_a_stored_query_with_a_derived_figure_is_composed_again(services: Services) -> None:
    rights = services.access.rights(ADMIN, "demo")
    hit = await services.taught.composed({"metrics": ["section_count"]}, "", "demo", rights, TODAY, "zh")
    assert hit is not None and hit.derived
    gone = {"metrics": ["section_countess"]}
    assert await services.taught.composed(gone, "", "demo", rights, TODAY, "zh") is None
    assert await services.taught.changes(gone, 0, "demo", rights, TODAY, "zh") == ()


# Each names a column of which something is taken away: as a figure, in its definition, as a condition, as a
# rank of another figure, as a cut.
RENT, STATUS = "public.shops.monthly_rent", "public.shops.status"
MASKED = [
    (RENT, "monthly rent by service area"),
    (STATUS, "monthly rent by service area"),
    (RENT, "service areas with monthly rent over 250000"),
    (RENT, "月租金最高的5个服务区及其营业额"),
    ("public.shops.service_area_id", "monthly rent by service area"),
    ("public.merchants.status", "各合作状态的商户数"),
]


@pytest.mark.parametrize("taken", [{"masks": "null"}, {"masks": "partial"}, {"denied_columns": ""}], ids=str)
@pytest.mark.parametrize(("column", "question"), MASKED)
async def test_a_figure_over_what_a_person_does_not_see_is_not_even_spoken_of(
    services: Services, column: str, question: str, taken: dict[str, str]
) -> None:
    whole = services.access.rights(ADMIN, "demo")
    less: dict[str, Any] = {name: {column: kind} if kind else (column,) for name, kind in taken.items()}
    assert (await _read(services, question, whole)).verdict == "certain"
    found = await _read(services, question, dataclasses.replace(whole, **less))
    assert (found.verdict, found.sql, found.alternatives) == ("not_mine", "", ())


async def _read(services: Services, question: str, rights: Any) -> Reading:
    return await services.taught.metric(Asked(question, "demo", rights, TODAY))


@pytest.mark.parametrize("asked", [
    {"metrics": ["revenue"], "split_by": ["service_area"],
     "having": [{"metric": "shop_monthly_rent", "is": "gt", "number": "250000"}]},
    {"metrics": ["revenue"], "split_by": ["service_area"],
     "rank": {"direction": "top", "number": 3, "metric": "shop_monthly_rent"}},
    {"metrics": ["merchant_count"], "split_by": ["merchant_status"]},
], ids=str)  # fmt: skip
async def test_nor_where_it_is_written_as_json(services: Services, asked: dict[str, Any]) -> None:
    whole = services.access.rights(ADMIN, "demo")
    masked = dataclasses.replace(whole, masks={RENT: "null", "public.merchants.status": "partial"})
    assert await services.taught.composed(asked, "", "demo", whole, TODAY, "zh") is not None
    assert await services.taught.composed(asked, "", "demo", masked, TODAY, "zh") is None


OWN = "SELECT service_area_id FROM service_areas WHERE branch_id = 2"
RENTS = f"""SELECT sum(monthly_rent) FROM shops WHERE status = 1 AND service_area_id IN ({OWN})
    GROUP BY service_area_id"""


@pytest.mark.parametrize(("question", "counted"), [
    ("monthly rent by service area", f"SELECT count(*), max(rent) FROM ({RENTS}) AS own (rent)"),
    ("rent per month by area", f"SELECT count(*), max(rent) FROM ({RENTS}) AS own (rent)"),
    ("service areas with monthly rent over 250000",
     f"SELECT count(*), max(rent) FROM ({RENTS}) AS own (rent) WHERE rent > 250000"),
    ("月租金最高的3个服务区及其营业额",
     f"SELECT 3, max(rent) FROM ({RENTS}) AS own (rent)"),
])  # fmt: skip
async def test_figures_conditions_and_ranks_are_of_the_rows_a_person_sees(
    services: Services, question: str, counted: str
) -> None:
    demo, whole = services.databases.get("demo"), services.access.rights(ADMIN, "demo")
    answer = await services.assistant.ask_whole(question, user=MANAGER, thread=question, connection="demo")
    [(rows, most)] = (await demo.run(await demo.approve(counted, whole))).rows
    assert (answer.kind, answer.source, len(answer.rows)) == ("data", "derived", rows)
    assert most in answer.rows[0] and rows > 0
    everybody = await services.assistant.ask_whole(question, user=ADMIN, thread=question, connection="demo")
    assert everybody.rows != answer.rows


@pytest.mark.parametrize(
    ("question", "told", "row"),
    [
        ("number of branches and number of shops", "There are 7 branches and 114 shops", [7, 114]),
        ("店铺数和分公司数各多少", "共有 114 家店铺、7 个分公司", [114, 7]),
    ],
)
async def test_two_counts_are_both_told(services: Services, question: str, told: str, row: list[int]) -> None:
    answer = await services.assistant.ask_whole(question, user=ADMIN, thread=question, connection="demo")
    assert told in answer.answer and answer.rows == [row]


@pytest.mark.parametrize(
    "question", ["现在有多少家店铺、多少个商户", "有多少家店铺和多少商户", "10月投诉数、多少家分公司"]
)
async def test_a_count_beside_another_figure_is_asked_for_alone_rather_than_left_out(
    services: Services, question: str
) -> None:
    answer = await services.assistant.ask_whole(question, user=ADMIN, thread=question, connection="demo")
    assert answer.kind != "data" and answer.suggestions


async def test_things_there_now_are_those_in_no_state_that_says_they_ended(services: Services) -> None:
    rights = services.access.rights(ADMIN, "demo")
    for question in ("现在有多少商户", "现有商户多少"):
        found = await _read(services, question, rights)
        assert found.query is not None and found.query.metrics == ("merchant_count",)
        assert [(one.dimension, one.values) for one in found.query.filters] == [("merchant_status", ("1",))]
    either = await _read(services, "有多少商户", rights)
    assert either.verdict == "candidate"
    assert either.alternatives == ("合作中的商户数是多少？", "商户数是多少？")
    less = dataclasses.replace(rights, denied_columns=("public.merchants.status",))
    unseen = await _read(services, "现在有多少商户", less)
    assert "status" not in unseen.sql and not (unseen.query and unseen.query.filters)
