"""Places shared by all processes."""

import asyncio

from appdb.places import Places
from appdb.pool import AppDatabase


async def test_no_more_places_are_taken_at_once_than_there_are(app_database: AppDatabase) -> None:
    places = Places(app_database)
    taken = await asyncio.gather(*(places.take("try", "mei", 5, 60) for _ in range(20)))
    assert sum(token is not None for token in taken) == 5
    assert await places.take("try", "li", 5, 60) is not None
    assert await places.take("other", "mei", 5, 60) is not None


async def test_place_is_free_again_when_given_back_or_when_its_time_is_over(
    app_database: AppDatabase,
) -> None:
    places = Places(app_database)
    first = await places.take("try", "mei", 1, 60)
    assert first is not None and await places.take("try", "mei", 1, 60) is None
    await places.free(first)
    late = await places.take("try", "mei", 1, 0)
    second = await places.take("try", "mei", 1, 60)
    assert late is not None and second is not None
    await places.free(late)  # by who was too slow: the place is another's by now
    assert await places.take("try", "mei", 1, 60) is None


async def test_sweep_leaves_what_is_still_taken(app_database: AppDatabase) -> None:
    places = Places(app_database)
    await places.take("try", "mei", 2, 0)
    await places.take("try", "li", 2, 60)
    await places.sweep()
    assert [row["who"] for row in await app_database.rows("SELECT who FROM places")] == ["li"]
