"""Who has least because it began within the time is told with its days; nobody else is."""

import pytest

from appdb.users import User
from services import Services

USER = User("ann", role="admin", display_name="Ann")


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("今年营业额最低的3个服务区", "吴川服务区 2026-06-30 起才有，只占这段时间的 "),
        ("今年人效最低的3个服务区", "吴川服务区 2026-06-30 起才有"),
        (
            "Which area had the lowest revenue this year?",
            "Wuchuan Service Area has been there since 30 Jun 2026",
        ),
        ("上个月营业额最低的3个服务区", ""),
        ("今年退款率最低的3个服务区", ""),
        ("今年营业额最高的3个服务区", ""),
    ],
)
async def test_who_is_lowest_for_it_began_within_the_time_is_said(
    services: Services, question: str, told: str
) -> None:
    answer = await services.assistant.ask_whole(question, user=USER, thread=question, connection="demo")
    assert answer.kind == "data" and answer.rows
    assert told in answer.answer
    assert bool(told) == ("起才有" in answer.answer or "has been there since" in answer.answer)


@pytest.mark.parametrize(
    ("question", "ended"),
    [
        ("上个月粤山珍丹霞店营业额多少", True),
        ("revenue of Yue Mountain Goods Danxia last month", True),
        ("今年1月粤山珍丹霞店营业额多少", False),
        ("上个月南城服务区检查不合格的次数", False),
    ],
)
async def test_a_time_after_it_ended_is_said_to_be_so(services: Services, question: str, ended: bool) -> None:
    answer = await services.assistant.ask_whole(question, user=USER, thread=question, connection="demo")
    assert ("2026-03-31" in answer.answer or "31 Mar 2026" in answer.answer) is ended
    assert ended == ("在它结束之后" in answer.answer or "after it ended" in answer.answer)


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("吴川服务区去年10月营业额", "2026-06-30"),
        ("吴川服务区2025年11月投诉有多少", "2026-06-30"),
        ("Wuchuan Service Area revenue October 2025", "30 Jun 2026"),
        ("吴川服务区今年7月营业额", ""),
        ("南城服务区去年10月营业额", ""),
    ],
)
async def test_a_time_before_it_began_is_said_so(services: Services, question: str, begins: str) -> None:
    answer = await services.assistant.ask_whole(question, user=USER, thread=question, connection="demo")
    told = "还没有，所以没有数据" in answer.answer or "not there yet" in answer.answer
    assert told == bool(begins) and (not begins or "2026-06-30" in answer.answer or begins in answer.answer)
    assert "去掉其中一个条件" not in answer.answer and "without one of them" not in answer.answer
