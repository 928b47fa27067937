"""Publishing behind its gate: real services, a real shop database, golden questions, kills."""

import asyncio
import contextlib
import json
import signal
import sys
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import psycopg
import pytest
from pydantic import SecretStr

from appdb.embedded import EmbeddedPostgres
from appdb.golden import Golden
from appdb.server import APP_ROLE
from appdb.teaching_runs import TeachingRun
from appdb.users import User
from config.settings import ROOT, Settings
from errors import DatabaseError, InputError, KnowledgeError, WenshuError
from evaluation import gate
from evaluation.from_pairs import golden_from_pairs
from evaluation.teaching import Teaching, stop_runs
from services import Services, build_services
from tests.conftest import create_database, drop_database
from tests.fakes.room import SHOP, fill_shop
from tests.fakes.teaching import train_files

pytestmark = pytest.mark.slow

ANN = User("ann", "admin")
BEN = User("ben", "admin")
COUNT = "How many sale rows are there?"
COUNT_SQL = "SELECT count(*) AS n FROM sale"
HOUSE = "What is the house number of the shop?"
HOUSE_SQL = "SELECT 370 + count(*) / 90 AS house FROM sale"
REASON = "The count has to include the till."


NAMES = tuple(f"shop{number}" for number in range(16))  # one for each test, on the same database


@dataclass(frozen=True)
class Shop:
    """A connection whose tables and first question are published as version 1."""

    services: Services
    teaching: Teaching
    name: str

    async def stage(self, question: str, sql: str) -> None:
        pair = json.dumps({"question": question, "sql": sql, "verified_by": "ann"}).encode()
        report = await train_files(self.services.knowledge, [("pairs.jsonl", pair)], self.name, "ann")
        assert report.refused == []

    async def ask(self, question: str) -> list[list[Any]]:
        return (await self.services.assistant.ask_whole(question, user=ANN, connection=self.name)).rows

    async def version(self) -> int:
        return await self.services.knowledge.version(self.name)

    async def staged(self) -> dict[str, int] | None:
        return (await self.services.records.counts(self.name)).get("staged")

    async def golden(self, *questions: Golden) -> None:
        await self.teaching.golden.take(self.name, questions)

    async def ended(self, run: str) -> TeachingRun:
        """Return a run once it is over, however it ended."""
        with contextlib.suppress(WenshuError):
            await self.teaching.ended(self.name, run)
        return await self.teaching.runs.get(self.name, run)

    async def tested(self, *, publish: bool = True) -> TeachingRun:
        return await self.ended(await self.teaching.test(self.name, ANN, publish=publish))

    async def rebuilt(self, *, staged: bool) -> TeachingRun:
        return await self.ended(await self.teaching.rebuild(self.name, ANN, staged=staged))


@pytest.fixture(scope="module")
async def services(
    postgres: EmbeddedPostgres, app_template: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Services]:
    """Build the services once, with a connection for each test."""
    folder = tmp_path_factory.mktemp("publishing")
    create_database(postgres, "publishing", app_template, owner=APP_ROLE)
    create_database(postgres, "publishing_shop")
    fill_shop(postgres.url("publishing_shop"))
    told = "".join(f"  {name}:\n    url: {postgres.url('publishing_shop')}\n" for name in NAMES)
    (folder / "connections.yaml").write_text(f"connections:\n{told}", "utf-8")
    built = await build_services(
        Settings(
            data_dir=folder,
            app_database_url=SecretStr(postgres.url("publishing", APP_ROLE)),
            connections_file=folder / "connections.yaml",
        )
    )
    yield built
    await stop_runs()
    await built.close()
    drop_database(postgres, "publishing")
    drop_database(postgres, "publishing_shop")


unused = iter(NAMES)


@pytest.fixture
async def shop(services: Services) -> Shop:
    """Return a connection nobody has tested on."""
    made = Shop(services, Teaching(services), next(unused))
    tables = SHOP.partition("INSERT")[0].encode()
    await train_files(services.knowledge, [("shop.sql", tables)], made.name, "ann")
    await made.stage(COUNT, COUNT_SQL)
    await services.knowledge.publish(made.name, "ann")
    return made


