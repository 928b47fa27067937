"""A value in a prompt says what is meant; a common word that stands in some text says nothing."""

import pytest

from knowledge.profiles import ColumnProfile, TableProfile
from knowledge.profiling.store import Profiled
from knowledge.prompt_values import outside_names, telling
from knowledge.values import ColumnValues, ValueIndex

NAMES = ["南城服务区", "Nancheng Service Area", "Humen", "Berlin"]
COLUMNS = {
    "s.review.body": (["average", "the food was average here", "Great", "a place to come back to"], 4),
    "s.area.name": (NAMES, len(NAMES)),
    "s.users.code": (["2", "17", "20231", "A17"], 4),
    "s.orders.status": (["open", "paid", "2"], 40),
    "s.orders.user_id": (["2", "3"], 40),
    "s.users.country": (["US", "CN"], 40),
    "s.shop.name": (["average", "Great", "Order"], 3),
}
INDEX = ValueIndex.build(
    [ColumnValues(column, [(value, []) for value in values]) for column, (values, _) in COLUMNS.items()]
)
PROFILES: dict[str, dict[str, ColumnProfile]] = {}
for name, (values, rows) in COLUMNS.items():
    PROFILES.setdefault(name.rpartition(".")[0], {})[name.rpartition(".")[2]] = ColumnProfile(
        rows, len(values)
    )
KNOWN = Profiled({name: TableProfile(name, "", 40, columns) for name, columns in PROFILES.items()})


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("the average rating of each shop", set()),
        ("is the food Great there", {"s.review.body", "s.shop.name"}),
        ("top 2 users", set()),
        ("orders of status 2", {"s.orders.status"}),
        ("open ones", {"s.orders.status"}),
        ("the review with id 2", set()),
        ("give us the users from China", set()),
        ("users from the US", {"s.users.country"}),
        ("open ones and all that were open before", {"s.orders.status"}),
        ("what did user 20231 buy", {"s.users.code"}),
        ("what did A17 buy", {"s.users.code"}),
        ("revenue of Berlin", {"s.area.name"}),
        ("revenue of berlin", {"s.area.name"}),
        ("revenue of nancheng service area", {"s.area.name"}),
        ("南城服务区的营业额", {"s.area.name"}),
        ("order them by revenue", set()),
    ],
)
def test_a_match_is_shown_where_it_says_what_is_meant(question: str, told: set[str]) -> None:
    found = telling(INDEX.find(question), KNOWN, INDEX, question)
    assert {one.column for one in found} == told
    assert len({(one.value, one.column) for one in found}) == len(found), "each is said once"


def test_kinds_come_first_and_one_word_stands_in_no_more_than_four_columns() -> None:
    names = [f"s.t{n}.name" for n in range(6)]
    index = ValueIndex.build(ColumnValues(name, [("Berlin", []), ("Rome", [])]) for name in names)
    tables = {
        f"s.t{n}": TableProfile(f"s.t{n}", "", 9, {"name": ColumnProfile(40 if n == 5 else 2, 2)})
        for n in range(6)
    }
    shown = telling(index.find("trade of Berlin"), Profiled(tables), index, "trade of Berlin")
    assert [one.column for one in shown] == ["s.t5.name", "s.t0.name", "s.t1.name", "s.t2.name"]


@pytest.mark.parametrize(
    ("question", "columns"),
    [
        ("how many open orders are there", set()),  # open orders is what a figure is called
        ("orders that are open", {"s.orders.status"}),
        ("open", {"s.orders.status"}),  # a name as long as the value is no longer one
    ],
)
def test_a_part_of_a_longer_name_is_no_value(question: str, columns: set[str]) -> None:
    found = outside_names(INDEX.find(question), ("open orders", "open"), question)
    assert {one.column for one in found if one.value == "open"} == columns
