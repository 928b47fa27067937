"""What stands around the rows (memory, values, errors, words, prompts, traces) obeys rights as they do."""

import dataclasses
import json
from collections.abc import AsyncIterator
from pathlib import Path

import psycopg
import pytest
import yaml

from agent.trace_sight import seen_by_owner
from appdb.embedded import EmbeddedPostgres
from appdb.server import APP_ROLE
from appdb.users import User
from assistant import Assistant
from config.settings import Settings
from config.wording import say
from database.rights import Rights
from errors import NotFoundError
from reasoning.offline import OfflineReasoner
from services import Services, build_services
from tests.conftest import TODAY, create_database, drop_database
from tests.fakes.openai_server import FakeOpenAI, Say
from tests.fakes.room import SHOP, TOP, settings_on
from tests.fakes.teaching import train_files

STAFF = """
CREATE TABLE staff (id int PRIMARY KEY, name text NOT NULL, phone text);
COMMENT ON TABLE staff IS '员工';
"""
STAFFED = "INSERT INTO staff VALUES (1, '王一', '13912340001'), (2, '李二', '13912340002')"
METRICS = """
metrics:
  - {name: takings, names: {zh: 营业额, en: Takings}, table: sale, expression: SUM(amount), time: day}
dimensions:
  - {name: area, names: {zh: 服务区, en: Area}, column: area.name, key: area.id}
"""
QUESTION = "各服务区营业额"
PAIRS = json.dumps([{"question": QUESTION, "sql": TOP, "language": "zh", "verified_by": "admin"}])
ROLES = {
    "admin": {"features": ["see_sql", "export", "upload", "train", "admin"]},
    "own_area": {
        "row_policies": {"public.area": "id = {user.area}", "public.sale": "area_id = {user.area}"},
        "features": ["see_sql", "export"],
    },
    "no_sales": {
        "denied_tables": ["public.sale"],
        "masks": {"public.staff.phone": "partial"},
        "features": ["see_sql"],
    },
    "no_areas": {"denied_tables": ["public.area"], "features": []},
}
ADMIN = User("root", "admin")
SOUTH, NORTH = User("ann", "own_area", {"area": "1"}), User("bob", "own_area", {"area": "2"})
NO_SALES, NO_AREAS = User("cas", "no_sales"), User("dan", "no_areas")
OTHERS = ("北山", "东湖")  # areas that SOUTH may not see
UNREAD = "Takings somehow mapped onto areas for me"  # no reader without a model takes this


@pytest.fixture(scope="module")
async def shop(
    postgres: EmbeddedPostgres, app_template: str, model: FakeOpenAI, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Services]:
    """Return the real services on a shop with staff, three roles, one pair and one metric."""
    folder: Path = tmp_path_factory.mktemp("edges")
    create_database(postgres, "edges", app_template, owner=APP_ROLE)
    create_database(postgres, "edges_shop")
    with psycopg.connect(postgres.url("edges_shop"), autocommit=True) as connection:
        connection.execute(SHOP + STAFF + STAFFED)
    connections, access = folder / "connections.yaml", folder / "access.yaml"
    connections.write_text(yaml.safe_dump({"connections": {"shop": {"url": postgres.url("edges_shop")}}}))
    access.write_text(yaml.safe_dump({"roles": ROLES}))
    (folder / "data").mkdir()
    base = Settings(
        app_database_url=postgres.url("edges", APP_ROLE),  # type: ignore[arg-type]
        data_dir=folder / "data",
        connections_file=connections,
        access_file=access,
        today=TODAY,
        demo=False,
    )
    services = await build_services(settings_on(model, base))
    taught = {"shop.sql": SHOP.partition("INSERT")[0] + STAFF, "pairs.json": PAIRS, "metrics.yaml": METRICS}
    files = [(name, text.encode()) for name, text in taught.items()]
    report = await train_files(services.knowledge, files, "shop", "root", publish=True)
    assert not report.refused
    yield services
    await services.close()
    for name in ("edges", "edges_shop"):
        drop_database(postgres, name)


@pytest.fixture(autouse=True)
def fresh(model: FakeOpenAI) -> None:
    """Forget what an earlier test scripted and asked."""
    model.replies.clear()
    model.requests.clear()


def rights_of(services: Services, user: User) -> Rights:
    return services.access.rights(user, "shop")


async def ask(services: Services, question: str, user: User, thread: str):  # type: ignore[no-untyped-def]
    whole = services.assistant.ask_whole
    return await whole(question, user=user, thread=f"{user.name}-{thread}", connection="shop")


