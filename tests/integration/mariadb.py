"""A private MariaDB server for tests, on a socket of its own."""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pymysql
import pytest

PATIENCE_S = 30
SERVERS = ("mariadbd", "/usr/sbin/mariadbd")
INSTALLERS = ("mariadb-install-db", "/usr/bin/mariadb-install-db")


@contextmanager
def private_mariadb() -> Iterator[str]:
    """Start a server in a fresh folder and give its address; skip where none is installed.

    REQUIRE_MARIADB=1 turns the skip into a failure.
    """
    server, installer = _found(SERVERS), _found(INSTALLERS)
    if not server or not installer:
        message = "MariaDB is not installed: apt install mariadb-server"
        if os.environ.get("REQUIRE_MARIADB") == "1":
            pytest.fail(message)
        pytest.skip(message)
    base = Path(tempfile.mkdtemp(prefix="wenshu-mariadb-"))
    socket = base / "s"
    # A server that starts takes away temporary tables in its folder for them, also those of one that runs.
    own = [f"--tmpdir={base}", *(["--user=root"] if os.geteuid() == 0 else [])]
    process = None
    try:
        _run(
            [
                installer,
                "--no-defaults",
                *own,
                f"--datadir={base / 'data'}",
                "--auth-root-authentication-method=normal",
            ]
        )
        with (base / "log").open("wb") as log:
            process = subprocess.Popen(
                [
                    server, "--no-defaults", *own, f"--datadir={base / 'data'}", f"--socket={socket}",
                    "--skip-networking", "--skip-log-bin", "--innodb-buffer-pool-size=32M",
                    "--character-set-server=utf8mb4",
                    f"--pid-file={base / 'pid'}",
                ],
                stdout=log,
                stderr=log,
            )  # fmt: skip
        _wait(socket, process, base / "log")
        yield f"mysql://root@localhost/asked?unix_socket={socket}"
    finally:
        if process is not None:
            process.terminate()
            process.wait(PATIENCE_S)
        shutil.rmtree(base, ignore_errors=True)


def _found(names: tuple[str, ...]) -> str | None:
    return next((path for name in names if (path := shutil.which(name))), None)


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr


def _wait(socket: Path, process: "subprocess.Popen[bytes]", log: Path) -> None:
    until = time.monotonic() + PATIENCE_S
    while True:
        try:
            pymysql.connect(unix_socket=str(socket), user="root").close()
            return
        except pymysql.Error:
            assert process.poll() is None and time.monotonic() < until, log.read_text()
            time.sleep(0.1)
