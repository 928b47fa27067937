"""Questions over a small shop: read exactly or not at all, worded again, changed by follow-ups."""

import datetime as dt
import json
import random
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from config.wording import Language, say
from database.dialects import SQLITE
from database.schema import Schema
from knowledge.metrics import Catalog
from knowledge.tables import table_from
from knowledge.values import ColumnValues, ValueIndex
from query.metric_query import Compared, Filter, MetricQuery, Window
from query.plan.compose import compose
from query.plan.stretches import earlier_window
from teaching.loaders.ddl import TableSet, load_ddl
from teaching.loaders.metrics import load_metrics
from tests.integration.metric_cases import compact
from tests.integration.metrics_shop import TODAY, catalog, random_query, reader, rows
from understanding.figures.left_out import leaves_out
from understanding.metric.answers import MetricAnswers
from understanding.metric.desk import MetricDesk
from understanding.metric.followups import FollowUps
from understanding.metric.known import Known
from understanding.metric.leading import leading
from understanding.metric.ranges import time_column
from understanding.metric.reader import MetricReader
from understanding.metric.recognising import query_of
from understanding.metric.wording import word
from understanding.readings import MetricHit, MetricReading, MetricReadings, NotMine

CASES = Path(__file__).parents[2] / "cases" / "metrics"
READER = reader(rows())
ANSWERS = MetricAnswers(READER, FollowUps(READER), SQLITE)
FOLLOW_UPS = yaml.load((CASES / "follow_ups.yaml").read_text(), Loader=yaml.CSafeLoader)


def questions() -> list[dict[str, Any]]:
    """Return the labelled questions over the shop."""
    lines = (CASES / "questions.jsonl").read_text().splitlines()
    return [case for case in map(json.loads, lines) if case["over"] == "shop"]


def read(question: str) -> dict[str, Any] | None:
    """Return what a question is read as, or None where it is not one of the metrics."""
    found = READER.read(question, TODAY)
    return compact(found.query) if isinstance(found, MetricReading) else None


def everyone(_: str) -> bool:
    """Open every column."""
    return True


def test_labelled_questions_are_read_right_or_declined() -> None:
    cases = questions()
    answered = {case["question"]: read(case["question"]) for case in cases}
    wrong = [case for case in cases if answered[case["question"]] not in (None, case["expected"])]
    assert wrong == []
    expressible = [case for case in cases if case["expected"] is not None]
    right = [case for case in expressible if answered[case["question"]] is not None]
    assert len(right) >= 0.85 * len(expressible)


@pytest.mark.parametrize(
    ("question", "ranked"),
    [
        ("Top 3 regions by sales growth last month year on year", ("top", "growth")),
        ("Which region had the highest sales growth last month year on year", ("top", "growth")),
        ("Which region had the largest sales decline last month year on year", ("bottom", "growth")),
        ("Top 2 products by sales last month with year on year growth", ("top", "value")),
        ("bottom 2 regions by sales decline last month year on year", None),
    ],
)
def test_growth_said_behind_the_ranked_figure_is_what_is_ranked(
    question: str, ranked: tuple[str, str] | None
) -> None:
    found = READER.read(question, TODAY)
    ranking = found.query.ranking if isinstance(found, MetricReading) else None
    assert (ranking and (ranking.direction, ranking.by)) == ranked


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_worded_query_is_read_as_the_same_query(language: Language) -> None:
    drawn = [random_query(random.Random(seed), READER.catalog) for seed in range(600)]
    wordable = [query for query in drawn if query and can_be_worded(query)]
    assert len(wordable) > 250
    for query in wordable:
        question = word(query, READER.catalog, language, READER.known.member_name)
        found = READER.read(question, TODAY)
        assert isinstance(found, MetricReading), (question, found)
        again = found.query
        assert again.key == query.key, question


