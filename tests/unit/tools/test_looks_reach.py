"""A report on a look says what was looked at in total only; and on a rate that other weights moved it."""

import datetime as dt
from decimal import Decimal
from types import SimpleNamespace
from typing import cast

import pytest

from agent.context import Context
from analysis.outcome import Amount, Name, Percent, Said
from answers.named_days import days_in
from config.wording import Language
from database.dialects import POSTGRES
from database.schema import Column, Schema, Table
from knowledge.items import Linked
from query.metric_query import Window
from reasoning.reasoner import Brief
from tests.unit.answers.sentences.shop import answers
from tests.unit.answers.test_chart import result
from tools.analyst import _with_alone, _with_running, with_mix, with_reach, with_size
from tools.further_looks import Looked
from tools.look_bases import runs_beside_goals

LOOK = Said("anomaly.none", {"whole": Said("anomaly.whole_alone", {"metrics": (Name("orders"),)})})


@pytest.mark.parametrize(
    ("language", "words", "says"),
    [
        ("zh", "没有发现异常。", "只看了合计，没有分开看。"),
        ("en", "Nothing unusual in sales.", "Looked at in total only: "),
    ],
)
def test_what_nobody_looked_at_by_member_is_said(language: Language, words: str, says: str) -> None:
    catalog = answers().catalog
    told = with_reach(words, [LOOK, Said("anomaly.none", {"whole": ""})], catalog, language)
    assert told.startswith(f"{words}\n- ") and says in told
    assert with_reach(told, [LOOK], catalog, language) == told
    assert with_reach("", [LOOK], catalog, language) == ""
    target = Said("pace.idle", {"whole": Said("pace.idle_whole", {"all": "93.1 %"})})
    assert with_reach(words, [target], catalog, language) == words, "a part of its own sentence"


@pytest.mark.parametrize(("question", "told"), [("Why did sales fall?", True), ("Why did West fall?", False)])
def test_who_made_most_of_it_is_told_where_the_question_names_nobody_beside_it(
    question: str, told: bool
) -> None:
    rows = [["East", 90, 10], ["West", 50, 48], ["North", 20, 20], ["South", 9, 8]]
    look = Looked("Sales", result=result("区:text 去年营业额:number 营业额:number", rows))
    words = _with_alone("It fell.", [look], question, "en")
    assert ("- 营业额 of East alone went from 90 to 10" in words) is told


_MIX = {"metric": Name("orders"), "dimension": Name("region", dimension=True, many=True), "member": "North"}
_MIX |= {"below": "", "mix": "-1.24", "own": "+0.22"}
_MIX |= {"weight_before": Percent(Decimal("9.9")), "weight_now": Percent(Decimal("12.4"))}


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("It fell, as North went from 9.9 % to 12.4 %.\n\n- May: 46.1", 0),
        ("It fell.\n\n- May: 46.1\n- North went from 9.9 % to 12.4 %.", 1),
        ("It fell.\n\n- May: 46.1\n- October: 45.1", 1),
        ("It fell.", 1),
    ],
)
@pytest.mark.parametrize("nested", [True, False])
def test_that_other_weights_moved_a_rate_stands_behind_the_first_line_at_the_latest(
    words: str, place: int, nested: bool
) -> None:
    mix = Said("why.by_mix", _MIX)
    said = [Said("trend.yes_down"), Said("trend.mix", {"mix": mix}) if nested else mix]
    told = [one for one in with_mix(words, said, answers().catalog, "en").splitlines() if one]
    assert [at for at, one in enumerate(told) if "12.4 %" in one] == [place]
    assert {one for one in words.splitlines() if one} <= {*told}
    assert with_mix(words, said[:1], answers().catalog, "en") == words


@pytest.mark.parametrize(
    ("language", "words"), [("zh", "离 11 月目标还差 300。"), ("en", "The November target is missed.")]
)
def test_words_of_a_target_say_once_that_its_time_is_not_over(language: Language, words: str) -> None:
    brief = Brief("", language, "demo", "postgres", "2026-11-29", Linked(), data_until="2026-11-28")
    look = Looked("Sales of each month beside their targets", runs=True)
    told = _with_running(words, [look], brief)
    assert list(days_in(told)) == [(11, 28)] and look.label not in told
    assert _with_running(told, [look], brief) == told
    assert _with_running(words, [Looked("Sales")], brief) == words


@pytest.mark.parametrize(
    "words",
    [
        "到 11-28 完成目标的 91 %。",
        "11 月还没有结束，目标完成 91 %。",
        "By 27 Nov 91 % of the target was reached.",  # the last day has data in part
        "91 % of the target so far.",
        "Sales rose in the east.",  # of no target
    ],
)
def test_that_the_time_of_a_target_runs_is_not_said_again(words: str) -> None:
    brief = Brief("", "zh", "demo", "postgres", "2026-11-29", Linked(), data_until="2026-11-28")
    assert _with_running(words, [Looked("Sales", runs=True)], brief) == words


TARGETS = Schema(
    (
        Table("public", "sales", (Column("day", "date"), Column("amount", "numeric"))),
        Table("public", "targets", (Column("month", "date"), Column("target", "numeric"))),
    )
)


@pytest.mark.parametrize(
    ("columns", "end", "runs"),
    [
        ("shop:text sales:number target:number", "2026-11-29", True),
        ("shop:text 营业额:number 目标:number", "2026-12-01", True),
        ("shop:text sales:number target:number", "2026-11-01", False),  # over
        ("shop:text sales:number", "2026-11-29", False),
        ("shop:text target:number", "2026-12-01", False),
    ],
)
def test_figures_of_a_running_month_beside_targets_are_found(columns: str, end: str, runs: bool) -> None:
    sql = f"SELECT 1 FROM sales WHERE day >= '2026-10-01' AND day < '{end}'"
    database = SimpleNamespace(dialect=POSTGRES, schema=TARGETS)
    context = cast("Context", SimpleNamespace(today=dt.date(2026, 11, 29), database=database))
    rows = [["East", *[1.0] * columns.count("number")]]
    assert runs_beside_goals(sql, result(columns, rows), context) is runs


@pytest.mark.parametrize(
    ("words", "is_added"),
    [
        ("Down 15.8 %.\n\n- No records on 3–9 Mar 2026 at Shawan.\n- All else held.", True),
        ("Down 15.8 %.\n\n- No records on 3–9 Mar 2026, about 33 thousand.", False),
        ("Down 15.8 %.\n\n- By shop it is Shawan.", False),  # the days are not told: nothing to size
    ],
)
def test_days_of_nothing_are_told_with_what_they_usually_bring(words: str, *, is_added: bool) -> None:
    when = Window(dt.date(2026, 3, 3), dt.date(2026, 3, 10), "range")
    usual = Said("why.gap_usual", {"usual": Amount(Decimal("32793"), "orders")})
    gap = Said("why.gap", {"name": "Shawan", "days": (when,), "usual": usual})
    told = with_size(words, [Said("why.premise"), gap], answers().catalog, "en")
    assert ("at Shawan (such days together usually bring about 32,793" in told) is is_added
    assert (told == words) is not is_added
    unknown = Said("why.gap", {"name": "Shawan", "days": (when,), "usual": ""})
    assert with_size(words, [unknown], answers().catalog, "en") == words
