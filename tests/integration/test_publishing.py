"""Publishing behind its gate: real services, a real shop database, golden questions, kills."""

import asyncio
import contextlib
import json
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from appdb.golden import Golden
from appdb.teaching_runs import TeachingRun
from appdb.users import User
from config.settings import ROOT
from errors import InputError, KnowledgeError, WenshuError
from evaluation.from_pairs import golden_from_pairs
from evaluation.teaching import Teaching, stop_runs
from knowledge.training import train_files
from services import Services, build_services
from tests.conftest import SettingsFor
from tests.fakes.room import SHOP

ANN = User("ann", "admin")
BEN = User("ben", "admin")
COUNT = "How many sale rows are there?"
COUNT_SQL = "SELECT count(*) AS n FROM sale"
HOUSE = "What is the house number of the shop?"
HOUSE_SQL = "SELECT 370 + count(*) / 90 AS house FROM sale"
REASON = "The count has to include the till."


@pytest.fixture
async def opened(
    app_database_url: str, shop_url: str, settings_for: SettingsFor, tmp_path: Path
) -> AsyncIterator[Services]:
    """Build the services on a shop whose tables and first question are published as version 1."""
    connections = tmp_path / "connections.yaml"
    connections.write_text(f"connections:\n  shop:\n    url: {shop_url}\n", "utf-8")
    told = {"app_database_url": SecretStr(app_database_url), "connections_file": connections}
    settings = settings_for().model_copy(update=told)
    settings.data_dir.mkdir(exist_ok=True)
    services = await build_services(settings)
    await train_files(services.knowledge, [("shop.sql", SHOP.partition("INSERT")[0].encode())], "shop", "ann")
    await stage(services, COUNT, COUNT_SQL)
    await services.knowledge.publish("shop", "ann")
    yield services
    await stop_runs()
    await services.close()


@pytest.fixture
def teaching(opened: Services) -> Teaching:
    return Teaching(opened)


async def stage(services: Services, question: str, sql: str) -> None:
    pair = json.dumps({"question": question, "sql": sql, "verified_by": "ann"}).encode()
    report = await train_files(services.knowledge, [("pairs.jsonl", pair)], "shop", "ann")
    assert report.refused == []


async def ended(teaching: Teaching, run: str) -> TeachingRun:
    """Return a run once it is over, however it ended."""
    with contextlib.suppress(WenshuError):
        await teaching.ended("shop", run)
    return await teaching.runs.get("shop", run)


async def trial_of(teaching: Teaching, *, publish: bool = True, by: User = ANN) -> TeachingRun:
    return await ended(teaching, await teaching.test("shop", by, publish=publish))


async def test_a_better_version_is_published_by_itself_and_leaves_no_trace_of_its_questions(
    opened: Services, teaching: Teaching
) -> None:
    await teaching.golden.take("shop", [Golden(COUNT, (COUNT_SQL,)), Golden(HOUSE, (HOUSE_SQL,))])
    await stage(opened, HOUSE, HOUSE_SQL)
    run = await trial_of(teaching)
    assert (run.status, run.published, run.base, run.version) == ("done", True, 1, 2)
    assert run.summary is not None and run.summary["ways"] == {"worse": 0, "better": 1, "other": 0, "same": 1}
    assert (run.summary["before"]["right"], run.summary["after"]["right"]) == (1, 2)
    [flip] = await teaching.runs.questions(run.id, ["better"], 10)
    assert "370 + COUNT" in flip["after"]["sql"] and flip["before"]["sql"] == ""
    assert await opened.knowledge.version("shop") == 2
    assert (await opened.assistant.ask_whole(HOUSE, user=ANN, connection="shop")).rows == [[371]]
    turns = await opened.app_database.rows("SELECT owner FROM turns")
    results = await opened.app_database.rows("SELECT owner FROM results")
    assert {row["owner"] for row in turns + results} == {"ann"}, "only what was asked for real"
    trail = await opened.audit.read(act="test")
    assert {record.who for record in trail} == {"ann (test)"} and len(trail) == 4
    assert [record.who for record in await opened.audit.read(act="teach")] == ["ann"]


