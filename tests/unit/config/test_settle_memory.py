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

TREES = """
import gc
from config.memory import settle
settle()
found = []
gc.callbacks.append(lambda phase, told: found.append(told.get("collected", 0)))
for _ in range(40):
    tree = []
    for _ in range(12_000):
        tree.append([tree])
print(max(found))
"""


def test_while_a_process_builds_what_it_keeps_hardly_any_search_is_made() -> None:
    told = subprocess.run([sys.executable, "-c", BUILT], capture_output=True, text=True, check=True)
    assert int(told.stdout) <= 1


def test_what_was_loaded_is_kept_out_of_the_search_and_new_circles_are_still_found() -> None:
    frozen = gc.get_freeze_count()
    told = subprocess.run([sys.executable, "-c", HELD], capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["True", "False", "True"]
    assert gc.get_freeze_count() == frozen  # of that process alone


def test_no_search_comes_upon_all_the_trees_of_many_long_statements_at_once() -> None:
    told = subprocess.run([sys.executable, "-c", TREES], capture_output=True, text=True, check=True)
    assert 0 < int(told.stdout) < 100_000
