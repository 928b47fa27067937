"""`connect`: take in a database: try it, register it, teach it, read its values, warn of rights to write."""

from collections.abc import Sequence

from config.wording import Language, say
from database.connecting import Tried, spec_of, tried
from database.spec import Today
from services import Services
from teaching.training import train_schema

SHOWN_WRITABLE = 5


async def connect(
    services: Services,
    name: str,
    url: str,
    schemas: Sequence[str],
    by: str,
    *,
    reader_role: str = "",
    today: Today = "clock",
) -> Tried:
    """Register a database and teach its schema; nothing is kept of one that does not answer."""
    found = await tried(spec_of(name, url, schemas=schemas, today=today), services.settings, reader_role)
    await services.registry.put(found.spec, by)
    if found.schema.tables:
        await train_schema(services.knowledge, found.schema, name, by)
        await services.known_values.read(name, anew=True)
    return found


def read_line(services: Services, name: str, language: Language) -> str:
    """Return what a person reads of how far the values were read."""
    known, tables = services.known_values.held(name), services.databases.get(name).schema.tables
    keys = sum(map(len, known.keys.values()))
    return say("connect.read", language, read=len(known.tables), tables=len(tables), keys=keys)


def report_lines(found: Tried, language: Language) -> list[str]:
    """Return what a person reads after `connect`."""
    counts = {"tables": len(found.schema.tables), "columns": found.columns, "commented": found.commented}
    address = found.spec.safe_url()
    lines = [say("connect.done", language, name=found.spec.name, address=address, **counts)]
    if not found.schema.tables:
        lines.append(say("connect.empty", language))
    if found.writable:
        places = ", ".join(found.writable[:SHOWN_WRITABLE])
        lines.append(say("connect.can_write", language, places=places, count=len(found.writable)))
    return lines
