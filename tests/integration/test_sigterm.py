"""SIGTERM to a test run: it ends soon, and nothing that it started lives on."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from config.settings import ROOT
from tests.guard import process_environment

pytestmark = pytest.mark.slow

SLOW = """
import time

def test_slow(postgres):
    print("at work")
    open("{mark}", "w").close()
    time.sleep(600)
"""


@pytest.mark.parametrize(
    ("workers", "number"), [("0", signal.SIGTERM), ("1", signal.SIGTERM), ("1", signal.SIGKILL)]
)
def test_run_that_is_told_to_end_leaves_no_process(
    tmp_path: Path, workers: str, number: signal.Signals
) -> None:
    mark = tmp_path / "mark"
    (tmp_path / "test_slow.py").write_text(SLOW.format(mark=mark))
    words = ["-m", "pytest", "-p", "tests.conftest", "-p", "no:cacheprovider", "-n", workers]
    run = subprocess.Popen(
        [sys.executable, *words, "-c", str(ROOT / "pyproject.toml"), str(tmp_path / "test_slow.py")],
        cwd=ROOT,
        env=process_environment(TMPDIR=str(tmp_path)),
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        _until(mark.exists, 180)
        assert {"postgres"} < {process.name() for process in _living(tmp_path)}
        run.send_signal(number)
        run.wait(120)
        _until(lambda: not _living(tmp_path), 120)
    finally:
        for process in _living(tmp_path):
            process.kill()
        run.wait()


def _living(folder: Path) -> list[psutil.Process]:
    """Return the processes that work below a folder: PostgreSQL by its words, the others by TMPDIR."""
    found = []
    for process in psutil.process_iter():
        try:
            told = [*process.cmdline(), process.environ().get("TMPDIR", "")]
        except (psutil.NoSuchProcess, psutil.AccessDenied):
            continue
        if any(str(folder) in word for word in told) and process.status() != psutil.STATUS_ZOMBIE:
            found.append(process)
    return found


def _until(condition: Callable[[], bool], deadline_s: float) -> None:
    end = time.monotonic() + deadline_s
    while not condition():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.05)
