"""A statement that compares times of which the later has fewer days of data is written again, or said so."""

import pytest

from tests.fakes.openai_server import FakeOpenAI, Say
from tests.integration.conftest import OpenRoom

# Sales run to 31 October: of the week from the 26th there are six days.
WEEKS = (
    "SELECT sum(amount) FILTER (WHERE day >= '2026-10-26' AND day < '2026-11-02') AS week,"
    " sum(amount) FILTER (WHERE day >= '2026-10-19' AND day < '{end}') AS before,"
    " round(100 * (sum(amount) FILTER (WHERE day >= '2026-10-26' AND day < '2026-11-02')"
    " / sum(amount) FILTER (WHERE day >= '2026-10-19' AND day < '{end}') - 1), 1) AS \"growth (%)\" FROM sale"
)
SEVEN, SIX = (WEEKS.format(end=end) for end in ("2026-10-26", "2026-10-25"))
TOLD = "Times not alike"


def _sql(text: str) -> Say:
    return Say(f"```sql\n{text}\n```", role="sql")


async def test_the_writer_is_told_once_and_what_it_then_writes_stands(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script(_sql(SEVEN), _sql(SIX), Say("Sales fell by 2.2 %.", role="summary"))
    async with opened() as room:
        answer = await room.ask("Sales of the week from 26 October beside the one before, with growth?")
    asked = [str(one["messages"][-1]["content"]) for one in fake.requests]
    assert answer.sql == SIX and [TOLD in one for one in asked][:2] == [False, True]
    assert "End the earlier before 2026-10-25 and the later before 2026-11-01" in asked[1]


@pytest.mark.parametrize(
    ("question", "days"),
    [
        ("Sales of the week from 26 October beside the one before, with growth?", "6 and 7 days"),
        ("10月26日那周的销售比前一周增长多少？", "6 天和 7 天"),
    ],
)
async def test_growth_between_unlike_times_is_no_headline(
    fake: FakeOpenAI, opened: OpenRoom, question: str, days: str
) -> None:
    async with opened() as room:
        fake.script(_sql(SEVEN), _sql(SEVEN))
        before = (await room.ask(question)).answer  # told by the first fact alone
        fake.script(_sql(SEVEN), _sql(SEVEN), Say("Sales fell by 22.6 %. 下降 22.6 %。", role="summary"))
        answer = await room.ask(question.replace("26", "26 "))
    assert answer.sql == SEVEN and answer.rows[0][2] == -22.6
    assert days in before and days in answer.answer and "22.6" not in answer.answer


async def test_two_times_side_by_side_that_the_calendar_cuts_are_no_comparison(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    months = WEEKS.partition(", round")[0].replace("10-26", "10-01").replace("10-19", "09-01") + " FROM sale"
    fake.script(_sql(months.format(end="2026-10-01")))
    async with opened() as room:
        answer = await room.ask("Sales of September and of October?")
    assert answer.kind == "data" and len([one for one in fake.requests if "SELECT" in str(one)]) <= 2
    assert not any(TOLD in str(one) for one in fake.requests)
