"""`metrics suggest`: a draft of metric definitions from a live schema, as YAML to review and teach."""

from typing import Any

import yaml

from database.rights import Rights
from knowledge.metric.checks import OPEN_TIME
from reasoning.suggesting import Suggested, suggest
from services import Services


async def suggested(services: Services, connection: str) -> str:
    """Return a YAML draft for a connection, named by the model where one is set."""
    database = services.databases.get(connection)
    standing = await services.knowledge.records.definitions(connection)
    known = await services.known_values.of(connection)
    found = await suggest(database, Rights("", connection), services.namer, standing, known)
    return "".join(f"# {line}\n" for line in found.note("en").splitlines()) + as_yaml(found)


def as_yaml(found: Suggested) -> str:
    """Return definitions as a file to review, with what to look at as comments before each."""
    return "".join(
        f"{section}:\n" + "".join(_entry(section, one, found) for one in entries)
        for section, entries in found.definitions.items()
    )


def _entry(section: str, entry: Any, found: Suggested) -> str:
    remarks = "".join(f"# {line}\n" for line in found.remarks(section, entry, "en"))
    shown = {**entry, "time": OPEN_TIME} if found.review(section, entry).when.is_open else entry
    return remarks + str(yaml.safe_dump([shown], allow_unicode=True, sort_keys=False, width=110))