async def test_a_better_version_is_published_by_itself_and_leaves_no_trace_of_its_questions(
    shop: Shop,
) -> None:
    await shop.golden(Golden(COUNT, (COUNT_SQL,)), Golden(HOUSE, (HOUSE_SQL,)))
    await shop.stage(HOUSE, HOUSE_SQL)
    run = await shop.tested()
    assert (run.status, run.published, run.base, run.version) == ("done", True, 1, 2)
    assert run.summary is not None and run.summary["ways"] == {"worse": 0, "better": 1, "other": 0, "same": 1}
    assert (run.summary["before"]["right"], run.summary["after"]["right"]) == (1, 2)
    [flip] = await shop.teaching.runs.questions(run.id, ["better"], 10)
    assert "370 + COUNT" in flip["after"]["sql"] and flip["before"]["sql"] == ""
    assert await shop.version() == 2
    assert await shop.ask(HOUSE) == [[371]]
    kept = "SELECT owner FROM turns UNION SELECT owner FROM results UNION SELECT owner FROM traces"
    owners = {row["owner"] for row in await shop.services.app_database.rows(kept)}
    assert owners == {"ann"}, "only what was asked for real"
    trail = [one for one in await shop.services.audit.read(limit=1000) if one.connection == shop.name]
    acts = Counter((record.who, record.act) for record in trail)
    assert acts == {("ann (test)", "test"): 4, ("ann", "teach.test"): 1, ("ann", "ask"): 1}


async def test_a_regression_waits_for_a_reason_and_one_click_goes_back(shop: Shop) -> None:
    await shop.golden(Golden(COUNT, (COUNT_SQL,)))
    await shop.stage(COUNT, "SELECT count(*) + 1 AS n FROM sale")
    run = await shop.tested()
    assert (run.status, run.published) == ("done", False)
    assert shop.teaching.blockers(run) == ["below_floor", "regressions"]
    [flip] = await shop.teaching.runs.questions(run.id, ["worse"], 10)
    assert (flip["lost"], flip["gained"]) == ([[90]], [[91]])
    assert await shop.version() == 1
    with pytest.raises(InputError, match="reason_wanted"):
        await shop.teaching.confirm(shop.name, BEN, run.id, "  no ")
    assert await shop.teaching.waits(run)
    await shop.teaching.confirm(shop.name, BEN, run.id, REASON)
    current = await shop.services.records.current(shop.name)
    assert current is not None and (current.version, current.reason) == (2, REASON)
    told = [record.detail for record in await shop.services.audit.read(user="ben", act="teach")]
    assert told[0] is not None and told[0]["reason"] == REASON
    with pytest.raises(KnowledgeError, match="candidate_outdated"):
        await shop.teaching.confirm(shop.name, BEN, run.id, "Once more, please.")
    await shop.teaching.roll_back(shop.name, ANN, 1)
    assert await shop.ask(COUNT) == [[90]]


@pytest.mark.parametrize("change", ["withdrawn", "published by another", "rolled back"])
async def test_what_changed_since_the_test_is_not_published(shop: Shop, change: str) -> None:
    await shop.golden(Golden(HOUSE, (HOUSE_SQL,)))
    await shop.stage(HOUSE, HOUSE_SQL)
    if change == "rolled back":
        await shop.services.knowledge.publish(shop.name, "ann")
        await shop.stage("Which areas are there?", "SELECT name FROM area")
    run = await shop.tested(publish=False)
    assert await shop.teaching.waits(run) and shop.teaching.blockers(run) == []
    if change == "withdrawn":
        waiting = "SELECT id FROM knowledge_items WHERE status = 'staged' AND connection = %s"
        staged = await shop.services.app_database.rows(waiting, shop.name)
        await shop.services.records.stage_removal([row["id"] for row in staged])
    elif change == "published by another":
        await shop.services.knowledge.publish(shop.name, "ben")
    else:
        await shop.teaching.roll_back(shop.name, BEN, 1)
    before = await shop.version()
    with pytest.raises(KnowledgeError, match="candidate_outdated"):
        await shop.teaching.confirm(shop.name, ANN, run.id, "")
    assert await shop.version() == before


