"""The embedded PostgreSQL, as processes come, go and are killed."""

import datetime as dt
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from appdb.cluster import programs
from appdb.embedded import EmbeddedPostgres
from appdb.server_account import Account, let_through
from config.settings import ROOT
from errors import SettingsError
from tests.guard import as_user, process_environment

pytestmark = pytest.mark.slow

ATTACH = """
import sys
from pathlib import Path
from appdb.embedded import EmbeddedPostgres
with EmbeddedPostgres(Path(sys.argv[1])) as server:
    print(server.url(), flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder with a short path, outside of pytest's, whose permissions pytest resets."""
    path = Path(tempfile.mkdtemp(prefix="wenshu-"))
    yield path
    if (server := _server_process(path)) is not None:
        os.kill(server, signal.SIGKILL)
    shutil.rmtree(path, ignore_errors=True)


class Attached:
    """Another process that is attached until it is told to leave."""

    def __init__(self, data_dir: Path, **options: object) -> None:
        words = [sys.executable, "-c", ATTACH, str(data_dir)]
        self.process = subprocess.Popen(
            words,
            cwd=ROOT,
            env=process_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            **options,  # type: ignore[call-overload]
        )

    def url(self) -> str:
        assert self.process.stdout is not None
        return str(self.process.stdout.readline().strip())

    def leave(self) -> None:
        self.process.communicate(timeout=30)

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate(timeout=30)


def _server_process(folder: Path) -> int | None:
    """Return the process id of the server whose cluster lies in this folder."""
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                words = (entry / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if words[0].endswith(b"/postgres") and any(os.fsencode(folder) in word for word in words):
                return int(entry.name)
    return None


def _until(condition: Callable[[], bool]) -> bool:
    end = time.monotonic() + 20
    while not condition() and time.monotonic() < end:
        time.sleep(0.05)
    return condition()


def _ask(url: str) -> object:
    with psycopg.connect(url) as connection:
        row = connection.execute("SELECT 1").fetchone()
    return row and row[0]


def test_last_of_several_processes_stops_the_server(folder: Path) -> None:
    processes = [Attached(folder / "data") for _ in range(3)]
    urls = {process.url() for process in processes}
    assert len(urls) == 1
    for process in processes[:-1]:
        process.leave()
    assert _ask(urls.pop()) == 1
    processes[-1].leave()
    assert _server_process(folder) is None
    assert not list((folder / "data" / "postgres" / "socket").glob("*"))


def test_clean_exit_stops_what_a_killed_process_left(folder: Path) -> None:
    killed, other = Attached(folder / "data"), Attached(folder / "data")
    url = killed.url()
    other.url()
    killed.kill()
    assert _ask(url) == 1
    other.leave()
    assert _server_process(folder) is None

    alone = Attached(folder / "data")
    alone.url()
    alone.kill()
    assert _server_process(folder) is not None
    with EmbeddedPostgres(folder / "data") as server:
        assert _ask(server.url()) == 1
    assert _server_process(folder) is None


def test_killed_server_comes_back_with_its_rows(folder: Path) -> None:
    server = EmbeddedPostgres(folder / "data")
    server.start()
    with psycopg.connect(server.url(), autocommit=True) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 7 AS n")
        process = _server_process(folder)
        assert process is not None
        os.kill(process, signal.SIGKILL)  # with a child that is still busy
    assert _until(lambda: _server_process(folder) is None)
    with EmbeddedPostgres(folder / "data") as other, psycopg.connect(other.url()) as connection:
        assert connection.execute("SELECT n FROM kept").fetchone() == (7,)
    server.stop()
    assert _server_process(folder) is None


@pytest.mark.parametrize("owner", ["a dead process", "this process", "process 1"])
def test_stale_pid_file_does_not_block_a_start(folder: Path, owner: str) -> None:
    with EmbeddedPostgres(folder / "data") as server:
        pid_file = server.cluster / "postmaster.pid"
        lines = pid_file.read_text().splitlines()
    dead = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True)
    lines[0] = {"a dead process": dead.stdout.decode().strip(), "process 1": "1"}.get(owner, str(os.getpid()))
    pid_file.write_text("\n".join(lines))
    with EmbeddedPostgres(folder / "data") as server:
        assert _ask(server.url()) == 1
    assert _server_process(folder) is None


def test_stale_pid_file_naming_a_process_of_the_servers_account_does_not_block_a_start(folder: Path) -> None:
    with EmbeddedPostgres(folder / "data") as server:
        pid_file = server.cluster / "postmaster.pid"
        lines = pid_file.read_text().splitlines()
        owner = server.cluster.stat().st_uid
    as_owner = {"user": owner} if os.geteuid() == 0 else {}
    stranger = subprocess.Popen(["/bin/sleep", "60"], **as_owner)  # type: ignore[call-overload]
    try:
        pid_file.write_text("\n".join([str(stranger.pid), *lines[1:]]))
        with EmbeddedPostgres(folder / "data") as server:
            assert _ask(server.url()) == 1
        assert stranger.poll() is None
    finally:
        stranger.kill()
        stranger.wait()


