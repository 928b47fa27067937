"""Linked through all that is known: metrics and members, likeness in meaning, golden questions."""

import json

import pytest

from config.settings import ROOT
from database.rights import Rights
from evaluation.golden import read_golden
from knowledge.budget import fitted
from knowledge.items import LinkedValue
from knowledge.retrieval import interleaved
from knowledge.snapshot import Snapshot, Wanted, sql_names
from tests.bench.pool import distractors, labelled, recall
from tests.fakes.linking import snapshot_of

ALL = Rights(role="admin", connection="c")
DEMO = ROOT / "demo"
CASES = ROOT / "tests" / "cases" / "metrics"
BUDGET = 3000


@pytest.mark.parametrize(
    ("spoken", "alike", "expected"),
    [
        ([1, 2, 3, 4, 5, 6, 7], [8, 9, 10], [1, 2, 8, 3, 4, 9, 5, 6, 7, 10]),
        ([1, 2, 3], [1, 2, 3], [1, 2, 3]),
        ([1], [8, 9], [1, 8, 9]),
        ([], [8, 9], [8, 9]),
        ([1, 2, 3], [], [1, 2, 3]),
    ],
    ids=["places", "already_above", "few_words", "no_words", "no_vectors"],
)
def test_the_likest_in_meaning_take_the_places_kept_for_them(
    spoken: list[int], alike: list[int], expected: list[int]
) -> None:
    assert interleaved(spoken, alike, (3, 6)) == expected


def test_a_table_that_only_its_meaning_speaks_for_is_found_and_said_to_be_likely() -> None:
    pool = distractors(40)
    named = pool[30].full_name
    links = snapshot_of(pool, near={"够不够用": [named.lower()]}).link(
        "够不够用", ALL, Wanted(BUDGET, 0, 0.0)
    )
    assert (links.tables[0].table.full_name, links.tables[0].why) == (named, "meaning")
    assert links.likeliest == (named,)


@pytest.mark.parametrize(
    ("question", "table"),
    [("去年的件数", "order_items"), ("各等级", "customers"), ("how many of the gold ones", "customers")],
    ids=["synonym", "dimension", "member"],
)
def test_the_names_of_metrics_dimensions_and_members_bring_their_tables(question: str, table: str) -> None:
    knows = snapshot_of(distractors(300), [CASES / "shop.sql", CASES / "shop.yaml"])
    links = knows.link(question, ALL, Wanted(BUDGET, 0, 0.0))
    untaught = snapshot_of(distractors(300), [CASES / "shop.sql"]).link(question, ALL, Wanted(BUDGET, 0, 0.0))
    assert table in [one.full_name for one in links.strong]
    assert table in links.likeliest
    assert table not in untaught.likeliest


@pytest.mark.parametrize(
    ("question", "word", "column", "told"),
    [
        ("new service areas this year", "new", "complaints.status", False),
        ("完成了目标的分公司", "完成", "complaints.status", False),
        ("new shops by branch", "new", "complaints.status", False),
        ("new complaints this month", "new", "complaints.status", True),
        ("未开始的投诉按服务区", "未开始", "complaints.status", True),
        ("列出处理中的", "处理中", "complaints.status", True),  # nothing else is named
        ("达标服务区的营业额", "达标", "service_areas.level", True),
    ],
)
def test_a_code_is_told_where_its_table_is_asked_about(
    question: str, word: str, column: str, *, told: bool
) -> None:
    knows = snapshot_of(files=[DEMO / "schema.sql", DEMO / "knowledge" / "metrics.yaml"])
    name = LinkedValue("东莞", "东莞分公司", "public.branches.name")
    code = LinkedValue(word, "1", f"public.{column}", coded=True)
    assert knows.asked_about(question, [name, code]) == ((name, code) if told else (name,))


def test_every_golden_question_has_its_tables_in_the_prompt_while_the_schema_fits() -> None:
    knows = snapshot_of(files=[DEMO / "schema.sql", DEMO / "knowledge" / "metrics.yaml"])
    assert (
        missing(knows, [(one.question, one.tables) for one in labelled(read_golden(DEMO / "golden.jsonl"))])
        == []
    )


def test_every_question_on_the_hospital_has_its_tables_in_the_prompt() -> None:
    lines = [json.loads(line) for line in (CASES / "hospital.jsonl").read_text().splitlines()]
    answered = [one for one in lines if one["sql"]]
    asked = [(one["question"], names[0]) for one in answered if (names := sql_names(one["sql"]))]
    assert len(asked) > 50
    assert missing(snapshot_of(files=[CASES / "hospital.sql", CASES / "hospital.yaml"]), asked) == []


def missing(knows: Snapshot, asked: list[tuple[str, frozenset[str]]]) -> list[str]:
    """Return the questions whose prompt does not show a needed table in full."""
    found = []
    for question, tables in asked:
        fit = fitted(knows.link(question, ALL, Wanted(BUDGET, 0, 0.0)), question, ALL, BUDGET)
        full = {one.name.rpartition(".")[2].lower() for one in fit.tables if one.level == "full"}
        if not fit.whole or not tables <= full:
            found.append(question)
    return found


def test_among_two_thousand_tables_the_golden_questions_find_theirs_in_full() -> None:
    """Measured .95 in full, .92 among the first ten, by words alone."""
    own = snapshot_of(files=[DEMO / "schema.sql"]).linker.tables
    knows = snapshot_of([*own, *distractors(2000 - len(own))])
    full, first = [], []
    for one in labelled(read_golden(DEMO / "golden.jsonl"))[::6]:
        links = knows.link(one.question, ALL, Wanted(BUDGET, 0, 0.0))
        fit = fitted(links, one.question, ALL, BUDGET)
        first.append(recall(one.tables, [found.table.name for found in links.tables], 10))
        shown = [found.name.rpartition(".")[2] for found in fit.tables if found.level == "full"]
        full.append(recall(one.tables, shown, len(shown)))
        assert fit.tokens <= BUDGET
    assert sum(full) / len(full) >= 0.9
    assert sum(first) / len(first) >= 0.9