def can_be_worded(query: MetricQuery) -> bool:
    """Leave out what no everyday sentence says."""
    ranking, last = query.ranking, query.splits[-1:] or ("",)
    days = {"weekend", "weekday"}
    several = len(query.metrics) > 1 and (query.compared or query.share or ranking)
    all_days = any(
        (f.dimension == "weekend" and len(f.values) > 1)
        or (f.dimension == "weekday" and set(f.values) == {"6", "7"})
        or (f.dimension == "weekend" and f.dimension in query.splits)
        for f in query.filters
    )
    sources = [one for name in query.figures for one in READER.catalog.sources(name)]
    if any(leaves_out(source, f, READER.catalog) for source in sources for f in query.filters):
        return False
    if several or all_days or (query.share and {f.dimension for f in query.filters} & set(query.splits)):
        return False
    if query.conditions and (query.grain or len(query.splits) != 1 or last[0] in days or query.average):
        return False
    if query.compared and query.compared.kind == "previous" and query.grain:
        return False
    if len(query.windows) > 1 and not query.splits:
        return False
    if ranking is None:
        return True
    within = len(query.splits) > 1 and ranking.within != query.splits[:-1]
    grain = query.grain in ("quarter", "year") or (query.grain and (query.splits or ranking.by == "growth"))
    place = ranking.place and (ranking.number not in (2, 3) or ranking.by == "growth" or bool(query.compared))
    return not (within or grain or place or query.average or last[0] in days)


@pytest.mark.parametrize("thread", FOLLOW_UPS, ids=lambda one: str(one["first"]))
def test_follow_ups_come_to_questions_that_stand_alone(thread: dict[str, Any]) -> None:
    previous = str(thread["first"])
    for message, expected in thread["then"]:
        found = ANSWERS.answer(message, TODAY, everyone, previous)
        if isinstance(expected, list):  # asked back; it goes on with the first
            assert isinstance(found, MetricReadings) and list(found.questions) == expected, message
            previous = expected[0]
            continue
        assert (found.asked if isinstance(found, MetricHit) else None) == expected, message
        previous = expected or previous


@pytest.mark.parametrize(
    "case", yaml.load((CASES / "meanings.yaml").read_text(), Loader=yaml.CSafeLoader), ids=str
)
def test_what_was_read_as_another_question_is_read_right_or_left_to_others(case: dict[str, Any]) -> None:
    found = ANSWERS.answer(case["say"], TODAY, everyone, case.get("after"))
    if not isinstance(found, MetricHit) or case["comes_to"] is None:
        assert (found, case["comes_to"]) == (None, None)
        return
    meant = READER.read(case["comes_to"], TODAY)
    assert isinstance(meant, MetricReading) and found.query.key == meant.query.key, compact(found.query)
    assert found.asked == case["comes_to"] or found.asked == case["say"]
    if "after" not in case:
        assert list(found.assumed) == case.get("assumed", [])


@pytest.mark.parametrize(
    "term, told",
    [
        ("net sales", ["**Net sales**"]),
        ("sales and net sales", ["**Sales**", "**Net sales**"]),
        ("Member level", ["**Member level**"]),
        ("Gold", ["**Member level**"]),  # one of its codes
        ("Berlin", []),  # a name, of which nothing is defined
        ("sales and weather", []),
    ],
)
def test_a_term_is_told_by_its_definition_and_two_of_them_by_both(term: str, told: list[str]) -> None:
    said = ANSWERS.definition(term, "en", TODAY, everyone)
    assert [line for line in said.splitlines() if line.startswith("**")] == told


def test_unread_words_are_whole_beside_a_slip_that_was_set_right() -> None:
    question = "sales by categry for wholesalers last month"
    assert ANSWERS.why_unread(question, TODAY, everyone).unread == ("wholesalers",)
    assert leading(question, MetricDesk(ANSWERS, "en", TODAY, everyone))[0] == "Sales by category last month"


def test_a_single_character_is_not_told_as_what_was_read() -> None:
    held, declined = "上个月各地区的销售额和利润", "荔枝几月上市"
    assert ANSWERS.why_unread(held, TODAY, everyone).understood
    assert ANSWERS.why_unread(declined, TODAY, everyone).understood == ()


