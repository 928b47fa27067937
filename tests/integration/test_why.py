"""Why a figure changed, asked of the demo: premise, parts that add up, rights, both languages."""

from collections import defaultdict

import pytest

from agent.events import Answer, Clarify, StepMoved, StepStarted
from appdb.users import User
from config.wording import say
from services import Services
from tests.fakes.demo_services import ADMIN, MANAGER

CENT = 0.05  # the table rounds its parts


async def asked(services: Services, question: str, user: User = ADMIN) -> Answer:
    return await services.assistant.ask_whole(
        question, user=user, thread=f"{user.name}-{question}", connection="demo"
    )


@pytest.mark.parametrize(
    "question",
    [
        "为什么10月营业额涨了",
        "what drove the rise in charging income in October?",
        "为什么9月投诉量下降",
        "10月净营业额上涨的原因是什么",
        "Why did revenue of Dongguan Branch rise in October compared with August?",
    ],
)
async def test_each_way_of_splitting_adds_up_to_the_change(services: Services, question: str) -> None:
    answer = await asked(services, question)
    assert (answer.kind, answer.source) == ("data", "metric"), answer.answer
    first, *lines = answer.rows
    change = first[4]
    assert abs(first[3] - first[2] - change) < CENT
    parts: dict[str, list[float]] = defaultdict(list)
    for view, _, _, _, part, _ in lines:
        parts[view].append(part)
    assert len(parts) >= 2
    for view, found in parts.items():
        assert abs(sum(found) - change) < CENT, view
    assert answer.chart is not None and answer.chart["data"][0]["type"] == "waterfall"
    waterfall = answer.chart["data"][0]
    drawn = waterfall["x" if waterfall.get("orientation") == "h" else "y"]
    assert abs(sum(drawn[:-1]) - change) < CENT and drawn[-1] == pytest.approx(change, abs=CENT)


async def test_every_statement_is_shown_under_its_line(services: Services) -> None:
    answer = await asked(services, "为什么10月营业额涨了")
    assert "\n- " in answer.answer, "several findings stand in lines of their own"
    statements = [part for part in (answer.sql or "").split("\n\n") if part]
    assert len(statements) >= 10
    assert all(part.startswith("-- ") and "SELECT" in part for part in statements)
    assert statements[0].startswith("-- 前后两期合计\n")


async def test_a_fall_that_was_none_is_said_with_both_figures(services: Services) -> None:
    rose, fell = await asked(services, "为什么10月营业额涨了"), await asked(services, "为什么10月营业额跌了")
    assert "没有跌" in fell.answer and len(fell.rows) == 1
    assert fell.rows[0][2:4] == rose.rows[0][2:4]
    assert fell.suggestions == ["为什么10月的营业额涨了？"]


async def test_the_holidays_of_october_are_told(services: Services) -> None:
    answer = await asked(services, "why did revenue rise in October?")
    assert "(National Day, 7 days; before: Mid-autumn Festival, 3 days)" in answer.answer
    worked_out = next(line for line in answer.interpretation if "worked out from" in line)
    assert "7 public holidays" in worked_out and "18 working days" in worked_out
    *kinds, _beyond = [row for row in answer.rows if row[0] == "Calendar"]
    assert [row[1].split(" (")[0] for row in kinds] == [
        "Working days 22 → 18", "Weekend days 5 → 6", "Public holidays 3 → 7",
    ]  # fmt: skip
    assert all(abs(row[3] - row[2] - row[4]) < CENT for row in kinds)
    assert 0.5 < sum(row[4] for row in kinds) / answer.rows[0][4] < 1.2
    assert "(National Day, 1–7 Oct 2026)" in worked_out
    assert "the largest rises: Nancheng Service Area" in answer.answer


async def test_a_shop_that_made_most_of_a_fall_is_told_with_its_closed_days(services: Services) -> None:
    answer = await asked(services, "Why was Shawan's revenue low in March?")
    gap = "Zhongling Energy Shawan has no records at all on 3–9 Mar 2026 (7 days, which usually bring "
    assert (
        gap in answer.answer
        and "did not report, the data do not tell; vehicles entering averaged" in answer.answer
    )
    assert (
        "mainly Zhongling Energy Shawan (7 days without data) from CNY 1.63 M to CNY 1.12 M" in answer.answer
    )
    assert "It was so a year before, too, on 3–9 Mar 2025." in answer.answer
    assert "Not read" not in answer.answer and "the others: " in answer.answer
    assert "Bank Card" not in answer.answer and "Zhongling" in answer.suggestions[1]
    assert answer.suggestions[0] == "Revenue of Shawan Service Area by day in March"


