"""Which of the taught tables the connected database does not have."""

from collections.abc import Iterable

from database.connections import Database
from database.schema import Schema
from errors import DatabaseError
from knowledge.items import KnowledgeItem
from knowledge.tables import table_from


async def absent_tables(items: Iterable[KnowledgeItem], database: Database | None) -> list[str]:
    """Return the names of taught tables that a database lacks; of one that is away nothing is known."""
    taught = [item for item in items if item.kind == "ddl"]
    if database is None or not taught:
        return []
    try:
        schema = await database.load_schema()
    except DatabaseError:
        return []
    return absent_from(taught, schema)


def absent_from(taught: Iterable[KnowledgeItem], schema: Schema) -> list[str]:
    """Return the names of taught tables that a schema lacks; one without its schema may stand in any."""
    tables = [table_from(item.payload) for item in taught]
    return [
        table.full_name
        for table in tables
        if not any(
            not table.schema or table.schema.lower() == one.schema.lower()
            for one in schema.namesakes(table.name)
        )
    ]
