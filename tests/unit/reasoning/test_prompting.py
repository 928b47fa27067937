"""What a model is asked holds everything it needs, and stays small."""

import re
from dataclasses import replace

import pytest

from config.wording import Language
from errors import SettingsError
from knowledge.items import Example, Linked, LinkedDocument, LinkedTable, LinkedValue, PeriodText
from llm.usage import estimated_tokens
from reasoning.model import shortened
from reasoning.prompting import PROMPTS, conversation, prompt, sql_messages, summary_messages
from reasoning.reasoner import Brief, Facts, PastTurn, SqlFault

LINKED = Linked(
    tables=(LinkedTable("public.sale", 1.0, "sale(id int, day date, amount numeric) -- 营业额"),),
    documents=(LinkedDocument("客单价", "营业额除以笔数", 0.5),),
    examples=(Example("p1", "总营业额", "SELECT sum(amount) FROM sale", 0.9),),
    values=(LinkedValue("南城", "南城服务区", "public.area.name"),),
    periods=(PeriodText("上个月", "2026-10-01", "2026-11-01"),),
)
BRIEF = Brief(
    question="那上个月呢？",
    language="zh",
    connection="demo",
    dialect="postgres",
    today="2026-11-20",
    linked=LINKED,
    history=(PastTurn("第一问", "SELECT 1"), PastTurn("第二问", "SELECT 2"), PastTurn("第三问", "SELECT 3")),
    faults=(SqlFault("SELECT x FROM sale", "unknown_name", 'column "x" does not exist', "Perhaps amount"),),
)


def _text(brief: Brief, **more: str) -> tuple[str, str]:
    system, user = sql_messages(brief, **more)
    return str(system.content), str(user.content)


@pytest.mark.parametrize(
    "part",
    ["sale(id int", "客单价: 营业额除以笔数", "SELECT sum(amount) FROM sale", "南城服务区",
     "public.area.name", ">= '2026-10-01' and < '2026-11-01'", 'column "x" does not exist',
     "Perhaps amount", "第一问", "SELECT 3"],
)  # fmt: skip
def test_brief_reaches_the_model(part: str) -> None:
    assert part in _text(BRIEF)[1]


def test_tables_come_by_how_much_of_them_is_shown_and_only_then_more_may_be_asked_for() -> None:
    brief_only = LinkedTable("public.shop", 0.2, "shop(id, name)", level="line")
    named = [LinkedTable(f"public.t{i}", 0.0, f"t{i}", level="name") for i in range(3)]
    tables = (*LINKED.tables, brief_only, *named)
    more = replace(BRIEF, linked=replace(LINKED, tables=tables, likeliest=("public.sale",)))
    system, user = _text(more)
    places = [user.index(part) for part in ("sale(id int", "shop(id, name)", "t0, t1, t2", "Likeliest")]
    assert places == sorted(places) and user.endswith("Question: 那上个月呢？")
    assert "NEED:" in system and "NEED:" not in _text(BRIEF)[0]


def test_beside_a_whole_schema_no_table_is_called_likelier() -> None:
    tables = (*LINKED.tables, LinkedTable("public.shop", 0.2, "shop(id, name)"))
    brief = replace(BRIEF, linked=replace(LINKED, tables=tables, likeliest=("public.sale",)))
    assert "Likeliest" in _text(brief)[1]
    assert "Likeliest" not in _text(replace(brief, linked=replace(brief.linked, whole=True)))[1]


def test_the_metrics_form_is_offered_only_with_metrics_and_is_the_same_for_every_question() -> None:
    metrics = ("- sales (销售额): SUM(amount) of sale, by day",)
    first = replace(BRIEF, metrics=metrics, faults=())
    system, user = _text(first)
    assert "METRIC:" in system and "METRIC:" not in _text(replace(first, metrics=()))[0]
    assert metrics[0] in user and "METRIC:" not in user
    assert system == _text(replace(first, question="总额", metrics=(*metrics, "- b (b)")))[0]


@pytest.mark.parametrize(
    "later", [replace(BRIEF, is_second=True, faults=()), BRIEF], ids=["second", "repair"]
)
def test_sql_written_later_still_knows_what_the_metrics_are_made_of(later: Brief) -> None:
    system, user = _text(replace(later, metrics=("- sales (销售额): SUM(amount) of sale, by day",)))
    assert "METRIC:" not in system and "SUM(amount) of sale" in user