@pytest.mark.parametrize(
    "case", yaml.load((CASES / "pointing.yaml").read_text(), Loader=yaml.CSafeLoader), ids=str
)
def test_what_points_to_a_declined_turn_or_to_nothing_is_not_answered(case: dict[str, Any]) -> None:
    before = case.get("after")
    found = ANSWERS.answer(case["say"], TODAY, everyone, before, "", bool(case.get("declined")))
    if not case.get("declined"):
        assert (found.asked if isinstance(found, MetricHit) else None) == case["comes_to"]
    elif isinstance(found, MetricHit):  # over a declined turn it is at most asked back
        assert found.asked == case["comes_to"] or ("edit" in found.assumed and case["comes_to"] is None)


@pytest.mark.parametrize(
    "question, readings",
    [
        ("上个月大区销售额", ("上个月各大区的销售额是多少？", "上个月的销售额是多少？")),
        ("How did sales grow last month?", None),
    ],
)
def test_two_readings_of_equal_standing_are_both_offered(
    question: str, readings: tuple[str, ...] | None
) -> None:
    found = ANSWERS.answer(question, TODAY, everyone)
    assert isinstance(found, MetricReadings) and len(found.questions) == 2
    assert readings is None or found.questions == readings


def test_a_word_stuck_to_a_date_is_not_lost() -> None:
    assert READER.read("2026-07-01到2026-09-30Berlin的销售额", TODAY) == NotMine("word", ("30berlin",))


def with_spans(first: dt.date, last: dt.date, catalog: Catalog = READER.catalog) -> MetricAnswers:
    """Return the shop's answers, where the data of all figures run from one day to another."""
    columns = {time_column(catalog, name) for name in catalog.metrics} - {""}
    known = replace(READER.known, catalog=catalog, spans=dict.fromkeys(columns, (first, last)))
    made = MetricReader(known)
    return MetricAnswers(made, FollowUps(made), SQLITE)


def lines_of(answers: MetricAnswers, question: str) -> tuple[str, ...]:
    """Return how a question was understood."""
    found = answers.answer(question, TODAY, everyone)
    assert isinstance(found, MetricHit), question
    return found.interpretation


@pytest.mark.parametrize(
    "question, said",
    [
        ("各品类的销售额", "时间：全部数据（2026-01-01 至 2026-11-19）"),
        ("总销售额是多少", "时间：全部数据（2026-01-01 至 2026-11-19）"),
        ("total sales by region", "Time: all data (2026-01-01 to 2026-11-19)"),
        ("sales by month", "Time: all data (2026-01-01 to 2026-11-19)"),
        ("which region has the most orders", "Time: all data (2026-01-01 to 2026-11-19)"),
        ("average daily orders", "Time: 2026-01-01 to 2026-11-19"),
        ("日均订单数", "时间：2026-01-01 至 2026-11-19"),
        ("which month had the fewest orders", "Time: 2026-01-01 to 2026-10-31"),
        ("哪天订单数最少", "时间：2026-01-01 至 2026-11-19"),
        ("现在的库存", "时间：最近有数据的一天（2026-11-19）"),
        ("stock by product", "Time: the latest day there is (2026-11-19)"),
    ],
)
def test_a_question_without_a_time_is_of_all_data_and_says_from_when_to_when(
    question: str, said: str
) -> None:
    answers = with_spans(dt.date(2026, 1, 1), dt.date(2026, 11, 19))
    found = answers.answer(question, TODAY, everyone)
    assert isinstance(found, MetricHit), question
    assert found.assumed == () and not found.query.period_assumed
    assert said in found.interpretation


