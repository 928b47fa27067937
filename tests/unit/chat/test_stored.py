"""What comes back from the database is shown as it was."""

from chainlit.element import ElementDict

from chat.stored import in_order


def test_the_next_questions_come_last_in_whatever_order_the_rows_were_written() -> None:
    stored = [ElementDict(id=name, name=name) for name in ("FollowUps", "chart", "ResultCard")]
    assert [element["name"] for element in in_order(stored)] == ["chart", "ResultCard", "FollowUps"]