def test_older_turns_come_as_their_question_alone() -> None:
    assert "SELECT 1" not in _text(BRIEF)[1]


def test_question_stands_last_unless_a_reply_is_corrected() -> None:
    assert _text(BRIEF)[1].endswith("Question: 那上个月呢？")
    assert "DROP TABLE sale" in _text(BRIEF, correction="DROP TABLE sale")[1].split("Question:")[1]


def test_system_prompt_knows_the_day_the_engine_and_the_language() -> None:
    system = _text(BRIEF)[0]
    assert "2026-11-20" in system and "PostgreSQL" in system and "简体中文" in system


def test_the_writer_knows_to_which_day_the_data_run_where_that_is_not_today() -> None:
    assert "data run to" not in _text(BRIEF)[0]
    assert "Today is 2026-11-20, data run to 2026-11-18." in _text(replace(BRIEF, data_until="2026-11-18"))[0]


def test_of_a_month_that_runs_the_writer_knows_when_it_ends() -> None:
    running = PeriodText("11月", "2026-11-01", "2026-11-21", "2026-12-01")
    told = _text(replace(BRIEF, linked=replace(LINKED, periods=(running,))))[1]
    assert "- 11月: >= '2026-11-01' and < '2026-11-21' so far, all of it < '2026-12-01'" in told


def test_of_a_month_that_may_be_to_come_the_writer_knows_the_one_that_is() -> None:
    december = PeriodText("12月", "2025-12-01", "2026-01-01", next="2026-12-01")
    told = _text(replace(BRIEF, linked=replace(LINKED, periods=(december,))))[1]
    assert "- 12月: >= '2025-12-01' and < '2026-01-01'; the one to come: >= '2026-12-01'" in told


def test_a_document_does_not_say_a_term_again_that_stands_beside_it() -> None:
    term = LinkedDocument("占比", "占比 (比例, share): 部分除以全部。", 0.9)
    lines = "- 环比（比上期）：与上期相比。\n- 占比（比例、share）：部分除以全部。"
    both = (
        LinkedDocument("术语 › 比较", lines, 0.8),
        term,
        LinkedDocument("占比说明", lines.partition("\n")[2], 0.7),
    )
    told = _text(replace(BRIEF, linked=replace(LINKED, documents=both)))[1]
    assert told.count("部分除以全部。") == 1
    assert "- 术语 › 比较: - 环比（比上期）：与上期相比。\n- 占比 (比例, share): 部分除以全部。\n\n" in told


def test_prompts_leave_room_for_the_schema_within_1500_tokens() -> None:
    system, _ = _text(BRIEF)
    facts = Facts("问" * 20, "zh", [{"name": "a"}], [["x" * 10, 1]] * 10, 10, False, ("合计 10。",) * 3)
    summary = "".join(str(message.content) for message in summary_messages(facts))
    assert estimated_tokens(system) <= 520
    assert estimated_tokens(summary) <= 300


def test_a_summary_is_told_what_its_figures_are_where_that_is_defined() -> None:
    facts = Facts("折扣是多少", "zh", [{"name": "a"}], [[1]], 1, False, statements=("折扣为 50 %。",))
    plain, told = (
        str(summary_messages(one)[1].content)
        for one in (facts, replace(facts, meanings=("折扣: 实洋 ÷ 码洋",)))
    )
    assert plain.endswith("Facts:\n- 折扣为 50 %。")
    assert told.endswith("Facts:\n- 折扣为 50 %。\n\nFigures:\n- 折扣: 实洋 ÷ 码洋")


def test_a_summary_is_asked_for_in_the_words_of_who_asked_beside_what_they_were_read_as() -> None:
    facts = Facts("净营业额是多少", "zh", [{"name": "a"}], [[1]], 1, False)
    (_, plain), (_, both) = (summary_messages(one) for one in (facts, replace(facts, asked="净额咋算")))
    assert str(plain.content).startswith("Question: 净营业额是多少\n")
    assert str(both.content).startswith("Question: 净额咋算\nRead as: 净营业额是多少\n")