async def test_what_cancelled_out_is_told_of_a_week_that_hardly_moved(services: Services) -> None:
    answer = await asked(services, "Why did revenue change last week?")
    assert "hardly moved" in answer.answer and "rises and falls cancel each other: rises of" in answer.answer
    moved = [row[4] for row in answer.rows if row[0] == "By Service area"]
    assert abs(sum(moved) - answer.rows[0][4]) < CENT and max(moved) > 0 > min(moved)
    assert {row[5] for row in answer.rows} == {None}


async def test_what_kind_of_complaints_rose_is_told_beside_where(services: Services) -> None:
    answer = await asked(services, "8月投诉为什么变多了")
    assert "厚街服务区" in answer.answer
    assert "主要是厚街服务区的卫生间环境：2 件 → 65 件" in answer.answer
    assert next(row[1:4] for row in answer.rows if row[0] == "按投诉类型") == ["卫生间环境", 28, 96]
    assert not [row for row in answer.rows if "英德" in row[1]]  # seven fewer are chance


async def test_a_shop_that_closed_is_told_with_its_last_day_by_the_table_that_knows_it(
    services: Services,
) -> None:
    answer = await asked(services, "为什么今年丹霞服务区的特产的营业额同比跌了？")
    assert "那里唯一的店铺已经结束：粤山珍丹霞店（闭店日期 2026-03-31）。" in answer.answer
    assert "到那天为止（2026 年第 1 季度）是 96.9 万元" in answer.answer and "之后没有数据" in answer.answer
    assert "平均" not in answer.answer and "突出" not in answer.answer  # nothing else is left to tell
    assert "MAX(" in (answer.sql or "") and "closed_on" in (answer.sql or "")
    other = await asked(services, "Why was Shawan's revenue low in March?")
    assert "closed on" not in other.answer and "no records at all on 3–9 Mar 2026" in other.answer
    branch = await asked(services, "为什么今年韶关分公司营业额涨了")
    assert "粤山珍丹霞店（闭店日期 2026-03-31）" in branch.answer  # that it has none since is no gap
    assert "没有任何记录" not in branch.answer and "天没有数据" not in branch.answer


async def test_days_of_nothing_are_told_as_such_with_the_faults_of_those_days(services: Services) -> None:
    answer = await asked(services, "罗浮山5月充电收入为啥掉这么多")
    assert "2026-05-10 至 05-18，这些天都是 0，平常这样的日子合计约 6.2 万元" in answer.answer
    assert "充电桩故障次数 8 次（都是供电；停用时长 1,728 小时；其余 52 天共 3 次）" in answer.answer
    assert "季节" not in answer.answer
    few = [row for row in answer.rows if row[0] == "变化集中的日子"]
    assert sum(row[4] for row in few) == pytest.approx(answer.rows[0][4], abs=CENT)


async def test_complaints_that_came_in_ten_days_are_told_so(services: Services) -> None:
    answer = await asked(services, "厚街8月份投诉怎么突然这么多")
    assert "主要是卫生间环境 2 件 → 65 件，占 92.6 %；其中 63 件在 2026-08-06 至 08-15" in answer.answer
    assert "78 件里有" not in answer.answer  # the same days, told once
    assert "卫生间环境 2 件 → 65 件" in answer.answer


async def test_of_a_place_that_opened_its_day_is_told(services: Services) -> None:
    answer = await asked(services, "清远今年比去年涨了这么多是怎么回事")
    assert "北江服务区是新的（开业日期 2025-12-18）" in answer.answer


async def test_of_a_place_that_is_new_it_is_said_since_when_there_are_data(services: Services) -> None:
    answer = await asked(services, "今年吴川服务区营业额同比为什么涨了")
    assert "还没有数据，无法比较：第一个有数据的月份是 2026 年 6 月" in answer.answer and not answer.rows


