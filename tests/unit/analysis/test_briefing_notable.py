"""A briefing tells what one must know: who moved as nobody else did, by what, and who lacks days."""

import datetime as dt
import re
from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest

from analysis.briefing.lacking import lacking_of
from analysis.briefing.notable import _turns_over, split_of
from analysis.briefing.notable_telling import moved_itself
from analysis.outcome import Look, Read, Said
from analysis.why.split import Pair
from database.dialects import SQLITE
from database.result import QueryResult
from language.calendar import days
from query.metric_query import MetricQuery, Window
from query.plan.engines import summed
from tests.unit.analysis.kiosks import FIRST, NAMES, TABLES, kiosks, told

_MONTHS = ((2025, 8, 1), (2026, 7, 1), (2026, 8, 1))
AUGUST = slice((dt.date(2026, 8, 1) - FIRST).days, (dt.date(2026, 9, 1) - FIRST).days)


def test_a_member_that_moved_as_nobody_else_did_is_told_with_the_day_that_makes_most_of_it() -> None:
    def plant(amounts: np.ndarray) -> None:
        amounts[4, (dt.date(2026, 9, 16) - FIRST).days] *= 20  # Elm

    _, words = told("周报", *kiosks(plant))
    assert "与 2026-09-07 至 09-13 比，最突出的：Elm的收款额从 " in words
    assert "其中 2026-09-16 一天就有 " in words


def test_where_all_moved_alike_nobody_stands_out() -> None:
    for question in ("周报", "月报"):
        assert "最突出" not in told(question, *kiosks())[1]


def test_who_lacks_days_is_told_with_them_and_not_as_having_fallen() -> None:
    def plant(amounts: np.ndarray) -> None:
        amounts[7, AUGUST.start + 9 : AUGUST.start + 16] = np.nan  # Hazel

    _, words = told("月报", *kiosks(plant))
    assert "有几天没有收款额数据，前后不完全可比：Hazel 2026-08-10 至 08-16（7 天）" in words
    assert "最突出" not in words


def test_single_days_without_a_sale_are_no_lack_of_data_over_a_month() -> None:
    def plant(amounts: np.ndarray) -> None:
        amounts[7, [AUGUST.start + 9, AUGUST.start + 12, AUGUST.start + 20]] = np.nan  # Hazel

    assert "有几天没有收款额数据" not in told("月报", *kiosks(plant))[1]


def test_of_members_that_change_places_each_month_none_stands_out() -> None:
    def turned(moves: dict[str, tuple[int, int]]) -> bool:
        pairs = {name: Pair(Decimal(then), Decimal(now)) for name, (then, now) in moves.items()}
        split, _ = split_of("genre", pairs, {}, 1, is_ratio=False)
        assert split is not None
        return _turns_over(split)

    assert turned({"Comedy": (11, 366), "Mystery": (290, 44), "Drama": (200, 150), "Action": (90, 120)})
    assert not turned({"Ivy": (6, 64), "Hazel": (5, 6), "Alder": (6, 5), "Birch": (5, 5)})
    assert not turned({"North": (300, 150), "South": (290, 300), "East": (200, 210), "West": (90, 80)})


def test_of_three_one_that_stood_still_is_told_to() -> None:
    cells = {"Elm": (31, 31, 31), "Fir": (31, 31, 31), "Gorse": (22, 31, 22)}
    year, july, august = (Window(dt.date(*one), dt.date(*one) + days(31)) for one in _MONTHS)
    look = Look("active.takings.kiosk", MetricQuery((), windows=(august, july, year)), Said(""))
    rows = tuple((name, *held) for name, held in cells.items())
    (found,) = lacking_of({look.name: Read(look, QueryResult((), rows, False, 0.0), "")})
    assert found.members == ("Gorse",)


