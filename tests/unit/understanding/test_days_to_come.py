"""What is counted by days known ahead, leases that end: this year is all of it, and so far is so far."""

import datetime as dt

import pytest

from database.dialects import SQLITE
from database.schema import Column, Schema, Table
from knowledge.items import KnowledgeItem
from knowledge.values import ValueIndex
from language.periods import as_a_whole, find_periods
from teaching.loaders.metrics import load_metrics
from understanding.metric.answers import MetricAnswers
from understanding.pairs.reuse import TemplateSet, find_reuse
from understanding.readings import Ambiguous, MetricReading

TODAY = dt.date(2026, 11, 28)
COLUMNS = {"lease_id": "integer", "from_on": "date", "until_on": "date", "rent": "numeric"}
BOOKING = Table(
    "public",
    "booking",
    (
        Column("booking_id", "integer"),
        Column("arrive_date", "date", "应到店日"),
        Column("booked_on", "date", "下单日"),
        Column("status", "integer"),
    ),
    primary_key=("booking_id",),
)
LEASE = Table(
    "public", "lease", tuple(Column(name, kind) for name, kind in COLUMNS.items()), primary_key=("lease_id",)
)
SPANS = {
    "public.lease.from_on": (dt.date(2020, 1, 1), dt.date(2026, 11, 20)),
    "public.lease.until_on": (dt.date(2021, 1, 1), dt.date(2029, 6, 30)),
    "public.booking.arrive_date": (dt.date(2024, 1, 1), dt.date(2027, 2, 28)),
    "public.booking.booked_on": (dt.date(2024, 1, 1), dt.date(2026, 11, 28)),
}
DEFINED = """
metrics:
  - {name: ending, names: {zh: 到期租约数, en: Leases ending}, verbs: [expire, 到期],
     table: lease, time: until_on, expression: COUNT(lease_id), decimals: 0}
  - {name: begun, names: {zh: 新租约数, en: Leases begun}, table: lease, time: from_on,
     expression: COUNT(lease_id), decimals: 0}
  - {name: rent, names: {zh: 到期租金, en: Rent of leases ending}, table: lease, time: until_on,
     expression: SUM(rent), decimals: 2}
  - {name: let, names: {zh: 在租数, en: Leases in force}, table: lease, time: from_on, until: until_on,
     expression: COUNT(lease_id), decimals: 0}
  - {name: bookings, names: {zh: 订单数, en: Bookings}, synonyms: [订单], table: booking, time: arrive_date,
     expression: COUNT(booking_id), decimals: 0}
  - {name: coming, names: {zh: 在手单数, en: Bookings on the books}, table: booking, time: arrive_date,
     filters: [status = 1], expression: COUNT(booking_id), decimals: 0}
  - {name: gone, names: {zh: 取消单数, en: Cancelled bookings}, table: booking, time: arrive_date, good: low,
     filters: [status = 4], expression: COUNT(booking_id), decimals: 0}
  - {name: made, names: {zh: 下单数, en: Bookings made}, table: booking, time: booked_on,
     expression: COUNT(booking_id), decimals: 0}
"""


def _answers() -> MetricAnswers:
    report = load_metrics(DEFINED, "lease.yaml")
    assert report.refused == []
    return MetricAnswers.build(
        report.items, Schema((LEASE, BOOKING)), ValueIndex.build([]), SQLITE, spans=SPANS, tallies={}
    )


ANSWERS = _answers()


@pytest.mark.parametrize(
    ("question", "end"),
    [
        ("Leases ending this year", dt.date(2027, 1, 1)),
        ("今年到期租约数", dt.date(2027, 1, 1)),
        ("2026年到期租约数", dt.date(2027, 1, 1)),
        ("Leases ending this quarter", dt.date(2027, 1, 1)),
        ("本季度到期租约数", dt.date(2027, 1, 1)),
        ("Leases ending this month", dt.date(2026, 12, 1)),
        ("本月到期租约数", dt.date(2026, 12, 1)),
        ("本周到期租约数", dt.date(2026, 11, 30)),
        ("今年至今到期租约数", TODAY + dt.timedelta(days=1)),
        ("Leases ending this year to date", TODAY + dt.timedelta(days=1)),
        ("Leases ending so far this year", TODAY + dt.timedelta(days=1)),
        ("Leases begun this year", TODAY + dt.timedelta(days=1)),  # what began is not known ahead
        ("今年新租约数", TODAY + dt.timedelta(days=1)),
        ("今年到期租金", TODAY + dt.timedelta(days=1)),  # no count
    ],
)
def test_a_time_that_runs_is_whole_where_what_is_counted_is_known_ahead(question: str, end: dt.date) -> None:
    read = ANSWERS.reader.read(question, TODAY)
    assert isinstance(read, MetricReading), read
    assert [one.end for one in read.query.windows] == [end]