async def test_one_question_has_the_answer_of_each_ones_own_rights(shop: Services) -> None:
    people = (ADMIN, SOUTH, NORTH)
    first = [await ask(shop, QUESTION, user, "t1") for user in people]
    again = [await ask(shop, QUESTION, user, "t2") for user in people]
    names = [[row[0] for row in answer.rows] for answer in first]
    assert sorted(names[0]) == ["东湖服务区", "北山服务区", "南城服务区"]
    assert names[1:] == [["南城服务区"], ["北山服务区"]]
    assert [answer.source for answer in again] == ["cached"] * 3
    assert [answer.rows for answer in again] == [answer.rows for answer in first]
    words = "".join([first[1].answer, *first[1].interpretation, *first[1].suggestions])
    assert [name for name in OTHERS if name in words] == []


async def test_stored_rows_and_trace_are_their_owners_under_the_rights_they_were_read_with(
    shop: Services,
) -> None:
    answer = await ask(shop, QUESTION, SOUTH, "t3")
    moved = dataclasses.replace(SOUTH, attributes={"area": "2"})
    own, other = (rights_of(shop, user).fingerprint() for user in (SOUTH, moved))
    assert answer.result_id and (await shop.results.load(answer.result_id, "ann", [own]))["rows"]
    for owner, rights in (("ann", other), ("bob", own)):
        with pytest.raises(NotFoundError):
            await shop.results.load(answer.result_id, owner, [rights])
    after = await ask(shop, QUESTION, moved, "t3")
    assert after.source != "cached" and [row[0] for row in after.rows] == ["北山服务区"]
    stored = await shop.traces.get(after.id)
    assert stored.rights == other != own
    bare = seen_by_owner(stored.trace, same_rights=False, sees_sql=True)
    assert "北山" in json.dumps(stored.trace, ensure_ascii=False)
    assert "北山服务区" not in json.dumps(bare["steps"], ensure_ascii=False)


async def test_a_value_one_may_not_see_is_neither_found_nor_offered(
    shop: Services, model: FakeOpenAI
) -> None:
    asked = "北山服务区和 13912340001"
    found = {
        user.name: {value.value for value in await shop.taught.find_values(asked, "shop", rights)}
        for user, rights in ((user, rights_of(shop, user)) for user in (ADMIN, SOUTH, NORTH, NO_SALES))
    }
    assert found == {
        "root": {"北山服务区", "13912340001"},
        "ann": {"13912340001"},
        "bob": {"北山服务区", "13912340001"},
        "cas": {"北山服务区"},
    }
    sql = "```sql\nSELECT id FROM area WHERE name = '北山服务站'\n```"
    model.script(*[sql] * 4)  # what finds nothing is written once more
    answers = [await ask(shop, "那个站点是几号？", user, "t4") for user in (ADMIN, SOUTH)]
    assert ["北山服务区" in answer.answer for answer in answers] == [True, False]
    assert all(answer.kind == "data" and not answer.rows for answer in answers)


async def test_the_days_that_data_run_are_told_of_the_rows_one_may_see(shop: Services) -> None:
    """The first sale of all is of another area than ann's."""
    told = {}
    for user in (ADMIN, SOUTH, NORTH):
        answer = await ask(shop, "2026年9月的营业额", user, "t9")
        assert (answer.kind, answer.rows) == ("unanswerable", [])
        told[user.name] = answer.answer
    first = {"root": "2026-10-01", "ann": "2026-10-02", "bob": "2026-10-01"}
    assert {name: day in told[name] for name, day in first.items()} == dict.fromkeys(first, True)
    assert "2026-10-01" not in told["ann"]


async def test_a_day_without_a_row_one_may_see_has_nought(shop: Services) -> None:
    for user, first in ((ADMIN, 1), (SOUTH, 0)):
        answer = await ask(shop, "2026年10月每天的营业额，没有数据的日期补零", user, "t10")
        assert answer.source == "metric" and answer.row_count == 31
        assert [float(row[1]) > 0 for row in answer.rows[:2]] == [bool(first), True]


async def test_who_asks_first_takes_no_values_from_the_others(shop: Services) -> None:
    shop.taught._understandings._held.clear()
    asked = "13912340001"
    first, then = (rights_of(shop, user) for user in (NO_SALES, ADMIN))
    assert await shop.taught.find_values(asked, "shop", first) == []
    assert [found.value for found in await shop.taught.find_values(asked, "shop", then)] == [asked]