def test_a_jump_of_what_is_counted_is_told_by_how_unusual_it_is_with_the_whole() -> None:
    database, answers = kiosks()
    extra = [(1000 + n, 8, f"2026-08-{1 + n % 31:02d}", 2) for n in range(60)]  # Ivy
    database.executemany("INSERT INTO tickets VALUES (?, ?, ?, ?)", extra)
    try:
        _, words = told("月报", database, answers)

        def count(month: str, one: str) -> int:
            found = "SELECT COUNT(*) FROM tickets WHERE opened_on LIKE ? AND kiosk_id IN " + one
            return int(database.execute(found, (f"{month}%",)).fetchone()[0])

        before, now = (count(month, "(8)") for month in ("2026-07", "2026-08"))
        whole = count("2026-08", "(SELECT kiosk_id FROM kiosks)")
        assert f"Ivy的工单数从 {before} 到 {now}（" in words and f"，合计 {whole}（" in words
    finally:
        database.execute("DELETE FROM tickets WHERE ticket_id >= 1000")


def test_a_count_that_moved_as_chance_may_stands_out_beside_no_leap_of_another() -> None:
    pairs = {"Elm": (4, 2), "Fir": (1, 11), "Gorse": (1, 1)}  # 4 by the growth of the rest would be 24
    database, answers = kiosks()
    database.execute("CREATE TEMP TABLE kept AS SELECT * FROM tickets")
    database.execute("DELETE FROM tickets")
    rows = [
        (f"{month}-{3 + n:02d}", NAMES.index(name))
        for name, counts in pairs.items()
        for month, count in zip(("2026-07", "2026-08"), counts, strict=True)
        for n in range(count)
    ]
    database.executemany(
        "INSERT INTO tickets VALUES (?, ?, ?, 2)", [(n, at, day) for n, (day, at) in enumerate(rows)]
    )
    try:
        _, words = told("月报", database, answers)
    finally:
        database.execute("DELETE FROM tickets")
        database.execute("INSERT INTO tickets SELECT * FROM kept")
        database.execute("DROP TABLE kept")
    assert "工单数 14" in words and "Elm的工单数" not in words


def test_one_member_that_was_closed_is_set_beside_other_times_by_its_days_with_data() -> None:
    def plant(amounts: np.ndarray) -> None:
        amounts[7, AUGUST.start + 9 : AUGUST.start + 16] = np.nan  # Hazel

    _, words = told("Hazel 8月怎么样？", *kiosks(plant))
    assert "2026-08-10 至 08-16（7 天）没有收款额（没有记录或为 0）" in words
    fallen, steady = (float(found) for found in re.findall(r"日均[比环].*?([+-]?[0-9.]+) %", words)[:2])
    assert fallen > 5 and steady > -5  # seven of 31 days less would be a fall of a fifth
    assert "没有收款额（没有" not in told("Elm 8月怎么样？", *kiosks(plant))[1]


def test_several_months_are_told_month_by_month_with_the_share_of_each_target() -> None:
    _, words = told("Elm最近几个月怎么样？", *kiosks())
    found = re.search(r"收款额按月：2026 年 6 月 (\S+) 万元（目标的 (\S+) %）；7 月 .*；8 月 ", words)
    assert found and abs(float(found[1]) / 20 - float(found[2]) / 100) < 0.001  # of 200,000
    ends = told("How has Elm been doing since it opened?", *kiosks())[1]
    assert "Of 24 whole months, takings was highest in " in ends
    assert "none of the 8 whole months that have a target met it" in ends
    assert "since data begin (1 Sep 2024 – 22 Sep 2026, 752 days)" in ends and "Nothing says when" in ends


