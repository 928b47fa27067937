"""A file and a database, or two databases, in one question: each part under its own rights, or not at all."""

import dataclasses
from collections.abc import AsyncIterator
from typing import Any

import duckdb
import pytest
import yaml
from pydantic import SecretStr

from agent.events import Answer
from appdb.users import User
from assistant import Assistant
from chat.beside import together_line
from config.settings import Settings
from database.rights import of_both
from database.spec import ConnectionSpec
from errors import NotFoundError
from llm.openai import ChatClient
from reasoning.fallback import FallbackReasoner
from reasoning.model import ModelReasoner
from reasoning.offline import OfflineReasoner
from services import Services, build_services
from teaching.loaders import load_files
from teaching.training import train_schema
from tests.fakes.openai_server import FakeOpenAI, Say

MEI, BO = User("mei", "viewer"), User("bo", "viewer")
SOUTH, SHOP_ONLY = User("sue", "south"), User("sol", "shop_only")
SHOP = """
CREATE TABLE stores (id INTEGER PRIMARY KEY, name VARCHAR, name_en VARCHAR);
CREATE TABLE customers (id INTEGER PRIMARY KEY, name VARCHAR);
CREATE TABLE orders (id INTEGER, store_id INTEGER REFERENCES stores (id),
    customer_id INTEGER REFERENCES customers (id), day DATE, paid DECIMAL(12,2));
INSERT INTO stores VALUES (1, '南山店', 'Nanshan'), (2, '福田店', 'Futian'), (3, '罗湖店', 'Luohu');
INSERT INTO customers VALUES (1, 'Ann Lee'), (2, 'Bob Wu'), (3, 'Cid Ma');
INSERT INTO orders VALUES (1, 1, 1, DATE '2026-10-02', 100), (2, 1, 2, DATE '2026-10-05', 50),
    (3, 2, 1, DATE '2026-10-06', 80), (4, 3, 1, DATE '2026-11-02', 30), (5, 1, 3, DATE '2025-11-02', 5);
"""
PLANNING = """
CREATE TABLE plans (store VARCHAR, month DATE, amount INTEGER);
INSERT INTO plans VALUES ('南山店', DATE '2026-10-01', 300), ('南山店', DATE '2026-09-01', 7);
"""
DEFINED = yaml.load(
    """
metrics:
  - {name: revenue, names: {zh: 营业额, en: Revenue}, synonyms: [sales], table: orders,
     expression: SUM(paid), time: day, unit: {zh: 元, en: CNY}}
  - {name: orders, names: {zh: 订单数, en: Orders}, synonyms: [订单, order], table: orders,
     expression: COUNT(id), time: day, decimals: 0}
dimensions:
  - {name: store, names: {zh: 门店, en: store}, synonyms: [店], column: stores.name,
     column_en: stores.name_en}
  - {name: customer, names: {zh: 客户, en: customer}, column: customers.name}
""",
    Loader=yaml.CSafeLoader,
)
PLANNED = yaml.load(
    """
metrics: [{name: plan, names: {zh: 计划, en: Plan}, table: plans, expression: SUM(amount), time: month}]
dimensions: [{name: branch, names: {zh: 分店, en: branch}, column: plans.store}]
""",
    Loader=yaml.CSafeLoader,
)
FILES = {
    "目标.csv": "门店,目标\n南山店,200\n福田店,60\n宝安店,90\n",
    "targets.csv": "branch,target\n南山店,200\n福田店,60\n宝安店,90\n",
    "english.csv": "branch,target\nnanshan,200\nFutian,60\n",
    "customers.csv": "customer,phone\nann lee,1\nBob Wu,2\nZoe Ng,3\n",
    "daily.csv": "branch,target\n南山店,200\n南山店,60\n福田店,90\n",
    "doubled.csv": "branch,target\nPort,200\nport,60\n南山店,90\n福田店,80\n",
}
ACCESS = yaml.load(
    """
roles:
  viewer: {connections: ["*"], features: [see_sql, export, files]}
  south: {connections: ["*"], features: [see_sql, files], row_policies: {main.orders: store_id = 1}}
  none: {connections: [], features: [files]}
  shop_only: {connections: [shop], features: [see_sql, files]}
identities: []
""",
    Loader=yaml.CSafeLoader,
)


