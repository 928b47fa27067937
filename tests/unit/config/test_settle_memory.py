"""What a server has read ahead is searched for garbage no more."""

import gc
import subprocess
import sys

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
