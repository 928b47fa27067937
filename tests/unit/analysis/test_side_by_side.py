"""Members set side by side where no figure is named: sizes, growth, targets and places, or declined."""

import datetime as dt
import sqlite3
from decimal import Decimal

import numpy as np
import pytest

from analysis.asked import AnalysisAsked
from analysis.compare.others import place_of
from analysis.compare.reading import BETTER, OTHERS
from analysis.naming import recognised_beside_names
from tests.unit.analysis.kiosks import FIRST, NAMES, asked, desk_for, kiosks, told, with_one_new

OPENED = dt.date(2026, 3, 2)


def _sum(database: sqlite3.Connection, name: str, month: str) -> float:
    sql = "SELECT SUM(amount) FROM takings JOIN kiosks USING (kiosk_id) WHERE name = ? AND day LIKE ?"
    return float(database.execute(sql, (name, f"{month}%")).fetchone()[0])


def _rate(database: sqlite3.Connection, name: str) -> float:
    return 100 * (_sum(database, name, "2026-08") / _sum(database, name, "2025-08") - 1)


@pytest.mark.parametrize(
    ("question", "values", "about"),
    [
        ("8月Gorse和Fir比怎么样", ("Gorse", "Fir"), ""),
        ("Gorse和Fir 8月对比一下", ("Gorse", "Fir"), ""),
        ("8月Gorse、Fir、Hazel对比", ("Gorse", "Fir", "Hazel"), ""),
        ("8月Gorse和Fir哪个做得好", ("Gorse", "Fir"), BETTER),
        ("compare Gorse and Fir in August", ("Gorse", "Fir"), ""),
        ("Gorse vs Fir in August", ("Gorse", "Fir"), ""),
        ("which is doing better in August, Gorse or Fir?", ("Gorse", "Fir"), BETTER),
        ("8月Gorse跟其他售货亭比怎么样", ("Gorse",), OTHERS),
        ("how did Gorse compare with the other kiosks in August?", ("Gorse",), OTHERS),
    ],
)
def test_who_is_set_beside_whom_is_read(question: str, values: tuple[str, ...], about: str) -> None:
    found = asked(question, kiosks()[1])
    assert isinstance(found, AnalysisAsked) and (found.kind, found.about) == ("compare", about)
    assert set(found.filters[0].values) == set(values)
    assert found.window is not None and found.window.start == dt.date(2026, 8, 1)


@pytest.mark.parametrize(
    "question", ["8月Gorse和Fir收款额对比", "compare takings of Gorse and Fir", "8月各售货亭对比"]
)
def test_what_names_a_figure_or_nobody_is_no_such_comparison(question: str) -> None:
    assert recognised_beside_names(question, desk_for(question)) is None


def test_two_are_told_with_their_sizes_and_how_each_grew() -> None:
    database, answers = kiosks()
    outcome, words = told("compare Gorse and Fir in August", database, answers)
    ends = {name: _sum(database, name, "2026-08") for name in ("Gorse", "Fir")}
    assert outcome.result is not None
    row = next(row for row in outcome.result.rows if row[0] == "Takings")
    assert [row[2], row[4]] == pytest.approx(sorted(ends.values(), reverse=True), abs=0.01)
    for name in ends:
        assert f"{name} {_rate(database, name):+.1f} %" in words
    assert not any(one.code == "compare.rates" for one in outcome.statements)  # a sale is 20 everywhere


def test_who_grew_faster_does_better_though_it_is_smaller() -> None:
    def grow(amounts: np.ndarray) -> None:
        amounts[NAMES.index("Fir"), (dt.date(2026, 8, 1) - FIRST).days :] *= 1.5

    _, words = told("8月Gorse和Fir哪个做得好", *kiosks(grow))
    assert words.index("Fir") < words.index("Gorse") and "Fir增长更快" in words


def test_who_began_within_the_year_is_set_beside_no_year_before() -> None:
    database, answers = with_one_new(OPENED)
    outcome, words = told("compare Maple and Fir in August", database, answers)
    assert "Maple has nothing a year before" in words
    (growth,) = (one for one in outcome.statements if one.code == "compare.growth")
    assert [one.params["name"] for one in growth.params["list"]] == ["Fir"]


def test_one_has_its_place_among_all_by_size_and_growth() -> None:
    database, answers = kiosks()
    _, words = told("how did Gorse compare with the other kiosks in August?", database, answers)
    sizes = {name: _sum(database, name, "2026-08") for name in NAMES}
    rates = {name: round(_rate(database, name), 1) for name in NAMES}
    by_size = 1 + sum(value > sizes["Gorse"] for value in sizes.values())
    by_rate = 1 + sum(value > rates["Gorse"] for value in rates.values())
    assert f"rank {by_size} of {len(NAMES)} kiosks" in words
    assert f"rank {by_rate} of the {len(NAMES)} that were there in both" in words


def test_among_three_or_where_it_has_none_there_is_no_place() -> None:
    few = [("a", Decimal(1)), ("b", Decimal(2)), ("c", Decimal(3))]
    assert place_of("a", few) is None
    assert place_of("z", [*few, ("d", Decimal(4)), ("z", None)]) is None


@pytest.mark.parametrize("question", ["8月Gorse和Fir比怎么样", "compare Gorse and Fir in August"])
def test_each_figure_of_the_table_has_its_unit(question: str) -> None:
    outcome, _ = told(question, *kiosks())
    assert outcome.result is not None and desk_for(question).language in ("zh", "en")
    assert all(isinstance(row[1], str) for row in outcome.result.rows)
