"""What a card is given survives JSON and the browser."""

import json
import math
from typing import Any

from agent.events import Answer, RowsReady
from answers.cells import MOST_BYTES, plain
from chat.cards import follow_ups, result_card
from config.wording import LANGUAGES


def card(rows: list[list[object]], **more: object) -> dict[str, object]:
    """Return a card of these rows."""
    ready = RowsReady("r", [{"name": "a", "type": "number"}], rows, len(rows), False)
    values = {"language": "zh", "sql": None, "source": None, "interpretation": (), "export": False}
    return result_card(ready, **(values | more))  # type: ignore[arg-type]


def test_what_json_cannot_say_becomes_empty_and_what_a_browser_rounds_becomes_text() -> None:
    values = [math.nan, math.inf, 2**53 + 1, -(2**60), 7, True, None, "x"]
    assert plain(values) == [None, None, str(2**53 + 1), str(-(2**60)), 7, True, None, "x"]
    json.dumps(card([values]), allow_nan=False)


def test_a_card_holds_as_much_as_it_may_and_says_that_rows_are_cut() -> None:
    held = card([["x" * 1000]] * 1000)
    assert 0 < len(json.dumps(held["rows"])) < MOST_BYTES + 2000
    assert held["truncated"] is True
    assert card([["x"]])["truncated"] is False


def test_a_card_of_rows_that_an_earlier_one_showed_shows_the_same() -> None:
    rows = [["x" * 1000, "\u202e"]] * 1000
    first = card(rows)
    assert card(rows, held=first["rows"]) == first


def test_a_single_huge_row_is_still_shown() -> None:
    assert len(card([["x" * (MOST_BYTES + 1)]])["rows"]) == 1  # type: ignore[arg-type]


def test_the_card_brings_every_word_it_shows_in_both_languages() -> None:
    shown = [set(card([[1]], language=language)["words"]) for language in LANGUAGES]  # type: ignore[call-overload]
    assert shown[0] == shown[1] and {"data", "sql", "how", "download_csv", "page"} <= shown[0]
    assert card([[1]])["words"]["page"] == "第 {page} / {pages} 页"  # type: ignore[index]


def test_follow_ups_leave_out_blanks_and_say_when_one_must_be_chosen() -> None:
    assert follow_ups(["a", " ", "b"], language="en") == {"title": "Ask next", "questions": ["a", "b"]}
    assert "Click one" in follow_ups(["a"], language="en", choosing=True)["title"]


def answer_with(**more: Any) -> Answer:
    """Return an answer of twenty rows."""
    rows = [[f"a{n}", n] for n in range(20)]
    columns = [{"name": "area", "type": "text"}, {"name": "n", "type": "integer"}]
    return Answer("data", "words", "question", id="t1", columns=columns, rows=rows, row_count=20, **more)


def card_of(answer: Answer, rows: RowsReady | None = None) -> dict[str, Any]:
    """Return the card of an answer."""
    rows = rows or RowsReady("", answer.columns, answer.rows, answer.row_count, False)
    return result_card(
        rows, language="en", sql="SELECT 1", source="metric", interpretation=(), export=False, answer=answer
    )


def test_a_chart_can_be_switched_where_the_card_holds_all_its_rows_else_only_put_away() -> None:
    charts = [{"kind": "bar", "x": 0, "y": [1]}, {"kind": "line", "x": 0, "y": [1]}]
    answer = answer_with(charts=charts, chart={"data": []})
    chart = card_of(answer)["chart"]
    assert [view["kind"] for view in chart["views"]] == ["bar", "line"]
    assert [view["tops"] for view in chart["views"]] == [[3, 5, 10, 15], []]
    part = card_of(answer, RowsReady("", answer.columns, answer.rows[:5], 20, False))["chart"]
    assert part["views"] == [{"kind": "bar", "tops": []}]


def test_a_chart_an_analysis_drew_can_be_put_away_and_a_missing_one_is_explained() -> None:
    assert card_of(answer_with(chart={"data": []}))["chart"]["views"] == [{"kind": "own", "tops": []}]
    assert card_of(answer_with(no_chart="there are too many"))["chart"] == {
        "why": "No chart: there are too many"
    }


def test_sums_of_a_ranking_are_of_those_shown() -> None:
    ranked = {"metrics": ["n"], "rank": {"direction": "top", "number": 20}}
    assert card_of(answer_with(totals=[None, 190], query=ranked))["totals"] == {
        "of": "some",
        "values": [None, 190],
    }
    assert card_of(answer_with(totals=[None, 190], query={"metrics": ["n"]}))["totals"]["of"] == "all"
    assert card_of(answer_with())["totals"] is None
