"""A part of a question that a model's one statement leaves out is asked and told in the same answer."""

import pytest

from appdb.users import User
from config.wording import say
from services import Services
from tests.fakes.openai_server import FakeOpenAI, Say
from tests.integration.conftest import OpenRoom

COUNT = "SELECT count(*) AS n FROM sale WHERE day >= '2026-10-01' AND day < '2026-11-01'"
MOST = (
    "SELECT a.name, sum(s.amount) AS amount FROM sale s JOIN area a ON a.id = s.area_id"
    " GROUP BY a.name ORDER BY amount DESC LIMIT 2"
)
ASKED = "请看十月有几笔营业额，以及营业额最高的两个服务区"
PART = "营业额最高的两个服务区是哪些？"
WORDS = "十月共 90 笔。"


def _fenced(sql: str, *lines: str) -> str:
    return "\n".join((f"```sql\n{sql}\n```", *lines))


async def test_the_part_is_run_and_told_behind_the_answer_and_both_are_audited(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script(_fenced(COUNT, f"ALSO: {PART}"), WORDS, _fenced(MOST))
    async with opened() as room:
        answer = await room.ask(ASKED)
        audit = await room.app.row("SELECT sql, detail FROM audit WHERE act = 'ask'")
    assert COUNT in answer.sql and len(answer.rows) == 2  # who they are, where the words tell how many
    assert answer.answer.startswith(WORDS) and "南城服务区" not in WORDS
    part = answer.answer.removeprefix(WORDS)
    assert part.count("服务区") == 2 and "|" not in part  # its rows stand in its sentence
    assert say("agent.clause", "zh", question=PART) in answer.interpretation
    written = str(fake.requests[2]["messages"][-1]["content"])
    assert f"Question: {PART}" in written and COUNT in written
    (ran,) = [one for one in audit["detail"]["also_ran"] if one["purpose"] == "also"]
    assert ran["rows"] == 2 and "LIMIT" in ran["final_sql"]


async def test_a_part_beyond_the_rights_is_said_not_to_be_answered(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script(_fenced(COUNT, f"ALSO: {PART}"), WORDS, _fenced("SELECT rolname FROM pg_catalog.pg_authid"))
    async with opened() as room:
        answer = await room.ask(ASKED)
    missed = say("agent.also_missed", "zh", clauses=say("agent.quoted", "zh", word=PART))
    assert answer.kind == "data" and missed in answer.answer


async def test_a_part_that_nobody_asked_is_not_missed(fake: FakeOpenAI, opened: OpenRoom) -> None:
    beside = "今年各月客流与去年同期相比如何？"
    fake.script(_fenced(COUNT, f"ALSO: {beside}"), WORDS, _fenced("SELECT rolname FROM pg_catalog.pg_authid"))
    async with opened() as room:
        answer = await room.ask(ASKED)
    assert answer.answer == WORDS


MORE = "sum(s.amount) AS amount, min(s.id) AS a, max(s.id) AS b, sum(s.id) AS c, avg(s.id) AS d"


async def test_a_table_of_several_figures_a_row_is_shown_in_the_place_of_one_row_and_not_said(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    since = MOST.replace("sum(s.amount) AS amount", MORE)
    fake.script(_fenced(COUNT, f"ALSO: {PART}"), WORDS, _fenced(since))
    async with opened() as room:
        answer = await room.ask(ASKED)
    assert answer.answer == WORDS and "|" not in answer.answer
    assert [one["name"] for one in answer.columns][:3] == ["name", "amount", "a"] and answer.row_count == 2


async def test_a_table_beside_a_list_is_named_in_one_line_and_asked_by_a_button(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    last = MOST.replace("DESC", "ASC")
    part = "营业额最低的两个服务区的各项数字？"
    fake.script(
        _fenced(MOST, f"ALSO: {part}"),
        "南城服务区和东湖服务区最高。",
        _fenced(last.replace("sum(s.amount) AS amount", MORE)),
    )
    async with opened() as room:
        answer = await room.ask("营业额最高的两个服务区，以及最低的两个服务区")
    named = say("agent.also_table", "zh", part=part.rstrip("？"), count=2)
    assert answer.answer.endswith(f"\n\n{named}") and part in answer.suggestions
    assert MOST in answer.sql and [one["name"] for one in answer.columns] == ["name", "amount"]


async def test_a_part_is_worded_by_the_model_and_held_against_its_rows(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    told = Say("营业额最高的是南城服务区，4,395。", role="summary")
    fake.script(_fenced(COUNT, f"ALSO: {PART}"), WORDS, _fenced(MOST), told)
    async with opened() as room:
        answer = await room.ask(ASKED)
    assert answer.answer == f"{WORDS}\n\n{told.text}"
    facts = str(fake.requests[3]["messages"][-1]["content"])
    assert f"Question: {PART}" in facts and WORDS in facts and "nothing again" in facts


async def test_words_of_a_part_that_its_rows_do_not_bear_out_give_way_to_a_short_sentence(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    false = Say("营业额最高的是南城服务区，9,999。", role="summary")
    fake.script(_fenced(COUNT, f"ALSO: {PART}"), WORDS, _fenced(MOST), false)
    async with opened() as room:
        answer = await room.ask(ASKED)
    assert "9,999" not in answer.answer and "南城服务区" in answer.answer and "%" not in answer.answer


async def test_a_part_that_is_the_statement_again_is_not_told_twice(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script(_fenced(COUNT, f"ALSO: {PART}"), WORDS, _fenced(COUNT))
    async with opened() as room:
        answer = await room.ask(ASKED)
    assert answer.answer == WORDS


async def test_two_parts_that_the_data_lack_are_declined_once(fake: FakeOpenAI, opened: OpenRoom) -> None:
    lack = "NO_SQL: missing_data\nREASON: 数据里没有成本和利润，只有营业额，算不出各区{}的利润。"
    parts = ("ALSO: 十月各区利润多少？", "ALSO: 扣掉成本还剩多少？")
    fake.script(_fenced(COUNT, *parts), WORDS, lack.format(""), lack.format("扣除成本后"))
    async with opened() as room:
        answer = await room.ask(ASKED)
    assert answer.answer.count("算不出") == 1


async def test_a_part_of_one_row_is_told_with_its_question_before_it_and_the_rows_again_are_no_part(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    part, rate = "十月的客单价及环比是多少？", "SELECT 147.5 AS rate, 3.3 AS mom FROM sale LIMIT 1"
    words, same = (
        "南城服务区和东湖服务区最高。",
        MOST.replace("amount FROM", "total FROM").replace("BY amount", "BY total"),
    )
    fake.script(
        _fenced(MOST, f"ALSO: {part}", f"ALSO: {PART}"), words, _fenced(rate), Say(_fenced(same), role="sql")
    )
    async with opened() as room:
        answer = await room.ask(ASKED)
    assert same != MOST and "147.5" in answer.answer.partition(part.rstrip("？"))[2]
    assert PART not in answer.answer and answer.answer.count("|") == 0


async def test_two_figures_of_one_kind_in_a_row_are_told_by_their_heads(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    part = "十月的退货率和去年同期？"
    rate = 'SELECT 19.2 AS "退货率(%)", 26.8 AS "去年同期退货率(%)" FROM sale LIMIT 1'
    fake.script(_fenced(COUNT, f"ALSO: {part}"), WORDS, _fenced(rate))
    async with opened() as room:
        answer = await room.ask("十月有几笔营业额，退货率和去年同期呢")
    told = answer.answer.removeprefix(WORDS)
    assert "去年同期退货率" in told and "19.2" in told and "26.8" in told


async def test_a_part_that_who_words_the_rows_finds_missing_is_asked_and_its_line_is_not_shown(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script(_fenced(COUNT), f"{WORDS}\nALSO: {PART}", _fenced(MOST))
    async with opened() as room:
        answer = await room.ask("十月有几笔营业额")
    part = answer.answer.removeprefix(WORDS)
    assert "ALSO" not in answer.answer and part.count("服务区") == 2
    assert say("agent.clause", "zh", question=PART) in answer.interpretation


GAP = "这里没有去年的数字，说不出与去年比怎么样。"


async def test_a_sentence_that_blames_the_rows_is_not_shown_and_what_it_lacks_is_read(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    read_as = "QUESTION: 去年十月有几笔？"
    fake.script(_fenced(COUNT), f"{WORDS}{GAP}", _fenced(COUNT.replace("2026", "2025"), read_as))
    async with opened() as room:
        answer = await room.ask("十月有几笔营业额，比去年呢")
    assert GAP not in answer.answer and answer.answer.startswith(WORDS)
    assert "去年十月有几笔" in answer.answer
    assert GAP in str(fake.requests[2]["messages"][-1]["content"])


async def test_what_no_table_holds_is_said_in_the_writers_words(fake: FakeOpenAI, opened: OpenRoom) -> None:
    reason = "没有记录客流的表。"
    fake.script(_fenced(COUNT), f"{WORDS}{GAP}", f"NO_SQL: missing_data\nREASON: {reason}")
    async with opened() as room:
        answer = await room.ask("十月有几笔营业额，客流呢")
    assert answer.answer == f"{WORDS}\n\n{reason}"


async def test_no_more_is_written_than_the_calls_of_a_question_allow(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script(_fenced(COUNT, f"ALSO: {PART}"), WORDS, _fenced(MOST))
    async with opened(max_attempts=1) as room:
        answer = await room.ask(ASKED)
    assert len(fake.requests) == 2 and say("agent.quoted", "zh", word=PART) in answer.answer


async def test_an_english_question_has_its_part_told_in_english(fake: FakeOpenAI, opened: OpenRoom) -> None:
    asked, part = "How many sales in October and which area took most?", "Which area took most?"
    fake.script(_fenced(COUNT, f"ALSO: {part}"), "90 sales in October.", _fenced(MOST.replace("2", "1")))
    async with opened() as room:
        answer = await room.ask(asked)
    told = answer.answer.removeprefix("90 sales in October.")
    assert told != answer.answer and "4,395" in told
    assert say("agent.clause", "en", question=part) in answer.interpretation


USER = User("ann", role="admin", display_name="Ann")
TOOK = 'METRIC: {"metrics": ["takings"], "from": "2026-10-01", "until": "2026-11-01"}'
BY_AREA = (
    'METRIC: {"metrics": ["takings"], "split_by": ["area"], "from": "2026-10-01", "until": "2026-11-01"}'
)


@pytest.mark.parametrize("part", [BY_AREA, _fenced(MOST)], ids=["metric", "sql"])
async def test_what_a_line_of_metrics_leaves_out_is_told_too(
    part: str, fake: FakeOpenAI, taught_shop: Services
) -> None:
    asked, left = "What did we make in October and which area did well?", "Which area made most in October?"
    fake.script(f"{TOOK}\nALSO: {left}", "Takings came to 13,095.", part)
    answer = await taught_shop.assistant.ask_whole(asked, user=USER, connection="shop", fresh=True)
    assert answer.source == "metric" and answer.answer.startswith("Takings came to"), answer
    assert answer.answer.count("服务区") >= 2 and "4,395" in answer.answer, answer.answer
    assert say("agent.clause", "en", question=left) in answer.interpretation


async def test_a_part_that_is_an_analysis_is_carried_out_and_its_first_sentence_told(
    fake: FakeOpenAI, taught_shop: Services
) -> None:
    asked, left = "What did we make in October and why did it change?", "Why did takings change in October?"
    why = TOOK.replace('{"metrics"', '{"analysis": "why", "metrics"')
    fake.script(f"{TOOK}\nALSO: {left}", "Takings came to 13,095.", why)
    answer = await taught_shop.assistant.ask_whole(asked, user=USER, connection="shop", fresh=True)
    assert answer.answer.endswith(
        "There are no data for both periods: they run from 2026-10-01 to 2026-10-31."
    )
    assert say("agent.clause", "en", question=left) in answer.interpretation


async def test_a_part_that_nobody_asked_is_not_told_behind_a_report_that_could_look(
    fake: FakeOpenAI, taught_shop: Services
) -> None:
    asked, beside = (
        "What lies behind the better second half of October?",
        "How many sales has each area by week?",
    )
    why = '{"analysis": "why", "metrics": ["takings"], "from": "2026-10-17", "until": "2026-11-01"}'
    told = Say("Takings came to 6,547.", role="report")
    fake.script(f"METRIC: {why}\nALSO: {beside}", told, _fenced(MOST))
    answer = await taught_shop.assistant.ask_whole(asked, user=USER, connection="shop", fresh=True)
    assert answer.answer == "Takings came to 6,547."
