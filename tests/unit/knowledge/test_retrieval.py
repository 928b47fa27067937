"""Finding tables: words of identifiers, two languages, schemas, joins, rights and the token budget."""

from dataclasses import replace

import pytest

from database.rights import Rights
from database.schema import Column, ForeignKey, Table
from knowledge.budget import fitted
from knowledge.embeddings import HashingEmbedding
from knowledge.lexical import Field, FieldIndex
from knowledge.retrieval import RankedTable, TableLinker
from knowledge.sight import sees, visible_columns
from knowledge.snapshot import Links
from knowledge.tables import count_tokens, table_from, table_payload, table_text, with_named_keys
from language.words import content_terms, terms

ALL = Rights(role="admin", connection="c")


def table(name: str, *columns: str, comment: str = "", keys: tuple[ForeignKey, ...] = ()) -> Table:
    schema, _, bare = name.rpartition(".")
    return Table(schema, bare, tuple(Column(column, "text") for column in columns), comment, (), keys)


POOL = [
    table("shop.customers", "customer_id", "full_name", "city"),
    table("shop.orders", "order_id", "customer_id", "paidAmount", comment="订单"),
    table("school.students", "student_id", "name", "birthdate"),
    table("school.enrolments", "student_id", "course_id"),
    table("school.courses", "course_id", "title"),
    table("zoo.animals", "animal_id", "species", "keeper"),
    table("zoo.keepers", "keeper_id", "name"),
]


def names(linker: TableLinker, question: str, k: int = 10, rights: Rights | None = None) -> list[str]:
    return [found.table.full_name for found in linker.rank(question, k, rights)]


def test_identifiers_and_questions_meet_in_the_same_terms() -> None:
    assert terms("customerName") == terms("customer_names") == terms("Customer NAME")
    assert content_terms("What's the 服务区 of it?") == ["服务", "务区"]


def test_a_table_is_found_by_column_parts_compounds_and_the_other_language() -> None:
    linker = TableLinker(POOL)
    assert names(linker, "paid amounts")[0] == "shop.orders"
    assert names(linker, "Which pupil has the earliest birth date?")[0] == "school.students"
    assert names(linker, "每位客户的城市")[0] == "shop.customers"
    assert names(linker, "total of each order")[0] == "shop.orders"


def test_tables_of_the_schema_asked_for_come_before_alike_ones_elsewhere() -> None:
    found = names(TableLinker(POOL), "name of the keeper of each animal species")
    assert set(found[:2]) == {"zoo.animals", "zoo.keepers"}


@pytest.mark.parametrize("question", ["荔枝几月上市？", ""])
def test_where_nothing_is_near_every_table_comes_in_its_stable_order(question: str) -> None:
    ranked = TableLinker(POOL).rank(question, 10)
    assert [found.table.full_name for found in ranked] == sorted(one.full_name for one in POOL)
    assert {(found.score, found.why) for found in ranked} == {(0.0, "rest")}
    assert names(TableLinker([]), question) == []


def test_a_table_that_joins_two_strong_ones_takes_a_place() -> None:
    keys = (ForeignKey(("a",), "s", "alpha", ("a",)), ForeignKey(("b",), "s", "beta", ("b",)))
    pool = [
        table("s.alpha", "alpha_label"),
        table("s.beta", "beta_label"),
        table("s.zz9", "a", "b", keys=keys),
        *[table(f"s.other{letter}", "alpha_label") for letter in "cdefghijkl"],
    ]
    ranked = TableLinker(pool).rank("alpha label and beta label", 6)
    assert ("s.zz9", "join") in [(found.table.full_name, found.why) for found in ranked]


def test_a_year_in_the_question_finds_the_table_of_that_day() -> None:
    pool = [table(f"web.sessions_{year}0801", "page", "visits") for year in (2015, 2016, 2017)]
    assert names(TableLinker(pool), "visits by page in sessions 2016")[0] == "web.sessions_20160801"


def test_closed_tables_are_never_ranked() -> None:
    rights = Rights(role="r", connection="c", denied_tables=("shop.orders",))
    assert "shop.orders" not in names(TableLinker(POOL), "paid amount of orders", rights=rights)
    only = Rights(role="r", connection="c", tables=("zoo.*",))
    assert {name.split(".")[0] for name in names(TableLinker(POOL), "name of customers", rights=only)} <= {
        "zoo"
    }


def test_rights_close_a_table_taught_without_its_schema() -> None:
    denied = Rights(role="r", connection="c", denied_tables=("hr.staff", "public.pay"))
    assert not sees(denied, "staff")
    assert not sees(denied, "pay")
    assert sees(denied, "orders")
    assert not sees(Rights(role="r", connection="c", tables=("hr.*",)), "orders")
    assert sees(Rights(role="r", connection="c", tables=("public.*",)), "orders")


def test_hidden_columns_are_not_written_into_the_prompt() -> None:
    rights = Rights(
        role="r", connection="c", masks={"public.staff.phone": "hide"}, denied_columns=("*.staff.pay",)
    )
    assert [c.name for c in visible_columns(rights, table("staff", "name", "phone", "pay")).columns] == [
        "name"
    ]