@pytest.mark.parametrize("name", ["deep-" * 30, "with space, comma and 'quote'", "数据"])
def test_path_that_no_socket_can_have_gets_a_short_private_one(folder: Path, name: str) -> None:
    with EmbeddedPostgres(folder / name) as server:
        assert _ask(server.url()) == 1
        with psycopg.connect(server.url()) as connection:
            row = connection.execute("SHOW unix_socket_directories").fetchone()
        assert row is not None
        assert Path(row[0]).stat().st_mode & 0o777 == 0o700
    assert not Path(row[0]).exists()


def test_settings_keep_data_safe_and_the_network_out(folder: Path) -> None:
    """The tests' own server does not wait for the disk, so this one is started as the product starts it."""
    kept = ("fsync", "full_page_writes", "synchronous_commit", "listen_addresses")
    with EmbeddedPostgres(folder / "data") as server:
        with psycopg.connect(server.url()) as connection:
            shown = [connection.execute(f"SHOW {name}").fetchone() for name in kept]
        assert shown == [("on",), ("on",), ("on",), ("",)]
        assert server.home.stat().st_mode & 0o077 == 0


def test_stopping_twice_or_without_a_start_is_harmless(folder: Path) -> None:
    server = EmbeddedPostgres(folder / "data")
    server.stop()
    server.start()
    server.start()
    server.stop()
    server.stop()
    assert _server_process(folder) is None


def test_half_made_cluster_is_made_anew(folder: Path) -> None:
    with EmbeddedPostgres(folder / "data") as server:
        pass
    server.cluster.rename(server.home / "cluster.new")
    (server.home / "cluster.new" / "PG_VERSION").unlink()
    with EmbeddedPostgres(folder / "data") as server:
        assert _ask(server.url()) == 1


def test_data_of_another_postgresql_is_left_alone(folder: Path) -> None:
    with EmbeddedPostgres(folder / "data") as server:
        pass
    (server.cluster / "PG_VERSION").write_text("12\n")
    with pytest.raises(SettingsError) as refused:
        EmbeddedPostgres(folder / "data").start()
    assert (refused.value.code, refused.value.params["version"]) == ("embedded_version", "12")


@pytest.mark.parametrize(("zone", "written"), [("Asia/Kolkata", "+0530"), ("Etc/GMT+3", "-0300")])
def test_servers_log_carries_the_offset_of_the_settings_zone(folder: Path, zone: str, written: str) -> None:
    with EmbeddedPostgres(folder / "data", zone) as server:
        log = server.home / "log"
    times = [line.split(" [")[0] for line in log.read_text().splitlines() if line.startswith("2")]
    assert times and all(time.endswith(f" {written}") for time in times)
    last = dt.datetime.strptime(times[-1], "%Y-%m-%d %H:%M:%S.%f %z")
    assert abs(dt.datetime.now(dt.UTC) - last) < dt.timedelta(minutes=5), "the clock is the zone's too"


def test_folder_that_is_a_file_is_named(folder: Path) -> None:
    (folder / "data").write_text("")
    with pytest.raises(SettingsError) as refused:
        EmbeddedPostgres(folder / "data").start()
    assert refused.value.code == "data_dir_unwritable"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_ordinary_user_runs_the_server_under_their_own_account(folder: Path) -> None:
    nobody = pwd.getpwnam("nobody")
    os.chown(folder, nobody.pw_uid, nobody.pw_gid)
    other = EmbeddedPostgres(folder / "data")
    # As if Wenshu were installed where everybody can run it, which a checkout under /root is not.
    let_through(Account(nobody.pw_uid, nobody.pw_gid, switch=True), programs(None) / "initdb")
    assert as_user(nobody, lambda: _attach_and_detach(other)) == 0
    with EmbeddedPostgres(folder / "data") as server:  # root joins
        assert _ask(server.url()) == 1
        assert server.cluster.stat().st_uid == nobody.pw_uid
        assert as_user(nobody, lambda: _attach_and_detach(other)) == 0
        assert _ask(server.url()) == 1
    assert _server_process(folder) is None


def _attach_and_detach(server: EmbeddedPostgres) -> None:
    with server:
        assert _ask(server.url()) == 1


@pytest.mark.skipif(os.geteuid() != 0, reason="only root hands the server to another account")
def test_root_opens_closed_parents_for_search_by_that_account_only(folder: Path) -> None:
    closed = folder / "home"
    closed.mkdir(mode=0o700)
    with EmbeddedPostgres(closed / "data") as server:
        assert _ask(server.url()) == 1
        account = server.cluster.stat()
    assert account.st_uid != 0
    stranger = next(p for p in pwd.getpwall() if p.pw_uid not in (0, account.st_uid))

    def may(flag: str, uid: int) -> bool:
        return subprocess.run(["/usr/bin/test", flag, str(closed)], user=uid, group=uid).returncode == 0

    assert may("-x", account.st_uid)
    assert not may("-r", account.st_uid)
    assert not may("-x", stranger.pw_uid)
