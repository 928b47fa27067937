"""Work done by a copy of this process: what it loads goes with it."""

import contextlib
import multiprocessing
import sys
from collections.abc import Callable
from multiprocessing.connection import Connection

from commands.child import end_with_parent
from errors import WenshuError

STOP_S = 1.5


def apart(work: Callable[[], None]) -> None:
    """Do it in a copy of this process, and raise here the WenshuError it raised; what interrupts ends both.

    On Linux. Elsewhere a copy may crash in what the system loads, and the work is done here.
    """
    if sys.platform != "linux":
        work()
        return
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    copy = context.Process(target=_told, args=(work, theirs))
    try:
        copy.start()
        theirs.close()
        copy.join()
    finally:
        _end(copy)
    with contextlib.suppress(EOFError):
        raise ours.recv()
    if copy.exitcode:  # what went wrong has been printed
        raise SystemExit(1)


def _told(work: Callable[[], None], to: Connection) -> None:
    end_with_parent()
    try:
        work()
    except WenshuError as error:
        to.send(error)
    except KeyboardInterrupt:  # not done, also where the other process heard nothing of it
        raise SystemExit(1) from None


def _end(copy: multiprocessing.process.BaseProcess) -> None:
    if copy.is_alive():
        copy.terminate()  # as with Ctrl-C, drivers cancel what they run
        copy.join(STOP_S)
        copy.kill()
        copy.join()
