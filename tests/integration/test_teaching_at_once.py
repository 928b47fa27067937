"""Two who teach or publish one database at once: one wins, and the other is told."""

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest

from appdb.pool import AppDatabase
from config.settings import Settings
from config.wording import LANGUAGES, say_error
from database.dialects import POSTGRES
from errors import KnowledgeError
from knowledge.base import KnowledgeBase
from knowledge.records import RecordStore
from teaching.loaders import load_files

TABLES = "".join(f"CREATE TABLE t{number} (id int PRIMARY KEY, name text);\n" for number in range(40))


@pytest.fixture
async def bases(
    app_database: AppDatabase, settings_for: Callable[..., Settings]
) -> AsyncIterator[tuple[KnowledgeBase, KnowledgeBase]]:
    """Return the knowledge of two processes on one app database."""
    both = [KnowledgeBase(settings_for(), RecordStore(app_database)) for _ in range(2)]
    yield both[0], both[1]
    for base in both:
        await base.close()


def items(text: str) -> list:
    return list(load_files([("shop.sql", text.encode())], dialect=POSTGRES, known=()).items)


async def test_the_same_upload_twice_at_once_is_staged_once(
    bases: tuple[KnowledgeBase, KnowledgeBase],
) -> None:
    done = await asyncio.gather(*(base.stage(items(TABLES), "shop", "ann") for base in bases))
    assert sorted(len(one.added) for one in done) == [0, 40]
    assert sorted(len(one.unchanged) for one in done) == [0, 40]


async def test_of_two_who_publish_at_once_one_wins_and_the_other_is_told(
    bases: tuple[KnowledgeBase, KnowledgeBase],
) -> None:
    await bases[0].stage(items(TABLES), "shop", "ann")
    done = await asyncio.gather(*(base.publish("shop", "ann") for base in bases), return_exceptions=True)
    [told] = [one for one in done if isinstance(one, Exception)]
    assert isinstance(told, KnowledgeError) and told.code == "publishing_runs"
    assert all(say_error(told, language) for language in LANGUAGES)
    current = await bases[0].records.current("shop")
    assert current is not None and current.version == 1
    assert (await bases[1].publish("shop", "bob")).version == 2, "once it has ended, anybody may"
