"""Values of a database are found in a question however people write them."""

import pytest

from database.dialects import MYSQL, POSTGRES
from database.schema import Column, Schema, Table
from knowledge.codes import codes_in, label_in, lists_codes
from knowledge.values import (
    SURE_NAME,
    ColumnValues,
    ValueIndex,
    code_values,
    read_values,
    twin_of,
    with_taught_names,
)

AREAS = [
    ("南城服务区", ["Nancheng Service Area"]),
    ("厚街服务区", ["Houjie Service Area"]),
    ("虎门服务区", ["Humen Service Area"]),
]
INDEX = ValueIndex.build(
    [
        ColumnValues("public.areas.name", AREAS),
        ColumnValues("public.areas.name_en", [(names[0], [value]) for value, names in AREAS]),
        ColumnValues(
            "public.methods.name", [("微信支付", ["WeChat Pay"]), ("支付宝", ["Alipay"]), ("现金", ["Cash"])]
        ),
        ColumnValues("public.branches.name", [("东莞分公司", []), ("广州分公司", []), ("惠州分公司", [])]),
        ColumnValues("public.branches.city", [("东莞", []), ("广州", [])]),
    ]
)


def found(text: str, column: str) -> set[str]:
    return {one.value for one in INDEX.find(text) if one.column == column}


@pytest.mark.parametrize(
    "text",
    [
        "南城服务区的营业额",
        "南城上周",
        "南城服務區",
        "南城服务区",
        "revenue of Nancheng Service Area",
        "NANCHENG last week",
        "ｎａｎｃｈｅｎｇ",
    ],
)
def test_value_is_found_in_each_writing(text):
    assert found(text, "public.areas.name") == {"南城服务区"}


def test_name_of_the_other_language_leads_to_each_column():
    assert found("南城服务区", "public.areas.name_en") == {"Nancheng Service Area"}
    assert found("Nancheng Service Area", "public.areas.name") == {"南城服务区"}


def test_beginning_is_enough_in_a_small_column():
    assert found("用微信的营业额", "public.methods.name") == {"微信支付"}


def test_beginning_of_a_name_elsewhere_that_does_not_go_on_from_it_is_not_enough():
    merchants = ColumnValues("merchants.name", [("岭南粥面", []), ("客家小馆", []), ("潮味轩", [])])
    shops = ColumnValues("shops.name", [("岭南粥面饶平店", []), ("岭南粥面厚街店", [])])
    companies = ColumnValues("companies.name", [("岭南高速服务有限公司", []), ("粤海高速经营有限公司", [])])
    assert {one.value for one in ValueIndex.build([merchants, shops]).find("岭南上周")} == {"岭南粥面"}
    assert ValueIndex.build([merchants, shops, companies]).find("岭南上周") == []


def test_beginning_that_stands_in_another_name_too_is_not_enough():
    assert found("支付占比", "public.methods.name") == set()


def test_part_of_a_name_leads_to_all_that_hold_it():
    assert INDEX.named("public.methods.name", ("支", "付")) == ["微信支付", "支付宝"]
    assert INDEX.named("public.areas.name_en", ("humen",)) == ["Humen Service Area"]
    assert INDEX.named("public.areas.name_en", ("mars",)) == []


def test_name_in_part_means_the_shortest_whole_name():
    towns = ["Nancheng", "Houjie", "Humen", "Danxia"]
    areas = [(f"{town} Service Area", []) for town in towns]
    sides = [(f"{area} Upbound", []) for area, _ in areas] + [("Humen Service Area Downbound", [])]
    index = ValueIndex.build([ColumnValues("areas.name", areas), ColumnValues("sides.name", sides)])
    assert [one.value for one in index.find("revenue of Humen")] == ["Humen Service Area"]
    assert [one.value for one in index.find("Humen Service Area Upbound")] == ["Humen Service Area Upbound"]


def test_name_in_part_that_sounds_as_the_other_one_is_as_sure_as_any():
    found_there = [one for one in INDEX.find("complaints at Nancheng") if one.column == "public.areas.name"]
    assert [(one.value, one.score) for one in found_there] == [("南城服务区", SURE_NAME)]


def test_value_of_two_columns_is_found_in_both():
    columns = {(one.column, one.value) for one in INDEX.find("东莞上个月")}
    assert columns == {("public.branches.city", "东莞"), ("public.branches.name", "东莞分公司")}


def test_longer_value_hides_the_shorter_inside_it():
    assert {one.column for one in INDEX.find("东莞分公司上个月")} == {"public.branches.name"}


