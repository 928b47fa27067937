"""One runner per engine: carries out checked SQL read-only, bounded and cancellable."""

import re

from config.settings import Settings
from database.runners.base import Runner
from database.spec import ConnectionSpec


def runner_for(spec: ConnectionSpec, settings: Settings) -> Runner:
    """Return the runner of a connection's engine; an engine's driver is imported when it is first asked."""
    if spec.dialect == "postgres":
        from database.runners.postgres import PostgresRunner

        return PostgresRunner(
            re.sub(r"^postgres(ql)?(\+\w+)?://", "postgresql://", spec.url.get_secret_value()),
            name=spec.name,
            schema=spec.default_schema(),
            pool_size=settings.pool_size,
            timezone=settings.timezone,
            set_role=spec.set_role,
        )
    raise NotImplementedError(spec.dialect)
