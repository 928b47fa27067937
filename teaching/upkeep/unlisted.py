"""Codes in the data that their definition does not name."""

from collections.abc import Iterable, Sequence

from sqlglot import exp

from database.connections import Database
from database.rights import Rights
from errors import ConnectionFailedError, WenshuError
from knowledge.definitions.columns import YES_NO
from knowledge.definitions.files import dimension_from
from knowledge.items import KnowledgeItem
from knowledge.metrics import Dimension

MOST = 60  # different values of a column of codes
NAMED = 8


async def unlisted_values(
    items: Iterable[KnowledgeItem], database: Database, rights: Rights
) -> list[tuple[KnowledgeItem, dict[str, str]]]:
    """Return dimensions with values in the data that their `values` leave out, and the first of these.

    A database or column that cannot be read warns of nothing: others do.
    """
    found: list[tuple[KnowledgeItem, dict[str, str]]] = []
    for item in items:
        if item.payload.get("type") != "dimension" or not item.payload.get("values"):
            continue
        try:
            left = await _left_out(item, database, rights)
        except ConnectionFailedError:
            break
        except WenshuError:
            continue
        if left:
            shown = ", ".join(left[:NAMED]) + (" …" if len(left) > NAMED else "")
            found.append((item, {"name": str(item.payload["name"]), "values": shown}))
    return found


async def _left_out(item: KnowledgeItem, database: Database, rights: Rights) -> Sequence[str]:
    dimension = dimension_from(item.payload)
    left = [await _of_column(one, dimension, database, rights) for one in dimension.columns]
    return sorted({value for values in left for value in values})


async def _of_column(full: str, dimension: Dimension, database: Database, rights: Rights) -> Sequence[str]:
    owner, _, name = full.rpartition(".")
    table = (await database.load_schema()).table(owner)
    column = table.column(name) if table else None
    if table is None or column is None or YES_NO.search(column.type):
        return ()
    cell = exp.column(column.name, quoted=True)
    query = exp.select(cell).distinct().from_(exp.table_(table.name, db=table.schema or None, quoted=True))
    query = query.where(cell.copy().is_(exp.null()).not_()).limit(MOST + len(dimension.values))
    approved = await database.approve(query.sql(dialect=database.dialect.sqlglot_name), rights)
    rows = (await database.run(approved, user="teaching")).rows
    return sorted({str(row[0]) for row in rows} - set(dimension.values))