async def test_what_is_staged_during_a_test_waits_for_the_next_version(shop: Shop) -> None:
    await shop.golden(Golden(HOUSE, (HOUSE_SQL,)))
    await shop.stage(HOUSE, HOUSE_SQL)
    run = await shop.tested(publish=False)
    await shop.stage("Which areas are there?", "SELECT name FROM area")
    await shop.teaching.confirm(shop.name, ANN, run.id, "")
    assert await shop.staged() == {"pair": 1}


async def test_the_second_admin_is_told_who_does_what_and_can_cancel_it(
    shop: Shop, postgres: EmbeddedPostgres
) -> None:
    await shop.golden(Golden(HOUSE, (HOUSE_SQL,)))
    await shop.stage(HOUSE, HOUSE_SQL)
    async with await psycopg.AsyncConnection.connect(postgres.url("publishing_shop")) as held:
        await held.execute("LOCK TABLE sale IN ACCESS EXCLUSIVE MODE")  # its question waits until this ends
        run = await shop.teaching.test(shop.name, ANN, publish=True)
        for act in (
            shop.teaching.test(shop.name, BEN, publish=True),
            shop.teaching.rebuild(shop.name, BEN, staged=False),
            shop.teaching.roll_back(shop.name, BEN, 1),
        ):
            with pytest.raises(KnowledgeError) as caught:
                await act
            assert (caught.value.code, caught.value.params["who"]) == ("run_going_test", "ann")
        assert await shop.teaching.runs.ask_to_cancel(shop.name)
    found = await shop.ended(run)
    assert (found.status, found.published) == ("cancelled", False)
    assert await shop.version() == 1
    assert await shop.staged() == {"pair": 1}
    rebuilt = await shop.rebuilt(staged=False)
    assert (rebuilt.status, rebuilt.version) == ("done", await shop.version())


