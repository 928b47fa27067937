"""A folder's items into the records: all of them or none, twice is the same as once."""

from dataclasses import dataclass, replace

from appdb.pool import AppDatabase
from errors import KnowledgeError
from knowledge.base import KnowledgeBase
from knowledge.index import Progress
from knowledge.records import addressed, item_key
from teaching.loaders.report import LoadReport
from teaching.training import TrainReport, teach
from teaching.upkeep.history import ItemHistory
from teaching.upkeep.listing import KnowledgeList


@dataclass(frozen=True)
class Imported:
    """What importing did; `verified` items changed in who vouches for them only, `leaving` are not in it."""

    taught: TrainReport
    verified: int
    leaving: int


async def import_items(
    knowledge: KnowledgeBase,
    database: AppDatabase,
    report: LoadReport,
    connection: str,
    author: str,
    *,
    publish: bool = False,
    prune: bool = False,
    progress: Progress | None = None,
) -> Imported:
    """Stage a folder's items; `prune` also stages the removal of what the folder does not hold."""
    if report.refused or not report.items:
        raise KnowledgeError("nothing_taught", connection=connection)
    listing = KnowledgeList(database)
    standing = {(item.kind, item_key(item)): item for item in await listing.standing(connection, staged=True)}
    wanted = [replace(addressed(item, connection, author), author=author) for item in report.items]
    verified = [
        item
        for item in wanted
        if (known := standing.get((item.kind, item_key(item)))) is not None
        and (known.id, known.verified_by != item.verified_by) == (item.id, True)
        and item.kind in ("pair", "documentation", "term")
    ]
    changed = await ItemHistory(database).verify(verified, author)
    held = {(item.kind, item_key(item)) for item in wanted}
    leaving = [item for key, item in standing.items() if key not in held] if prune else []
    taught = await teach(
        knowledge, report, connection, author, publish=publish, leaving=leaving, progress=progress
    )
    return Imported(taught, changed, len(leaving))