@pytest.fixture(scope="module")
async def services(
    tmp_path_factory: pytest.TempPathFactory, postgres: object, app_template: str
) -> AsyncIterator[Services]:
    """Open services with two databases that are asked, and the files of a person."""
    from appdb.server import APP_ROLE
    from tests.conftest import create_database, drop_database

    create_database(postgres, "together", app_template, owner=APP_ROLE)  # type: ignore[arg-type]
    folder = tmp_path_factory.mktemp("together")
    for name, statements in (("shop", SHOP), ("planning", PLANNING)):
        with duckdb.connect(str(folder / f"{name}.duckdb")) as made:
            made.execute(statements)
    (folder / "access.yaml").write_text(yaml.safe_dump(ACCESS), "utf-8")
    settings = Settings(
        access_file=folder / "access.yaml",
        data_dir=folder,
        app_database_url=SecretStr(postgres.url("together", APP_ROLE)),  # type: ignore[attr-defined]
        demo=False,
        today="2026-11-20",
    )
    opened = await build_services(settings)
    await _connected(opened, "shop", "门店库", "Shop", DEFINED)
    await _connected(opened, "planning", "计划库", "Planning", PLANNED)
    for name, text in FILES.items():
        path = folder / name
        path.write_text(text, "utf-8")
        await opened.own_files.add(path, name, "mei", "viewer", kept=True)
    yield opened
    await opened.close()
    drop_database(postgres, "together")  # type: ignore[arg-type]


async def _connected(opened: Services, name: str, zh: str, en: str, defined: dict[str, Any]) -> None:
    url = SecretStr(f"duckdb:///{opened.settings.data_dir / f'{name}.duckdb'}")
    database = await opened.databases.add(ConnectionSpec(name, url, display_zh=zh, display_en=en))
    await train_schema(opened.knowledge, await database.refresh_schema(), name, "boss", publish=False)
    taught = load_files([("metrics.yaml", yaml.safe_dump(defined, allow_unicode=True).encode())])
    await opened.knowledge.stage(taught.items, name, "boss")
    await opened.knowledge.publish(name, "boss", "test")


async def asked(services: Services, question: str, user: User = MEI, connection: str = "shop") -> Answer:
    """Return the answer to a question on a thread of its own."""
    return await services.assistant.ask_whole(question, user=user, connection=connection)


def file_of(services: Services, name: str) -> str:
    """Return the connection of a file of Mei's."""
    return next(one.name for one in services.own_files.of("mei") if one.file == name)


@pytest.mark.parametrize(("question", "told"), [
    ("目标.csv 里的目标 和 实际营业额 各店对比 10月", ("230", "260", "88.5 %", "宝安店", "没有日期")),
    ("sales by store in October against targets.csv", ("230", "260", "88.5 %", "宝安店", "no dates")),
    ("10月各门店营业额和 targets.csv 里的目标对比", ("230", "260", "88.5 %", "宝安店", "没有日期")),
])  # fmt: skip
async def test_figures_of_a_database_stand_beside_those_of_a_file(
    services: Services, question: str, told: tuple[str, ...]
) -> None:
    answer = await asked(services, question)
    assert answer.source == "together" and all(word in answer.answer for word in told)
    assert [row[:3] for row in answer.rows] == [
        ["南山店", 150, 200],
        ["福田店", 80, 60],
        ["宝安店", None, 90],
    ]
    assert answer.sql is not None and answer.sql.count("SELECT") == 3 and answer.chart
    assert any("2" in line and "3" in line for line in answer.interpretation)
    record = (await services.audit.read(act="ask"))[0]
    parts = {one["purpose"]: one["connection"] for one in record.detail["also_ran"]}
    assert parts["together_figures"] == "" and parts["together_beside"].startswith("file-")


