"""A backup, restored elsewhere: the same people, conversations, files and answers."""

import asyncio
import json
import os
import pwd
import shutil
import tarfile
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from pydantic import SecretStr

from appdb.cluster import programs
from appdb.embedded import EmbeddedPostgres
from appdb.migrate import head, within_one_transaction
from appdb.pool import AppDatabase
from appdb.server_account import Account, let_through
from appdb.users import PeopleStore, User
from commands.backup import MANIFEST, back_up
from commands.connect import connect
from commands.restore import restore
from config.settings import Settings
from config.version import VERSION
from errors import InputError, SettingsError, WenshuError
from services import Services, build_services
from teaching.loaders import load_paths
from tests.conftest import create_database, drop_database
from tests.guard import as_user

pytestmark = pytest.mark.slow

OLD_SECRET, NEW_SECRET = "the secret of thirty-two characters", "another one of thirty-two characters"
QUESTION = "有哪些店铺？"
PAIR = {"question": QUESTION, "sql": "SELECT name FROM shops ORDER BY id"}
MEI = User("mei", "admin")
KEY = "0123456789abcdef0123456789abcdef"

Made = Callable[..., Settings]


@pytest.fixture
def made(settings_for: Callable[..., Settings], tmp_path: Path) -> Made:
    """Return a maker of settings, each with a folder of its own."""

    def make(name: str, url: str, secret: str = OLD_SECRET, **more: Any) -> Settings:
        given = {"app_database_url": SecretStr(url), "auth_secret": SecretStr(secret), "demo": False}
        settings = settings_for(tmp_path / name, **given, **more)
        settings.data_dir.mkdir(parents=True)
        return settings

    return make


@pytest.fixture
def shop_url(postgres: EmbeddedPostgres) -> Iterator[str]:
    """Return the address of a small database to ask."""
    create_database(postgres, "backed_shop")
    url = postgres.url("backed_shop")
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE TABLE shops (id int PRIMARY KEY, name text)")
        connection.execute("INSERT INTO shops VALUES (1, '南城'), (2, E'a\\tb\\\\')")
    yield url
    drop_database(postgres, "backed_shop")


async def _used(settings: Settings, shop_url: str, tmp_path: Path) -> None:
    """Teach, ask, add a person and keep a file."""
    services = await build_services(settings)
    try:
        await services.people.add("mei", "correct horse", "admin", {"branch_id": "2"}, "梅")
        await connect(services, "shop", shop_url, ["public"], "mei")
        (tmp_path / "pairs.jsonl").write_text(json.dumps(PAIR, ensure_ascii=False), "utf-8")
        items = load_paths([tmp_path / "pairs.jsonl"]).items
        await services.knowledge.stage(items, "shop", "mei")
        await services.knowledge.publish("shop", "mei")
        assert await _answered(services) == [["南城"], ["a\tb\\"]]
        await services.audit.write(who="mei", act="ask", question=QUESTION)
        sales = "日期,地区,销售额\n2026-10-01,北京,10.5\n2026-10-02,上海,20\n2026-11-03,北京,30\n"
        (tmp_path / "sales.csv").write_text(sales, "utf-8")
        await services.own_files.add(tmp_path / "sales.csv", "sales.csv", "mei", "admin")
    finally:
        await services.close()
    (settings.data_dir / "files" / KEY[:2]).mkdir(parents=True)
    (settings.data_dir / "files" / KEY[:2] / KEY).write_bytes(b"\x00chart")


async def _answered(services: Services, thread: str = "t1") -> list[list[Any]]:
    answer = await services.assistant.ask_whole(QUESTION, user=MEI, thread=thread, connection="shop")
    return [list(row) for row in answer.rows]


