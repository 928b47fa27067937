"""What is asked of the latest row stands with the day it is of, where rows have no name."""

import pytest

from tests.unit.understanding.rows.rows_rooms import reader_of, today_of
from understanding.rows.reader import RowsReading


@pytest.mark.parametrize(
    ("room", "question", "columns"),
    [
        ("fresh", "the channel of the latest order", ("orders.channel", "orders.ordered_at")),
        ("fresh", "最近的5笔订单的渠道", ("orders.channel", "orders.ordered_at")),
        ("expo", "下一场展会在哪个城市", ("fairs.name_cn", "cities.name_cn")),  # its name tells it
    ],
)
def test_the_day_of_the_latest_is_shown_with_what_is_asked(
    room: str, question: str, columns: tuple[str, ...]
) -> None:
    found = reader_of(room).read(question, today_of(room), lambda _: True, None)
    assert isinstance(found, RowsReading)
    query = found.query or found.meant[0]
    assert query.columns == columns