def test_the_budget_degrades_from_whole_tables_to_needed_columns_to_names() -> None:
    wide = table("s.wide", *(f"column_number_{i}" for i in range(200)), "salary")
    ranked = [RankedTable(wide, 1.0, "words"), RankedTable(table("s.small", "a", "b"), 0.9, "words")]
    fit = fitted(Links(ranked, [], [], 1.0), "salary", ALL, 150)
    assert "salary" in fit.tables[0].ddl
    assert "more columns" in fit.tables[0].ddl
    assert fit.tables[1].ddl == "s.small(a, b)"
    assert fit.tokens <= 150
    tight = fitted(Links(ranked, [], [], 1.0), "salary", ALL, 4)
    assert [(found.ddl, found.level) for found in tight.tables] == [("s.wide", "name"), ("s.small", "name")]


def test_a_table_survives_its_payload() -> None:
    keys = (ForeignKey(("a",), "s", "t", ("id",)),)
    whole = Table("s", "u", (Column("a", "int", "备注", False),), "说明", ("a",), keys)
    assert table_from(table_payload(whole)) == whole
    assert table_text(whole) == "-- 说明\ns.u(a int pk → t.id /* 备注 */)"


def test_an_inferred_key_survives_its_payload_and_a_declared_one_is_written_as_before() -> None:
    declared = ForeignKey(("a",), "s", "t", ("id",))
    whole = Table("s", "u", (Column("a", "int"),), "", (), (declared, replace(declared, inferred=True)))
    payload = table_payload(whole)
    assert table_from(payload) == whole
    assert ["inferred" in key for key in payload["foreign_keys"]] == [False, True]


def test_a_key_that_names_no_column_leads_to_the_primary_key_and_its_comment_is_not_said_twice() -> None:
    key, boss = ForeignKey(("shop_id",), "s", "shop", ()), ForeignKey(("boss",), "s", "shop", ())
    shop = Table("s", "shop", (Column("shop_id", "int"),), primary_key=("shop_id",))
    told = (Column("shop_id", "int", "所属店铺编号"), Column("boss", "int", "上级，总店"))
    sale = Table("s", "sale", told, foreign_keys=(key, boss))
    written = table_text(with_named_keys([shop, sale])[1], terse=True)
    assert written == "s.sale(shop_id → shop, boss → shop.shop_id /* 上级，总店 */)"
    elsewhere = with_named_keys([sale])[0]
    assert elsewhere.foreign_keys == sale.foreign_keys, "what is not taught is not guessed"


@pytest.mark.parametrize(
    ("column", "note", "written"),
    [
        (
            Column("status", "smallint", "状态：1 合格，2 整改，3 不合格"),
            "1…3",
            "status int /* 状态：1 合格，2 整改，3 不合格 */",
        ),
        (Column("size", "text", "M 中杯, L 大杯"), "{L, M}", "size /* M 中杯, L 大杯 */"),
        (Column("size", "text", "M 中杯, L 大杯"), "{L, M, S}", "size {L, M, S} /* M 中杯, L 大杯 */"),
        (Column("score", "numeric", "得分，满分100"), "45…100", "score numeric 45…100 /* 得分，满分100 */"),
        (Column("name_en", "text", "公司英文名"), "", "name_en"),
        (Column("name", "text", "区名（可能同名）"), "", "name /* 区名（可能同名） */"),
    ],
)
def test_a_terse_table_says_nothing_twice(column: Column, note: str, written: str) -> None:
    assert table_text(Table("s", "t", (column,)), notes={column.name: note}, terse=True) == f"s.t({written})"


def test_values_whose_meanings_are_cut_away_stand_behind_their_column() -> None:
    shown = Table("s", "t", (Column("status", "smallint", "1 合格，2 整改，3 不合格"),))
    assert "1…3" in table_text(shown, notes={"status": "1…3"}, comment_chars=0, terse=True)


def test_a_note_stands_behind_its_columns_type() -> None:
    noted = table_text(table("s.t", "status", "day"), notes={"status": "{failed, success}"})
    assert noted == "s.t(status text {failed, success}, day text)"


def test_tokens_are_counted_for_both_scripts() -> None:
    assert count_tokens("服务区") == 3
    assert count_tokens("abcdefgh") == 2


def test_a_rarer_word_says_more() -> None:
    index = FieldIndex.build([{"n": ["a", "b"]}, {"n": ["a"]}, {"n": ["a"]}], {"n": Field(1.0, 0.0)})
    assert index.idf("b") > index.idf("a") > 0
    assert index.idf("c") == 0


def test_the_embedding_puts_paraphrases_and_translations_near_and_is_the_same_everywhere() -> None:
    embedding = HashingEmbedding()
    first, near, across, far = embedding.embed(
        ["monthly revenue by store", "store revenues per month", "各门店每月营业额", "keepers of zoo animals"]
    )
    assert first @ near > 0.5
    assert first @ across > 0.15 > first @ far
    assert [round(float(x), 4) for x in embedding.embed([""])[0][:2]] == [1.0, 0.0]
    assert abs(float(first @ first) - 1) < 1e-5


@pytest.mark.parametrize("question", ["How many complaints this year?", "今年有多少投诉"])
def test_a_table_called_by_its_whole_name_comes_before_those_called_so_in_part(question: str) -> None:
    logs = [table(f"s{n}.complaint_log", "complaint_id", "year", comment="投诉日志") for n in range(9)]
    own = table("complaints", "id", "said_on", comment="投诉：顾客说的")
    assert names(TableLinker([*logs, own]), question)[0] == "complaints"


def test_a_word_further_on_in_a_comment_finds_its_table() -> None:
    kinds = table("kinds", "kind_id", "label", comment="业态：店铺的经营类别，如餐饮、便利店、加油站")
    assert names(TableLinker([*POOL, kinds]), "去年加油站怎么样")[0] == "kinds"
