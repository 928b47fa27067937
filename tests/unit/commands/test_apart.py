"""Work in a copy of this process."""

import asyncio
import contextlib
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from pathlib import Path

import pytest

from commands.apart import apart
from errors import SettingsError

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the work is done in place")


def test_what_the_work_loads_and_changes_stays_in_the_copy(tmp_path: Path) -> None:
    changed: list[int] = []

    def work() -> None:
        changed.append(os.getpid())
        (tmp_path / "done").write_text(str(os.getpid()))

    apart(work)
    assert changed == []
    assert int((tmp_path / "done").read_text()) != os.getpid()


def test_an_expected_error_comes_back_with_its_code_and_params() -> None:
    def work() -> None:
        raise SettingsError("disk_full", path="/data", detail="no room")

    with pytest.raises(SettingsError) as raised:
        apart(work)
    assert (raised.value.code, raised.value.params, raised.value.detail) == (
        "disk_full",
        {"path": "/data"},
        "no room",
    )


def test_any_other_error_is_printed_and_ends_with_code_one(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        apart(lambda: print(1 // 0))
    assert ended.value.code == 1
    assert "ZeroDivisionError" in capfd.readouterr().err


def test_work_that_was_interrupted_is_not_taken_for_done() -> None:
    with interruptible(), pytest.raises(SystemExit):
        apart(lambda: signal.raise_signal(signal.SIGINT))


@contextlib.contextmanager
def interruptible() -> Iterator[None]:
    """Let SIGINT interrupt, and nobody else: a loop that handles signals would hear of it when it runs next.

    A shell that runs the tests in the background has it ignored.
    """
    before, told = signal.signal(signal.SIGINT, signal.default_int_handler), signal.set_wakeup_fd(-1)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        signal.set_wakeup_fd(told)


async def test_a_loop_that_handles_signals_hears_of_none_of_these() -> None:
    heard: list[int] = []
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGINT, heard.append, signal.SIGINT)
    try:
        with interruptible(), pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        await asyncio.sleep(0.01)
        assert heard == []
    finally:
        loop.remove_signal_handler(signal.SIGINT)


def test_what_interrupts_the_wait_ends_the_copy_too(tmp_path: Path) -> None:
    def work() -> None:
        written = tmp_path / "written"
        written.write_text(str(os.getpid()))
        written.rename(tmp_path / "pid")  # whole at once: it was read while it was still empty
        time.sleep(60)

    here = threading.get_ident()

    def is_waiting() -> bool:
        """Tell whether the copy is waited for: Python may lose what interrupts while it forks."""
        stack = traceback.extract_stack(sys._current_frames()[here])
        return (tmp_path / "pid").exists() and any(frame.name == "join" for frame in stack)

    def interrupt() -> None:
        while not is_waiting():
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt, daemon=True).start()
    with interruptible(), pytest.raises(KeyboardInterrupt):
        apart(work)
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)
