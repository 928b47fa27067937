"""A wording that its pair's SQL never answers is told with the words that were not read."""

import pytest

from config.wording import say
from database.dialects import POSTGRES
from database.schema import Column, Schema, Table
from knowledge.items import KnowledgeItem
from teaching.upkeep.pair_words import unread_wordings

SCHEMA = Schema(
    (Table("public", "sale", (Column("sold_on", "date"), Column("amount", "numeric", "销售额")), "销售"),)
)
TIMED = "SELECT SUM(amount) FROM sale WHERE sold_on >= :period_start AND sold_on < :period_end"


def _pair(question: str, sql: str, *variants: str) -> KnowledgeItem:
    return KnowledgeItem("", "shop", "pair", question, sql, {"variants": list(variants)})


@pytest.mark.parametrize(
    ("pair", "told"),
    [
        (_pair("上个月销售额", TIMED, "sales last month", "上个月末销售额"), []),
        (
            _pair("上个月销售额", TIMED, "开业那阵子的销售额"),
            [("pair_period_not_one", "开业那阵子的销售额", "阵子")],
        ),
        (_pair("上个月和9月的销售额", TIMED), [("pair_period_not_one", "上个月和9月的销售额", "–")]),
        (_pair("上个月销售额", "SELECT 1"), [("pair_period_without_slot", "上个月销售额", "–")]),
        (_pair("销售额最高的门店", "SELECT 1 LIMIT :top_n"), []),
        (_pair("销售额排名", "SELECT 1 LIMIT :top_n"), [("pair_number_not_found", "销售额排名", "–")]),
        (_pair("销售额", "SELECT SUM(amount) FROM sale"), []),
    ],
)
def test_a_wording_that_no_question_is_read_as_is_told(
    pair: KnowledgeItem, told: list[tuple[str, str, str]]
) -> None:
    found = unread_wordings([pair], POSTGRES, SCHEMA)
    assert [one.code for _, one in found] == [code for code, *_ in told]
    assert [one.params["question"] for _, one in found] == [question for _, question, _ in told]
    for (_, problem), (_, _, words) in zip(found, told, strict=True):
        assert words in problem.params["words"]
        assert say(f"errors.{problem.code}", "en", **problem.params).count("{") == 0
