"""A run that is told to end ends in order: fixtures stop the servers they started, in every worker."""

import ctypes
import os
import signal
import sys
from types import FrameType

import psutil
import pytest

PR_SET_PDEATHSIG = 1


def end_on_sigterm(config: pytest.Config) -> None:
    """Take SIGTERM as Ctrl-C; a worker of xdist is told too, also when its controller was killed outright."""
    is_worker = hasattr(config, "workerinput")
    if is_worker and sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)

    def end(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # once is enough
        if not is_worker and config.pluginmanager.hasplugin("dsession"):
            for worker in psutil.Process(os.getpid()).children():
                worker.terminate()
        signal.raise_signal(signal.SIGINT)

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job begins deaf to it
