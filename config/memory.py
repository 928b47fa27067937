"""Python's search for garbage in circles, set for a server that has read ahead."""

import gc

# Objects made before the youngest, and collections of one age before the next older is searched too: a
# question makes some ten thousand, of which a few hundred stand in circles. A search stops everybody, in any
# thread: trees of long statements stood by 200,000 for one of 25 ms, now by 50,000 for 8.
YOUNG, MIDDLE, OLD = 10_000, 5, 80
STARTING = 100_000  # as many while everything is built: next to nothing of it is garbage


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
