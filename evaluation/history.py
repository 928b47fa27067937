"""The accuracy of earlier tests as places on a small chart."""

from collections.abc import Sequence
from dataclasses import dataclass

from appdb.teaching_runs import TeachingRun

WIDTH, HEIGHT = 640, 150
LEFT, RIGHT, TOP, BOTTOM = 44, 12, 12, 20


@dataclass(frozen=True)
class Point:
    """One test: where it stands, how accurate it was, whether it was published."""

    x: float
    y: float
    accuracy: float
    run: TeachingRun


@dataclass(frozen=True)
class Trend:
    """The tests from left to right, the line through them, the floor, and the lines to read them by."""

    tests: tuple[Point, ...]
    line: str
    floor: float
    grid: tuple[tuple[float, int], ...]


def points(runs: Sequence[TeachingRun], floor: float) -> Trend:
    """Place the tests, oldest first; the scale begins below the worst of them and the floor."""
    shares = [
        run.summary["after"]["right"] / max(run.summary["after"]["whole"], 1) for run in runs if run.summary
    ]
    least = int(min([*shares, floor]) * 10) / 10
    lowest = max(0.0, least - 0.1)

    def y(share: float) -> float:
        return round(TOP + (1 - share) / (1 - lowest) * (HEIGHT - TOP - BOTTOM), 1)

    step = (WIDTH - LEFT - RIGHT) / max(len(shares) - 1, 1)
    tests = tuple(
        Point(round(LEFT + step * place, 1), y(share), share, run)
        for place, (share, run) in enumerate(zip(shares, runs, strict=True))
    )
    grid = tuple((y(share), round(share * 100)) for share in (1.0, (1 + lowest) / 2, lowest))
    return Trend(tests, " ".join(f"{point.x},{point.y}" for point in tests), y(floor), grid)