async def test_names_are_those_of_the_file_whatever_language_is_spoken(services: Services) -> None:
    answer = await asked(services, "english.csv 里的 target 和营业额 各店对比 10月")
    assert [row[:3] for row in answer.rows] == [["Nanshan", 150, 200], ["Futian", 80, 60]]


async def test_who_of_a_list_has_no_orders_is_told_with_who_is_not_known(services: Services) -> None:
    answer = await asked(services, "which customers in customers.csv have no orders in November 2026")
    assert answer.rows == [["Bob Wu", True], ["Zoe Ng", False]]
    answer = await asked(services, "customers.csv 里今年有订单的客户有哪些")
    assert [row[0] for row in answer.rows] == ["ann lee", "Bob Wu"]


async def test_a_conversation_about_a_file_may_ask_the_database_without_naming_it(services: Services) -> None:
    file = file_of(services, "目标.csv")
    answer = await asked(services, "目标和实际营业额 各店对比 10月", connection=file)
    assert answer.source == "together" and "88.5 %" in answer.answer


async def test_a_question_that_names_nothing_of_a_database_is_not_asked_of_both(services: Services) -> None:
    answer = await asked(services, "目标 10月", connection=file_of(services, "目标.csv"))
    assert answer.kind != "clarify" and answer.source != "together"


async def test_the_card_of_a_file_offers_a_question_that_has_an_answer(services: Services) -> None:
    one = await services.own_files.profile("mei", file_of(services, "targets.csv"))
    line = await together_line(services, one, MEI, "en")
    question = line[line.index("“") + 1 : line.index("”")]
    answer = await asked(services, question)
    assert answer.source == "together" and len(answer.rows) == 4
    assert not await together_line(services, one, User("mei", "none"), "en")


async def test_two_databases_are_asked_under_the_rights_of_each(services: Services) -> None:
    question = "sales by store in October against plan in Planning"
    answer = await asked(services, question)
    assert [row[:3] for row in answer.rows] == [["南山店", 150, 300], ["福田店", 80, None]]
    fewer = await asked(services, question, SOUTH)
    assert [row[:3] for row in fewer.rows] == [["南山店", 150, 300]] and len(fewer.answer) > len("南山店")
    refused = await asked(services, question, SHOP_ONLY)
    assert refused.source is None and not refused.rows and "300" not in refused.answer


async def test_nobody_asks_the_file_of_another(services: Services) -> None:
    answer = await asked(services, "sales by store in October against targets.csv", BO)
    assert answer.source is None and "260" not in answer.answer and not answer.rows


async def test_what_is_not_clear_is_asked_back_and_the_choice_is_answered(services: Services) -> None:
    who: dict[str, Any] = {"user": MEI, "thread": "unclear", "connection": "shop"}
    back = await services.assistant.ask_whole("sales against targets.csv", **who)
    assert back.kind == "clarify" and back.suggestions == ["sales against targets.csv by store"]
    answer = await services.assistant.ask_whole(back.suggestions[0], **who)
    assert answer.source == "together" and len(answer.rows) == 4


