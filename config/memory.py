"""What a server keeps that has read ahead: out of Python's search for garbage, and in large pages."""

import ctypes
import gc
import re
from collections.abc import Iterator
from pathlib import Path

# Objects made before the youngest, and collections of one age before the next older is searched too: a
# question makes some ten thousand, of which a few hundred stand in circles.
YOUNG, MIDDLE, OLD = 10_000, 20, 20
STARTING = 100_000  # as many while everything is built: next to nothing of it is garbage

LARGE = 2 << 20  # bytes of a large page where a small one has 4 kB
_COLLAPSE = 25  # MADV_COLLAPSE of Linux 6.1, for which Python's mmap has no name
_MAPS = Path("/proc/self/maps")
_OWN = re.compile(r"^([0-9a-f]+)-([0-9a-f]+) rw-p \S+ \S+ 0 *(?:\[heap\])?$", re.MULTILINE)  # no file's


def build_up() -> None:
    """Search seldom while a process builds what it keeps: a tenth of the CPU of a start went into it."""
    gc.set_threshold(STARTING, MIDDLE, OLD)


def settle() -> None:
    """Take what is loaded by now for kept, so that no search goes through it again.

    Modules, texts, definitions and indexes are 400,000 objects: searching them held up everybody for half a
    second, every 50 questions. What is dropped of them later goes as it always does, except circles.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)


def in_large_pages() -> int:
    """Have Linux put what is in memory now into pages of 2 MB, and return how many bytes are in such.

    A question touches objects all over 300 MB; of small pages a processor knows where 8 MB are, and looks
    the others up. Half a second of CPU, in which a thread may leave others the event loop. A system without
    such a call, or without memory in one piece, leaves all as it is; what is made later is not asked for.
    """
    try:
        advise, kept = ctypes.CDLL(None).madvise, _MAPS.read_text()
    except (OSError, AttributeError, TypeError):  # not on Linux
        return 0
    return sum(
        size
        for start, size in stretches(kept)
        if advise(ctypes.c_void_p(start), ctypes.c_size_t(size), _COLLAPSE) == 0
    )


def stretches(maps: str) -> Iterator[tuple[int, int]]:
    """Yield where a process's own memory begins and how long it is, in whole large pages."""
    for found in _OWN.finditer(maps):
        start, end = (int(place, 16) for place in found.groups())
        first, last = -(-start // LARGE), end // LARGE
        if first < last:
            yield first * LARGE, (last - first) * LARGE
