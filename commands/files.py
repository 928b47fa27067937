"""`file`: add, list and remove files that one person asks as data."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from commands.people import OPERATOR, acting_user
from config.wording import Language, say
from database.files.words import column_line, note_lines, table_line
from errors import AccessError
from services import Services


async def add_file(services: Services, path: Path, user: str, *, kept: bool, as_json: bool) -> list[str]:
    """Take in a file for a person and return the lines that say what came of it."""
    person = await acting_user(services, user)
    if "files" not in services.access.features(person):
        raise AccessError("files_denied")
    made = await services.own_files.add(path, path.name, person.name, person.role, kept=kept, any_size=True)
    detail = {"file": made.file, "bytes": made.bytes, "for": person.name}
    await services.audit.write(who=OPERATOR.name, act="file.add", connection=made.name, detail=detail)
    if as_json:
        return [json.dumps({"connection": made.name, **made.profile}, ensure_ascii=False)]
    return [say("cli.file_added", "en", file=made.file, name=made.name), *profile_lines(made.profile, "en")]


async def list_files(services: Services, user: str) -> list[str]:
    """Return a person's files, a line each."""
    person = await acting_user(services, user)
    return [
        say("cli.file_listed", "en", name=one.name, file=one.file, size=one.bytes / 1e6, kept=int(one.kept))
        for one in services.own_files.of(person.name)
    ]


async def remove_file(services: Services, name: str, user: str) -> str:
    """Delete a person's file and say so."""
    person = await acting_user(services, user)
    await services.own_files.remove(person.name, name)
    await services.audit.write(
        who=OPERATOR.name, act="file.remove", connection=name, detail={"for": person.name}
    )
    return say("cli.file_removed", "en", name=name)


def profile_lines(profile: Mapping[str, Any], language: Language) -> Iterator[str]:
    """Yield what a terminal shows of a file: tables, columns, what was changed, what was refused."""
    for table in profile["tables"]:
        yield table_line(table, language)
        for column in table["columns"]:
            yield f"  {column['name']}: {column_line(column, language)}"
    for refused, title in ((False, "files.changed"), (True, "files.refused")):
        lines = list(note_lines(profile["notes"], language, refused=refused))
        if lines:
            yield say(title, language, count=len(lines))
            yield from (f"  {line}" for line in lines)
