"""A piece of work shown as a step: that it began, and how it ended."""

import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from agent.context import Context
from agent.events import StepFinished, StepMoved, StepStarted


@dataclass
class SeenStep:
    """What is said of a step at its end; one that raises has not gone well."""

    moved: Callable[[str], None]  # says how far it has come
    note: str = ""
    ok: bool = True


@contextmanager
def seen_step(step: str, said: str, context: Context, note: str = "") -> Iterator[SeenStep]:
    """Show a step while its work is done; `note` is what it says at its end, unless the work says better."""
    ident, began = uuid.uuid4().hex, time.perf_counter()
    seen = SeenStep(lambda far: context.show(StepMoved(step, ident, far)), note)
    context.show(StepStarted(step, ident, said))
    try:
        yield seen
    except BaseException:
        seen.ok = False
        raise
    finally:
        took = round((time.perf_counter() - began) * 1000, 1)
        context.show(StepFinished(step, ident, seen.ok, took, seen.note))
