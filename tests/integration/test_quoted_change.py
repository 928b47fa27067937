"""A change in percent that is quoted without a time is never denied from a time that nobody named."""

import pytest

from appdb.users import User
from services import Services

USER = User("ann", role="admin", display_name="Ann")


@pytest.mark.parametrize(
    ("question", "told"),
    [
        (
            "营业额涨了快14%是不是全靠新店",
            "「涨了快14%」与本月（2026-11-01 至 11-19）比去年同期（2025-11-01 至 11-19） +13.2 %",
        ),
        ("营业额环比涨了15.6%怎么回事", "「涨了15.6%」与上个月（2026-10-01 至 10-31）比 2026 年 9 月"),
        ("清远分公司营业额同比涨了149.8%，是不是新店", "与上个季度（2026-07-01 至 09-30）比去年同期"),
        (
            "sales up almost 14% on last year. is that real or just the new sites?",
            "this month (1–19 Nov 2026)",
        ),
        ("our sales grew 17.6% year on year - is that organic?", "this year (1 Jan – 19 Nov 2026)"),
        ("is the 14% growth in revenue real?", "last month (1–31 Oct 2026) on a year before"),
    ],
)
async def test_the_usual_time_that_yields_it_is_taken(services: Services, question: str, told: str) -> None:
    answer = await services.assistant.ask_whole(question, user=USER, thread=question, connection="demo")
    first, *more = answer.answer.splitlines()
    assert told in first and ("相符" in first or "fits" in first)
    if "新店" in question or "new sites" in question:
        assert any("不算新增的" in one or "Without the new" in one for one in more)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("营业额涨了30%是真的吗", "+13.2 %"),
        ("vehicle traffic is down nearly 5% vs last year, why?", "+11.4 %"),
    ],
)
async def test_where_none_yields_it_each_is_told(services: Services, question: str, told: str) -> None:
    answer = await services.assistant.ask_whole(question, user=USER, thread=question, connection="demo")
    assert told in answer.answer and ("都不相符" in answer.answer or "fits none" in answer.answer)


@pytest.mark.parametrize(
    "question",
    [
        "为什么今年营业额涨了17.5%",
        "why was revenue up 14% in October 2026?",
        "哪些服务区营业额涨了14%以上",
        "which service areas grew by more than 14% this month",
    ],
)
async def test_a_time_that_is_named_or_a_limit_is_none(services: Services, question: str) -> None:
    answer = await services.assistant.ask_whole(question, user=USER, thread=question, connection="demo")
    assert "没有说明时间" not in answer.answer and "o time was named" not in answer.answer


async def test_the_time_asked_about_before_is_tried_first(services: Services) -> None:
    for question in ("10月营业额多少", "营业额涨了14%，是不是新店"):
        answer = await services.assistant.ask_whole(question, user=USER, thread="quoted", connection="demo")
    assert "与10月（2026-10-01 至 10-31）比去年同期（2025 年 10 月） +14.0 %" in answer.answer.splitlines()[0]


async def test_a_fall_without_a_time_is_sought_and_one_of_other_days_off_is_no_fall(
    services: Services,
) -> None:
    said = [
        await services.assistant.ask_whole(question, user=USER, thread="sought", connection="demo")
        for question in ("营业额为什么跌了", "那东莞呢")
    ]
    for answer in said:
        assert answer.kind == "data" and "没有哪一段跌得超出平常的起伏" in answer.answer
        assert "不能直接比的：本月" in answer.answer and "节假日不同（0 天，之前 7 天）" in answer.answer
    assert "东莞" in said[1].answer
