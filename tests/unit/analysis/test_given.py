"""An analysis that a model asks for in JSON: what holds to the rules is carried out, the rest is none."""

import datetime as dt
from typing import Any

import pytest

from analysis.given import analysis_given
from query.metric_query import Filter
from tests.unit.analysis.kiosks import desk_of, kiosks

AUGUST = {"from": "2026-08-01", "until": "2026-09-01"}
OCTOBER = {"from": "2026-10-01", "until": "2026-11-01"}  # all of it to come
AIMED = ("takings", "target")
QUESTION = "Could you dig into it?"


@pytest.mark.parametrize(
    ("said", "kind", "metrics", "start", "against"),
    [
        (
            {"analysis": "why", "metrics": ["takings"], **AUGUST},
            "why",
            ("takings",),
            "2026-08-01",
            "2026-07-01",
        ),
        (
            {"analysis": "why", "metrics": ["takings"], "compare": "last_year", **AUGUST},
            "why",
            ("takings",),
            "2026-08-01",
            "2025-08-01",
        ),
        (
            {"analysis": "why", "metrics": ["takings"], "split_by": ["kiosk"], **AUGUST},
            "why",
            ("takings",),
            "2026-08-01",
            "2026-07-01",
        ),
        ({"analysis": "briefing", **AUGUST}, "briefing", (), "2026-08-01", ""),
        ({"analysis": "odd"}, "anomaly", (), "", ""),
        ({"analysis": "odd", "metrics": ["sales"], **AUGUST}, "anomaly", ("sales",), "2026-08-01", ""),
        (
            {"analysis": "forecast", "metrics": ["takings"], "from": "2026-10-01", "until": "2026-11-01"},
            "forecast",
            ("takings",),
            "2026-10-01",
            "",
        ),
        ({"analysis": "target", "metrics": ["takings"], **AUGUST}, "target", AIMED, "2026-08-01", ""),
        ({"analysis": "target", "metrics": ["reached"], **AUGUST}, "target", AIMED, "2026-08-01", ""),
        (
            {"analysis": "forecast", "metrics": ["reached"], "from": "2026-09-01", "until": "2026-10-01"},
            "target",
            AIMED,
            "2026-09-01",
            "",
        ),
        ({"analysis": "target", "metrics": ["takings"], **OCTOBER}, "target", AIMED, "2026-10-01", ""),
        ({"analysis": "forecast", "metrics": ["reached"], **OCTOBER}, "target", AIMED, "2026-10-01", ""),
        ({"analysis": "missed", "metrics": ["reached"], **AUGUST}, "missed", AIMED, "2026-08-01", ""),
        (  # each has its own reasons
            {"analysis": "missed", "metrics": ["takings"], "split_by": ["kiosk"], **AUGUST},
            "pace",
            AIMED,
            "2026-08-01",
            "",
        ),
        ({"analysis": "effect", "metrics": ["takings"], **AUGUST}, "effect", ("takings",), "2026-08-01", ""),
    ],
)
def test_what_holds_to_the_rules_is_the_analysis_that_words_would_ask(
    said: dict[str, Any], kind: str, metrics: tuple[str, ...], start: str, against: str
) -> None:
    asked = analysis_given({**said, "only": {"kiosk": ["Elm"]}}, QUESTION, desk_of(kiosks()[1], "en"))
    assert asked is not None
    assert (asked.kind, asked.metrics) == (kind, metrics)
    assert asked.filters == (Filter("kiosk", ("Elm",)),)
    told = [one.start if one else "" for one in (asked.window, asked.against)]
    assert told == [dt.date.fromisoformat(day) if day else "" for day in (start, against)]


def test_a_target_cut_by_members_asks_who_is_behind() -> None:
    said = {"analysis": "target", "metrics": ["reached"], "split_by": ["kiosk"], **AUGUST}
    asked = analysis_given(said, QUESTION, desk_of(kiosks()[1], "en"))
    assert asked is not None and asked.query is not None
    assert (asked.kind, asked.metrics, asked.query.splits) == ("pace", AIMED, ("kiosk",))


def test_a_forecast_cut_by_members_is_told_member_by_member() -> None:
    said = {"analysis": "forecast", "metrics": ["takings"], "split_by": ["kiosk"], **OCTOBER}
    asked = analysis_given(said, QUESTION, desk_of(kiosks()[1], "en"))
    assert asked is not None and asked.dimension == "kiosk"


@pytest.mark.parametrize(
    "said",
    [
        {"analysis": "poem", "metrics": ["takings"], **AUGUST},
        {"analysis": "why", "metrics": ["takings", "sales"], **AUGUST},
        {"analysis": "why", "metrics": ["takings"]},
        {"analysis": "why", "metrics": ["profit"], **AUGUST},
        {"analysis": "why", "metrics": ["takings"], "top": 3, "split_by": ["kiosk"], **AUGUST},
        {"analysis": "why", "metrics": ["takings"], "only": {"kiosk": ["Oak"]}, **AUGUST},
        {"analysis": "why", "metrics": "takings", **AUGUST},
        {"analysis": "briefing", "from": "2026-13-01", "until": "2026-09-01"},
        {"analysis": "briefing", "only": {"weather": ["rain"]}, **AUGUST},
        {"analysis": "forecast", "metrics": ["takings"], **AUGUST},
        {"analysis": "forecast", "metrics": ["takings"]},
        {"analysis": ["why"], "metrics": ["takings"], **AUGUST},
        {"analysis": "target", "metrics": ["tickets"], **AUGUST},
        {"analysis": "target", "metrics": ["takings"], "split_by": ["kiosk"], **OCTOBER},
        {"analysis": "target", "metrics": ["takings"], "split_by": ["colour"], **AUGUST},
        {"analysis": "missed", "metrics": ["takings"], **OCTOBER},
        {"analysis": "missed", "metrics": ["tickets"], **AUGUST},
        {"analysis": "forecast", "metrics": ["takings"], "share": True, **OCTOBER},
        {"analysis": "forecast", "metrics": ["takings"], "split_by": ["kiosk"], "top": 3, **OCTOBER},
        {"analysis": "forecast", "metrics": ["takings"], "split_by": ["kiosk", "state"], **OCTOBER},
        {"analysis": "forecast", "metrics": ["takings"], "split_by": ["colour"], **OCTOBER},
        {"analysis": "why", "metrics": ["takings"], "share": True, **AUGUST},
        {"analysis": "target", "metrics": ["takings"], "from": "2026-08-03", "until": "2026-09-01"},
    ],
)
def test_what_breaks_a_rule_is_no_analysis(said: dict[str, Any]) -> None:
    assert analysis_given(said, QUESTION, desk_of(kiosks()[1], "en")) is None
