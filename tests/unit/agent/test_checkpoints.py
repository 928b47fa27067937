"""What of a checkpoint stands in its own row, as JSON, and what as a blob of its own."""

import pytest

from agent.checkpoints import _is_plain


@pytest.mark.parametrize("value", [None, "", "text", 0, 1.5, True, [], {}])
def test_what_json_gives_back_as_it_was_stands_in_the_row(value: object) -> None:
    assert _is_plain(value)


@pytest.mark.parametrize("value", [(), set(), b"", [1], {1: 2}])
def test_what_json_would_change_or_is_large_has_its_own_row(value: object) -> None:
    assert not _is_plain(value)
