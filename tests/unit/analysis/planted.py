"""Two months of a made business: 120 shops in 24 areas of 6 branches, with four ways of paying.

A shop's day is its base by the kind of day, with log-normal noise; what is planted is planted in October.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from analysis.why.calendar import DayKinds, each_day
from analysis.why.split import MemberSplit, Pair, of_sum, outstanding
from query.metric_query import Window

SEPTEMBER = Window(dt.date(2026, 9, 1), dt.date(2026, 10, 1), "month")
OCTOBER = Window(dt.date(2026, 10, 1), dt.date(2026, 11, 1), "month")
SHOPS, AREAS, BRANCHES, NOISE = 120, 24, 6, 0.35
HOLIDAYS = {dt.date(2026, 10, day): "national day" for day in range(1, 8)}
KINDS = DayKinds(HOLIDAYS, frozenset())
USUAL = {"workday": 1.0, "weekend": 1.3, "holiday": 1.8}
Plant = Callable[[np.ndarray, list[dt.date]], None]  # changes sales by shop and day in place


@dataclass(frozen=True)
class Business:
    """Sales by shop and day, to be looked at as an analysis does."""

    sales: np.ndarray
    days: list[dt.date]

    def whole(self) -> Pair:
        """Return what was sold in September and in October."""
        return self._pair(np.arange(SHOPS))

    def series(self) -> dict[dt.date, Decimal]:
        """Return what was sold by day."""
        return {day: _exact(self.sales[:, at].sum()) for at, day in enumerate(self.days)}

    def splits(self) -> tuple[MemberSplit, ...]:
        """Return the change over shops, areas, branches and ways of paying, with what stands out."""
        members: dict[str, Mapping[str, Pair]] = {
            "shop": self._by(lambda shop: shop),
            "area": self._by(lambda shop: shop % AREAS),
            "branch": self._by(lambda shop: shop % AREAS % BRANCHES),
            "kind": self._by(lambda shop: shop % 4),
        }
        whole = self.whole()
        dark = {str(shop): days for shop, days in enumerate(self._dark()) if days}
        found = [of_sum(name, one, whole, dark if name == "shop" else {}) for name, one in members.items()]
        return outstanding(found, whole)

    def _dark(self) -> list[int]:
        """Return on how many days of October each shop sold nothing."""
        first = len(each_day(SEPTEMBER))
        return [int((self.sales[shop, first:] == 0).sum()) for shop in range(SHOPS)]

    def _by(self, group: Callable[[int], int]) -> dict[str, Pair]:
        shops: dict[int, list[int]] = defaultdict(list)
        for shop in range(SHOPS):
            shops[group(shop)].append(shop)
        return {str(name): self._pair(np.array(own)) for name, own in shops.items()}

    def _pair(self, shops: np.ndarray) -> Pair:
        first = len(each_day(SEPTEMBER))
        return Pair(
            _exact(self.sales[shops, :first].sum()) or None, _exact(self.sales[shops, first:].sum()) or None
        )


def business(seed: int, plant: Plant | None = None) -> Business:
    """Return a business of its own for each seed, with something planted."""
    random = np.random.default_rng(seed)
    days = [*each_day(SEPTEMBER), *each_day(OCTOBER)]
    base = random.lognormal(7, 0.8, SHOPS)
    usual = np.array([USUAL[KINDS.kind(day)] for day in days])
    sales = base[:, None] * usual[None, :] * random.lognormal(0, NOISE, (SHOPS, len(days)))
    if plant is not None:
        plant(sales, days)
    return Business(np.round(sales, 2), days)


def in_october(days: list[dt.date], first_day: int = 1) -> np.ndarray:
    """Return which days are October's, from a day on."""
    return np.array([day >= dt.date(2026, 10, first_day) for day in days])


def _exact(value: float) -> Decimal:
    return Decimal(str(round(float(value), 2)))
