"""Last days that are not complete are left out of what is compared, and said; a collapse is not hidden."""

import datetime as dt

import pytest

from answers.sentences.background import Background
from answers.sentences.planning import plan
from answers.sentences.reading import Question, asked_of
from database.dialects import SQLITE
from database.result import QueryResult, ResultColumn
from tests.unit.analysis.kiosks import TODAY, desk_of, told
from tests.unit.analysis.laundry import LAST, laundry
from understanding.metric.answers import MetricAnswers
from understanding.metric.open_days import open_days
from understanding.readings import MetricHit


def _until(name: str, answers: MetricAnswers) -> int:
    """Return how many of the days before today are not complete."""
    found = answers.reader.known.unsettled((name,), TODAY)
    return (TODAY - found.since).days if found else 0


@pytest.mark.parametrize("name", ["output", "jobs", "weight"])
@pytest.mark.parametrize(
    ("last", "before", "count"),
    [
        ("D" + "O" * 29, "D" * 30, 1),
        ("O" * 30, "D" * 20 + "O" * 10, 2),
        ("D" * 20 + "O" * 10, "D" * 30, 1),
        ("D" * 28 + "O" * 2, "D" * 30, 0),  # a fifteenth is no reason to leave a day out
        ("D" * 3, "D" * 30, 0),  # few came: business may have collapsed
        ("D" * 30, "D" * 30, 0),
        ("D" * 3 + "V" * 27, "D" * 30, 0),  # void stays void: they are lost
    ],
    ids=["last", "last_two", "a_third", "two_of_thirty", "few", "whole", "void"],
)
def test_days_whose_rows_wait_in_a_state_they_pass_through_are_not_complete(
    name: str, last: str, before: str, count: int
) -> None:
    assert _until(name, laundry(last, before)[1]) == count


def test_what_counts_every_row_is_complete_whatever_state_they_are_in() -> None:
    assert _until("pickups", laundry()[1]) == 0


@pytest.mark.parametrize(("more", "count"), [("settles_after_days: 4", 4), ("settles_after_days: 0", 0)])
def test_a_definition_says_after_how_many_days_a_day_is_complete(more: str, count: int) -> None:
    answers = laundry(more=more)[1]
    assert [_until(name, answers) for name in ("output", "weight", "pickups")] == [count] * 3


def test_metrics_of_the_same_rows_share_what_one_of_them_says() -> None:
    catalog = laundry(more="settles_after_days: 4")[1].catalog
    assert catalog.settles_after("output") == 4 and catalog.settles_after("weight") is None


def test_a_result_that_may_be_cut_tells_nothing() -> None:
    assert _until("output", laundry(most=20)[1]) == 0


def test_a_figure_complete_later_than_the_first_is_told_until_then_in_a_briefing() -> None:
    database, answers = laundry("D" * 30, of_pickups="settles_after_days: 5")
    outcome, words = told("How are we doing this month?", database, answers)
    assert outcome.result is not None
    pickups = next(row for row in outcome.result.rows if row[0] == "Pickups")
    wanted = "SELECT COUNT(*) FROM job WHERE picked_on BETWEEN '2026-09-01' AND '2026-09-17'"
    assert pickups[2] == database.execute(wanted).fetchone()[0]
    assert "to 17 Sep 2026" in words and "18–22 Sep 2026 not counted for pickups" in words


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("为什么本周产量比上周少", "产量没有计入 2026-09-22，因为还不完整：30 条记录里有 29 条还是“在洗”"),
        ("How are we doing this month?", "22 Sep 2026 not counted for output, as not complete yet: 29 of 30"),
        ("What will output be next week?", "22 Sep 2026 not counted for output"),
        ("为什么昨天产量跌了", "2026-09-22 的产量还不完整，不作比较"),
    ],
)
def test_an_analysis_leaves_them_out_and_says_so(question: str, says: str) -> None:
    database, answers = laundry()
    assert says in told(question, database, answers)[1]


@pytest.mark.parametrize("question", ["8月怎么样", "为什么8月产量比7月少"])
def test_of_a_time_long_over_nothing_is_said_of_them(question: str) -> None:
    database, answers = laundry()
    assert "还不完整" not in told(question, database, answers)[1]


@pytest.mark.parametrize("question", ["本月怎么样", "下周产量预计多少"])
def test_a_last_day_with_few_rows_is_kept_and_doubted(question: str) -> None:
    database, answers = laundry("D" * 3)
    words = told(question, database, answers)[1]
    assert "2026-09-22 只有平常周二的" in words and "没有计入" not in words