def test_since_it_opened_is_all_the_time_since_with_each_month_and_its_place_among_its_kind() -> None:
    def plant(amounts: np.ndarray) -> None:
        amounts[11, : (dt.date(2026, 6, 9) - FIRST).days] = np.nan  # Maple, the largest

    database, answers = kiosks(plant)
    bare = told("Maple开业以来怎么样？", database, answers)[1]
    assert "Maple，有数据以来（2026-06-09 至 09-22" in bare and "没有记载从哪天开始" in bare
    database.execute("UPDATE kiosks SET opened_on = '2026-06-09' WHERE name = 'Maple'")
    _, words = told("Maple开业以来怎么样？", database, answers)
    query = "SELECT SUM(amount), COUNT(*) FROM takings WHERE kiosk_id = 11"
    total, days = database.execute(query).fetchone()
    assert (
        f"Maple，开业以来（2026-06-09 至 09-22，{days} 天）收款额 {total / 10000:.1f} 万元，平均每天 "
        in words
    )
    assert "6 月（2026-06-09 至 06-30，22 天）" in words and "收款额在 12 个售货亭里排第 1" in words
    assert "环比" not in words and "同比" not in words
    months = "day BETWEEN '2026-07-01' AND '2026-08-31'"
    reached = f"SELECT SUM(amount) / 4000 FROM takings WHERE kiosk_id = 11 AND {months}"
    together = database.execute(reached).fetchone()[0]
    assert f"有目标的 2 个整月合计完成目标的 {together:.1f} %" in words
    (august,) = database.execute(
        "SELECT SUM(amount) FROM takings WHERE kiosk_id = 11 AND day < '2026-09-01'"
    ).fetchone()
    for question in ("Maple开业以来到8月怎么样", "How has Maple been doing since it opened, through August?"):
        _, cut = told(question, database, answers)
        assert f"{august / 10000:.1f} 万元" in cut or f"{august:,.0f}" in cut, cut
    _, half = told("Maple开了三个多月了 跑得怎么样", database, answers)
    assert half == words


def test_an_entry_keyed_a_hundredfold_is_told_with_the_figure_without_it() -> None:
    day = AUGUST.start + 13

    def plant(amounts: np.ndarray) -> None:
        amounts[2, day] *= 100  # Cedar

    database, answers = kiosks(plant)
    _, words = told("月报", database, answers)
    sums = "SELECT SUM(amount), MAX(amount) FROM takings WHERE day BETWEEN '2026-08-01' AND '2026-08-31'"
    total, most = database.execute(sums).fetchone()
    assert f"2026-08-14 有一笔 {most / 10000:.1f} 万元" in words
    assert f"收款额为 {total / 10000:.1f} 万元，不算它为 {(total - most) / 10000:.1f} 万元" in words
    assert f"2026 年 8 月收款额 {(total - 0.99 * most) / 10000:.1f} 万元" in words
    assert "是不是录错" not in told("月报", *kiosks())[1]


def test_a_difference_of_two_sums_is_no_plain_sum() -> None:
    database, answers = kiosks()
    known = answers.reader.known
    net = replace(
        known.catalog.metrics["takings"],
        name="net",
        zh="净额",
        en="Net",
        expression="SUM(amount) - SUM(sales)",
        show=(),
    )
    catalog = replace(known.catalog, metrics={**known.catalog.metrics, "net": net}, scorecard=("net",))
    reader = replace(answers.reader, known=replace(known, catalog=catalog))
    _, words = told("月报", database, replace(answers, reader=reader))
    sums = "SELECT SUM(amount) - SUM(sales) FROM takings WHERE day LIKE '2026-08%'"
    (total,) = database.execute(sums).fetchone()
    assert f"净额 {total / 10000:.1f} 万元" in words


@pytest.mark.parametrize(
    ("expression", "inside"),
    [
        ("SUM(amount)", "amount"),
        ("sum( amount - sales )", "amount - sales"),
        ("SUM(amount) - SUM(sales)", None),
        ("SUM(amount) FILTER(WHERE sales > (1))", None),
        ("SUM(DISTINCT amount)", None),
    ],
)
def test_a_plain_sum_is_read_with_what_it_sums(expression: str, inside: str | None) -> None:
    assert summed(expression, SQLITE) == inside


def test_nobody_s_ratio_stands_out_by_an_entry_of_one_of_its_sides() -> None:
    def plant(amounts: np.ndarray) -> None:
        amounts[2, AUGUST.start + 13] *= 100  # Cedar

    database, answers = kiosks(plant)
    database.execute("UPDATE takings SET sales = sales / 100 WHERE kiosk_id = 2 AND day = '2026-08-14'")
    database.execute(  # a price that rose: of another kiosk than the entry, so it is told
        "UPDATE takings SET sales = sales * 0.6 WHERE kiosk_id = 4 AND day LIKE '2026-08%'"
    )
    _, words = told("月报", database, answers)
    assert "Elm的笔均金额从 " in words and "Cedar的笔均金额从 " not in words