@pytest.mark.parametrize(
    "question, assumed",
    [("销售额", True), ("sales by region", True), ("总销售额", False), ("total sales", False)],
)
def test_a_default_period_is_taken_and_said_where_a_definition_has_one(question: str, assumed: bool) -> None:
    metrics = READER.catalog.metrics
    changed = {**metrics, "sales": replace(metrics["sales"], default_period="last month")}
    answers = with_spans(dt.date(2026, 1, 1), dt.date(2026, 11, 19), replace(READER.catalog, metrics=changed))
    found = answers.answer(question, TODAY, everyone)
    assert isinstance(found, MetricHit)
    assert found.assumed == ()  # its owner defined it
    assert bool(found.query.windows) == assumed
    told = ("没有说明时间", "no time was named")
    assert any(one in line for line in found.interpretation for one in told) == assumed


@pytest.mark.parametrize(
    "question, starts, last",
    [
        ("12月的订单数", ["2026-12-01"], "2027-12-31"),
        ("orders in December", ["2026-12-01"], "2027-12-31"),
        ("orders in December", ["2025-12-01"], "2026-11-19"),
        ("去年12月的订单数", ["2025-12-01"], "2027-12-31"),
        ("orders in December 2025", ["2025-12-01"], "2027-12-31"),
        ("上个月的订单数", ["2026-10-01"], "2027-12-31"),
        ("每年第三季度的销售额", ["2024-07-01", "2025-07-01", "2026-07-01"], "2026-11-19"),
        ("sales on Christmas Day each year", ["2024-12-25", "2025-12-25"], "2026-11-19"),
    ],
)
def test_a_part_of_a_year_is_the_one_to_come_where_data_lie_ahead_and_each_where_every_year_is_asked(
    question: str, starts: list[str], last: str
) -> None:
    answers = with_spans(dt.date(2024, 1, 1), dt.date.fromisoformat(last))
    found = answers.answer(question, TODAY, everyone)
    assert isinstance(found, MetricHit), question
    assert [str(window.start) for window in found.query.windows] == starts


def test_a_time_within_one_year_is_not_answered_for_each_year() -> None:
    answers = with_spans(dt.date(2024, 1, 1), dt.date(2026, 11, 19))
    assert isinstance(answers.reader.read("上个月每年的销售额", TODAY), NotMine)


def test_a_comparison_without_a_time_assumes_one_and_says_so() -> None:
    found = ANSWERS.answer("各品类的销售额同比", TODAY, everyone)
    assert isinstance(found, MetricHit)
    assert found.assumed == ("period",)
    assert any("没有说明时间" in line for line in found.interpretation)


def test_values_that_may_not_be_seen_are_unknown_words() -> None:
    assert isinstance(READER.read("Sales in Berlin", TODAY, lambda column: "city" not in column), NotMine)


@pytest.mark.parametrize(
    "question, customer",
    [
        ("sales of the Mitte customer last month", "Bakery Mitte Berlin"),
        ("上个月乌节客户的销售额", "新加坡乌节路面包房"),
        ("sales of the Bakery customer last month", None),  # two are called so
        ("sales of the Mitte region last month", None),  # no region is
    ],
)
def test_part_of_a_name_is_enough_beside_its_kind_where_one_alone_has_it(
    question: str, customer: str | None
) -> None:
    names = ["Bakery Mitte Berlin", "Bakery Ost Munich", "新加坡乌节路面包房"]
    values = ValueIndex.build([ColumnValues("customers.name", [(name, []) for name in names])])
    short = MetricReader(Known(catalog(), values))
    found = short.read(question, TODAY)
    kept = found.query.filters if isinstance(found, MetricReading) else ()
    assert kept == ((Filter("customer", (customer,)),) if customer else ())
    assert isinstance(short.read(question, TODAY, lambda _: False), NotMine)


def test_the_catalog_of_the_shop_is_sound() -> None:
    from understanding.drafting.checks import problems

    assert problems(catalog(), SQLITE) == []


