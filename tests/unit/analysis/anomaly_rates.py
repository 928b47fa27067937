"""How often what is planted is told, and nothing is: `python -m tests.unit.analysis.anomaly_rates`."""

from collections.abc import Callable

import numpy as np

from analysis.anomaly.looks import Group
from analysis.daily import Daily
from tests.unit.analysis.test_anomaly_looks import LENGTH, SPANS, START, found_in, generated

RUNS = 300
DAY, WEEK = (LENGTH - 1, LENGTH), ((SPANS[1].start - START).days, (SPANS[1].end - START).days)


def planted(seed: int, factor: float, span: tuple[int, int], noise: float = 0.05) -> bool:
    """Tell whether a factor on one member's days is found as that member's."""
    group = generated(seed, noise=noise)
    group.members["area 7"].values[slice(*span)] *= factor
    return any(one.member == "area 7" for one in found_in(group))


def heavy_tails(seed: int) -> bool:
    """Tell whether anything is found in noise of Student's t with four degrees of freedom."""
    chance = np.random.default_rng(seed)
    rows = {f"{n}": Daily(START, 1000 * np.exp(0.1 * chance.standard_t(4, LENGTH))) for n in range(30)}
    return bool(found_in(Group("refunds", "area", rows)))


def small_counts(seed: int) -> bool:
    """Tell whether anything is found in counts of fourteen a day."""
    chance = np.random.default_rng(seed)
    rows = {f"{n}": Daily(START, chance.poisson(14, LENGTH).astype(float)) for n in range(20)}
    return bool(found_in(Group("faults", "area", rows, counts=True)))


MEASURED: dict[str, Callable[[int], bool]] = {
    "nothing": lambda seed: bool(found_in(generated(seed))),
    "nothing, heavy tails": heavy_tails,
    "nothing, small counts": small_counts,
    "a day at 60 %": lambda seed: planted(seed, 0.6, DAY),
    "a day at 150 %": lambda seed: planted(seed, 1.5, DAY),
    "a week at 75 %": lambda seed: planted(seed, 0.75, WEEK),
    "a week at 130 %": lambda seed: planted(seed, 1.3, WEEK),
    "half a day, noise of 10 %": lambda seed: planted(seed, 0.5, DAY, 0.10),
    "half a day, noise of 15 %": lambda seed: planted(seed, 0.5, DAY, 0.15),
    "half a week, noise of 15 %": lambda seed: planted(seed, 0.5, WEEK, 0.15),
}

if __name__ == "__main__":
    for name, told in MEASURED.items():
        print(f"{name}: told in {100 * sum(map(told, range(RUNS))) / RUNS:.1f} % of {RUNS} runs")