def _said(question: str, answers: MetricAnswers, database: object) -> tuple[str, MetricHit]:
    found = answers.answer(question, TODAY, lambda _: True)
    assert isinstance(found, MetricHit), found
    query, known = found.computed or found.query, answers.reader.known
    cursor = database.execute(found.sql)  # type: ignore[attr-defined]
    rows = tuple(map(tuple, cursor.fetchall()))
    kinds = ["text" if isinstance(cell, str) else "number" for cell in rows[0]]
    columns = tuple(
        ResultColumn(one[0], kind)  # type: ignore[arg-type]
        for one, kind in zip(cursor.description, kinds, strict=True)
    )
    result = QueryResult(columns, rows, False, 0.0)
    language = "zh" if "产量" in question else "en"
    beside = Background(
        answers.catalog, known.member_name, TODAY, known.range_of(query.metrics),
        open_days=open_days(query, known, TODAY), doubted=known.doubted(query.figures, TODAY),
    )  # fmt: skip
    asked = asked_of(
        Question(question, language, found.sql, SQLITE, answers.catalog.schema, query), result, beside
    )
    return " ".join(one.worded(language) for one in plan(asked, result)), found


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("output yesterday", "Not complete yet: 22 Sep 2026 (29 of 30 records are still “in the wash”"),
        ("本月产量", "2026-09-22 的数还不完整（30 条记录里有 29 条还是“在洗”"),
        ("jobs this month", "Not complete yet: 22 Sep 2026 (29 of 30 records have no delivered on yet)"),
    ],
)
def test_a_plain_total_shows_the_number_and_says_so(question: str, says: str) -> None:
    database, answers = laundry()
    words, found = _said(question, answers, database)
    assert says in words and found.computed is None
    assert any("2026-09-22" in line for line in found.interpretation[-1:])


@pytest.mark.parametrize(
    ("question", "days_compared"),
    [
        ("output this week versus last week", 1),
        ("本月产量同比", 21),
        ("compare output 16-22 Sep with 9-15 Sep", 6),
        ("average daily output this month", 21),
    ],
)
def test_a_comparison_ends_before_them_on_both_sides_and_says_so(question: str, days_compared: int) -> None:
    database, answers = laundry()
    words, found = _said(question, answers, database)
    assert found.computed is not None and found.query.window is not None
    assert found.computed.window is not None and found.computed.window.end == LAST
    assert found.computed.window.days == days_compared
    assert "22 Sep 2026" in words or "2026-09-22" in words


def test_a_day_that_is_not_complete_is_set_beside_no_other() -> None:
    database, answers = laundry()
    words, found = _said("output yesterday versus the day before", answers, database)
    assert found.computed is not None and found.computed.compared is None
    assert "Not complete yet: 22 Sep 2026" in words


def test_figures_day_by_day_are_not_compared_with_one_that_is_not_complete() -> None:
    database, answers = laundry()
    words, _ = _said("output by day over the last 7 days", answers, database)
    assert "not complete, left out of the comparison" in words and "lowest" not in words.split("22 Sep")[-1]


def test_whole_days_change_nothing() -> None:
    database, answers = laundry("D" * 30)
    for question in ("output yesterday", "本月产量同比", "average daily output this month"):
        words, found = _said(question, answers, database)
        assert found.computed is None and "complete" not in words and "完整" not in words


def test_what_was_asked_stays_as_it_was_so_that_it_can_be_asked_again() -> None:
    _, answers = laundry()
    found = answers.answer("本月产量同比", TODAY, lambda _: True)
    assert isinstance(found, MetricHit) and found.query.window is not None
    assert found.query.window.end > LAST and desk_of(answers, "zh").asked(found.query) is not None


def test_a_figure_whose_column_holds_plans_for_days_to_come_ends_with_its_own_last_day() -> None:
    _, answers = laundry(last=("D",) * 30, planned=6)
    known, ends = answers.reader.known, {}
    for metric in ("output", "weight", "pickups"):
        ends[metric] = known.shared_range([metric])[1]  # type: ignore[index]
    assert ends == {"output": TODAY, "weight": TODAY, "pickups": TODAY + dt.timedelta(6)}
    assert known.span_of("output", TODAY)[1] == TODAY  # type: ignore[index]