def test_composed_sql_is_read_back_as_the_query_it_answers() -> None:
    """Draw queries that one SELECT answers: none comes back as another query, and most come back."""
    drawn = [random_query(random.Random(seed), READER.catalog) for seed in range(600)]
    plain = [
        MetricQuery(q.metrics, q.splits, q.grain, q.windows[:1], filters=q.filters)
        for q in drawn
        if q and all(READER.catalog.metrics[m].kind == "simple" for m in q.metrics)
    ]
    known = 0
    for query in plain:
        sql = compose(query, READER.catalog, SQLITE, "en", TODAY)
        found = query_of(sql, READER.catalog, SQLITE, TODAY)
        assert found is None or found.key == query.key, f"{query}\n{found}\n{sql}"
        known += found is not None
    assert known >= 0.3 * len(plain)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT SUM(amount) FROM order_items WHERE amount > 5",
        "SELECT SUM(amount) FROM order_items LIMIT 3",
        "SELECT SUM(amount + 1) FROM order_items",
        "SELECT SUM(amount) FROM order_items JOIN orders ON orders.order_id > order_items.order_id",
        "SELECT SUM(amount) FROM order_items GROUP BY quantity",
        "SELECT SUM(amount) FROM (SELECT * FROM order_items) AS x",
        "SELECT 3 AS a",
    ],
)
def test_sql_that_is_no_definition_is_not_read_back(sql: str) -> None:
    assert query_of(sql, READER.catalog, SQLITE, TODAY) is None


def test_a_follow_up_goes_on_from_sql_a_model_wrote() -> None:
    sql = (
        "SELECT r.name AS n, SUM(o.freight) AS f FROM orders o"
        " JOIN customers c ON c.customer_id = o.customer_id"
        " JOIN regions r ON r.region_id = c.region_id WHERE o.ordered_on >= '2026-10-01'"
        " AND o.ordered_on < '2026-11-01' GROUP BY r.name ORDER BY f DESC LIMIT 2"
    )
    found = ANSWERS.answer("by country instead", TODAY, everyone, "what a model alone understood", sql)
    assert isinstance(found, MetricHit)
    assert compact(found.query) == {
        "metrics": ["freight"],
        "splits": ["country"],
        "periods": [["2026-10-01", "2026-11-01"]],
        "ranking": {"direction": "top", "number": 2, "metric": "freight", "by": "value"},
    }


def test_what_lies_outside_the_data_is_said() -> None:
    answers = with_spans(dt.date(2026, 1, 1), dt.date(2026, 11, 19))

    def lines(question: str) -> tuple[str, ...]:
        return lines_of(answers, question)

    beyond = say("metrics.line.beyond", "en", first="2026-01-01", last="2026-11-19")
    before = say("metrics.line.beyond_before", "en", first="2026-01-01")
    assert beyond in lines("orders in December 2025")
    assert before in lines("orders in March 2026 compared with the same month last year")
    assert not {beyond, before} & set(lines("orders in March 2026"))


@pytest.mark.parametrize(
    "question, last, told",
    [
        ("orders in October 2026", dt.date(2026, 10, 12), True),
        ("orders this year", dt.date(2026, 9, 30), True),
        ("orders this month", dt.date(2026, 11, 19), False),
        ("orders this month", dt.date(2026, 11, 15), False),  # orders come when they come
        ("stock this month", dt.date(2026, 11, 15), True),  # a row each day
        ("stock this month", dt.date(2026, 11, 19), False),
        ("orders in August 2026", dt.date(2026, 9, 30), False),
    ],
)
def test_a_period_with_data_in_part_says_so(question: str, last: dt.date, told: bool) -> None:
    lines = lines_of(with_spans(dt.date(2026, 1, 1), last), question)
    said = say("metrics.line.beyond", "en", first="2026-01-01", last=last.isoformat())
    assert (said in lines) == told


@pytest.mark.parametrize(
    "question, last",
    [("本月每天的订单数，补零", "2026-11-19"), ("orders by week in October, gaps filled", "2026-10-31")],
)
def test_days_without_data_are_said_to_count_as_nought_up_to_yesterday(question: str, last: str) -> None:
    found = ANSWERS.answer(question, TODAY, everyone)
    assert isinstance(found, MetricHit) and found.query.filled
    language: Language = "en" if question.isascii() else "zh"
    each = say(f"metrics.each.{found.query.grain}", language)
    assert say("metrics.line.filled", language, each=each) in found.interpretation
    assert any(line.endswith(last) for line in found.interpretation)


