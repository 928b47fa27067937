"""Rows asked for without a model: over a database with rights, over a file, and on from a list."""

from collections.abc import AsyncIterator

import pytest

from agent.events import Answer
from appdb.users import User
from services import Services
from tests.fakes.demo_services import ADMIN, MANAGER

CUSTOMERS = (
    "customer,city,status,income,joined_on\nAcme,Shenzhen,active,900,2024-03-01\nGlobex,Guangzhou,active,1200,2025-01-15\n"
    "Initech,Shenzhen,closed,300,2023-07-09\nUmbrella,Shenzhen,active,1500,2026-02-02\n"
)


@pytest.fixture(scope="module")
async def customers(services: Services, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    """Return the connection of a file that Mei asks as data."""
    path = tmp_path_factory.mktemp("rows") / "customers.csv"
    path.write_text(CUSTOMERS, "utf-8")
    made = await services.own_files.add(path, "customers.csv", "mei", "viewer")
    yield made.name
    await services.own_files.forget_owner("mei")


async def asked(services: Services, *questions: str, user: User = ADMIN, connection: str = "demo") -> Answer:
    """Return the answer to the last of some messages in a conversation of its own."""
    for question in questions:
        answer = await services.assistant.ask_whole(
            question, user=user, thread=f"rows {questions}", connection=connection
        )
    return answer


async def test_rows_of_a_database_are_listed_with_where_they_come_from(services: Services) -> None:
    answer = await asked(services, "长度超过100公里的路段有哪些")
    assert (answer.kind, answer.source, answer.model_calls, answer.chart) == ("data", "rows", 0, None)
    assert answer.row_count == 6 and all(float(row[1]) > 100 for row in answer.rows)
    assert answer.answer.startswith("长度超过 100 公里的路段有 6 个：")
    assert any("sections" in line for line in answer.interpretation)


async def test_everyone_gets_the_rows_they_may_see_and_is_told(services: Services) -> None:
    every = await asked(services, "列出所有服务区")
    own = await asked(services, "列出所有服务区", user=MANAGER)
    assert (every.row_count, own.row_count) == (40, 6)
    assert "只包含您有权查看的数据" in own.answer and "只包含" not in every.answer


@pytest.mark.parametrize("question", ["list the complaints of last week", "最近一个月的投诉列出来"])
async def test_a_list_that_is_asked_for_is_not_answered_with_its_number(
    services: Services, question: str
) -> None:
    answer = await asked(services, question)
    counted = await asked(services, question.replace("list the", "how many").replace("列出来", "有多少"))
    assert answer.source == "rows" and len(answer.columns) > 3
    assert counted.source != "rows" and counted.rows == [[answer.row_count]]


async def test_a_list_that_is_asked_for_is_not_answered_with_the_numbers_of_its_states(
    services: Services,
) -> None:
    answer = await asked(services, "未处理完的投诉有哪些")
    counted = await asked(services, "未处理完的投诉有多少")
    assert (answer.source, len(counted.rows)) == ("rows", 2)
    assert answer.row_count == sum(row[1] for row in counted.rows)


async def test_things_that_are_to_be_shown_are_listed_where_it_is_said_which(services: Services) -> None:
    listed = await asked(services, "show me the open complaints")
    assert (listed.source, listed.row_count) == (
        "rows",
        (await asked(services, "未处理完的投诉有哪些")).row_count,
    )
    every = await asked(services, "show me complaints")
    assert every.source != "rows"


async def test_others_of_a_kind_are_named_by_the_kind_alone_as_they_count(services: Services) -> None:
    without, having = (
        await asked(services, "没有加油站的服务区"),
        await asked(services, "有加油站的服务区有哪些"),
    )
    every = await asked(services, "有多少服务区")
    assert without.source == having.source == "rows" and without.row_count and having.row_count
    assert [[without.row_count + having.row_count]] == every.rows


async def test_rows_called_by_what_they_lack_are_not_denied_twice(services: Services) -> None:
    answer = await asked(services, "没有店铺的服务区")
    assert (answer.row_count, answer.answer) == (0, "没有店铺的服务区有 0 个。")


async def test_what_has_lasted_longest_is_not_offered_as_the_largest(services: Services) -> None:
    answer = await asked(services, "Which shops have been open the longest?")
    assert answer.kind != "data" and not any("floor area" in one for one in answer.suggestions)


async def test_one_thing_of_one_row_is_said_in_the_sentence(services: Services) -> None:
    answer = await asked(services, "南城服务区什么时候开业的")
    assert answer.source == "rows" and answer.rows[0][0] == "南城服务区"
    assert answer.answer == f"南城服务区的开业日期是 {answer.rows[0][1]}。"


@pytest.mark.parametrize("message", ["他们是哪个分公司的", "那分公司有哪些呢"])
async def test_what_points_back_is_not_answered_with_all_rows_of_a_table(
    services: Services, message: str
) -> None:
    assert (await asked(services, "分公司有哪些")).source == "rows"
    assert (await asked(services, "建筑面积超过5000平方米的服务区有哪些", message)).source != "rows"


async def test_a_list_is_narrowed_and_put_in_order_by_what_follows(services: Services) -> None:
    first = ("list the service areas opened after 2015", "sort by parking spaces")
    answer = await asked(services, *first)
    spaces = [row[answer.columns.index(next(c for c in answer.columns if c["name"] == "Parking spaces"))]
              for row in answer.rows]  # fmt: skip
    assert answer.source == "rows" and spaces == sorted(spaces, reverse=True) and len(spaces) > 1
    assert answer.understood.startswith("List service areas: ")


async def test_what_may_be_meant_in_two_ways_is_asked_back_and_the_button_answers(services: Services) -> None:
    user = User("chooser of rows", "admin")
    back = await asked(services, "面积最大的店铺", user=user)
    assert back.kind == "clarify" and back.suggestions
    chosen = await asked(services, "面积最大的店铺", back.suggestions[0], user=user)
    assert (chosen.kind, chosen.row_count) == ("data", 1) and chosen.understood == back.suggestions[0]


async def test_a_file_is_asked_for_rows(services: Services, customers: str) -> None:
    mei = User("mei", "viewer")
    answer = await asked(
        services, "active customers in Shenzhen, sort by income", user=mei, connection=customers
    )
    assert answer.source == "rows" and [row[0] for row in answer.rows] == ["Umbrella", "Acme"]
    again = await asked(
        services, "active customers in Shenzhen", "only Guangzhou", user=mei, connection=customers
    )
    assert [row[0] for row in again.rows] == ["Globex"]
    none = await asked(services, "customers in Paris", user=mei, connection=customers)
    assert none.kind == "unanswerable" and not none.rows