async def test_a_cancelled_test_asks_nothing_more_also_where_its_questions_lost_the_cancelling(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    await shop.golden(*(Golden(f"{HOUSE[:-1]} number {number}?", (HOUSE_SQL,)) for number in range(6)))
    await shop.stage(HOUSE, HOUSE_SQL)
    keep, begun, kept = shop.teaching.runs.keep_question, asyncio.Event(), list[int]()

    async def deaf(run: str, place: int, *found: Any) -> None:
        kept.append(place)
        begun.set()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.sleep(5 if len(kept) <= gate.AT_ONCE else 0)
        await keep(run, place, *found)

    monkeypatch.setattr(shop.teaching.runs, "keep_question", deaf)
    run = await shop.teaching.test(shop.name, ANN, publish=True)
    await begun.wait()
    assert await shop.teaching.runs.ask_to_cancel(shop.name)
    found = await shop.ended(run)
    assert (found.status, len(kept)) == ("cancelled", gate.AT_ONCE)


async def test_a_test_goes_on_where_how_far_it_is_could_not_be_written_once(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    await shop.golden(Golden(HOUSE, (HOUSE_SQL,)))
    await shop.stage(HOUSE, HOUSE_SQL)
    progress, written = shop.teaching.runs.progress, asyncio.Event()
    judged = gate._judged

    async def busy_once(*told: Any) -> bool:
        if not written.is_set():
            written.set()
            raise DatabaseError("database_busy")
        return await progress(*told)

    async def patient(*about: Any) -> Any:
        await written.wait()
        return await judged(*about)

    monkeypatch.setattr(shop.teaching.runs, "progress", busy_once)
    monkeypatch.setattr(gate, "_judged", patient)
    assert (await shop.tested()).status == "done"


async def test_a_cancelled_build_leaves_nothing_behind_and_is_tried_again(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pressed(self: Any, *_: Any) -> None:
        self.stopped = True
        return build(self, 1, 2)

    from evaluation.teaching import Course

    build = Course.build
    monkeypatch.setattr(Course, "build", pressed)
    run = await shop.rebuilt(staged=False)
    monkeypatch.undo()
    assert run.status == "cancelled"
    assert [version.status for version in await shop.services.records.versions(shop.name)] == [
        "failed",
        "published",
    ]
    assert not list(shop.services.settings.data_dir.joinpath("index").rglob("*.tmp"))
    again = await shop.rebuilt(staged=False)
    assert (again.status, await shop.version()) == ("done", 3)


async def test_nothing_is_tested_without_questions_and_nothing_goes_round_them(shop: Shop) -> None:
    with pytest.raises(InputError, match="nothing_staged"):
        await shop.teaching.test(shop.name, ANN, publish=True)
    await shop.stage(HOUSE, HOUSE_SQL)
    with pytest.raises(InputError, match="golden_none"):
        await shop.teaching.test(shop.name, ANN, publish=True)
    made, skipped = await golden_from_pairs(shop.services, shop.name, ANN)
    assert ([golden.question for golden in made], skipped) == ([COUNT], 0)
    await shop.golden(*made)
    with pytest.raises(InputError, match="golden_wanted"):
        await shop.teaching.publish_untested(shop.name, ANN)
    [golden] = await shop.teaching.golden.page(shop.name)
    await shop.teaching.golden.remove(shop.name, golden.id)
    run = await shop.ended(await shop.teaching.publish_untested(shop.name, ANN))
    assert (run.published, run.summary, await shop.version()) == (True, None, 2)


async def test_the_staged_index_is_built_ahead_and_taken_for_the_test(shop: Shop) -> None:
    await shop.golden(Golden(HOUSE, (HOUSE_SQL,)))
    await shop.stage(HOUSE, HOUSE_SQL)
    ahead = await shop.rebuilt(staged=True)
    run = await shop.tested(publish=False)
    assert (ahead.version, run.version, await shop.version()) == (2, 2, 1)
    await shop.teaching.discard(shop.name, ANN, run.id)
    assert not await shop.teaching.waits(run)
    assert await shop.staged() == {"pair": 1}


@pytest.mark.parametrize("during", ["build", "test", "rebuild"])
async def test_a_kill_loses_nothing_and_it_can_be_tried_again(shop: Shop, during: str) -> None:
    """Whoever looks at the page finds it cut off, and so does the next start."""
    await shop.golden(Golden(COUNT, (COUNT_SQL,)), Golden(HOUSE, (HOUSE_SQL,)))
    await shop.stage(HOUSE, HOUSE_SQL)
    settings = shop.services.settings
    assert settings.app_database_url is not None
    killed = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", KILLED, settings.app_database_url.get_secret_value()),
        *(str(settings.data_dir), str(settings.connections_file), during, shop.name),
        cwd=ROOT,
    )
    assert await killed.wait() == -signal.SIGKILL
    assert await shop.ask(COUNT) == [[90]]
    act = "rebuild" if during == "rebuild" else "test"
    settle = shop.services.warm_up if during == "rebuild" else shop.teaching.runs.settle
    async with asyncio.timeout(20):  # PostgreSQL notices that the process is gone
        while True:
            await settle()
            [run] = await shop.teaching.runs.recent(shop.name, [act])
            if run.status != "running":
                break
            await asyncio.sleep(0.05)
    assert (run.status, run.code, run.published) == ("failed", "run_cut_off", False)
    half = (await shop.services.records.versions(shop.name))[0].status
    assert half == ("candidate" if during == "test" else "failed")
    assert await shop.staged() == {"pair": 1}
    again = await shop.tested()
    assert (again.status, again.published) == ("done", True)
    assert await shop.ask(HOUSE) == [[371]]


KILLED = """
import asyncio, os, signal, sys
from pathlib import Path
from pydantic import SecretStr
from appdb.users import User
from config.settings import Settings
from evaluation.teaching import Teaching
from evaluation.trial import Trial
from knowledge.vanna_store import VannaStore
from services import build_services

async def main(url, data, connections, during, shop):
    settings = Settings(data_dir=data, app_database_url=SecretStr(url), connections_file=Path(connections))
    services = await build_services(settings)
    await services.knowledge.snapshot(shop)
    die = lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL)
    if during == "test":
        Trial.ask = die
    else:
        VannaStore.train = die
    teaching = Teaching(services)
    if during == "rebuild":
        await teaching.rebuild(shop, User("eve", "admin"), staged=False)
    else:
        await teaching.test(shop, User("eve", "admin"), publish=True)
    await asyncio.sleep(60)

asyncio.run(main(*sys.argv[1:]))
"""
