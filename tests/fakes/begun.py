"""The terminal and the chat as processes of their own, forked from one that has imported what they import.

It was more than half of a start's CPU. Files that test how processes begin and end begin them by themselves.
"""

import multiprocessing
import os
import runpy
import subprocess
import sys
from collections.abc import Sequence
from multiprocessing.process import BaseProcess
from multiprocessing.reduction import DupFd
from typing import Any

from config.settings import ROOT
from tests.guard import closed_network  # noqa: F401  as a process that begins by itself has it from its folder

PRELOADED = ("tests.fakes.all_loaded", "tests.fakes.killed", __name__)  # in one server for all who fork

NONE = -1  # where subprocess has no end for it: it stays what it is


class Begun(subprocess.Popen[Any]):
    """A process with pipes and an end like any other."""

    _process: BaseProcess

    def _execute_child(self, args: Sequence[str], *given: Any) -> None:
        environment, ends = given[5], given[9:15]  # of each pipe the end to read from and to write to
        forking = multiprocessing.get_context("forkserver")
        forking.set_forkserver_preload([*PRELOADED])
        theirs = (ends[0], ends[3], ends[5])
        self._process = forking.Process(target=_Work(args, environment, theirs), daemon=True)
        self._process.start()
        assert self._process.pid
        self.pid, self._child_created = self._process.pid, True
        self._close_pipe_fds(*ends)  # type: ignore[attr-defined]

    def _internal_poll(self, *given: Any, **named: Any) -> int | None:
        if self.returncode is None:
            self.returncode = self._process.exitcode
        return self.returncode

    def _wait(self, timeout: float | None) -> int:
        self._process.join(timeout)
        if self._internal_poll() is None:
            raise subprocess.TimeoutExpired(self.args, timeout or 0.0)
        return self.returncode


class _Work:
    """What the copy does: it becomes the command, with its words, its settings and its three ends."""

    def __init__(self, words: Sequence[str], environment: dict[str, str], ends: Sequence[int | None]) -> None:
        self._words, self._environment, self._ends = words, environment, ends

    def __getstate__(self) -> tuple[Any, ...]:
        ends = [None if end == NONE else DupFd(end) for end in self._ends]
        return self._words, self._environment, ends

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self._words, self._environment = state[:2]
        self._ends = [end and end.detach() for end in state[2]]

    def __call__(self) -> None:
        for number, end in enumerate(self._ends):
            if end is not None:
                os.dup2(end, number)
                os.close(end)
        os.environ.clear()
        os.environ.update(self._environment)
        os.chdir(ROOT)
        sys.stdin = open(0, encoding="utf-8", errors="surrogateescape", closefd=False)  # noqa: SIM115
        sys.stdout = open(1, "w", encoding="utf-8", errors="surrogateescape", closefd=False)  # noqa: SIM115
        sys.stderr = open(2, "w", 1, encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115
        first, *rest = self._words[1:]
        if first == "-m":
            sys.argv = rest
            runpy.run_module(rest[0], run_name="__main__", alter_sys=True)
        else:
            sys.argv = [first, *rest]
            runpy.run_path(first, run_name="__main__")