async def test_what_the_database_says_of_rows_one_may_not_see_reaches_nobody(
    shop: Services, model: FakeOpenAI
) -> None:
    peeking = "SELECT id FROM area WHERE name <> '南城服务区' AND CAST(name AS int) > 0"
    told = {}
    for user in (ADMIN, SOUTH):
        model.requests.clear()
        model.answers = {"*": peeking}
        answer = await ask(shop, "哪些名称是数字？", user, "t5")
        trace = await shop.traces.get(answer.id)
        said = [dataclasses.asdict(answer), trace.trace, model.requests]
        text = json.dumps(said, ensure_ascii=False, default=str)
        told[user.name] = answer.kind, [name for name in OTHERS if name in text]
    model.answers = {}
    # It fails on the rows it is computed for: to ann those of others are not there, not even to fail on.
    assert told["root"][0] == "failed" and told["ann"] == ("data", [])


async def test_no_permission_no_rows_and_no_such_data_are_three_answers(
    shop: Services, model: FakeOpenAI
) -> None:
    model.script(
        "```sql\nSELECT sum(amount) AS x FROM sale\n```",
        *["```sql\nSELECT name FROM area WHERE id = 2\n```"] * 2,  # what finds nothing is written once more
        "NO_SQL: missing_data",
    )
    question = "一共多少？"
    closed = await ask(shop, question, NO_SALES, "t6")
    empty = await ask(shop, question, SOUTH, "t6")
    missing = await ask(shop, question, ADMIN, "t6")
    assert [answer.kind for answer in (closed, empty, missing)] == ["refused", "data", "unanswerable"]
    assert closed.failure and closed.failure["code"] == "table_forbidden"
    assert say("agent.missing_data", "zh") in missing.answer
    limited = [line for line in empty.interpretation if "权限" in line or "只" in line]
    assert limited, "it tells that only a part of the rows may be seen"
    assert len({closed.answer, empty.answer, missing.answer}) == 3


async def test_what_is_hidden_and_what_is_not_there_are_told_in_the_same_true_words(shop: Services) -> None:
    offline = Assistant(dataclasses.replace(shop.rooms, reasoner=OfflineReasoner()))

    async def told(word: str, user: User) -> str:
        thread = f"{user.name}-t8"
        asked = f"请问{word}怎么样？"
        return (await offline.ask_whole(asked, user=user, thread=thread, connection="shop")).answer

    nowhere = say("agent.words_nowhere", "zh", words="「西河」")
    assert (await told("西河", ADMIN)).startswith(nowhere)
    assert not (await told("北山", ADMIN)).startswith(nowhere.replace("西河", "北山"))
    for word in ("西河", "北山"):
        said = await told(word, SOUTH)
        assert said.startswith(say("agent.words_not_seen", "zh", words=f"「{word}」"))


async def test_a_closed_table_is_in_no_prompt_definition_or_question_offered(
    shop: Services, model: FakeOpenAI
) -> None:
    model.script(*["NO_SQL: missing_data"] * 3)
    for user in (ADMIN, NO_SALES, NO_AREAS):
        await ask(shop, UNREAD, user, "t7")
    *sent, without_areas = (str(request["messages"]) for request in model.requests)
    assert "dimensions: area" in sent[0] and "- takings: " in without_areas
    assert "dimensions: area" not in without_areas and "area(" not in without_areas
    assert ["- takings: " in text for text in sent] == [True, False]
    assert ["public.sale" in text or "sale(" in text for text in sent] == [True, False]
    rights = [rights_of(shop, user) for user in (ADMIN, NO_SALES)]
    defined = [await shop.taught.definition("营业额", "shop", one, "zh") for one in rights]
    assert bool(defined[0]) and not defined[1]
    offered = [await shop.knowledge.nearest_questions(QUESTION, "shop", 4, one, "zh") for one in rights]
    assert offered == [[QUESTION], []]


@pytest.mark.parametrize(("sql", "shown"), [
    ("SELECT count(DISTINCT phone) FROM staff", False),
    ("SELECT name FROM staff WHERE phone LIKE '139%'", False),
    ("SELECT name, phone FROM staff", True),
])  # fmt: skip
async def test_a_model_computes_nothing_of_masks_but_may_show_them(
    shop: Services, model: FakeOpenAI, sql: str, shown: bool
) -> None:
    model.replies.append(Say(sql, role="sql"))
    answer = await shop.assistant.ask_whole(
        "Anything odd about our staff's handsets", user=NO_SALES, connection="shop"
    )
    assert bool(answer.rows) == shown
    if shown:
        assert "139****0001" in str(answer.rows)
    else:
        assert answer.failure is not None and answer.failure["code"] == "figure_masked"
        assert "phone" in answer.answer
