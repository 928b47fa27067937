"""Whose opening or closing a question names has its days in a prompt."""

import datetime as dt
from types import SimpleNamespace
from typing import Any, cast

import pytest

from agent.context import Context
from analysis.openings import Opening, Openings
from knowledge.items import LinkedValue
from tools import came_and_went
from tools.came_and_went import opened_as_named

TODAY = dt.date(2026, 11, 29)
FOUND = Openings(
    "area",
    (
        Opening("Wuchuan", dt.date(2026, 6, 30), {}),
        Opening("Lianjiang", dt.date(2004, 12, 16), {}),
        Opening("Danxia", dt.date(2016, 1, 1), {}, dt.date(2026, 3, 31)),
    ),
)
VALUES = tuple(LinkedValue(one.name, one.name, "area.name", 1.0, False) for one in FOUND.every)


class _Figures:
    async def desk(self, *_: object) -> object:
        reader = SimpleNamespace(known=SimpleNamespace(shared_range=lambda _: None))
        catalog = SimpleNamespace(scorecard=("sales",), metrics={"sales": object()})
        return SimpleNamespace(catalog=catalog, today=TODAY, answers=SimpleNamespace(reader=reader))


@pytest.mark.parametrize(
    ("question", "told"),
    [
        (
            "吴川开了之后 Lianjiang 有没有起来",
            ["since Wuchuan opened: >= '2026-06-30'; the year before from '2025-06-30' on"],
        ),
        (
            "sales since Danxia closed",
            ["since Danxia closed: >= '2026-04-01'; the year before from '2025-04-01' on"],
        ),
        ("sales of Wuchuan in May", []),
    ],
)
async def test_an_opening_that_is_named_is_told_in_days(
    monkeypatch: pytest.MonkeyPatch, question: str, told: list[str]
) -> None:
    async def openings(*_: Any) -> Openings:
        return FOUND

    monkeypatch.setattr(came_and_went, "_openings", openings)
    figures = SimpleNamespace(figures=_Figures(), connection="shop", rights=None, today=TODAY, language="zh")
    assert list(await opened_as_named(question, VALUES, cast(Context, figures))) == told