def test_weeks_are_compared_with_whole_weeks_a_year_before() -> None:
    weeks = Window(dt.date(2026, 9, 7), dt.date(2026, 11, 16), "range")  # Monday to Sunday
    before = earlier_window(Compared("last_year"), weeks, "week")
    assert (before.start, before.end) == (dt.date(2025, 9, 8), dt.date(2025, 11, 17))
    assert (before.start.weekday(), before.end.weekday()) == (0, 0)
    by_month = earlier_window(Compared("last_year"), weeks, "month")
    assert by_month.start == dt.date(2025, 9, 7)


def test_a_holiday_a_year_before_is_that_of_the_databases_own_days() -> None:
    own = {"Fair": [(dt.date(2025, 5, 3), dt.date(2025, 5, 6)), (dt.date(2026, 6, 1), dt.date(2026, 6, 3))]}
    fair = Window(*own["Fair"][1], holiday="Fair")
    before = earlier_window(Compared("last_year"), fair, "", own)
    assert (before.start, before.end) == own["Fair"][0]
    assert (fair.year_before().start, fair.year_before().end) == (dt.date(2025, 6, 1), dt.date(2025, 6, 3))


COUNTED = """
metrics:
  - {name: sales, names: {zh: 销售, en: Sales}, table: sales, expression: COUNT(sale_id), time: sold_on}
  - {name: cars, names: {zh: 车辆数, en: Cars}, table: cars, expression: COUNT(car_id)}
dimensions:
  - {name: state, names: {zh: 状态, en: State}, column: sales.state, values: {1: [新, New], 2: [完, Done]}}
"""
COUNTED_TABLES = """
CREATE TABLE sales (sale_id INT PRIMARY KEY, sold_on DATE, state INT);
CREATE TABLE cars (car_id INT PRIMARY KEY);
"""


def counting() -> MetricAnswers:
    """Return the answers of a file that calls a count of rows Sales, and names two of its states."""
    tables = TableSet()
    assert load_ddl(COUNTED_TABLES, "sales.sql", tables) == []
    schema = Schema(tuple(table_from(item.payload) for item in tables.items().items))
    items = load_metrics(COUNTED, "sales.yaml").items
    return MetricAnswers.build(items, schema, ValueIndex(), SQLITE)


@pytest.mark.parametrize(
    "question, assumed",
    [
        ("sales last month", ("figure",)),
        ("上个月的销售", ("figure",)),
        ("how many sales last month", ()),
        ("cars", ()),
        ("revenue last month", None),
        ("上个月的营业额", None),
    ],
)
def test_a_count_of_rows_is_not_sure_to_be_what_an_amounts_word_asks_for(
    question: str, assumed: tuple[str, ...] | None
) -> None:
    found = counting().answer(question, TODAY, everyone)
    assert (found.assumed if isinstance(found, MetricHit) else None) == assumed


@pytest.mark.parametrize(
    "question, expected",
    [
        ("how many sales by state", [("7", 3), ("Done", 2), ("New", 1), ("(not given)", 1)]),
        ("top 1 state by number of sales", [("7", 3)]),
    ],
)
def test_a_code_nobody_named_is_shown_as_stored_and_ranked_like_the_rest(
    question: str, expected: list[tuple[str, int]]
) -> None:
    found = counting().answer(question, TODAY, everyone)
    assert isinstance(found, MetricHit), question
    with sqlite3.connect(":memory:") as connection:
        connection.executescript(COUNTED_TABLES)
        for number, state in enumerate([7, 7, 7, 2, 2, 1, None]):
            connection.execute("INSERT INTO sales VALUES (?, '2026-10-05', ?)", (number, state))
        assert sorted(connection.execute(found.sql)) == sorted(expected)