def test_span_is_where_the_value_stands():
    text = "上周 ＮＡＮＣＨＥＮＧ 的车流"
    first = INDEX.find(text)[0]
    assert text[slice(*first.span)] == first.text == "ＮＡＮＣＨＥＮＧ"


def test_column_that_is_not_allowed_is_not_searched():
    assert INDEX.find("南城服务区", lambda column: not column.startswith("public.areas")) == []


@pytest.mark.parametrize(
    ("text", "value"), [("南诚服务区", "南城服务区"), ("Nanchemg", "南城服务区"), ("Nanchegn", "南城服务区")]
)
def test_small_slip_is_found(text, value):
    from language.units import units

    entries = INDEX.slips([unit.text for unit in units(text)])
    assert value in {entry.value for entry in entries}
    assert all(entry.score < 0.85 for entry in entries)


@pytest.mark.parametrize("text", ["北城服务区", "长城服务区", "Beijing", "cash1"])
def test_other_name_is_no_slip(text):
    from language.units import units

    assert INDEX.slips([unit.text for unit in units(text)]) == []


def test_codes_are_read_from_comments():
    schema = Schema(
        (
            Table(
                "public",
                "jobs",
                (
                    Column("status", "smallint", "状态：1 未开始，2 处理中，3 已完成"),
                    Column("sex", "char(1)", "Sex: M male, F female"),
                    Column("amount", "numeric", "金额（元），不含税"),
                ),
            ),
        )
    )
    values = {one.column: one for one in code_values(schema)}
    assert set(values) == {"public.jobs.status", "public.jobs.sex"}
    assert values["public.jobs.status"].number and not values["public.jobs.sex"].number
    found = ValueIndex.build(values.values()).find("还在处理中的有多少")
    assert [(one.value, one.number) for one in found] == [("2", True)]


@pytest.mark.parametrize(
    ("comment", "codes"),
    [
        ("就诊类型：1 初诊 2 复诊 3 疫苗", {"1": "初诊", "2": "复诊", "3": "疫苗"}),
        ("会员等级：N 非会员 S 银卡 G 金卡，空为未登记", {"N": "非会员", "S": "银卡", "G": "金卡"}),
        (
            "1 正常，2 缺货未发，3 随订单取消（含未付款关闭）",
            {"1": "正常", "2": "缺货未发", "3": "随订单取消"},
        ),
        ("1 = multiplex, 2 = drive-in", {"1": "multiplex", "2": "drive-in"}),
        ("S standard, I IMAX, D 4DX", {"S": "standard", "I": "IMAX", "D": "4DX"}),
        ("Class: 1 spin, 2 aqua fit, 3 HIIT", {"1": "spin", "2": "aqua fit", "3": "HIIT"}),
        ("Y 在用 N 停用", {"Y": "在用", "N": "停用"}),
        ("SHOP门店 WEBS网店 PHONE电话", {"SHOP": "门店", "WEBS": "网店", "PHONE": "电话"}),
        ("座型 2S2B双人 3S1B三人 BOX包厢", {"2S2B": "双人", "3S1B": "三人", "BOX": "包厢"}),
        (
            "NEW PAID PART部分付款 VOID作废",
            {"NEW": "new", "PAID": "paid", "PART": "部分付款", "VOID": "作废"},
        ),
        ("维修: BELT皮带 PUMP水泵; 保养: OILS换油", {"BELT": "皮带", "PUMP": "水泵", "OILS": "换油"}),
        ("等级（1高 2低）", {"1": "高", "2": "低"}),
        ("CASH CARD WIRE", {}),
        ("A4 PAPER SIZE", {}),
        ("2024年 2025年", {}),
        ("折扣百分比，0 为无折扣，10 即减 10%", {}),
        ("客户评分 1-5，未评为空", {}),
        ("Taken, mean of 08:00-20:00", {}),
    ],
)
def test_a_comment_that_lists_codes_gives_each_of_them(comment: str, codes: dict[str, str]):
    assert dict(codes_in(comment)) == codes


@pytest.mark.parametrize(
    ("comment", "only_codes"),
    [
        ("DONE / CANCELLED (未发生作业)", True),
        ("PAID/OPEN/VOID 作废", True),
        ("TEMP 温度, WAIT 排队等待", True),
        ("NEW PAID PART部分付款 VOID作废", True),
        ("GMV / orders", False),
        ("SKU code", False),
        ("Status: OPEN / CLOSED", False),
    ],
)
def test_a_comment_of_codes_alone_names_nothing(comment: str, only_codes: bool):
    assert lists_codes(comment) is only_codes


