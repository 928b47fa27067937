"""A reader that breaks ends no question: it declines, and says so in the log."""

import datetime as dt
import logging
from typing import cast

import pytest

from database.rights import Rights
from errors import UnsafeSQLError
from understanding.asked import Asked
from understanding.taught import Taught, declining
from understanding.verdicts import NOT_MINE, Reading

ASKED = Asked("rooms by hotel", "demo", Rights("admin", "demo"), dt.date(2026, 11, 21))


async def test_a_reader_that_breaks_declines_and_its_traceback_is_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    @declining(NOT_MINE)
    async def broken(taught: Taught, asked: Asked) -> Reading:
        raise KeyError("agent.not_read.")

    with caplog.at_level(logging.ERROR):
        assert await broken(cast(Taught, None), ASKED) is NOT_MINE
    assert caplog.records[0].exc_info is not None


async def test_an_error_with_words_of_its_own_is_still_told() -> None:
    @declining(NOT_MINE)
    async def refused(taught: Taught, asked: Asked) -> Reading:
        raise UnsafeSQLError("no")

    with pytest.raises(UnsafeSQLError):
        await refused(cast(Taught, None), ASKED)
