"""Figures for people who see only some rows: each passes all walls, and no share is of a part."""

import dataclasses

import pytest

from config.wording import Language, say
from services import Services
from tests.conftest import TODAY
from tests.fakes.demo_services import ADMIN, MANAGER
from understanding.asked import Asked


async def test_every_figure_by_service_area_ranked_passes_all_walls_for_a_branch(services: Services) -> None:
    rights, demo = services.access.rights(MANAGER, "demo"), services.databases.get("demo")
    metrics = services.rooms.metrics
    assert metrics is not None
    understood = await services.taught._understandings.of("demo", rights)
    assert understood is not None
    catalog = understood.metrics.catalog
    tables = {table.name for table in catalog.schema.tables}
    assert {"complaints", "staff", "inspections"} <= tables & set(catalog.metrics)
    ranked = 0
    for metric in catalog.metrics.values():
        if not catalog.cuts(metric.name, "service_area"):
            continue
        for asked in (
            f"{metric.zh}最高的3个服务区",
            f"{metric.zh}最低的3个服务区",
            f"各服务区的{metric.zh}同比",
        ):
            found = await metrics(Asked(asked, "demo", rights, TODAY))
            if found.query is not None:
                await demo.approve(found.sql, rights)
                ranked += found.query.ranking is not None
    assert ranked >= 50


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("东莞分公司上个月营业额占全公司多少", "zh"),
        ("What share of revenue last month came from Dongguan Branch?", "en"),
    ],
)
async def test_a_share_of_all_is_for_those_who_see_all(
    services: Services, question: str, language: Language
) -> None:
    ask = services.assistant.ask_whole
    whole = await ask(question, user=ADMIN, thread=f"share-{language}-a", connection="demo")
    part = await ask(question, user=MANAGER, thread=f"share-{language}-b", connection="demo")
    assert whole.kind == "data" and "%" in whole.columns[-2]["name"] and 0 < whole.rows[0][-2] < 100
    assert part.kind == "unanswerable" and part.rows == []
    assert part.answer == say("agent.why_not.part_of_rows", language)


@pytest.mark.parametrize(
    ("question", "reason", "language"),
    [
        ("预测下个月每天的营业额", "forecast", "zh"),
        ("Forecast revenue by day for next month", "forecast", "en"),
    ],
)
async def test_what_is_to_come_day_by_day_is_declined_in_its_own_words(
    services: Services, question: str, reason: str, language: Language
) -> None:
    answer = await services.assistant.ask_whole(question, user=ADMIN, thread=question, connection="demo")
    assert (answer.kind, answer.answer) == ("unanswerable", say(f"agent.why_not.{reason}", language))


@pytest.mark.parametrize(
    ("question", "denied"),
    [
        ("为什么虎门的营业额最高", "不是最高的"),
        ("Why does Humen have the highest revenue?", "which is not the highest"),
    ],
)
async def test_a_why_of_a_first_place_denies_what_is_not_so(
    services: Services, question: str, denied: str
) -> None:
    answer = await services.assistant.ask_whole(question, user=ADMIN, thread=question, connection="demo")
    assert answer.kind == "data" and denied in answer.answer.partition("\n")[0]


@pytest.mark.parametrize(
    "question", ["预测下个月各分公司的营业额", "Forecast revenue by branch for next month"]
)
async def test_a_forecast_by_branch_has_a_range_for_each(services: Services, question: str) -> None:
    every = await services.assistant.ask_whole(question, user=ADMIN, thread=question, connection="demo")
    assert every.kind == "data" and len(every.rows) == 7
    assert all(row[2] < row[1] < row[3] for row in every.rows)


@pytest.mark.parametrize(
    ("question", "words"),
    [("列出投诉内容", ("内容",)), ("下雨天车流量会少多少", ("下雨天",)), ("荔枝的营业额", ("荔枝",))],
)
async def test_unknown_words_are_named_whole(
    services: Services, question: str, words: tuple[str, ...]
) -> None:
    rights = services.access.rights(ADMIN, "demo")
    reading = await services.taught.metric(Asked(question, "demo", rights, services.settings.current_date()))
    assert (reading.verdict, reading.why, reading.unread) == ("not_mine", "word", words)


async def test_periods_of_unequal_length_are_said(services: Services) -> None:
    async def lines(question: str) -> list[str]:
        answer = await services.assistant.ask_whole(question, user=ADMIN, thread=question, connection="demo")
        assert answer.kind == "data", question
        return answer.interpretation

    unequal = say("metrics.line.unequal", "zh", now=7, before=8)
    assert unequal in await lines("今年国庆和去年国庆的营业额对比是多少？")
    unit = unequal[-9:]
    assert not any(line.endswith(unit) for line in await lines("上个月营业额环比增长多少"))


@pytest.mark.parametrize("column", ["public.daily_revenue.amount", "public.daily_revenue.service_area_id"])
async def test_a_defined_figure_is_not_computed_of_masks(services: Services, column: str) -> None:
    whole = services.access.rights(ADMIN, "demo")
    question = "今年3月各服务区营业额"
    seen = await services.taught.metric(Asked(question, "demo", whole, TODAY))
    masked = dataclasses.replace(whole, masks={column: "null"})
    assert seen.verdict == "certain" and "daily_revenue" in seen.sql
    assert (await services.taught.metric(Asked(question, "demo", masked, TODAY))).verdict == "not_mine"
