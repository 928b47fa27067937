"""Where nobody listed a briefing's figures, what has a target leads and every table has its own."""

from dataclasses import replace

from analysis.briefing.scorecard import Line, scorecard
from analysis.target.aims import target_of
from knowledge.metrics import Metric
from tests.unit.analysis.kiosks import desk_of, kiosks, told
from understanding.metric.desk import MetricDesk


def drafted_desk(*more: Metric) -> MetricDesk:
    """Return a desk over kiosks whose scorecard nobody listed, with further figures."""
    desk = desk_of(kiosks()[1], "en")
    reader = desk.answers.reader
    catalog = reader.known.catalog
    metrics = catalog.metrics | {one.name: one for one in more}
    unlisted = replace(catalog, scorecard=(), metrics=metrics)
    spans = {**reader.known.spans, "tickets.closed_on": reader.known.spans["tickets.opened_on"]}
    known = replace(reader.known, catalog=unlisted, spans=spans)
    return replace(desk, answers=replace(desk.answers, reader=replace(reader, known=known)))


def test_a_drafted_scorecard_leads_with_what_has_a_target_and_has_a_figure_of_each_table() -> None:
    lines = scorecard(drafted_desk())
    assert lines[0] == Line("takings", "target")
    assert {"takings", "tickets", "average_sale"} <= {line.metric for line in lines}


def test_a_target_and_money_taken_off_never_lead_and_who_left_stands_beside_who_came() -> None:
    known = drafted_desk().catalog.metrics
    goal = replace(known["target"], name="goal", zh="工单目标", en="Ticket goal", unit_zh="", unit_en="")
    discount = replace(known["takings"], name="discount", zh="折扣金额", en="Discounts", table="tickets")
    closed = replace(known["tickets"], name="closed", zh="关闭数", en="Closed", time="closed_on")
    lines = [line.metric for line in scorecard(drafted_desk(goal, discount, closed))]
    assert lines[0] == "takings" and "goal" not in lines and "target" not in lines
    assert {"tickets", "closed"} <= {*lines}


def test_a_target_is_known_by_what_its_figures_rows_are_called() -> None:
    desk = drafted_desk()
    takings, target = desk.catalog.metrics["takings"], desk.catalog.metrics["target"]
    rows = desk.catalog.schema.table("takings")
    assert rows is not None
    tables = tuple(
        replace(one, comment="售货亭日报") if one is rows else one for one in desk.catalog.schema.tables
    )

    def target_called(name: str) -> str:
        aim = replace(target, zh=name, en="", synonyms=())
        metrics = {"takings": takings, "aim": replace(aim, name="aim")}
        catalog = replace(desk.catalog, metrics=metrics, schema=replace(desk.catalog.schema, tables=tables))
        known = replace(desk.answers.reader.known, catalog=catalog)
        reader = replace(desk.answers.reader, known=known)
        return target_of(takings, replace(desk, answers=replace(desk.answers, reader=reader)))

    assert target_called("目标收款额") == target_called("售货亭收款额目标") == "aim"
    assert target_called("线上收款额目标") == ""


def test_a_listed_figure_without_a_time_is_told_as_it_stands_now() -> None:
    waiting = Metric(
        "waiting", "待处理数", "Waiting", table="tickets", expression="COUNT(ticket_id)",
        filters=("state = 1",), decimals=0,
    )  # fmt: skip
    database, answers = kiosks()
    known = answers.reader.known
    catalog = replace(
        known.catalog,
        metrics=known.catalog.metrics | {"waiting": waiting},
        scorecard=("takings", "waiting", "tickets"),
    )
    answers = replace(answers, reader=replace(answers.reader, known=replace(known, catalog=catalog)))
    outcome, english = told("How are we doing?", database, answers)
    assert "As it stands now, of no period: waiting 120." in english
    assert "按当前数据（不分时间，没有对比）：待处理数 120。" in told("最近怎么样", database, answers)[1]
    assert outcome.result and [row[0] for row in outcome.result.rows] == ["Takings", "Tickets"]
