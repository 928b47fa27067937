"""Growth without who closed is told without it, and by it is decided who grew most and least."""

import datetime as dt
import re
import sqlite3

import pytest

from tests.unit.analysis.depots import World, depots
from tests.unit.analysis.kiosks import told

CLOSED = dt.date(2026, 5, 31)


def _one_closed(world: World) -> None:
    world.closed["Brook"] = CLOSED


def _growth(database: sqlite3.Connection, region: str, but: str = "") -> float:
    found = (
        "SELECT SUM(revenue) FROM depot_days JOIN depots USING (depot_id) JOIN regions USING (region_id) "
        "WHERE day LIKE ? AND region_name = ? AND depot_name <> ?"
    )
    then, now = (
        float(database.execute(found, (f"{month}%", region, but)).fetchone()[0])
        for month in ("2025-08", "2026-08")
    )
    return 100 * (now / then - 1)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("8月生意怎么样", r"North（不算已退出的Brook为 ([+-][\d.]+) %"),
        ("How was August?", r"North \(([+-][\d.]+) % excluding the former Brook"),
    ],
)
def test_a_briefing_tells_a_region_without_who_closed_by_the_growth_without_it(
    question: str, said: str
) -> None:
    def plant(world: World) -> None:
        _one_closed(world)
        world.parcels[0:4, world.at(dt.date(2026, 8, 1))] *= 1.1  # without Brook the North grew fastest

    database, answers = depots(plant)
    words = told(question, database, answers)[1]
    (rate,) = re.findall(said, words)
    without, whole = _growth(database, "North", "Brook"), _growth(database, "North")
    assert float(rate) == round(without, 1) and whole < 0 < without, words
    assert re.search(r"增幅最大的是North|North \([^)]*\) grew fastest", words), words


@pytest.mark.parametrize("question", ["8月生意怎么样", "How was August?"])
def test_where_nobody_closed_no_region_is_told_without_anybody(question: str) -> None:
    words = told(question, *depots())[1]
    assert "excluding" not in words and "不算" not in words.partition("- ")[0], words


@pytest.mark.parametrize(
    ("question", "said", "not_said"),
    [("8月生意怎么样", "不算已退出的", "不算新增的"), ("How was August?", "what is gone", "what is new")],
)
def test_what_is_left_out_is_called_new_only_where_it_is(question: str, said: str, not_said: str) -> None:
    words = told(question, *depots(_one_closed))[1]
    assert said in words and not_said not in words, words


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("8月生意怎么样", r"揽收件数目标 [\d.]+ 万件（连它共 ([\d.]+) 万件）"),
        (
            "How was August?",
            r"parcels target for August 2026 [\d,]+ parcels \(([\d,.]+)(?: parcels)? with it\)",
        ),
    ],
)
def test_what_a_target_came_to_with_who_closed_is_of_that_target(question: str, said: str) -> None:
    database, answers = depots(_one_closed)
    words = told(question, database, answers)[1]
    (every,) = re.findall(said, words)
    told_as = float(every.replace(",", "")) * (10_000 if "万" in said else 1)
    whole = database.execute("SELECT SUM(pcs) FROM depot_targets WHERE month = '2026-08-01'").fetchone()[0]
    assert abs(told_as - whole) < 1000, words
