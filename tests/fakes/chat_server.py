"""The chat served for a test, as its own process with its outgoing traffic closed."""

import contextlib
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from commands.preparation import prepare_app_root
from config.settings import ROOT, Settings
from tests.fakes.begun import Begun

START_S = 90.0
SECRET = "a secret of the tests, long enough to sign with"
SCRIPTED = ROOT / "tests" / "fakes" / "chat_app.py"


@dataclass(frozen=True)
class ChatServer:
    """Where it listens and what it wrote."""

    address: str
    log: Path
    folder: Path


@contextlib.contextmanager
def running_chat(url: str, folder: Path, app: Path = SCRIPTED, **env: str) -> Iterator[ChatServer]:
    """Serve the chat on a free port until the block ends."""
    port = free_port()
    settings = Settings(data_dir=folder / "data", port=port)
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "XDG_CACHE_HOME": os.environ.get("XDG_CACHE_HOME")
        or str(Path.home() / ".cache"),  # what is made once
        "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests' / 'guard'}",
        "APP_DATABASE_URL": url,
        "DATA_DIR": str(settings.data_dir),
        "PORT": str(port),
        "TODAY": "2026-11-20",
        "CHAINLIT_APP_ROOT": str(prepare_app_root(settings)),
        "CHAINLIT_AUTH_SECRET": SECRET,
        "CHAINLIT_ENV_FILE": os.devnull,
        "ANONYMIZED_TELEMETRY": "False",
        **env,
    }
    log = folder / "server.log"
    words = [sys.executable, "-m", "chat.serve", "chainlit", "run", str(app), "--headless"]
    words += ["--port", str(port)]
    with log.open("wb") as output:
        process = Begun(words, cwd=ROOT, env=environment, stdout=output, stderr=output)
    try:
        address = f"http://localhost:{port}"
        _wait(address, process, log)
        yield ChatServer(address, log, folder)
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait(address: str, process: "subprocess.Popen[bytes]", log: Path) -> None:
    until = time.monotonic() + START_S
    while time.monotonic() < until:
        if process.poll() is not None:
            raise AssertionError(f"the server ended: {log.read_text('utf-8')[-2000:]}")
        with contextlib.suppress(OSError), urllib.request.urlopen(f"{address}/ready", timeout=5):
            return
        time.sleep(0.1)
    raise AssertionError(f"the server did not answer: {log.read_text('utf-8')[-2000:]}")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