def test_shortened_brief_keeps_the_best_of_everything() -> None:
    short = shortened(BRIEF)
    assert short.linked.tables == LINKED.tables
    assert short.history == BRIEF.history[-1:]
    two = replace(LINKED, tables=(LinkedTable("a", 0.1, "a(x)"), LinkedTable("b", 0.9, "b(x)")), whole=True)
    half = shortened(replace(BRIEF, linked=two)).linked
    assert ([table.name for table in half.tables], half.whole) == (["b"], False)


def test_missing_variable_is_named() -> None:
    with pytest.raises(SettingsError) as raised:
        prompt("write_sql", dialect="postgres")
    assert raised.value.code == "prompt_variable_missing"
    assert raised.value.params["variable"] == "today"


def test_missing_prompt_is_named() -> None:
    with pytest.raises(SettingsError) as raised:
        prompt("no_such_prompt")
    assert raised.value.params == {"name": "no_such_prompt"}


def test_value_with_braces_is_not_taken_for_a_variable() -> None:
    assert "{today}" in prompt("correct_reply", reply="{today}")


def test_every_prompt_is_used() -> None:
    rooms = [PROMPTS.parents[1] / name for name in ("reasoning", "evaluation")]
    source = "".join(p.read_text("utf-8") for room in rooms for p in room.rglob("*.py"))
    used = set(re.findall(r'prompt\(\s*"(\w+)"', source))
    assert used == {path.stem for path in PROMPTS.glob("*.md")}


@pytest.mark.parametrize(
    ("question", "language", "asked"),
    [
        ("合格率和最差的三家", "zh", True),
        ("How many were rejected, and which client had most?", "en", True),
        ("各服务区的营业额是多少？", "zh", False),
        ("Revenue by area last month", "en", False),
    ],
)
def test_a_question_of_parts_may_name_one_that_its_statement_leaves_out(
    question: str, language: Language, asked: bool
) -> None:
    brief = replace(BRIEF, question=question, language=language, faults=())
    assert ("ALSO:" in _text(brief)[1]) is asked
    assert "ALSO:" not in _text(replace(brief, is_second=True))[1]


def test_an_earlier_analysis_comes_by_its_words_and_time_not_by_the_sql_of_its_looks() -> None:
    looks = ";\n\n".join(f"-- Revenue by branch {n}\nSELECT sum(amount) FROM sale" for n in range(900))
    why = PastTurn(
        "为什么收入下降？",
        looks,
        "收入 4,350 万元，降 3 %。\n\n- 南城服务区少 120 万元。",
        when="2026 年 10 月",
    )
    told = _text(replace(BRIEF, history=(*BRIEF.history, why)))[1]
    assert all(part in told for part in ("(2026 年 10 月)", "收入 4,350 万元", "南城服务区少", "SELECT 3"))
    assert "by branch" not in told and "SELECT 2" not in told


@pytest.mark.parametrize("room", [200, 600, 3000])
def test_earlier_turns_stay_within_their_room_and_the_last_goes_first(room: int) -> None:
    long = "Sales went up by 4.5 %. " * 60
    turns = [PastTurn(f"question {n}", "SELECT amount FROM sale " * 30, long) for n in range(40)]
    told = "\n".join(conversation(tuple(turns), room))
    assert len(told) < room + 200 and "question 39" in told
    assert all(line.strip().endswith("%.") for line in told.splitlines() if "Sales" in line)


def test_one_look_is_a_statement_to_go_on_from_without_its_comment() -> None:
    one = PastTurn("q", "-- Revenue\nSELECT sum(amount)\nFROM sale;")
    assert conversation((one,), 3000)[0].endswith("SELECT sum(amount) FROM sale")


def test_a_period_to_come_is_told_to_have_no_data_yet() -> None:
    periods = (
        PeriodText("明天", "2026-11-30", "2026-12-01"),
        PeriodText("今天", "2026-11-28", "2026-11-29"),
    )
    brief = Brief(
        "明天开会看什么",
        "zh",
        "shop",
        "postgres",
        "2026-11-29",
        Linked(periods=periods),
        data_until="2026-11-28",
    )
    told = str(sql_messages(brief)[1].content)
    assert "- 明天: >= '2026-11-30' and < '2026-12-01'; no data of it yet" in told
    assert "- 今天: >= '2026-11-28' and < '2026-11-29'\n" in told
