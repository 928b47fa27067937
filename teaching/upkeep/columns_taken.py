"""Which figures take which column of a dimension that lies in several tables, told when it is taught."""

from collections.abc import Iterable, Iterator, Sequence

from database.schema import Schema
from knowledge.definitions.files import catalog_from
from knowledge.items import KnowledgeItem
from knowledge.metrics import Catalog, Dimension


def columns_taken(
    items: Iterable[KnowledgeItem], standing: Sequence[KnowledgeItem], schema: Schema
) -> Iterator[tuple[KnowledgeItem, dict[str, str]]]:
    """Yield the dimensions of several columns among what is taught, with the figures of each column."""
    several = [one for one in items if one.payload.get("type") == "dimension" and _columns(one) > 1]
    catalog = catalog_from([*standing, *items], schema) if several else Catalog({}, {})
    for item in several:
        if dimension := catalog.dimensions.get(str(item.payload["name"])):
            yield item, {"name": dimension.name, "figures": "; ".join(_figures(dimension, catalog))}


def _columns(item: KnowledgeItem) -> int:
    column = item.payload.get("column")
    return len(column) if isinstance(column, list | tuple) else 1


def _figures(dimension: Dimension, catalog: Catalog) -> Iterator[str]:
    """Yield each column with the simple figures that take it, and those that reach none behind a dash."""
    simple = [one for one in catalog.metrics.values() if one.kind == "simple"]
    taken = {one.name: catalog.lying(dimension, one.table).column for one in simple}
    for column in (*dimension.columns, ""):
        if names := [name for name, own in taken.items() if own == column]:
            yield f"{column or '–'}: {', '.join(names)}"