async def test_what_was_backed_up_answers_the_same_in_another_place(
    made: Made, app_database_url: str, empty_database_url: str, shop_url: str, tmp_path: Path
) -> None:
    old = made("old", app_database_url, openai_api_key=SecretStr("sk-very-secret"), max_rows=77)
    await _used(old, shop_url, tmp_path)
    file = tmp_path / "kept.tar.gz"
    kept = await asyncio.to_thread(back_up, old, file)
    assert (kept.files, kept.manifest.release, kept.manifest.revision) == (2, VERSION, head())
    assert file.stat().st_mode & 0o077 == 0

    new = made("new", empty_database_url)
    assert (await asyncio.to_thread(restore, new, file)).sealed == ()
    services = await build_services(new)
    try:
        person = await services.people.verify("mei", "correct horse")
        assert person is not None and (person.attributes, person.display_name) == ({"branch_id": "2"}, "梅")
        [turn] = await services.turns.recent("t1", "mei")
        assert (turn.question, turn.status) == (QUESTION, "done")
        assert await _answered(services, "t2") == [["南城"], ["a\tb\\"]]
        [own] = services.databases.owned("mei")
        sums = await services.assistant.ask_whole("各地区的销售额", user=MEI, connection=own)
        assert [list(row) for row in sums.rows] == [["北京", 40.5], ["上海", 20]]
        await services.audit.write(who="mei", act="ask")  # its numbers go on
        numbers = [record.id for record in await services.audit.read()]
        assert len(set(numbers)) == len(numbers) and numbers[0] == max(numbers)
    finally:
        await services.close()
    assert (new.data_dir / "files" / KEY[:2] / KEY).read_bytes() == b"\x00chart"
    told = (new.data_dir / "restored" / "settings.env").read_text("utf-8")
    assert "MAX_ROWS=77" in told and "OPENAI_API_KEY was set" in told


async def test_no_secret_is_in_a_backup_and_sealed_addresses_are_named(
    made: Made, app_database_url: str, empty_database_url: str, shop_url: str, tmp_path: Path
) -> None:
    named = tmp_path / "connections.yaml"
    named.write_text("connections: {x: {url: 'postgresql://a:hidden-word@203.0.113.1/x'}}")
    old = made("old", app_database_url, openai_api_key=SecretStr("sk-very-secret"), connections_file=named)
    await _used(old, shop_url, tmp_path)
    file = tmp_path / "kept.tar.gz"
    await asyncio.to_thread(back_up, old, file)
    with tarfile.open(file) as archive:
        members = [member for member in archive.getmembers() if member.isfile()]
        everything = b"".join(archive.extractfile(member).read() for member in members)  # type: ignore[union-attr]
    for secret in (OLD_SECRET, "sk-very-secret", "hidden-word", "correct horse", shop_url):
        assert secret.encode() not in everything
    assert b"203.0.113.1" in everything
    elsewhere = made("new", empty_database_url, NEW_SECRET)
    assert (await asyncio.to_thread(restore, elsewhere, file)).sealed == ("shop",)


async def test_backup_of_an_older_schema_is_brought_to_this_one(
    made: Made, postgres: EmbeddedPostgres, empty_database_url: str, tmp_path: Path
) -> None:
    create_database(postgres, "older")
    with within_one_transaction(postgres.url("older")) as (connection, upgrade):
        upgrade("0011_traces")
        connection.execute("INSERT INTO people (name, role) VALUES ('old hand', 'viewer')")
    kept = await asyncio.to_thread(back_up, made("old", postgres.url("older")), tmp_path / "b.tar.gz")
    assert kept.manifest.revision == "0011_traces", "a backup changes nothing"
    await asyncio.to_thread(restore, made("new", empty_database_url), tmp_path / "b.tar.gz")
    with psycopg.connect(empty_database_url) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [(head(),)]
        assert connection.execute("SELECT name, answer_mode FROM people").fetchall() == [("old hand", "")]
    drop_database(postgres, "older")


