"""Golden questions made from the verified pairs that are served, with periods and values filled in."""

import datetime as dt

from sqlglot import exp, parse_one
from sqlglot.errors import SqlglotError

from appdb.golden import Golden
from appdb.users import User
from database.connections import Database
from database.rights import Rights
from errors import WenshuError
from knowledge.items import KnowledgeItem
from services import Services
from understanding.asked import Asked

SOURCE = KIND = "pair"


async def golden_from_pairs(services: Services, connection: str, user: User) -> tuple[list[Golden], int]:
    """Return a question for every wording of a published pair, and how many wordings cannot be one."""
    database = services.databases.get(connection)
    rights, today = services.access.rights(user, connection), await services.today(user, connection)
    made: list[Golden] = []
    skipped = 0
    for pair in await services.knowledge.published_pairs(connection):
        for wording in (pair.title, *(str(text) for text in pair.payload.get("variants", ()))):
            sql = await _filled(services, pair, wording, rights, today)
            if sql and await _runs(database, sql, rights):
                made.append(Golden(wording, (sql,), KIND, today, author=user.name, source=SOURCE))
            else:
                skipped += 1
    return made, skipped


async def _filled(
    services: Services, pair: KnowledgeItem, wording: str, rights: Rights, today: dt.date
) -> str | None:
    """Return the pair's SQL as it answers this wording today."""
    hit = await services.taught.reuse(Asked(wording, pair.connection, rights, today))
    if hit is not None and hit.item_id == pair.id:
        return hit.sql
    dialect = services.databases.get(pair.connection).dialect.sqlglot_name
    try:
        open_places = parse_one(pair.content, dialect=dialect).find(exp.Placeholder)
    except SqlglotError:
        return None
    return None if open_places or wording != pair.title else pair.content


async def _runs(database: Database, sql: str, rights: Rights) -> bool:
    try:
        await database.approve(sql, rights)
    except WenshuError:
        return False
    return True
