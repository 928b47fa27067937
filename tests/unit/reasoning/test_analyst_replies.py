"""What an analyst's reply asks for or says, and what it is shown."""

from dataclasses import replace

import pytest

from knowledge.items import Linked
from reasoning.analyst import MOST_LOOKS, Evidence, LookWanted, Seen, report_in, report_messages
from reasoning.reasoner import Brief
from reasoning.rewriting import Faulted

BRIEF = Brief("Why?", "en", "shop", "postgres", "2026-11-22", Linked())
SEEN = Seen("Table computed", ("Area", "Sales"), (("North", "12"),), 3)
EVIDENCE = Evidence(BRIEF, ("Sales came to 12.",), (SEEN,), looks_left=1)
METRIC = 'METRIC: {"metrics": ["sales"], "grain": "day"}'


@pytest.mark.parametrize(
    ("reply", "looks"),
    [
        (f"LOOK: By day\n{METRIC}", [LookWanted("By day", query={"metrics": ["sales"], "grain": "day"})]),
        (
            f"**LOOK:** By day\n{METRIC}\n\nLOOK： 故障\n```sql\nSELECT 1 AS n FROM fault\n```",
            [
                LookWanted("By day", query={"metrics": ["sales"], "grain": "day"}),
                LookWanted("故障", sql="SELECT 1 AS n FROM fault"),
            ],
        ),
        ("LOOK: By day\nsales by day, please", [LookWanted("By day")]),
        ("LOOK: drop\n```sql\nDELETE FROM sales\n```", [LookWanted("drop")]),
    ],
)
def test_looks_are_read_in_the_forms_models_write(reply: str, looks: list[LookWanted]) -> None:
    assert list(report_in(reply, EVIDENCE).looks) == looks


def test_so_many_looks_are_taken_at_once() -> None:
    assert len(report_in(f"LOOK: By day\n{METRIC}\n" * 9, EVIDENCE).looks) == MOST_LOOKS


def test_words_are_what_asks_for_nothing() -> None:
    assert report_in("<think>hm</think>Sales came to 12.", EVIDENCE).words == "Sales came to 12."


def test_a_look_that_is_not_left_is_neither_taken_nor_said() -> None:
    report = report_in(f"LOOK: By day\n{METRIC}", replace(EVIDENCE, looks_left=0))
    assert not report.looks and not report.words


def test_looks_are_offered_with_the_schema_only_while_some_are_left() -> None:
    first, last = (report_messages(replace(EVIDENCE, looks_left=left)) for left in (1, 0))
    assert "LOOK:" in str(first[0].content) and "LOOK:" not in str(last[0].content)
    for messages in (first, last):
        told = str(messages[1].content)
        assert "- Sales came to 12." in told
        assert "Table computed (first 1 of 3 rows):\nArea | Sales\nNorth | 12" in told


def test_who_is_new_is_told_so_that_growth_with_them_is_not_taken_for_that_of_the_others() -> None:
    told = str(report_messages(replace(EVIDENCE, came_and_went=("North: since 2026-03-02",)))[1].content)
    assert "not like for like beside a time before):\n- North: since 2026-03-02" in told
    assert "Opened or closed" not in str(report_messages(EVIDENCE)[1].content)


def test_a_report_is_shown_again_with_what_is_wrong_marked_and_the_tables_of_that_alone() -> None:
    days = Seen("By day", ("Day", "Sales"), (("2026-11-02", "7"),), 1)
    faults = (Faulted("North sold 13.", "13 (it is 12)", (0,)),)
    written = replace(
        EVIDENCE,
        tables=(SEEN, days),
        report="It fell.\n\n- North sold 13.\n- 7 on one day.",
        unfounded=faults,
    )
    told = str(report_messages(written)[1].content)
    assert "It fell.\n\n- [1: North sold 13.]\n- 7 on one day." in told
    assert "- 1: 13 (it is 12) (held against: Table computed)" in told
    assert "North | 12" in told and "By day" not in told


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("why does it keep falling", "Question: Why?\nAs the user wrote it: why does it keep falling"),
        ("", "Question: Why?\n\n"),
    ],
)
def test_what_the_user_took_for_granted_stays_where_the_question_was_said_anew(asked: str, told: str) -> None:
    evidence = Evidence(replace(BRIEF, asked=asked), ("Revenue rose.",), (), 0)
    assert told in str(report_messages(evidence)[1].content)
