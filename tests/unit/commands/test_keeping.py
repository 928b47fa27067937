"""Servers that die."""

from collections.abc import Sequence
from itertools import pairwise

import pytest

from commands.keeping import LONG_LIFE_S, WAITS_S, GivenUpError, KeptServer


class Mortal:
    """A server that ends when it is told to."""

    def __init__(self) -> None:
        self.exit_code: int | None = None
        self.stopped = False

    def stop(self) -> None:
        self.stopped = True


def live(lives_s: Sequence[float]) -> tuple[list[Mortal], list[float]]:
    """Let servers live for so long each; return them and when each was started."""
    made, at = [Mortal()], [0.0]

    def start() -> Mortal:
        made.append(Mortal())
        at.append(now)
        return made[-1]

    now = 0.0
    kept = KeptServer(made[0], start, now)
    for life in lives_s:
        now = at[-1] + life
        made[-1].exit_code = 9
        known = len(made)
        while len(made) == known:
            kept.look(now)
            now += 0.25
    return made, at


def test_each_next_death_is_waited_for_longer_until_it_is_given_up() -> None:
    made, at = live([1.0] * len(WAITS_S))
    waits = [later - earlier - 1.0 for earlier, later in pairwise(at)]
    assert waits == sorted(waits) and all(
        wanted <= wait <= wanted + 0.5 for wait, wanted in zip(waits, WAITS_S, strict=True)
    )
    assert all(server.stopped for server in made[:-1]) and not made[-1].stopped
    with pytest.raises(GivenUpError) as given_up:
        live([1.0] * (len(WAITS_S) + 1))
    assert given_up.value.code == 9


def test_long_life_gives_the_tries_back() -> None:
    made, at = live([1.0, 1.0, LONG_LIFE_S, 1.0])
    assert at[4] - at[3] - 1.0 < WAITS_S[2]
    assert len(made) == 5


def test_nothing_is_started_while_it_lives_and_the_living_one_is_stopped() -> None:
    server = Mortal()
    kept = KeptServer(server, Mortal, 0.0)
    kept.look(1000.0)
    assert not server.stopped
    kept.stop()
    assert server.stopped
