"""Several processes that start on the same empty database at the same moment."""

import asyncio

import psycopg
import pytest

from appdb.embedded import EmbeddedPostgres
from appdb.server import create_app_database
from services import build_services
from tests.conftest import SettingsFor

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("again", range(2))
async def test_starts_on_one_empty_database_wait_for_each_other(
    settings_for: SettingsFor, empty_database_url: str, again: int
) -> None:
    settings = settings_for(app_database_url=empty_database_url, auth_secret="0123456789abcdef" * 2)
    opened = await asyncio.gather(*(build_services(settings) for _ in range(4)), return_exceptions=True)
    for services in opened:
        assert not isinstance(services, BaseException), services
        await services.close()
    with psycopg.connect(empty_database_url) as connection:
        found = connection.execute(
            "SELECT count(*) FROM pg_indexes WHERE indexname LIKE 'checkpoint%thread_id_idx'"
        ).fetchone()
    assert found == (3,)


async def test_starts_on_one_fresh_server_make_its_database_once(postgres: EmbeddedPostgres) -> None:
    made = [asyncio.to_thread(create_app_database, postgres.url(), "at_once") for _ in range(6)]
    assert await asyncio.gather(*made, return_exceptions=True) == [None] * 6
    with psycopg.connect(postgres.url(), autocommit=True) as connection:
        connection.execute("DROP DATABASE at_once")