async def test_who_sees_one_branch_hears_of_that_branch_alone(services: Services) -> None:
    question = "为什么10月营业额涨了"
    whole, part = await asked(services, question), await asked(services, question, MANAGER)
    own = await asked(services, "上个月营业额是多少", MANAGER)
    assert part.rows[0][3] == pytest.approx(own.rows[0][0]) and part.rows[0][3] < whole.rows[0][3] / 2
    areas = await asked(services, "上个月各服务区营业额", MANAGER)
    seen = {row[0] for row in areas.rows}
    told = {row[1] for row in part.rows if row[0] == "按服务区"}
    assert {name for name in told if not name.startswith("其余")} <= seen
    assert say("summary.restricted", "zh") in part.answer
    assert say("summary.restricted", "zh") not in whole.answer


@pytest.mark.parametrize("question", ["10月月报", "上周有没有异常", "下个月营业额大概多少"])
async def test_briefing_anomaly_and_forecast_are_of_what_one_may_see(
    services: Services, question: str
) -> None:
    whole, part = await asked(services, question), await asked(services, question, MANAGER)
    assert whole.kind == part.kind == "data"
    assert say("summary.restricted", "zh") in part.answer
    assert say("summary.restricted", "zh") not in whole.answer
    own = {row[0] for row in (await asked(services, "上个月各服务区营业额", MANAGER)).rows}
    every = {row[0] for row in (await asked(services, "上个月各服务区营业额")).rows}
    assert own < every and not any(name in part.answer for name in every - own)
    if question != "上周有没有异常":  # the first row's figure is of the own branch alone
        at = 2 if question == "10月月报" else 1
        assert 0 < part.rows[0][at] < whole.rows[0][at] / 2


async def test_a_question_without_a_figure_is_of_the_first_of_the_scorecard_and_says_so(
    services: Services,
) -> None:
    fell, weak = (
        await asked(services, "上周为什么跌了"),
        await asked(services, "Why was Shawan so weak in March?"),
    )
    assert "营业额" in fell.answer and weak.answer.startswith("Revenue of Shawan Service Area")
    for one, said in (
        (fell, "没有说是哪个数字，按营业额看。"),
        (weak, "No figure was named; read as revenue."),
    ):
        assert said in one.interpretation and said not in one.answer


async def test_a_question_that_points_back_at_nothing_is_asked_back_and_a_time_is_sought(
    services: Services,
) -> None:
    which, when = (
        await asked(services, "why did it fall last week?"),
        await asked(services, "why did revenue fall?"),
    )
    assert (which.kind, when.kind) == ("clarify", "data")
    assert all("last week" in one for one in which.suggestions)
    assert "last month" in when.answer and "this month" in when.answer


async def test_what_is_chosen_is_carried_out(services: Services) -> None:
    ask = services.assistant.ask_whole
    asked_back = await ask("why did it fall last week?", user=ADMIN, thread="choose", connection="demo")
    assert asked_back.kind == "clarify"
    answer = await ask(asked_back.suggestions[0], user=ADMIN, thread="choose", connection="demo")
    assert answer.kind == "data" and answer.rows[0][0] == "Total"


async def test_words_that_nothing_knows_are_named(services: Services) -> None:
    answer = await asked(services, "为什么10月荔枝销量涨了")
    assert answer.kind in ("unanswerable", "clarify") and not answer.rows
    assert "荔枝" in answer.answer


async def test_reading_is_seen_as_steps(services: Services) -> None:
    events = services.assistant.ask(
        "why did orders rise in October?", user=ADMIN, thread="steps", connection="demo"
    )
    told = [one async for one in events if isinstance(one, StepStarted | StepMoved | Clarify)]
    steps = [one.step for one in told if isinstance(one, StepStarted)]
    assert steps.count("analyse") == 2
    moved = [one.input for one in told if isinstance(one, StepMoved)]
    assert moved[0].startswith("Analysing: 1 of ") and len(set(moved)) == len(moved) > 10