@pytest.mark.parametrize(("connection", "turns"), [
    ("shop", [
        ("sales by store in October against targets.csv", [["南山店", 150, 200], ["福田店", 80, 60]]),
        ("and in November?", [["罗湖店", 30, None], ["南山店", None, 200]]),
        ("and orders?", [["罗湖店", 1, None], ["南山店", None, 200]]),
        ("only 罗湖店", [["罗湖店", 1, None]]),
    ]),
    ("shop", [
        ("目标.csv 里的目标 和 实际营业额 各店对比 10月", [["南山店", 150, 200], ["福田店", 80, 60]]),
        ("11月呢", [["罗湖店", 30, None], ["南山店", None, 200]]),
        ("订单数呢", [["罗湖店", 1, None], ["南山店", None, 200]]),
    ]),
    ("目标.csv", [
        ("目标和实际营业额 各店对比 10月", [["南山店", 150, 200], ["福田店", 80, 60]]),
        ("那11月呢", [["罗湖店", 30, None], ["南山店", None, 200]]),
    ]),
    ("shop", [
        ("which customers in customers.csv have no orders in November 2026",
         [["Bob Wu", True], ["Zoe Ng", False]]),
        ("and in October?", [["Zoe Ng", False]]),
    ]),
    ("shop", [
        ("customers.csv 里今年有订单的客户有哪些", [["ann lee", 3], ["Bob Wu", 1]]),
        ("去年呢", []),
    ]),
    ("shop", [
        ("plan by branch in Planning against sales in October", [["南山店", 300, 150], ["福田店", None, 80]]),
        ("and in September?", [["南山店", 7, None]]),
    ]),
])  # fmt: skip
async def test_a_few_words_change_a_question_to_two_sources(
    services: Services, connection: str, turns: list[tuple[str, list[list[Any]]]]
) -> None:
    connection = connection if connection == "shop" else file_of(services, connection)
    who: dict[str, Any] = {"user": MEI, "thread": f"changed {turns[0]}", "connection": connection}
    for question, rows in turns:
        answer = await services.assistant.ask_whole(question, **who)
        assert answer.source == "together", (question, answer.answer)
        assert [row[: len(rows[0])] for row in answer.rows[: len(rows)]] == rows if rows else not answer.rows
    assert answer.understood


async def test_a_few_words_that_change_nothing_of_it_are_declined(services: Services) -> None:
    who: dict[str, Any] = {"user": MEI, "thread": "unchanged", "connection": "shop"}
    await services.assistant.ask_whole("sales by store in October against targets.csv", **who)
    for question in ("and the weather?", "by month"):
        answer = await services.assistant.ask_whole(question, **who)
        assert answer.kind == "unanswerable" and not answer.rows
    alone = await services.assistant.ask_whole("orders by store in October", **who)
    assert alone.source == "metric" and len(alone.columns) == 2


@pytest.mark.parametrize(("question", "why"), [
    ("sales by store in October against daily.csv", "several rows for one name and no dates"),
    ("sales by customer in October against targets.csv", "shares names"),
    ("sales by month this year against targets.csv", "no dates"),
    ("sales by store in October against doubled.csv", "stands there twice"),
])  # fmt: skip
async def test_what_would_give_a_wrong_figure_is_declined_with_the_reason(
    services: Services, question: str, why: str
) -> None:
    answer = await asked(services, question)
    assert answer.kind == "unanswerable" and why in answer.answer and not answer.rows


async def test_a_part_that_a_cap_cuts_is_refused(services: Services) -> None:
    few = services.settings.model_copy(update={"join_rows": 2})
    assistant = Assistant(dataclasses.replace(services.rooms, settings=few))
    question = "sales by store against targets.csv"
    answer = await assistant.ask_whole(question, user=MEI, connection="shop")
    await assistant.close()
    assert answer.failure is not None and answer.failure["code"] == "part_too_large" and not answer.rows


PARTS = ("SELECT name AS store, SUM(paid) AS paid FROM orders JOIN stores ON stores.id = store_id GROUP BY 1",
         "SELECT branch, target FROM targets")  # fmt: skip
JOIN = "SELECT store, paid / target AS share FROM shop JOIN targets ON branch = store ORDER BY 1"
WEIRD = "how loyal is each store to targets.csv"


def reply(*statements: str) -> str:
    """Return statements as a model gives them."""
    places = ("FIRST", "SECOND", "JOINED")
    return "\n".join(f"{name}\n```sql\n{sql}\n```" for name, sql in zip(places, statements, strict=True))


@pytest.fixture
async def modelled(services: Services) -> AsyncIterator[tuple[FakeOpenAI, Assistant]]:
    """Open an assistant with a scripted model over the same databases."""
    with FakeOpenAI() as fake:
        settings = services.settings.model_copy(
            update={
                "openai_base_url": fake.url,
                "openai_api_key": SecretStr("test"),
                "llm_model": "scripted",
                "join_rows": 20,
            }
        )
        client = ChatClient.of(settings, "scripted")
        reasoner = FallbackReasoner([ModelReasoner(client), OfflineReasoner()])
        rooms = dataclasses.replace(services.rooms, settings=settings, reasoner=reasoner)
        assistant = Assistant(rooms)
        yield fake, assistant
        await assistant.close()
        await client.aclose()