def test_where_most_days_have_nothing_no_entry_is_taken_for_keyed_wrong() -> None:
    def plant(amounts: np.ndarray) -> None:
        amounts[:, AUGUST] = 0
        amounts[3, AUGUST.start + 5], amounts[4, AUGUST.start + 9] = 500, 50

    assert "是不是录错" not in told("月报", *kiosks(plant))[1]


@pytest.mark.parametrize("closed", ["2025-07-31", None])
def test_one_that_closed_is_told_until_then_and_not_over_the_days_after(
    closed: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def plant(amounts: np.ndarray) -> None:
        amounts[4, : (dt.date(2025, 2, 1) - FIRST).days] = np.nan  # Elm
        amounts[4, (dt.date(2025, 8, 1) - FIRST).days :] = np.nan

    if closed:
        monkeypatch.setattr(
            "tests.unit.analysis.kiosks.TABLES",
            TABLES.replace("opened_on DATE)", "opened_on DATE, closed_on DATE)"),
        )
    database, answers = kiosks.__wrapped__(plant)
    database.execute("UPDATE kiosks SET opened_on = '2025-02-01' WHERE name = 'Elm'")
    if closed:
        database.execute("UPDATE kiosks SET closed_on = ? WHERE name = 'Elm'", (closed,))
    _, words = told("Elm开业以来怎么样？", database, answers)
    (total,) = database.execute("SELECT SUM(amount) FROM takings WHERE kiosk_id = 4").fetchone()
    assert f"开业以来（2025-02-01 至 07-31，181 天）收款额 {total / 10000:.1f} 万元" in words
    assert f"平均每天 {total / 181:,.0f} 元" in words
    assert "以前的" not in words  # tickets that are open came after it
    assert ("它到 2025-07-31 为止，算到这一天" if closed else "数据到 2025-07-31 为止") in words


def test_a_place_among_its_kind_is_one_among_those_that_were_there_all_the_days() -> None:
    def plant(amounts: np.ndarray) -> None:
        amounts[11, : (dt.date(2026, 6, 9) - FIRST).days] = np.nan  # Maple
        amounts[9:11, : (dt.date(2026, 9, 15) - FIRST).days] = np.nan  # two that opened a week ago

    database, answers = kiosks(plant)
    kept = "day >= '2026-06-09' AND kiosk_id NOT IN (9, 10)"
    sums = f"SELECT SUM(amount) FROM takings WHERE {kept} GROUP BY kiosk_id"
    middle = float(np.median([total for (total,) in database.execute(sums)]))
    words = told("Maple开业以来怎么样？", database, answers)[1]
    assert "收款额在从头到尾都有数据的 10 个售货亭里排第 1，" in words
    assert f"中位数为 {middle / 10000:.1f} 万元" in words


@pytest.mark.parametrize(
    ("question", "starts"),
    [
        ("What's going on at Hazel?", "Hazel, past 30 days (24 Aug – 22 Sep 2026)"),
        ("Hazel怎么了", "Hazel，最近30天（2026-08-24 至 09-22）"),
        ("Hazel发生了什么", "Hazel，最近30天（2026-08-24 至 09-22）"),
        ("what happened at Hazel in August", "Hazel, August"),
    ],
)
def test_what_happened_at_a_place_is_how_it_is_doing(question: str, starts: str) -> None:
    _, words = told(question, *kiosks())
    assert words.startswith(starts)


@pytest.mark.parametrize(
    ("own", "is_told"),
    [((354, 358), False), ((354, 440), True), ((354, 300), False), ((None, 440), True)],
)
def test_a_kind_that_only_its_weight_moves_is_not_told_by_its_ratio(
    own: tuple[int | None, int], is_told: bool
) -> None:
    before, now = own
    pair = Pair(None if before is None else Decimal(before), Decimal(now))
    assert moved_itself(pair, Pair(Decimal(635), Decimal(778))) == is_told