async def test_a_compared_figure_offers_its_why(services: Services) -> None:
    answer = await asked(services, "9月和10月营业额对比")
    assert answer.suggestions[0] == "为什么10月的营业额比9月涨了？"
    again = await asked(services, answer.suggestions[0])
    assert again.kind == "data" and again.rows[0][0] == "合计"


async def test_why_goes_on_from_the_figure_before_it(services: Services) -> None:
    ask = services.assistant.ask_whole
    for question in ("10月营业额是多少", "为什么涨了", "那9月呢"):
        answer = await ask(question, user=ADMIN, thread="goes on", connection="demo")
        assert answer.kind == "data", question
    assert answer.rows[0][0] == "合计" and answer.columns[3]["name"] == "2026 年 9 月"


async def test_rain_is_told_beside_the_same_weekday_at_the_same_place(services: Services) -> None:
    for question in ("下雨天影响营业额吗", "Does rain hurt sales?"):
        answer = await asked(services, question)
        assert answer.kind == "data" and [row[4] for row in answer.rows] == sorted(
            row[4] for row in answer.rows
        )
        assert answer.rows[0][0] in ("大雨", "Heavy rain") and answer.rows[0][4] < -5
        assert answer.chart and answer.chart["data"][0]["y"] == [row[4] for row in answer.rows]
        assert (
            "不说明是天气造成的" in answer.answer or "does not say that the weather did it" in answer.answer
        )


async def test_each_kind_of_weather_is_told_or_said_to_have_too_few_days(services: Services) -> None:
    answer = await asked(services, "does rain make business worse in Guangzhou Branch this year")
    assert answer.kind == "data" and {row[0] for row in answer.rows} >= {"Heavy rain", "Light rain", "Fog"}
    few = answer.answer.partition("Too few days to tell: ")[2]
    assert all((row[0] in few) == (row[4] is None) for row in answer.rows)
    assert all(row[0] in answer.answer for row in answer.rows)


async def test_a_forecast_is_asked_by_a_figures_verb_and_of_whom_is_kept(services: Services) -> None:
    for by_verb, by_name in (
        ("下个月能卖多少", "下个月的营业额预计是多少？"),
        ("how much will we sell next week", "Forecast of revenue next week"),
        ("下个月南城服务区能卖多少", "下个月南城服务区的营业额预计是多少？"),
    ):
        first, other = await asked(services, by_verb), await asked(services, by_name)
        assert first.kind == "data" and first.rows == other.rows
    whole, part = [await asked(services, one) for one in ("下个月能卖多少", "下个月南城服务区能卖多少")]
    assert part.rows[0][1] < whole.rows[0][1] / 5 and "南城服务区" in part.answer
    unread = await asked(services, "下周会来多少船")
    assert unread.kind != "data"


async def test_place_and_kind_that_make_a_rise_are_told_as_one(services: Services) -> None:
    answer = await asked(services, "为什么8月投诉比7月多了")
    assert "主要是厚街服务区的卫生间环境：" in answer.answer and "除去它，" in answer.answer
    assert "个角度" not in answer.answer


async def test_a_lower_average_that_is_mix_is_said_to_be(services: Services) -> None:
    answer = await asked(services, "Why did average order value fall this year?")
    assert "The mix of shop categories moved it, not average order value within them" in answer.answer
    assert "Without the new " in answer.answer


async def test_a_member_is_set_beside_all_of_its_kind(services: Services) -> None:
    answer = await asked(services, "为什么丹霞服务区10月的营业额比去年同期少")
    assert "只有它下降" in answer.answer or "个服务区里" in answer.answer


async def test_days_without_data_are_the_same_in_either_language(services: Services) -> None:
    answer = await asked(services, "any holes in the revenue data of our shops this year?")
    assert "Zhongling Energy Shawan, 3–9 Mar 2026 (7 days)" in answer.answer


async def test_what_leans_on_a_turn_without_an_answer_is_asked_back_and_on_a_place_is_of_it(
    services: Services,
) -> None:
    async def said(question: str, thread: str) -> Answer:
        return await services.assistant.ask_whole(question, user=ADMIN, thread=thread, connection="demo")

    assert (await said("list the tallest employees", "leans-1")).kind == "unanswerable"
    assert (await said("will they make it by the end of the month", "leans-1")).kind == "unanswerable"
    assert (await said("它月底能完成目标吗", "leans-2")).kind == "unanswerable"
    assert (await said("南城10月营业额", "leans-3")).kind == "data"
    assert "南城" in (await said("它月底能完成目标吗", "leans-3")).answer


