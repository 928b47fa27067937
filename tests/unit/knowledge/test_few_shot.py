"""Examples are chosen by shape, over the question's tables, and teach different things."""

from knowledge.few_shot import Candidate, choose, skeleton_of
from knowledge.items import KnowledgeItem


def pair(question: str, sql: str, likeness: float, *tables: str) -> Candidate:
    """Return a pair as the index finds it."""
    item = KnowledgeItem(question, "shop", "pair", question, sql)
    return Candidate(item, likeness, frozenset(tables))


TOP = pair("北京10月销售额前3的门店", "SELECT n FROM s WHERE c = '北京' ORDER BY a DESC LIMIT 3", 0.6, "s")
SAME = pair("上海9月销售额前5的门店", "SELECT n FROM s WHERE c = '上海' ORDER BY a DESC LIMIT 5", 0.59, "s")
OTHER = pair("北京10月的门店开门时间", "SELECT o FROM h WHERE c = '北京'", 0.8, "h")


def titles(found: list[Candidate]) -> list[str]:
    """Return the chosen pairs' questions."""
    return [one.item.title for one in found]


def test_a_like_shape_over_the_same_tables_goes_before_shared_values() -> None:
    found = choose("北京8月销售额前10的门店", ["北京", "8月"], [OTHER, TOP], ["s"], 1)
    assert titles(found) == [TOP.item.title]


def test_no_two_examples_are_of_one_skeleton() -> None:
    found = choose("广州8月销售额前10的门店", ["广州", "8月"], [TOP, SAME, OTHER], ["s"], 3)
    assert len(found) == 2 and OTHER in found


def test_a_skeleton_is_the_statement_without_values_and_names_of_its_own() -> None:
    one, other = ("SELECT a AS x FROM t WHERE b = 1", "SELECT a AS y FROM t WHERE b = 2")
    assert skeleton_of(one) == skeleton_of(other) != skeleton_of("SELECT a FROM t WHERE c = 1")


def test_without_candidates_or_places_there_are_none() -> None:
    assert choose("q", [], [], [], 3) == [] == choose("q", [], [TOP], [], 0)
