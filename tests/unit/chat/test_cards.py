"""What a card is given survives JSON and the browser."""

import json
import math

from agent.events import RowsReady
from chat.cards import CARD_BYTES, follow_ups, plain, result_card
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
    assert 0 < len(json.dumps(held["rows"])) < CARD_BYTES + 2000
    assert held["truncated"] is True
    assert card([["x"]])["truncated"] is False


def test_a_single_huge_row_is_still_shown() -> None:
    assert len(card([["x" * (CARD_BYTES + 1)]])["rows"]) == 1  # type: ignore[arg-type]


def test_the_card_brings_every_word_it_shows_in_both_languages() -> None:
    shown = [set(card([[1]], language=language)["words"]) for language in LANGUAGES]  # type: ignore[call-overload]
    assert shown[0] == shown[1] and {"data", "sql", "how", "download_csv", "page"} <= shown[0]
    assert card([[1]])["words"]["page"] == "第 {page} / {pages} 页"  # type: ignore[index]


def test_follow_ups_leave_out_blanks_and_say_when_one_must_be_chosen() -> None:
    assert follow_ups(["a", " ", "b"], language="en") == {"title": "Ask next", "questions": ["a", "b"]}
    assert "Click one" in follow_ups(["a"], language="en", choosing=True)["title"]
