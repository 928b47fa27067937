"""`run`: one address, one child, one database, and nothing left behind."""

import asyncio
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest

from appdb.pool import AppDatabase
from appdb.users import PeopleStore
from commands.preparation import is_loopback, prepare_app_root, require_data_dir, require_free_port
from commands.preparation import prepare_demo_people as prepare
from config.secret import auth_secret
from config.settings import ROOT
from demo import people as demo_people
from errors import SettingsError
from tests.conftest import SettingsFor
from tests.fakes.chat_server import free_port
from tests.guard import as_user, process_environment

pytestmark = pytest.mark.slow

STANDIN = ROOT / "tests" / "fakes" / "standin_app.py"
LAUNCH = """
import os
import sys
import time
from pathlib import Path
from appdb.setup import Step
from commands.run import run
from config.settings import load_settings
from errors import WenshuError

def work(progress):
    print("STEP", flush=True)
    time.sleep(float(os.environ.get("STEP_SECONDS", "0")))

def steps(settings, server):
    return [Step("note", "run.people", work)]

try:
    sys.exit(run(load_settings(), steps, Path(sys.argv[1])))
except WenshuError as error:
    sys.exit(error.code)
"""


class Launched:
    """The launcher as a process, with what it has said so far."""

    def __init__(self, folder: Path, app: Path = STANDIN, **settings: object) -> None:
        self.folder = folder
        self.port = free_port()
        given = {"DATA_DIR": folder / "data", "PORT": self.port, "LANGUAGE": "en", **settings}
        self.said: list[str] = []
        self.process = subprocess.Popen(
            [sys.executable, "-c", LAUNCH, str(app)],
            cwd=ROOT,
            env=process_environment(**{name: str(value) for name, value in given.items()}),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        self.said.extend(self.process.stdout)

    def output(self) -> str:
        return "".join(self.said)

    def wait_for(self, words: str) -> None:
        assert until(lambda: words in self.output() or self.process.poll() is not None, 120), self.output()
        assert words in self.output(), self.output()

    def end(self, number: signal.Signals) -> int:
        self.process.send_signal(number)
        return self.wait()

    def wait(self) -> int:
        code = self.process.wait(60)
        self._reader.join(10)
        return code

    def health(self) -> int:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/health", timeout=10) as reply:
            return int(reply.status)


def is_taken(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def until(condition: Callable[[], bool], deadline_s: float = 20) -> bool:
    end = time.monotonic() + deadline_s
    while not condition() and time.monotonic() < end:
        time.sleep(0.05)
    return condition()


def processes_of(folder: Path) -> list[psutil.Process]:
    """Return the living processes that name this folder in their words or settings."""
    found = []
    for process in psutil.process_iter():
        try:
            told = [*process.cmdline(), process.environ().get("DATA_DIR", "")]
        except (psutil.NoSuchProcess, psutil.AccessDenied):
            continue
        if any(str(folder) in word for word in told) and process.status() != psutil.STATUS_ZOMBIE:
            found.append(process)
    return found


@contextmanager
def fresh_folder() -> Iterator[Path]:
    path = Path(tempfile.mkdtemp(prefix="wenshu-"))
    try:
        yield path
    finally:
        for process in processes_of(path):
            process.kill()
        shutil.rmtree(path, ignore_errors=True)


@pytest.fixture
def folder() -> Iterator[Path]:
    with fresh_folder() as path:
        yield path


def test_ctrl_c_ends_a_healthy_server_and_everything_it_started(folder: Path) -> None:
    first = Launched(folder)
    first.wait_for("Wenshu is ready")
    assert first.health() == 200
    assert len(processes_of(folder)) >= 3
    assert first.end(signal.SIGINT) == 0
    assert processes_of(folder) == []
    assert f"http://localhost:{first.port}" in first.output()
    assert demo_people.PASSWORD in first.output()
    assert first.output().count("STEP") == 1

    second = Launched(folder)  # its first-start steps are done
    second.wait_for("Wenshu is ready")
    assert "STEP" not in second.output()
    [killed] = [p for p in processes_of(folder) if p.name() == "postgres" and "-D" in p.cmdline()]
    killed.kill()
    assert until(
        lambda: any(p.name() == "postgres" and p.pid != killed.pid for p in processes_of(folder)), 30
    )
    assert second.end(signal.SIGTERM) == 0
    assert processes_of(folder) == []


def test_two_copies_live_side_by_side_and_a_killed_parent_takes_its_server_along(folder: Path) -> None:
    copies = [Launched(folder, DATA_DIR=folder / name) for name in ("one", "two")]
    for copy in copies:
        copy.wait_for("Wenshu is ready")
    copies[0].end(signal.SIGKILL)
    assert until(lambda: not any("chainlit" in p.cmdline() for p in processes_of(folder / "one")))
    assert copies[1].health() == 200
    again = Launched(folder, DATA_DIR=folder / "one")
    again.wait_for("Wenshu is ready")
    for copy in (again, copies[1]):
        assert copy.end(signal.SIGINT) == 0
    assert processes_of(folder) == []


def test_nothing_is_served_before_a_long_step_is_done_and_one_cut_off_is_done_again(folder: Path) -> None:
    first = Launched(folder, STEP_SECONDS=600)
    first.wait_for("STEP")
    seen = folder / "data" / "chainlit" / f"127.0.0.1-{first.port}" / "seen"
    assert until(seen.exists, 60)
    assert not until(lambda: is_taken(first.port), 2)
    assert first.end(signal.SIGINT) == 0
    assert processes_of(folder) == []
    (folder / "app.py").write_text("import os; os._exit(7)")
    again = Launched(folder, folder / "app.py")
    assert again.wait() == 7, "a server that dies takes the launcher along with its code"
    assert "STEP" in again.output() and "ended by itself (code 7)" in again.output()
    assert processes_of(folder) == []


def test_killed_server_is_started_again_with_all_it_had_started_gone(folder: Path) -> None:
    launched = Launched(folder)
    launched.wait_for("Wenshu is ready")
    [killed] = [process for process in processes_of(folder) if "chainlit" in process.cmdline()]
    killed.kill()

    def answers_again() -> bool:
        pids = [process.pid for process in processes_of(folder) if "chainlit" in process.cmdline()]
        return bool(pids) and killed.pid not in pids and is_taken(launched.port)

    assert until(answers_again, 60), launched.output()
    assert launched.health() == 200
    assert "started again" in launched.output()
    assert launched.end(signal.SIGTERM) == 0
    assert processes_of(folder) == []


@pytest.fixture(scope="module")
def two_workers() -> Iterator[Launched]:
    """Launch the app with two workers, for what comes before one is killed and what comes after."""
    with fresh_folder() as folder:
        launched = Launched(folder, WORKERS=2)
        launched.wait_for("Wenshu is ready")
        yield launched
        assert launched.end(signal.SIGTERM) == 0
        assert processes_of(folder) == []


def test_several_workers_serve_on_the_ports_behind(two_workers: Launched) -> None:
    port = two_workers.port
    assert [is_taken(port + number) for number in range(3)] == [False, True, True]
    written = (two_workers.folder / "data" / "nginx.conf").read_text()
    assert f"server 127.0.0.1:{port + 2} " in written


@pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("nginx"), reason="needs nginx, started by root")
def test_nginx_goes_on_with_the_other_worker_while_a_killed_one_comes_back(two_workers: Launched) -> None:
    folder, port = two_workers.folder, two_workers.port
    whole = f"pid {folder}/pid; events {{}} http {{ access_log off; include {folder}/data/nginx.conf; }}"
    (folder / "nginx.conf").write_text(whole)
    words = ["nginx", "-c", str(folder / "nginx.conf"), "-e", str(folder / "log"), "-g", "daemon off;"]
    with subprocess.Popen(words) as nginx:
        try:
            assert until(lambda: is_taken(port))
            assert two_workers.health() == 200
            killed = next(process for process in processes_of(folder) if "chainlit" in process.cmdline())
            killed.kill()
            assert {two_workers.health() for _ in range(20)} == {200}, "each comes without a cookie"
            assert until(lambda: all(is_taken(port + number) for number in (1, 2)), 60)
        finally:
            nginx.terminate()


def test_two_starts_on_one_fresh_folder_both_serve_and_prepare_it_once(folder: Path) -> None:
    both = [Launched(folder) for _ in range(2)]
    for launched in both:
        launched.wait_for("Wenshu is ready")
    assert [launched.health() for launched in both] == [200, 200]
    assert sum(launched.output().count("STEP") for launched in both) == 1
    for launched in both:
        assert launched.end(signal.SIGTERM) == 0
    assert processes_of(folder) == []


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"DATA_DIR": "/proc/wenshu"}, "data_dir_unwritable"),
        ({"HOST": "203.0.113.9"}, "host_not_here"),
        ({"AUTH_SECRET": "changeme"}, "auth_secret_weak"),
        ({"APP_DATABASE_URL": "postgresql://x:secret@127.0.0.1:9/none"}, "app_database_unreachable"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_start_that_cannot_work_says_why_and_leaves_nothing(
    folder: Path, settings: dict[str, str], code: str
) -> None:
    launched = Launched(folder, **settings)
    assert launched.wait() == 1
    assert launched.output().splitlines()[-1] == code
    assert processes_of(folder) == []


def test_taken_port_is_named(folder: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(SettingsError) as refused:
            require_free_port("127.0.0.1", port)
    assert (refused.value.code, refused.value.params["port"]) == ("port_taken", port)


def test_read_only_data_folder_is_named(folder: Path) -> None:
    def refuse() -> None:
        with pytest.raises(SettingsError) as refused:
            require_data_dir(folder / "data")
        assert refused.value.code == "data_dir_unwritable"

    folder.chmod(0o555)
    if os.geteuid() == 0:  # nothing is read-only for root
        assert as_user(pwd.getpwnam("nobody"), refuse) == 0
    else:
        refuse()


def test_start_with_data_needs_no_more_room_than_to_serve(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=100_000_000))
    with pytest.raises(SettingsError, match="disk_full"):
        require_data_dir(folder)
    (folder / "postgres").mkdir()
    require_data_dir(folder)


def test_generated_secret_is_private_and_stays(settings_for: SettingsFor) -> None:
    settings = settings_for()
    require_data_dir(settings.data_dir)
    assert auth_secret(settings) == auth_secret(settings)
    assert len(auth_secret(settings)) >= 32
    assert (settings.data_dir / "auth_secret").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in settings.data_dir.iterdir()] == ["auth_secret"]


