"""Ports for what the bench serves."""

import random
import socket

# Below those a system lends to callers: whoever waits for such a port may be lent it, and meet themselves.
LOWEST, HIGHEST = 20_000, 30_000
TRIES = 100


def free_port(beside: int = 0) -> int:
    """Return a port that is free together with so many after it; raise OSError where none is found."""
    for _ in range(TRIES):
        first = random.randrange(LOWEST, HIGHEST)
        if all(_is_free(port) for port in range(first, first + beside + 1)):
            return first
    raise OSError(f"no {beside + 1} free ports between {LOWEST} and {HIGHEST}")


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
