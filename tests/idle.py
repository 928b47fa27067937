"""A pytest plugin that names the functions of understanding/ which came to nothing in all that ran."""

import inspect
import sys
import threading
from collections import defaultdict
from pathlib import Path
from types import CodeType, FrameType

import pytest

ROOM = str(Path(__file__).parents[1] / "understanding")
NOTHING = ("None", "False", "True", "empty")

came: dict[CodeType, set[str]] = defaultdict(set)


def sort_of(value: object) -> str:
    """Return what a function came to, as far as that tells whether it was needed.

    >>> sort_of(None), sort_of(()), sort_of(True), sort_of("top")
    ('None', 'empty', 'True', 'something')
    """
    if value is None or isinstance(value, bool):
        return str(value)
    return (
        "empty"
        if isinstance(value, str | tuple | list | dict | set | frozenset) and not value
        else "something"
    )


def watch(frame: FrameType, event: str, value: object) -> None:
    """Remember what a function of the room came to, or yielded."""
    if event == "return" and frame.f_code.co_filename.startswith(ROOM):
        came[frame.f_code].add(sort_of(value))


def is_function(code: CodeType) -> bool:
    """Tell a function that has a name from what is run once: a class, a module, a comprehension."""
    return bool(code.co_flags & inspect.CO_OPTIMIZED) and not code.co_name.startswith(("<", "__"))


def pytest_sessionstart(session: pytest.Session) -> None:
    """Begin to watch."""
    threading.setprofile(watch)
    sys.setprofile(watch)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name what always came to the same nothing; a guard that never had to hold is among these."""
    sys.setprofile(None)
    idle = {
        (code.co_filename.removeprefix(ROOM).lstrip("/"), code.co_firstlineno, code.co_qualname, *found)
        for code, found in came.items()
        if is_function(code) and len(found) == 1 and found <= {*NOTHING}
    }
    terminalreporter.write_sep("=", f"{len(idle)} of {len(came)} functions came to nothing")
    for file, line, name, always in sorted(idle):
        terminalreporter.write_line(f"{file}:{line} {name}: always {always}")
