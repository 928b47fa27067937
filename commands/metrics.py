"""`metrics suggest`: a draft of metric definitions from a live schema, as YAML to review and teach."""

import yaml

from database.rights import Rights
from knowledge.metric.drafting import Definitions
from reasoning.suggesting import suggest
from services import Services


async def suggested(services: Services, connection: str) -> str:
    """Return a YAML draft for a connection, named by the model where one is set."""
    database = services.databases.get(connection)
    standing = await services.knowledge.records.definitions(connection)
    found = await suggest(database, Rights("", connection), services.namer, standing)
    note = found.note("en")
    return "".join(f"# {line}\n" for line in note.splitlines()) + as_yaml(found.definitions)


def as_yaml(definitions: Definitions) -> str:
    """Return definitions as a file to review."""
    return str(yaml.safe_dump(definitions, allow_unicode=True, sort_keys=False, width=110))