async def test_a_regression_waits_for_a_reason_and_one_click_goes_back(
    opened: Services, teaching: Teaching
) -> None:
    await teaching.golden.take("shop", [Golden(COUNT, (COUNT_SQL,))])
    await stage(opened, COUNT, "SELECT count(*) + 1 AS n FROM sale")
    run = await trial_of(teaching)
    assert (run.status, run.published) == ("done", False)
    assert teaching.blockers(run) == ["below_floor", "regressions"]
    [flip] = await teaching.runs.questions(run.id, ["worse"], 10)
    assert (flip["lost"], flip["gained"]) == ([[90]], [[91]])
    assert await opened.knowledge.version("shop") == 1
    with pytest.raises(InputError, match="reason_wanted"):
        await teaching.confirm("shop", BEN, run.id, "  no ")
    assert await teaching.waits(run)
    await teaching.confirm("shop", BEN, run.id, REASON)
    current = await opened.records.current("shop")
    assert current is not None and (current.version, current.reason) == (2, REASON)
    told = [record.detail for record in await opened.audit.read(user="ben")]
    assert told[0] is not None and told[0]["reason"] == REASON
    with pytest.raises(KnowledgeError, match="candidate_outdated"):
        await teaching.confirm("shop", BEN, run.id, "Once more, please.")
    await teaching.roll_back("shop", ANN, 1)
    assert (await opened.assistant.ask_whole(COUNT, user=ANN, connection="shop")).rows == [[90]]


@pytest.mark.parametrize("change", ["withdrawn", "published by another", "rolled back"])
async def test_what_changed_since_the_test_is_not_published(
    opened: Services, teaching: Teaching, change: str
) -> None:
    await teaching.golden.take("shop", [Golden(HOUSE, (HOUSE_SQL,))])
    await stage(opened, HOUSE, HOUSE_SQL)
    if change == "rolled back":
        await opened.knowledge.publish("shop", "ann")
        await stage(opened, "Which areas are there?", "SELECT name FROM area")
    run = await trial_of(teaching, publish=False)
    assert await teaching.waits(run) and teaching.blockers(run) == []
    if change == "withdrawn":
        staged = await opened.app_database.rows("SELECT id FROM knowledge_items WHERE status = 'staged'")
        await opened.records.stage_removal([row["id"] for row in staged])
    elif change == "published by another":
        await opened.knowledge.publish("shop", "ben")
    else:
        await teaching.roll_back("shop", BEN, 1)
    before = await opened.knowledge.version("shop")
    with pytest.raises(KnowledgeError, match="candidate_outdated"):
        await teaching.confirm("shop", ANN, run.id, "")
    assert await opened.knowledge.version("shop") == before


async def test_what_is_staged_during_a_test_waits_for_the_next_version(
    opened: Services, teaching: Teaching
) -> None:
    await teaching.golden.take("shop", [Golden(HOUSE, (HOUSE_SQL,))])
    await stage(opened, HOUSE, HOUSE_SQL)
    run = await trial_of(teaching, publish=False)
    await stage(opened, "Which areas are there?", "SELECT name FROM area")
    await teaching.confirm("shop", ANN, run.id, "")
    assert (await opened.records.counts("shop"))["staged"] == {"pair": 1}


async def test_the_second_admin_is_told_who_does_what_and_can_cancel_it(
    opened: Services, teaching: Teaching
) -> None:
    many = [Golden(f"{COUNT[:-1]} in shop {number}?", (COUNT_SQL,)) for number in range(300)]
    await teaching.golden.take("shop", many)
    await stage(opened, HOUSE, HOUSE_SQL)
    run = await teaching.test("shop", ANN, publish=True)
    for act in (
        teaching.test("shop", BEN, publish=True),
        teaching.rebuild("shop", BEN, staged=False),
        teaching.roll_back("shop", BEN, 1),
    ):
        with pytest.raises(KnowledgeError) as caught:
            await act
        assert (caught.value.code, caught.value.params["who"]) == ("run_going_test", "ann")
    assert await teaching.runs.ask_to_cancel("shop")
    found = await ended(teaching, run)
    assert (found.status, found.published) == ("cancelled", False)
    assert await opened.knowledge.version("shop") == 1
    assert (await opened.records.counts("shop"))["staged"] == {"pair": 1}
    rebuilt = await ended(teaching, await teaching.rebuild("shop", BEN, staged=False))
    assert (rebuilt.status, rebuilt.version) == ("done", await opened.knowledge.version("shop"))


