"""An entry keyed wrong is taken for the power of ten less that fits its peers, and is nothing to a count."""

import numpy as np
import pytest

from analysis.outcome import Outcome
from tests.unit.analysis import kiosks as shop
from tests.unit.analysis.kiosks import FIRST, kiosks, told
from tests.unit.analysis.test_entries_apart import ENTERED

SHARE = """  - {name: well, names: {zh: 好日数, en: Good days}, table: takings, time: day, decimals: 0,
     expression: SUM(CASE WHEN amount > 6000 THEN 1 ELSE 0 END)}
  - {name: visits, names: {zh: 开张数, en: Days open}, table: takings, time: day, decimals: 0,
     expression: COUNT(kiosk_id)}
  - {name: good_share, names: {zh: 好日率, en: Share of good days}, ratio: [well, visits], unit: "%"}
  - {name: each, names: {zh: 日均收款, en: Takings a day open}, ratio: [takings, visits], decimals: 2}
dimensions:
"""


def _codes(outcome: Outcome) -> list[str]:
    return [one.code for one in outcome.statements]


def _small(amounts: np.ndarray) -> None:
    """One kiosk takes a tenth of the next smallest, and one day of it is keyed a thousand times too large."""
    amounts[0] /= 10
    amounts[0, (ENTERED - FIRST).days] *= 1000


@pytest.mark.parametrize(
    "question", ["为什么8月收款额比7月涨了", "why did takings rise in August compared with July"]
)
def test_an_entry_is_taken_for_what_is_nearest_to_its_peers(question: str) -> None:
    outcome, _ = told(question, *kiosks(_small))
    first = outcome.statements[0]
    assert first.code == "entries.told" and first.params["times"] == 1000
    assert float(first.params["likely"].value) < 400


def test_peers_much_unlike_one_another_tell_nothing() -> None:
    def unlike(amounts: np.ndarray) -> None:
        amounts[0] *= np.where(np.arange(amounts.shape[1]) % 2, 0.02, 1)
        amounts[0, (ENTERED - FIRST).days] = 200000

    outcome, _ = told("为什么8月收款额比7月涨了", *kiosks(unlike))
    assert _codes(outcome)[0] == "entries.told_ordinary"


@pytest.mark.parametrize(
    ("question", "concerned"),
    [
        ("为什么8月好日率比7月变了", False),
        ("why did share of good days change in August compared with July", False),
        ("为什么8月日均收款比7月涨了", True),
    ],
)
def test_an_entry_concerns_only_what_sums_its_column(question: str, concerned: bool) -> None:
    def keyed(amounts: np.ndarray) -> None:
        amounts[2, (ENTERED - FIRST).days] *= 100

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shop, "DEFINED", shop.DEFINED.replace("dimensions:\n", SHARE, 1))
        database, answers = kiosks.__wrapped__(keyed)
    outcome, words = told(question, database, answers)
    assert outcome.declined is None, words
    assert any(one.startswith("entries.") for one in _codes(outcome)) is concerned
