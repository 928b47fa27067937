"""What a model is told of the metrics: what they are made of, the nearest first, within a bound."""

import re
from collections.abc import Collection
from dataclasses import replace

from knowledge.metrics import Catalog
from knowledge.tables import count_tokens
from knowledge.values import Allowed
from tests.integration.metrics_shop import catalog
from understanding.metric.prompt_lines import ROOM, PromptLines


def everyone(_: str) -> bool:
    """Open every column."""
    return True


def offered(
    question: str, catalog: Catalog, allowed: Allowed, likeliest: Collection[str] = ()
) -> tuple[str, ...]:
    return PromptLines(catalog).offered(question, allowed, likeliest)


def line_of(name: str, lines: tuple[str, ...]) -> str:
    return next(line for line in lines if re.match(rf"- {name}\b", line))


def test_every_metric_says_what_it_is_made_of_while_there_is_room() -> None:
    few = catalog()
    lines = offered("xyzzy", replace(few, metrics=dict(list(few.metrics.items())[:6])), everyone)
    for metric in list(few.metrics.values())[:6]:
        line = line_of(metric.name, lines)
        assert (metric.expression or metric.parts[0]) in line
        assert all(one in line for one in metric.filters)
        assert metric.definition_en in line


def test_where_room_is_short_the_named_metrics_and_those_of_the_likeliest_tables_come_first() -> None:
    few = catalog()
    sales = few.metrics["sales"]
    other = next(one for one in few.metrics.values() if one.table not in ("", sales.table))
    many = {f"m{i}": replace(sales, name=f"m{i}", zh=f"量{i}", synonyms=()) for i in range(40)}
    lines = offered("销售额", replace(few, metrics=many | few.metrics), everyone, [other.table])
    assert "SUM" in line_of("sales", lines)
    assert other.expression in line_of(other.name, lines)
    assert line_of("m39", lines) == f"- m39 ({many['m39'].label('zh')})"
    assert sum(map(count_tokens, lines)) <= ROOM * 1.1


def test_a_named_metric_keeps_its_definition_among_more_names_than_there_is_room_for() -> None:
    few = catalog()
    sales = few.metrics["sales"]
    many = {f"m{i}": replace(sales, name=f"m{i}", zh=f"量{i}", synonyms=()) for i in range(200)}
    lines = offered("销售额", replace(few, metrics=many | few.metrics), everyone)
    assert "SUM" in line_of("sales", lines) and sales.definition_en in line_of("sales", lines)
    assert len(lines) < 200
    assert sum(map(count_tokens, lines)) <= ROOM * 1.1


def test_what_a_named_ratio_is_made_of_comes_before_what_the_likeliest_tables_measure() -> None:
    few = catalog()
    sales = few.metrics["sales"]
    parts = {name: replace(sales, name=name, zh=name, en=name, synonyms=()) for name in ("over", "under")}
    rate = replace(sales, name="rate", zh="达成率", en="Rate", kind="ratio", parts=("over", "under"))
    many = {f"m{i}": replace(sales, name=f"m{i}", zh=f"量{i}", synonyms=()) for i in range(40)}
    lines = offered("达成率", replace(few, metrics=many | parts | {"rate": rate}), everyone, [sales.table])
    assert all("SUM" in line_of(part, lines) for part in parts)


def test_a_named_gap_says_what_is_taken_from_what_where_no_definition_fits() -> None:
    few = catalog()
    sales = few.metrics["sales"]
    long = replace(sales, definition_en="word " * 400, definition_zh="字" * 800, synonyms=())
    goal = replace(long, name="goal", zh="销售目标", en="Sales target")
    gap = replace(
        long, name="gap", zh="目标缺口", en="Gap to target", kind="difference", parts=("goal", "sales")
    )
    told = replace(few, metrics={**few.metrics, "goal": goal, "gap": gap})
    assert line_of("gap", offered("离目标缺口多少", told, everyone)) == "- gap (目标缺口): goal - sales"
    assert line_of("gap", offered("xyzzy", told, everyone)) == "- gap (Gap to target)"


def test_a_plan_is_a_target_and_where_nothing_is_named_the_scorecard_comes_first() -> None:
    few = catalog()
    sales = few.metrics["sales"]
    goal = replace(sales, name="goal", zh="销售目标", en="Sales target", synonyms=())
    main = replace(sales, name="main", zh="主要", en="Main", synonyms=())
    many = {f"m{i}": replace(sales, name=f"m{i}", zh=f"量{i}", en=f"M{i}", synonyms=()) for i in range(40)}
    told = replace(few, metrics=many | {"main": main, "goal": goal}, scorecard=("main",))
    assert "SUM" in line_of("goal", offered("who is over plan", told, everyone))
    assert "SUM" in line_of("goal", offered("谁完成了计划", told, everyone))
    assert "SUM" in line_of("main", offered("xyzzy", told, everyone))
    assert "SUM" not in line_of("goal", offered("xyzzy", told, everyone))


def test_a_percentage_and_the_bound_of_a_state_are_told() -> None:
    few = catalog()
    states = {"ge:100": ("达标", "hit target")}
    rate = replace(few.metrics["sales"], unit_zh="%", unit_en="%", states=states)
    (line, *_) = offered("sales", replace(few, metrics={"sales": rate}), everyone)
    assert "in %. 达标, hit target is ge 100." in line


def test_a_label_that_only_repeats_a_name_is_left_out() -> None:
    sales = replace(catalog().metrics["sales"], name="net_sales", zh="净额", en="Net sales")
    only = replace(catalog(), metrics={"net_sales": sales}, dimensions={})
    assert offered("sales", only, everyone)[0].startswith("- net_sales: ")
    assert offered("销售", only, everyone)[0].startswith("- net_sales (净额): ")


def test_labels_of_codes_are_told_where_the_column_does_not_list_them() -> None:
    few = catalog()
    coded = next(one for one in few.dimensions.values() if one.table and few.schema.table(one.table))
    named = replace(coded, values={"N": ("北区", "Northern")})
    lines = offered("sales", replace(few, dimensions={coded.name: named}), everyone)
    assert "N Northern" in lines[-1]


def test_what_a_person_may_not_see_is_not_offered() -> None:
    assert offered("销售额", catalog(), lambda _: False) == ()


def test_a_hundred_metrics_stay_within_the_room() -> None:
    few = catalog()
    many = {f"m{i}": replace(few.metrics["sales"], name=f"m{i}") for i in range(100)}
    lines = offered("销售额", replace(few, metrics=few.metrics | many), everyone)
    assert sum(map(count_tokens, lines)) <= ROOM * 1.1