async def test_a_cancelled_build_leaves_nothing_behind_and_is_tried_again(
    opened: Services, teaching: Teaching, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def pressed(self: Any, *_: Any) -> None:
        self.stopped = True
        return build(self, 1, 2)

    from evaluation.teaching import Course

    build = Course.build
    monkeypatch.setattr(Course, "build", pressed)
    run = await ended(teaching, await teaching.rebuild("shop", ANN, staged=False))
    monkeypatch.undo()
    assert run.status == "cancelled"
    assert [version.status for version in await opened.records.versions("shop")] == ["failed", "published"]
    assert not list((tmp_path / "data" / "index").rglob("*.tmp"))
    again = await ended(teaching, await teaching.rebuild("shop", ANN, staged=False))
    assert (again.status, await opened.knowledge.version("shop")) == ("done", 3)


async def test_nothing_is_tested_without_questions_and_nothing_goes_round_them(
    opened: Services, teaching: Teaching
) -> None:
    with pytest.raises(InputError, match="nothing_staged"):
        await teaching.test("shop", ANN, publish=True)
    await stage(opened, HOUSE, HOUSE_SQL)
    with pytest.raises(InputError, match="golden_none"):
        await teaching.test("shop", ANN, publish=True)
    made, skipped = await golden_from_pairs(opened, "shop", ANN)
    assert ([golden.question for golden in made], skipped) == ([COUNT], 0)
    await teaching.golden.take("shop", made)
    with pytest.raises(InputError, match="golden_wanted"):
        await teaching.publish_untested("shop", ANN)
    [golden] = await teaching.golden.page("shop")
    await teaching.golden.remove("shop", golden.id)
    run = await ended(teaching, await teaching.publish_untested("shop", ANN))
    assert (run.published, run.summary, await opened.knowledge.version("shop")) == (True, None, 2)


async def test_the_staged_index_is_built_ahead_and_taken_for_the_test(
    opened: Services, teaching: Teaching
) -> None:
    await teaching.golden.take("shop", [Golden(HOUSE, (HOUSE_SQL,))])
    await stage(opened, HOUSE, HOUSE_SQL)
    ahead = await ended(teaching, await teaching.rebuild("shop", ANN, staged=True))
    run = await trial_of(teaching, publish=False)
    assert (ahead.version, run.version, await opened.knowledge.version("shop")) == (2, 2, 1)
    await teaching.discard("shop", ANN, run.id)
    assert not await teaching.waits(run)
    assert (await opened.records.counts("shop"))["staged"] == {"pair": 1}


@pytest.mark.parametrize("during", ["build", "test", "rebuild"])
async def test_a_kill_loses_nothing_and_it_can_be_tried_again(
    opened: Services, teaching: Teaching, during: str
) -> None:
    await teaching.golden.take("shop", [Golden(COUNT, (COUNT_SQL,)), Golden(HOUSE, (HOUSE_SQL,))])
    await stage(opened, HOUSE, HOUSE_SQL)
    settings = opened.settings
    assert settings.app_database_url is not None
    killed = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", KILLED, settings.app_database_url.get_secret_value()),
        *(str(settings.data_dir), str(settings.connections_file), during),
        cwd=ROOT,
    )
    assert await killed.wait() == -signal.SIGKILL
    assert (await opened.assistant.ask_whole(COUNT, user=ANN, connection="shop")).rows == [[90]]
    act = "rebuild" if during == "rebuild" else "test"
    async with asyncio.timeout(20):  # PostgreSQL notices that the process is gone
        while True:
            await teaching.runs.settle("shop")
            [run] = await teaching.runs.recent("shop", [act])
            if run.status != "running":
                break
            await asyncio.sleep(0.05)
    assert (run.status, run.code, run.published) == ("failed", "run_cut_off", False)
    half = (await opened.records.versions("shop"))[0].status
    assert half == ("candidate" if during == "test" else "failed")
    assert (await opened.records.counts("shop"))["staged"] == {"pair": 1}
    again = await trial_of(teaching)
    assert (again.status, again.published) == ("done", True)
    assert (await opened.assistant.ask_whole(HOUSE, user=ANN, connection="shop")).rows == [[371]]


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

async def main(url, data, connections, during):
    settings = Settings(data_dir=data, app_database_url=SecretStr(url), connections_file=Path(connections))
    services = await build_services(settings)
    await services.knowledge.snapshot("shop")
    die = lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL)
    if during == "test":
        Trial.ask = die
    else:
        VannaStore.add = die
    teaching = Teaching(services)
    if during == "rebuild":
        await teaching.rebuild("shop", User("eve", "admin"), staged=False)
    else:
        await teaching.test("shop", User("eve", "admin"), publish=True)
    await asyncio.sleep(60)

asyncio.run(main(*sys.argv[1:]))
"""
