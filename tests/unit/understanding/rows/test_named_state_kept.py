"""Nothing is offered whatever the state where the question names one."""

import pytest

from tests.unit.understanding.rows.rows_rooms import reader_of, today_of


def everyone(_: str) -> bool:
    """Open every column."""
    return True


@pytest.mark.parametrize(
    ("plain", "of_a_state"),
    [
        ("入职超过3年的骑手有几个", "入职超过3年的在职骑手有几个"),
        ("how many riders joined before 2024", "how many active riders joined before 2024"),
    ],
)
def test_rows_of_any_state_are_no_offer_for_those_of_one(plain: str, of_a_state: str) -> None:
    reader, today = reader_of("hauling"), today_of("hauling")
    (meant,) = reader.read(plain, today, everyone).meant
    assert reader.words(meant, plain, today, everyone)
    assert reader.words(meant, of_a_state, today, everyone) == ""
