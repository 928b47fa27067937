"""The parts of the API that need no database."""

import asyncio
import base64
import datetime as dt
import json
from collections.abc import AsyncGenerator

import pytest

from agent.events import Answer, Answered, Event, Token
from database.rights import Rights
from errors import InputError
from web.api.cursors import cursor_of, moment_in, number_in
from web.api.markdown import after_words
from web.api.problems import Told
from web.api.stream import Course
from web.sharing import sees_everything

ANSWER = Answer("data", "42", "?")


def forged(value: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode()


def test_a_cursor_says_what_it_was_made_of() -> None:
    at = dt.datetime(2026, 11, 22, 8, tzinfo=dt.UTC)
    assert number_in(cursor_of(7)) == 7 and number_in("") == 0
    assert moment_in(cursor_of(at.isoformat(), "x")) == (at, "x") and moment_in("") is None


@pytest.mark.parametrize(
    "cursor",
    ["x", "é", forged([]), forged([-1]), forged([2**60]), forged(["1"]), forged({"a": 1}), "W" * 400],
)
def test_a_cursor_of_somebody_elses_is_refused(cursor: str) -> None:
    with pytest.raises(InputError):
        number_in(cursor)


@pytest.mark.parametrize(
    "values", [["2026-11-22", "x"], ["soon", "x"], [1, "x"], ["2026-11-22T08:00:00Z", 1]]
)
def test_a_moment_without_its_zone_or_id_is_refused(values: list[object]) -> None:
    with pytest.raises(InputError):
        moment_in(forged(values))


def test_json_is_told_in_the_readers_signs_and_without_what_json_does_not_know() -> None:
    assert Told({"名": "值"}).body == '{"名": "值"}'.encode()
    assert json.loads(Told({"a": float("nan"), "b": "\ud800"}).body)["a"] is None


class Work:
    """Events that come when they are let."""

    def __init__(self) -> None:
        self.go, self.ended, self.stopped = asyncio.Event(), False, False

    async def events(self) -> AsyncGenerator[Event, None]:
        try:
            yield Token("4")
            await self.go.wait()
            self.ended = True
            yield Answered(ANSWER)
        finally:
            self.stopped = not self.ended


async def test_who_leaves_stops_the_work() -> None:
    work = Work()
    course = Course(work.events())
    assert await course.first() == Token("4") and await course.next() == Token("4")
    await course.leave()
    assert work.stopped


async def test_work_that_goes_on_comes_to_its_end_without_a_reader() -> None:
    work = Work()
    course = Course(work.events(), goes_on=True)
    await course.next()
    await course.leave()
    work.go.set()
    await asyncio.sleep(0)
    assert await course.next() == Answered(ANSWER) and not work.stopped


async def test_what_goes_wrong_reaches_the_reader() -> None:
    async def broken() -> AsyncGenerator[Event, None]:
        yield Token("4")
        raise InputError("question_empty")

    course = Course(broken())
    await course.next()
    with pytest.raises(InputError):
        await course.next()


def test_only_rights_that_nothing_is_taken_from_see_everything() -> None:
    assert sees_everything(Rights("admin", "demo"))
    for less in (
        {"tables": ("public.*",)},
        {"denied_tables": ("public.staff",)},
        {"denied_columns": ("public.staff.name",)},
        {"row_policies": {"public.shops": "branch_id = 2"}},
        {"masks": {"public.staff.name": "hide"}},
    ):
        assert not sees_everything(Rights("x", "demo", **less))  # type: ignore[arg-type]


def test_nothing_in_a_cell_breaks_the_table_or_leads_elsewhere() -> None:
    rows = [["a|b\nc", None], ["[x](https://evil.example)", "<img src=x>"]]
    columns = [{"name": "n", "type": "text"}, {"name": "m", "type": "text"}]
    below = after_words(Answer("chat", "", "?", columns=columns, rows=rows, row_count=2), "en", "/answers/1")
    table = below[0].splitlines()
    assert len(table) == 4 and "https://evil.example" not in below[0] and "<img" not in below[0]
    assert below[-1] == "[Open this answer](/answers/1)"
