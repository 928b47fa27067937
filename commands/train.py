"""`train`: teach files and folders, and say line by line what was added, unchanged and refused."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from config.wording import Language, say
from database.connections import Database
from errors import InputError
from knowledge.base import KnowledgeBase
from teaching.loaders.report import refused_line, warned_line
from teaching.training import TrainReport, train

Say = Callable[[str], None]

SECONDS_BETWEEN_STEPS = 1.0
ABSENT_NAMED = 12


def named(tables: Sequence[str]) -> str:
    """Return the first of several tables' names, as a list to read."""
    return ", ".join(tables[:ABSENT_NAMED]) + (" …" if len(tables) > ABSENT_NAMED else "")


async def train_paths(
    knowledge: KnowledgeBase,
    paths: Sequence[Path],
    connection: str,
    author: str,
    out: Say,
    *,
    publish: bool = True,
    prune: bool = False,
    database: Database | None = None,
) -> TrainReport:
    """Teach the paths and write the report to `out`."""
    missing = [path for path in paths if not path.exists()]
    if missing:
        raise InputError("path_missing", path=str(missing[0]))
    out(say("train.reading", "en", count=len(paths)))
    progress = Progress(out)
    report = await train(
        knowledge,
        paths,
        connection,
        author,
        publish=publish,
        prune=prune,
        database=database,
        progress=progress.step,
    )
    for line in report_lines(report, "en"):
        out(line)
    return report


class Progress:
    """Says how far building is, at most once a second."""

    def __init__(self, out: Say) -> None:
        self._out = out
        self._said = time.monotonic()

    def step(self, done: int, all: int) -> None:
        """Hear that `done` of `all` items are built."""
        if time.monotonic() - self._said >= SECONDS_BETWEEN_STEPS or done == all:
            self._said = time.monotonic()
            self._out(say("train.building", "en", done=done, all=all))


def report_lines(report: TrainReport, language: Language) -> list[str]:
    """Return the report as the lines a user reads."""
    lines = [
        say(f"train.added_{kind}", language, count=count) for kind, count in sorted(report.added.items())
    ]
    lines.append(say("train.unchanged", language, count=report.unchanged))
    if report.replaced:
        lines.append(say("train.replaced", language, count=report.replaced))
    if report.absent:
        lines.append(say("train.absent", language, count=len(report.absent), names=named(report.absent)))
    for told, names in (("gone", report.gone), ("retired", report.retired)):
        if names:
            lines.append(say(f"train.{told}", language, count=len(names), names=named(names)))
    lines += [warned_line(one, language) for one in report.warned]
    lines += [refused_line(one, language) for one in report.refused]
    served = "train.served" if report.version else "train.not_served"
    return [*lines, say(served, language, version=report.version)]