def test_changed_files_of_the_checkout_replace_those_of_the_app_root(settings_for: SettingsFor) -> None:
    settings = settings_for()
    root = prepare_app_root(settings)
    config = root / ".chainlit" / "config.toml"
    config.write_text("old")
    (root / "public" / "gone.js").write_text("")
    assert prepare_app_root(settings) == root
    assert config.read_bytes() == (ROOT / ".chainlit" / "config.toml").read_bytes()
    assert not (root / "public" / "gone.js").exists()


@pytest.mark.parametrize(
    ("host", "alone"), [("127.0.0.1", True), ("::1", True), ("localhost", True), ("0.0.0.0", False)]
)
def test_loopback_is_told_from_open_addresses(host: str, alone: bool) -> None:
    assert is_loopback(host) is alone


async def test_demo_sign_ins_end_where_others_can_reach_them(
    app_database: AppDatabase, app_database_url: str
) -> None:
    people = PeopleStore(app_database)
    await people.add("viewer", "a real person's", "viewer")

    async def may_sign_in() -> list[str]:
        return [p.user.name for p in await people.list() if not p.disabled]

    await asyncio.to_thread(prepare, app_database_url, True)
    assert (await people.verify("manager", demo_people.PASSWORD)) is not None
    assert await may_sign_in() == ["admin", "analyst", "manager", "viewer"]
    await asyncio.to_thread(prepare, app_database_url, False)
    assert await may_sign_in() == ["viewer"]
    await asyncio.to_thread(prepare, app_database_url, True)
    assert await may_sign_in() == ["admin", "analyst", "manager", "viewer"]
