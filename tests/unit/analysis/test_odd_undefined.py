"""Columns without a figure are looked at by month: what rose in one member is told, and since when."""

import datetime as dt

import numpy as np
import pytest

from analysis.anomaly.looks import Span
from analysis.anomaly.undefined import Undefined
from analysis.asked import AnalysisAsked
from analysis.outcome import Look, Read, Said
from analysis.words import worded
from database.result import QueryResult
from database.schema import Column
from language.calendar import add_months
from query.metric_query import MetricQuery
from tests.unit.analysis.kiosks import calm as kiosks
from tests.unit.analysis.kiosks import desk_of

FIRST, MONTHS = dt.date(2025, 6, 1), 15
ASKED = AnalysisAsked("anomaly", "zh", ("takings",))
SEEDS = 40


def _said(seed: int, factors: tuple[float, ...]) -> str:
    """Return what is told of eight kiosks whose column has about 50 a record, one of them changed at last."""
    chance = np.random.default_rng(seed)
    starts = [add_months(FIRST, at) for at in range(MONTHS)]
    rows: list[tuple[object, ...]] = []
    for number in range(8):
        means = 50 * np.exp(0.05 * chance.standard_normal(MONTHS))
        if number == 3:
            means[-3:] *= factors
        rows += [
            (f"kiosk {number}", day.isoformat(), 30 * mean, 30)
            for day, mean in zip(starts, means, strict=True)
        ]
    spans = tuple(Span(one, add_months(one, 1)) for one in starts)
    look = Look("undefined", MetricQuery(("x", "y"), ("kiosk",), "month"), Said("x"))
    columns = (Column("rejected", "int", "退货量，单位件"),)
    found = Undefined(columns, "kiosk", spans, 3, (look,))
    desk = desk_of(kiosks()[1], "zh")
    told = found.told({"undefined": Read(look, QueryResult((), tuple(rows), False, 0.0), "")}, ASKED, desk)
    return "".join(worded(one, desk.catalog, "zh") for one in told)


def test_what_rose_is_told_with_its_first_month() -> None:
    said = _said(1, (4.0, 7.0, 10.0))
    assert "kiosk 3 的退货量，2026 年 8 月是 4" in said and "2026 年 6 月以前约" in said


def test_what_was_odd_in_one_month_is_no_new_level() -> None:
    said = _said(1, (10.0, 1.0, 1.0))
    assert "kiosk 3 的退货量，2026 年 6 月是 4" in said and "以前" not in said


def test_of_quiet_columns_at_most_one_in_twenty_gives_a_false_alarm() -> None:
    said = [_said(seed, (1.0, 1.0, 1.0)) for seed in range(SEEDS)]
    assert sum("按每条记录的平均" in one for one in said) <= SEEDS * 0.05
    assert all("只粗看了" in one for one in said if "按每条记录的平均" not in one)


@pytest.mark.parametrize("truncated", [True, None])
def test_what_was_not_read_is_told_as_not_looked_at(truncated: bool | None) -> None:
    desk = desk_of(kiosks()[1], "zh")
    found = Undefined((Column("rejected", "int", "退货量"),), "kiosk", ())
    look = Look("undefined", MetricQuery(("x",)), Said("x"))
    read = {"undefined": Read(look, QueryResult((), (), truncated, 0.0), "")} if truncated else {}
    (told,) = found.told(read, ASKED, desk)
    assert worded(told, desk.catalog, "zh") == "没有看这些还没定义成指标、或月份太少的列：退货量"