async def test_restore_never_overwrites_and_a_broken_file_changes_nothing(
    made: Made, app_database_url: str, empty_database_url: str, tmp_path: Path
) -> None:
    file = tmp_path / "b.tar.gz"
    settings = made("old", app_database_url)
    await asyncio.to_thread(back_up, settings, file)
    await _refused(lambda: restore(settings, file), "restore_not_empty")
    new = made("new", empty_database_url)
    whole = file.read_bytes()
    changed = whole[:-8] + bytes([whole[-8] ^ 1]) + whole[-7:]  # the checksum
    for broken in (whole[: len(whole) // 2], changed, b"no archive"):
        file.write_bytes(broken)
        await _refused(lambda: restore(new, file), "backup_unreadable")
    file.write_bytes(whole)
    _tell_of(file, tmp_path, revision="9999_later", release="9.0.0")
    refused = await _refused(lambda: restore(new, file), "backup_newer")
    assert refused.params["newer"] == "9.0.0"
    _tell_of(file, tmp_path, revision=head(), release=VERSION, tables={"public.people": ["no_such_column"]})
    with pytest.raises((psycopg.Error, KeyError)):
        await asyncio.to_thread(restore, new, file)
    file.write_bytes(whole)
    await asyncio.to_thread(restore, new, file)  # nothing of the failed one is in its way


async def test_nothing_to_back_up_is_said_and_nothing_is_made(
    settings_for: Callable[..., Settings], tmp_path: Path
) -> None:
    settings = settings_for()
    await _refused(lambda: back_up(settings, tmp_path / "b.tar.gz"), "backup_nothing")
    assert os.listdir(tmp_path) == []


async def test_older_code_makes_no_backup_of_newer_data_in_its_own_name(
    made: Made, app_database_url: str, tmp_path: Path
) -> None:
    with psycopg.connect(app_database_url, autocommit=True) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999_later'")
    settings = made("older", app_database_url)
    await _refused(lambda: back_up(settings, tmp_path / "b.tar.gz"), "app_database_newer")
    assert not [name for name in os.listdir(tmp_path) if name.startswith("b.tar.gz")]


async def test_place_where_nothing_can_be_written_is_said(
    made: Made, app_database_url: str, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    within = tmp_path / "file" / "b.tar.gz"
    await _refused(lambda: back_up(made("old", app_database_url), within), "file_unwritable")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
async def test_another_user_restores_into_their_own_embedded_database(
    made: Made, app_database_url: str, app_database: AppDatabase
) -> None:
    await PeopleStore(app_database).add("mei", "correct horse", "admin")
    nobody = pwd.getpwnam("nobody")
    folder = Path(tempfile.mkdtemp(prefix="wenshu-"))  # pytest's own is closed to others
    await asyncio.to_thread(back_up, made("old", app_database_url), folder / "b.tar.gz")
    for path in (folder, folder / "b.tar.gz"):
        os.chown(path, nobody.pw_uid, nobody.pw_gid)
    let_through(Account(nobody.pw_uid, nobody.pw_gid, switch=True), programs(None) / "initdb")
    own = Settings(data_dir=folder / "data", auth_secret=SecretStr(OLD_SECRET), demo=False)
    assert await _in_a_process_of_its_own(lambda: as_user(nobody, lambda: _restored(own, folder))) == 0
    assert {path.stat().st_uid for path in (folder / "data").rglob("*")} == {nobody.pw_uid}
    shutil.rmtree(folder)


def _restored(settings: Settings, folder: Path) -> None:
    restore(settings, folder / "b.tar.gz")
    with EmbeddedPostgres(settings.data_dir) as server, psycopg.connect(server.url("wenshu")) as connection:
        assert connection.execute("SELECT name FROM people").fetchall() == [("mei",)]


async def _in_a_process_of_its_own(work: Callable[[], int]) -> int:
    """Run what forks in a thread, where no event loop of ours goes on in the copy."""
    codes: list[int] = []
    thread = threading.Thread(target=lambda: codes.append(work()))
    thread.start()
    await asyncio.to_thread(thread.join)
    return codes[0]


async def _refused(work: Callable[[], object], code: str) -> WenshuError:
    with pytest.raises((InputError, SettingsError)) as refused:
        await asyncio.to_thread(work)
    assert refused.value.code == code
    return refused.value


def _tell_of(file: Path, tmp_path: Path, **other: Any) -> None:
    """Write a backup anew that says something else of itself."""
    with tarfile.open(file) as archive:
        archive.extractall(tmp_path / "out", filter="data")
        names = archive.getnames()
    told = tmp_path / "out" / MANIFEST
    told.write_text(json.dumps({**json.loads(told.read_text()), **other}))
    with tarfile.open(file, "w:gz") as archive:
        for name in names:
            archive.add(tmp_path / "out" / name, name)