Modelled = tuple[FakeOpenAI, Assistant]


async def test_a_model_writes_for_two_sources_what_no_rule_reads(modelled: Modelled) -> None:
    fake, assistant = modelled
    fake.replies.extend(map(Say, (reply(*PARTS, JOIN), reply(*PARTS, JOIN))))
    who: dict[str, Any] = {"user": MEI, "thread": "modelled", "connection": "shop"}
    answer = await assistant.ask_whole(WEIRD, **who)
    assert answer.source == "generated" and answer.rows == [["南山店", 0.775], ["福田店", 80 / 60]]
    assert (
        answer.sql and all(one in answer.sql for one in (*PARTS, JOIN)) and answer.beside.startswith("file-")
    )
    assert any("no person has verified" in line for line in answer.interpretation)
    sent = fake.requests[0]["messages"][-1]["content"]
    assert "stores" in sent and "targets" in sent and "plans" not in sent
    follows = await assistant.ask_whole("and by that alone?", **who)
    assert follows.source == "generated" and len(fake.requests) == 2
    assert WEIRD in fake.requests[1]["messages"][-1]["content"]


@pytest.mark.parametrize(("statements", "code"), [
    ((PARTS[0], "SELECT * FROM stores", JOIN), "table_unknown"),
    ((PARTS[0], PARTS[1], "SELECT * FROM read_csv('/etc/passwd')"), "sql_node_unknown"),
    (("DELETE FROM orders", PARTS[1], JOIN), ""),
    (("SELECT a.id FROM orders a, orders b", PARTS[1], "SELECT id FROM shop"), "part_too_large"),
], ids=["other_source", "file", "write", "cap"])  # fmt: skip
async def test_what_a_model_writes_passes_the_same_walls(
    modelled: Modelled, statements: tuple[str, ...], code: str
) -> None:
    fake, assistant = modelled
    fake.replies.extend([Say(reply(*statements))] * 2)
    answer = await assistant.ask_whole(WEIRD, user=MEI, connection="shop")
    assert answer.kind != "data" and not answer.rows
    assert (answer.failure or {}).get("code", "").startswith(code)


async def test_a_statement_that_failed_is_written_once_more_with_the_words_of_the_engine(
    modelled: Modelled,
) -> None:
    fake, assistant = modelled
    wrong = (PARTS[0].replace("paid)", "payed)"), PARTS[1], JOIN)
    fake.replies.extend([Say(reply(*wrong)), Say(reply(*PARTS, JOIN))])
    answer = await assistant.ask_whole(WEIRD, user=MEI, connection="shop")
    assert answer.source == "generated" and len(answer.rows) == 2
    assert "payed" in fake.requests[1]["messages"][-1]["content"]


async def test_a_model_reads_each_part_under_the_rights_there(modelled: Modelled) -> None:
    fake, assistant = modelled
    fake.replies.append(Say(reply(*PARTS, "SELECT store FROM shop")))
    answer = await assistant.ask_whole("how odd is Planning", user=SOUTH, connection="shop")
    assert not answer.rows or answer.rows == [["南山店"]]
    assert "targets" not in fake.requests[0]["messages"][-1]["content"]  # another's file


async def test_its_result_is_kept_for_who_has_both_rights(services: Services) -> None:
    answer = await asked(services, "sales by store in October against targets.csv")
    rights = [services.access.rights(MEI, name) for name in ("shop", file_of(services, "targets.csv"))]
    assert answer.result_id is not None
    for one in rights:
        with pytest.raises(NotFoundError):
            await services.results.load(answer.result_id, "mei", [one.fingerprint()])
    kept = await services.results.load(answer.result_id, "mei", [of_both(*rights)])
    assert len(kept["rows"]) == 3
