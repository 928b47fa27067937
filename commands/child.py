"""The chat server as a child process: started, waited for, told to stop, and gone in time."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from pathlib import Path

from config.settings import ROOT, Settings, provider_environment

STOP_S = 2.0  # of the five in which everything must be gone; PostgreSQL needs the rest
PR_SET_PDEATHSIG = 1
# Chainlit's command reads these (CI makes it invent a model key; DATABASE_URL turns on another data layer).
NOT_FOR_CHAINLIT = ("CI", "DEBUG", "WATCH", "HEADLESS", "NO_CACHE", "RUN_TARGET", "DATABASE_URL")
QUIET = {
    "ANONYMIZED_TELEMETRY": "False",
    "CHAINLIT_ENV_FILE": os.devnull,  # only config/settings.py reads .env
    "DO_NOT_TRACK": "1",
    "LANGCHAIN_TRACING_V2": "false",
    "LANGSMITH_TRACING": "false",
    "OTEL_SDK_DISABLED": "true",
    "TRACELOOP_TELEMETRY": "false",
}


HELD_BACK = "WENSHU_HELD_BACK"  # says that a launcher stands behind standard input


def wait_for_launcher() -> None:
    """Wait, in a server that a launcher started, until the launcher has prepared what is served."""
    if os.environ.get(HELD_BACK) and not sys.stdin.buffer.read(1):
        raise SystemExit(0)  # it has ended without a word


class ChatServer:
    """`chainlit run app.py` in a session of its own, so that Ctrl-C reaches it only through its parent.

    It reads its modules while the launcher prepares, and serves when told to.
    """

    def __init__(self, settings: Settings, app: Path, app_root: Path, secret: str) -> None:
        self._settings = settings
        words = [sys.executable, "-m", "chat.serve", "chainlit", "run", str(app), "--headless"]
        words += ["--host", settings.host, "--port", str(settings.port)]
        self._process = subprocess.Popen(
            words,
            cwd=ROOT,
            env=_environment(settings, app_root, secret),
            stdin=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
            preexec_fn=end_with_parent if sys.platform == "linux" else None,
        )
        assert self._process.stdin is not None
        self._talk = self._process.stdin

    def let_serve(self) -> None:
        """Tell it that everything is prepared."""
        with contextlib.suppress(BrokenPipeError):  # it has ended; its exit code tells
            self._talk.write(b"\n")

    @property
    def exit_code(self) -> int | None:
        """Return the code it ended with, or None while it lives."""
        return self._process.poll()

    def answers(self) -> bool:
        """Tell whether it answers at /health."""
        try:
            with urllib.request.urlopen(f"{local_address(self._settings)}/health", timeout=2) as reply:
                return bool(reply.status == 200)
        except (urllib.error.URLError, OSError):
            return False

    def wait_until_it_answers(self, deadline_s: float, given_up: Callable[[], bool]) -> bool:
        """Wait for /health; return False when it ends, is given up, or the deadline passes first."""
        end = time.monotonic() + deadline_s
        while not self.answers():
            if self.exit_code is not None or given_up() or time.monotonic() > end:
                return False
            time.sleep(0.1)
        return True

    def stop(self) -> None:
        """Ask it to stop, and end it and whatever it started when it does not in time."""
        self._talk.close()
        if self.exit_code is None:
            self._process.terminate()
        try:
            self._process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._process.wait()
        try:
            os.killpg(self._process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            return


def local_address(settings: Settings) -> str:
    """Return the address under which this machine reaches the server."""
    everywhere = {"0.0.0.0": "127.0.0.1", "::": "::1"}
    host = everywhere.get(settings.host, settings.host)
    return f"http://[{host}]:{settings.port}" if ":" in host else f"http://{host}:{settings.port}"


def _environment(settings: Settings, app_root: Path, secret: str) -> Mapping[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in NOT_FOR_CHAINLIT}
    return {
        **kept,
        **QUIET,
        HELD_BACK: "1",
        **provider_environment(),
        "CHAINLIT_URL": settings.public_url or "",
        "CHAINLIT_APP_ROOT": str(app_root),
        "CHAINLIT_AUTH_SECRET": secret,
        "HOST": settings.host,
        "PORT": str(settings.port),
        "WORKERS": str(settings.workers),
        "DATA_DIR": str(settings.data_dir.absolute()),
        "TZ": settings.timezone,
    }


def end_with_parent() -> None:
    """Have Linux end this process when its parent is killed outright."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
