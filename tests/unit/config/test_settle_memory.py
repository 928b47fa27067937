"""What a server has read ahead is searched for garbage no more, and stands in large pages."""

import gc
import subprocess
import sys
from pathlib import Path

import pytest

from config import memory
from config.memory import LARGE, stretches

HELD = """
import gc
from config.memory import settle
held = [[number] for number in range(50_000)]
settle()
print(gc.get_freeze_count() > 50_000, any(one is held for one in gc.get_objects()))
circle = []
circle.append(circle)
del circle
print(gc.collect() > 0)
"""


BUILT = """
import gc
from config.memory import build_up
build_up()
before = gc.get_stats()[0]["collections"]
held = [[number] for number in range(90_000)]
print(gc.get_stats()[0]["collections"] - before)
"""


def test_while_a_process_builds_what_it_keeps_hardly_any_search_is_made() -> None:
    told = subprocess.run([sys.executable, "-c", BUILT], capture_output=True, text=True, check=True)
    assert int(told.stdout) <= 1


def test_what_was_loaded_is_kept_out_of_the_search_and_new_circles_are_still_found() -> None:
    frozen = gc.get_freeze_count()
    told = subprocess.run([sys.executable, "-c", HELD], capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["True", "False", "True"]
    assert gc.get_freeze_count() == frozen  # of that process alone


PAGED = """
from config.memory import LARGE, in_large_pages
held = [[number] for number in range(300_000)]
size = in_large_pages()
print(size % LARGE, size <= 1 << 30, [one[0] for one in held] == list(range(300_000)))
"""

MAPS = """\
00400000-00800000 r-xp 00000000 fe:00 260386 /usr/bin/python
00a00000-01000000 rw-p 00a00000 fe:00 260386 /usr/bin/python
01100000-01700000 rw-p 00000000 00:00 0      [heap]
7f0000300000-7f0000500000 rw-p 00000000 00:00 0
7f0000600000-7f0000a00000 rw-p 00000000 00:00 0
7f0000a00000-7f0000e00000 rw-s 00000000 00:01 0
7f0000e00000-7f0001200000 ---p 00000000 00:00 0
7ffc00000000-7ffc00800000 rw-p 00000000 00:00 0 [stack]
"""


def test_what_was_loaded_is_the_same_in_large_pages() -> None:
    told = subprocess.run([sys.executable, "-c", PAGED], capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["0", "True", "True"]


def test_large_pages_are_asked_for_where_they_fit_whole_into_a_process_own_memory() -> None:
    assert [(hex(start), size) for start, size in stretches(MAPS)] == [
        ("0x1200000", 2 * LARGE),
        ("0x7f0000600000", 2 * LARGE),
    ]


def test_a_system_without_that_call_keeps_what_was_loaded_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "_MAPS", tmp_path / "missing")
    assert memory.in_large_pages() == 0
