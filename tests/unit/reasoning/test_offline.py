"""Without a model: rows are counted, facts worded, everything else declined."""

import pytest

from errors import ModelError
from knowledge.items import Linked, LinkedTable
from reasoning.offline import OfflineReasoner, counted_table
from reasoning.reasoner import Brief, Facts, NoSql, SqlDraft, SqlFault
from understanding.verdicts import Reading

TABLES = (
    LinkedTable("public.service_areas", 1, "-- 服务区\npublic.service_areas(name text)"),
    LinkedTable("public.shops", 0.9, "-- 店铺\npublic.shops(name text)"),
    LinkedTable("public.complaints", 0.8, "-- 投诉：顾客的投诉\npublic.complaints(id bigint)"),
    LinkedTable("public.gift_cards", 0.5, "public.gift_cards(id bigint)"),
)


def brief(question: str, **changes) -> Brief:
    known = {"language": "zh", "connection": "demo", "dialect": "postgres", "today": "2026-11-20"}
    return Brief(**{"question": question, "linked": Linked(tables=TABLES), **known, **changes})


@pytest.mark.parametrize(
    ("question", "table"),
    [
        ("有多少个服务区？", "public.service_areas"),
        ("请问一共有几个服务区", "public.service_areas"),
        ("服务区的数量", "public.service_areas"),
        ("How many shops are there?", "public.shops"),
        ("投诉总数是多少", "public.complaints"),
        ("how many gift cards do we have", "public.gift_cards"),
    ],
)
def test_plain_count_is_of_its_table(question, table):
    assert counted_table(question, TABLES) == table


@pytest.mark.parametrize(
    "question",
    [
        "营业中的店铺有多少家？",
        "上个月有多少投诉？",
        "南城有多少家店铺",
        "有多少服务区有店铺",
        "How many customers are there?",
        "How many shops have closed?",
        "有多少个服务区超过10家店铺",
        "服务区有哪些",
        "没有店铺的服务区有多少个",
        "它们的店铺有多少家",
        "how many shops do they have",
        "荔枝几月上市？",
        "",
    ],
)
def test_any_other_word_makes_it_another_question(question):
    assert counted_table(question, TABLES) is None


@pytest.mark.parametrize(
    ("assumed", "unread", "alternatives", "answered"),
    [
        (("unread",), ("贡献了",), ("上个月的营业额",), True),
        (("figure",), (), ("上个月的营业额",), True),
        (("part_of_name", "unread"), ("logged",), ("上个月的营业额",), True),
        (("slip",), (), ("上个月的营业额",), False),
        (("edit", "unread"), ("看了",), ("上个月的营业额",), False),
        (("figure",), (), ("上个月的营业额", "上个月的订单数"), False),
        (("unread",), ("排个队",), ("上个月的营业额",), False),
        (("unread",), ("what happened",), ("上个月的营业额",), False),
        (("unread",), ("when",), ("上个月的营业额",), False),
    ],
)
async def test_the_only_reading_that_takes_little_for_granted_is_answered_and_told(
    assumed, unread, alternatives, answered
):
    read = Reading(
        "candidate",
        alternatives=alternatives,
        assumed=assumed,
        unread=unread,
        asked=alternatives[0],
        sql="SELECT 1",
    )
    draft = await OfflineReasoner().write_sql(brief("上个月营业额", candidate=read))
    assert isinstance(draft, SqlDraft) is answered
    told = [one for one in assumed if one != "part_of_name"]  # the name stands whole in how it was read
    assert not answered or (draft.sql == "SELECT 1" and len(draft.reading) == len(told))


async def test_count_is_written_in_the_connections_dialect():
    draft = await OfflineReasoner().write_sql(brief("有多少个服务区？"))
    assert isinstance(draft, SqlDraft)
    assert draft.sql == 'SELECT COUNT(*) AS "数量" FROM public.service_areas'
    assert draft.reading == ("数的是表 public.service_areas 的行数",)
    draft = await OfflineReasoner().write_sql(
        brief("how many shops are there", language="en", dialect="mysql")
    )
    assert isinstance(draft, SqlDraft) and draft.sql == "SELECT COUNT(*) AS `Count` FROM public.shops"


async def test_other_questions_are_declined_for_want_of_a_model():
    draft = await OfflineReasoner().write_sql(brief("预测明年的营业额"))
    assert isinstance(draft, NoSql)
    assert (draft.reason, draft.question) == ("no_model", "预测明年的营业额")


async def test_failed_count_is_not_written_again():
    fault = SqlFault("SELECT COUNT(*) FROM public.service_areas", "permission", "denied")
    assert isinstance(await OfflineReasoner().write_sql(brief("有多少个服务区？", faults=(fault,))), NoSql)


def facts(**changes) -> Facts:
    return Facts(
        **{
            "question": "q",
            "language": "zh",
            "columns": [],
            "rows": [],
            "row_count": 0,
            "truncated": False,
            **changes,
        }
    )


async def worded(given: Facts) -> str:
    return "".join([piece async for piece in OfflineReasoner().summarize(given)])


async def test_summary_is_the_computed_sentences():
    assert await worded(facts(statements=("甲。", "乙。"))) == "甲。乙。"
    assert await worded(facts(language="en", statements=("One.", "Two."))) == "One. Two."


async def test_summary_without_statements_is_the_row_count():
    assert await worded(facts(row_count=7)) == "共 7 行。"
    assert "No" in await worded(facts(language="en"))


async def test_common_knowledge_needs_a_model():
    with pytest.raises(ModelError) as caught:
        async for _ in OfflineReasoner().answer_general("荔枝几月上市？", "zh"):
            pass
    assert caught.value.code == "model_needed"
