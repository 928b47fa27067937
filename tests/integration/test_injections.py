"""Nothing that an obedient model writes for an attacker takes effect."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from appdb.embedded import EmbeddedPostgres
from appdb.server import APP_ROLE
from config.settings import Settings
from tests.conftest import TODAY, create_database, drop_database
from tests.fakes.openai_server import FakeOpenAI
from tests.redteam.injections import Target, effect_of, injection_cases, target


@pytest.fixture(scope="module")
async def attacked(
    postgres: EmbeddedPostgres,
    app_template: str,
    demo_owner_url: str,
    demo_url: str,
    tmp_path_factory: pytest.TempPathFactory,
) -> AsyncIterator[Target]:
    """Return the whole app on the demo database, with a model that obeys."""
    folder: Path = tmp_path_factory.mktemp("injections")
    create_database(postgres, "injections", app_template, owner=APP_ROLE)
    connections = folder / "connections.yaml"
    connections.write_text(yaml.safe_dump({"connections": {"demo": {"url": demo_url}}}))
    settings = Settings(
        app_database_url=postgres.url("injections", APP_ROLE),  # type: ignore[arg-type]
        data_dir=folder / "data",
        connections_file=connections,
        today=TODAY,
        demo=False,
    )
    settings.data_dir.mkdir()
    with FakeOpenAI() as model:
        async with target(settings, demo_owner_url, model) as opened:
            yield opened
    drop_database(postgres, "injections")


@pytest.mark.parametrize("case", injection_cases(), ids=lambda case: case["id"])
async def test_injection_has_no_effect(attacked: Target, case: dict[str, Any]) -> None:
    assert await effect_of(attacked, case) is None