@pytest.mark.parametrize(
    ("question", "end"),
    [
        ("今年到期的租约有哪些", "2027-01-01"),
        ("本季度到期的租约有哪些", "2027-01-01"),
        ("2025年到期的租约有哪些", "2026-01-01"),
        ("今年至今到期的租约有哪些", "2026-11-29"),
        ("下个月到期的租约有哪些", "2027-01-01"),
        ("明年到期的租约有哪些", "2028-01-01"),
        ("12月到期的租约有哪些", "2027-01-01"),
        ("去年12月到期的租约有哪些", "2026-01-01"),
        ("10月到期的租约有哪些", "2026-11-01"),
    ],
)
def test_a_pair_over_such_days_is_of_the_whole_time_too(question: str, end: str) -> None:
    sql = "SELECT lease_id FROM lease WHERE until_on >= :period_start AND until_on < :period_end"
    pair = KnowledgeItem("ends", "let", "pair", "去年到期的租约有哪些", sql, {})
    templates = TemplateSet.build(
        [pair], schema=Schema((LEASE,)), last={name: last for name, (_, last) in SPANS.items()}
    )
    hit = find_reuse(question, templates, TODAY)
    assert hit is not None and str(hit.slots["period_end"]) == end


BEGUN = "SELECT lease_id FROM lease WHERE from_on >= :period_start AND from_on < :period_end"


@pytest.mark.parametrize(
    ("title", "question", "answered"),
    [
        ("上个月生效的租约有哪些", "下个月生效的租约有哪些", False),  # no day to come is known
        ("下个月生效的租约有哪些", "下个月生效的租约有哪些", True),
        ("下个月生效的租约有哪些", "下个月生效的租约有哪些？", True),
        ("下个月生效的租约有哪些", "明年生效的租约有哪些", False),
        ("which leases begin next month", "Which leases begin next month?", True),
    ],
)
def test_a_time_to_come_is_answered_of_other_days_only_as_it_was_taught(
    title: str, question: str, answered: bool
) -> None:
    pair = KnowledgeItem("begins", "let", "pair", title, BEGUN, {})
    last = {name: last for name, (_, last) in SPANS.items()}
    hit = find_reuse(question, TemplateSet.build([pair], schema=Schema((LEASE,)), last=last), TODAY)
    assert (hit is not None and hit.word_for_word) == answered


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("this month", dt.date(2026, 12, 1)),
        ("本月", dt.date(2026, 12, 1)),
        ("year to date", TODAY + dt.timedelta(days=1)),
        ("今年以来", TODAY + dt.timedelta(days=1)),
        ("今年到现在", TODAY + dt.timedelta(days=1)),
        ("last month", dt.date(2026, 11, 1)),
    ],
)
def test_a_time_is_taken_whole_unless_it_is_said_to_end_now(text: str, end: dt.date) -> None:
    (found,) = find_periods(text, TODAY)
    assert as_a_whole(found).end == end


@pytest.mark.parametrize("question", ["元旦到期租约数", "Leases ending on New Year's Day"])
def test_a_holiday_without_its_year_is_asked_back_where_the_next_is_known_too(question: str) -> None:
    read = ANSWERS.reader.read(question, TODAY)
    assert isinstance(read, Ambiguous), read
    assert [one.windows[0].start.year for one in read.queries] == [2026, 2027]


@pytest.mark.parametrize("question", ["今年元旦到期租约数", "元旦新租约数"])
def test_a_holiday_with_its_year_or_without_days_to_come_is_the_one_that_was(question: str) -> None:
    read = ANSWERS.reader.read(question, TODAY)
    assert isinstance(read, MetricReading), read
    assert [one.start for one in read.query.windows] == [dt.date(2026, 1, 1)]


@pytest.mark.parametrize(
    ("question", "answered"), [("元旦到期的租约有哪些", False), ("今年元旦到期的租约有哪些", True)]
)
def test_a_pair_over_such_days_leaves_a_holiday_of_two_years(question: str, answered: bool) -> None:
    sql = "SELECT lease_id FROM lease WHERE until_on >= :period_start AND until_on < :period_end"
    pair = KnowledgeItem("ends", "let", "pair", "去年到期的租约有哪些", sql, {})
    last = {name: last for name, (_, last) in SPANS.items()}
    found = find_reuse(question, TemplateSet.build([pair], schema=Schema((LEASE,)), last=last), TODAY)
    assert (found is not None) == answered


@pytest.mark.parametrize(
    "question",
    ["how many bookings arrive next week", "how many bookings arrived last week", "下周有多少订单到店"],
)
def test_a_verb_of_a_planned_day_is_asked_back_where_not_all_rows_do_it(question: str) -> None:
    read = ANSWERS.reader.read(question, TODAY)
    assert isinstance(read, Ambiguous), read
    assert [one.metrics for one in read.queries] == [("coming",), ("bookings",)]


@pytest.mark.parametrize(
    ("question", "metric"),
    [
        ("how many bookings next week", "bookings"),
        ("bookings by arrival date next week", "bookings"),
        ("how many cancelled bookings arrive next week", "gone"),
        ("how many bookings were made last week", "made"),
        ("下周在手单数", "coming"),
    ],
)
def test_what_says_no_verb_of_a_planned_day_is_certain(question: str, metric: str) -> None:
    read = ANSWERS.reader.read(question, TODAY)
    if isinstance(read, MetricReading):
        assert read.query.metrics == (metric,)


def test_a_verb_of_a_planned_day_on_a_holiday_of_two_years_is_asked_back_for_both() -> None:
    read = ANSWERS.reader.read("元旦有多少订单到店", TODAY)
    assert isinstance(read, Ambiguous), read
    told = [(one.metrics, one.windows[0].start.year) for one in read.queries]
    assert (("coming",), 2027) in told and (("bookings",), 2026) in told