async def test_the_clause_that_asks_is_offered_where_a_cue_only_leads_up_to_it(services: Services) -> None:
    asked_back = [
        event
        async for event in services.assistant.ask(
            "I'm putting together a slide on why October went so well, "
            "so could you just give me October's total revenue",
            user=ADMIN,
            thread="clause-1",
            connection="demo",
        )
    ][-1]
    assert isinstance(asked_back, Clarify) and list(asked_back.answer.suggestions) == ["Revenue in October"]


async def test_a_briefing_tells_which_shop_closed_behind_a_fall(services: Services) -> None:
    answer = await asked(services, "今年丹霞服务区怎么样")
    assert "不算已退出的粤山珍丹霞店（2026-03-31）" in answer.answer
    assert "微信支付" not in answer.answer


async def test_what_is_odd_of_a_kind_at_a_place_is_told_with_the_kind(services: Services) -> None:
    answer = await asked(services, "今年的投诉有没有什么异常")
    assert "厚街服务区的投诉量，2026-08-06 至 08-15（10 天）合计 72 件" in answer.answer
    assert "主要是卫生间环境：63" in answer.answer


@pytest.mark.parametrize(
    ("first", "then", "says"),
    [
        ("南城服务区最近生意怎么样", "特产为什么比去年少这么多", "接着上一问，只看南城服务区。"),
        (
            "How has Nancheng been doing lately",
            "why is revenue of specialties down on last year",
            "As in the question before, of Nancheng Service Area alone.",
        ),
    ],
)
async def test_an_analysis_is_of_the_place_in_force_and_says_so(
    services: Services, first: str, then: str, says: str
) -> None:
    ask = services.assistant.ask_whole
    await ask(first, user=ADMIN, thread=f"place-{first}", connection="demo")
    answer = await ask(then, user=ADMIN, thread=f"place-{first}", connection="demo")
    assert says in answer.answer
    assert answer.rows[0][2] < 1_000_000  # of all service areas it is over three million


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("10月各分公司的营业额比9月", "为什么10月东莞分公司的营业额比9月涨了？"),
        (
            "Revenue by branch in October compared with last year",
            "Why did revenue of Qingyuan Branch in October rise year on year?",
        ),
        ("上个月各分公司的营业额比去年同期", "为什么上个月清远分公司的营业额同比涨了？"),
    ],
)
async def test_under_a_comparison_by_member_why_is_asked_of_who_moved_most(
    services: Services, question: str, why: str
) -> None:
    answer = await asked(services, question)
    assert len(answer.suggestions) <= 3 and answer.suggestions[0] == why
    assert (await asked(services, answer.suggestions[0])).kind == "data"


@pytest.mark.parametrize(
    ("question", "says"),
    [
        (
            "上个月各服务区营业额同比",
            "吴川服务区（2026-06-30）和已退出的粤山珍丹霞店（2026-03-31）：丹霞服务区 +8.9 %。",
        ),
        (
            "上个月各业态营业额同比",
            "吴川服务区（2026-06-30）和已退出的粤山珍丹霞店（2026-03-31）：特产 +6.5 %。",
        ),
        (
            "韶关分公司上个月怎么样",
            "丹霞服务区（-2.4 %，为 315.4 万元，不算已退出的粤山珍丹霞店（2026-03-31）为 +8.9 %）",
        ),
        ("哪些店铺断了数据", "已经退出，不算断：粤山珍丹霞店（到 2026-03-31）"),
        (
            "为什么9月以来韶关分公司营业额下降",
            "或以上），因为少了已退出的粤山珍丹霞店（2026-03-31）；不算它是 +",
        ),
        ("9月营业额同比", "只比平常的日子、按同样的星期几，也不算上面这些：+7.7 %。"),
        ("11月18日营业额同比", "比去年同期（2025-11-19，同是周三）"),
    ],
)
async def test_growth_is_beside_what_is_alike(services: Services, question: str, says: str) -> None:
    assert says in (await asked(services, question)).answer