async def test_values_are_read_within_limits_and_rights():
    schema = Schema(
        (
            Table(
                "public",
                "areas",
                (Column("id", "integer"), Column("name", "text"), Column("name_en", "text")),
            ),
            Table(
                "public",
                "people",
                (Column("phone", "text"), Column("note", "text"), Column("city", "varchar(9)")),
            ),
        )
    )
    asked: list[str] = []

    async def run(sql: str) -> list[list[str | None]]:
        asked.append(sql)
        if '"note"' in sql:
            return [["x" * 100], ["y" * 100]]
        if '"city"' in sql:
            return [[str(number)] for number in range(4)]
        return [["南城服务区", "Nancheng Service Area"], ["厚街服务区", None]]

    columns = await read_values(schema, run, allowed=lambda column: "phone" not in column, max_distinct=3)
    assert [one.column for one in columns] == ["public.areas.name", "public.areas.name_en"]
    assert columns[0].values[0] == ("南城服务区", ["Nancheng Service Area"])
    assert not any("phone" in sql for sql in asked)
    assert all("LIMIT 4" in sql and "DISTINCT" in sql for sql in asked)


async def test_a_definition_tells_which_column_has_a_name_in_the_other_language() -> None:
    columns = tuple(Column(name, "text") for name in ("mc", "name_en", "secret"))
    schema = Schema((Table("s", "fgs", columns),))
    found = [ColumnValues("s.fgs.mc", [("成都分公司", [])]), ColumnValues("s.fgs.secret", [("x", [])])]

    async def run(sql: str) -> list[list[str]]:
        assert sql.startswith('SELECT DISTINCT "mc", "name_en"')
        return [["成都分公司", "Chengdu Branch"]]

    twins = {"s.fgs.mc": "name_en", "s.fgs.secret": "mc"}
    told = await with_taught_names(
        found, twins, schema, run, POSTGRES, allowed=lambda column: column != "s.fgs.mc"
    )
    assert [one.values for one in told] == [[("成都分公司", ["Chengdu Branch"])], [("x", [])]]


def test_a_name_in_another_language_is_told_by_the_end_of_its_column() -> None:
    names = {"name_cn", "name_en", "mc", "note"}
    assert [twin_of(one, names) for one in ("name_cn", "name_en", "mc", "note")] == [
        "name_en",
        "name_cn",
        "",
        "",
    ]


@pytest.mark.parametrize(("dialect", "quote"), [(POSTGRES, '"'), (MYSQL, "`")])
async def test_values_are_asked_for_in_the_engines_own_quotes(dialect, quote):
    asked: list[str] = []

    async def run(sql: str) -> list[list[str]]:
        asked.append(sql)
        return [["a"]]

    await read_values(Schema((Table("s", "order", (Column("group", "text"),)),)), run, dialect=dialect)
    assert asked == [
        f"SELECT DISTINCT {quote}group{quote} FROM {quote}s{quote}.{quote}order{quote}"
        f" WHERE NOT {quote}group{quote} IS NULL LIMIT 5001"
    ]


def test_many_values_are_searched_without_walking_through_them():
    index = ValueIndex.build(
        [ColumnValues("public.orders.customer", [(f"客户{number}号公司", []) for number in range(20_000)])]
    )
    assert [one.value for one in index.find("客户12345号公司的订单")] == ["客户12345号公司"]


@pytest.mark.parametrize(
    ("names", "zh", "en"),
    [
        (["租户 tenant"], "租户", "tenant"),
        (["微信 WeChat Pay"], "微信", "WeChat Pay"),
        (["女", "female"], "女", "female"),
        (["租户"], "租户", "租户"),
    ],
)
def test_a_code_is_shown_in_the_readers_language_where_its_comment_has_both(
    names: list[str], zh: str, en: str
) -> None:
    assert (label_in(names, "zh"), label_in(names, "en")) == (zh, en)


def test_one_sign_that_ends_nearly_all_names_is_their_kind() -> None:
    shops = [
        f"{one}{place}店"
        for place in ("万达", "大厦", "广场", "一期")
        for one in ["高新", "云栖", "解放", "国贸", "南站", "滨海", "科创", "龙湖", "星河", "东港"]
    ]
    areas = [("高新片区", []), ("江南片区", []), ("江北片区", [])]
    index = ValueIndex.build(
        [
            ColumnValues("public.shops.name", tuple((one, []) for one in shops)),
            ColumnValues("public.areas.name", tuple(areas)),
        ]
    )
    assert {one.value for one in index.find("高新万达的投诉")} == {"高新万达店"}
    assert {one.value for one in index.find("高新的投诉")} == {"高新片区"}
