"""Who holds most of a figure and usually holds little of it, and who had most of it in one time alone."""

import datetime as dt
from decimal import Decimal

import numpy as np
import pytest

from analysis.why.split import Pair
from analysis.why.switched import _switched
from analysis.why.unusual import _Entries, _usual_share
from language.calendar import days
from tests.unit.analysis.kiosks import kiosks, told


def _with_tickets(
    month: dt.date, of_elm: int, of_others: int, number: int
) -> list[tuple[int, int, str, int]]:
    rows = [(4, at) for at in range(of_elm)] + [(at % 4, at) for at in range(of_others)]
    return [
        (number + place, kiosk, (month + days(at % 28)).isoformat(), 2)
        for place, (kiosk, at) in enumerate(rows)
    ]


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("8月工单怎么一下子这么多", "售货亭“Elm”占"),
        ("Why did tickets rise in August?", "Kiosk Elm holds"),
    ],
)
def test_who_grew_no_more_than_all_and_usually_has_little_is_told(question: str, says: str) -> None:
    database, answers = kiosks.__wrapped__()
    rows = _with_tickets(dt.date(2026, 7, 1), 65, 0, 9000) + _with_tickets(dt.date(2026, 8, 1), 130, 60, 9500)
    database.executemany("INSERT INTO tickets VALUES (?, ?, ?, ?)", rows)
    outcome, text = told(question, database, answers)
    (said,) = [one for one in outcome.statements if one.code == "why.unusual"]
    count = "SELECT COUNT(*) FROM tickets WHERE opened_on LIKE '2026-08%'"
    (own,) = database.execute(f"{count} AND kiosk_id = 4").fetchone()
    (every,) = database.execute(count).fetchone()
    assert says in text and (said.params["count"], said.params["of"]) == (own, every)


def test_as_it_is_nobody_holds_more_than_usually() -> None:
    for question in ("8月工单怎么一下子这么多", "为什么8月收款额涨了", "Why did tickets rise in July?"):
        outcome, _ = told(question, *kiosks())
        assert not any(
            one.code in ("why.unusual", "why.ended_so", "why.began_so") for one in outcome.statements
        )


def test_a_share_is_far_from_usual_only_where_the_months_before_had_less_too() -> None:
    others = {"others": _Entries(93, 30, 10)}
    assert _usual_share("site", {"site": _Entries(7, 2, 19), **others}) == 7
    assert _usual_share("site", {"site": _Entries(7, 40, 19), **others}) is None  # it is so of late, always
    assert _usual_share("site", {"site": _Entries(0, 0, 4), "others": _Entries(93, 30, 3)}) is None


def test_chance_makes_nobody_unusual() -> None:
    chance, found = np.random.default_rng(7), 0
    for _ in range(500):
        weights = chance.dirichlet(np.full(9, 0.4))  # some hold half, always
        year, now = chance.multinomial(100, weights), chance.multinomial(25, weights)
        late = chance.binomial(year, 0.25)
        counts = {str(at): _Entries(int(year[at]), int(late[at]), int(now[at])) for at in range(9)}
        found += any(_usual_share(one, counts) is not None for one in counts)
    assert found == 0


def _pair(before: int, now: int) -> Pair:
    return Pair(Decimal(before), Decimal(now))


def test_what_had_half_in_one_time_and_none_in_the_other_is_told_the_way_the_figure_went() -> None:
    ended = _switched("campaign", "summer", _pair(129, 0), _pair(153, 90))
    assert ended is not None and ended.ended and ended.rest == _pair(24, 90)
    began = _switched("campaign", "summer", _pair(0, 129), _pair(69, 153))
    assert began is not None and not began.ended
    assert _switched("campaign", "summer", _pair(129, 0), _pair(153, 190)) is None  # all rose
    assert _switched("campaign", "", _pair(129, 0), _pair(153, 90)) is None
    assert _switched("campaign", "summer", _pair(129, 40), _pair(153, 90)) is None
