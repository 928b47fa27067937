"""`knowledge`: the folder out of and into the records, and the check of everything stored."""

import asyncio
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from commands.people import OPERATOR
from commands.train import Progress, report_lines
from config.wording import say
from database.dialects import POSTGRES, Dialect
from errors import KnowledgeError
from services import Services
from teaching.folder import METRICS
from teaching.folder.disk import read_folder, write_folder
from teaching.folder.importing import Imported, import_items
from teaching.folder.reading import items_of
from teaching.folder.writing import folder_of
from teaching.loaders.report import LoadReport, refused_line
from teaching.training import with_sound_definitions, with_unread_wordings
from teaching.upkeep.checkup import Checkups
from teaching.upkeep.health import BROKEN, Finding
from teaching.upkeep.listing import KnowledgeList

Say = Callable[[str], None]


async def export_folder(services: Services, folder: Path, connection: str, out: Say, *, staged: bool) -> None:
    """Write what is published, or what the next version would hold, as a folder."""
    items = await KnowledgeList(services.app_database).standing(connection, staged=staged)
    if not items:
        raise KnowledgeError("nothing_published", connection=connection)
    files = await asyncio.to_thread(folder_of, items)
    written, removed = await asyncio.to_thread(write_folder, folder, files)
    for kind, count in sorted(Counter(item.kind for item in items).items()):
        out(say(f"folder.{kind}", "en", count=count))
    out(say("folder.written", "en", files=len(files), written=written, removed=removed))


async def import_folder(
    services: Services, folder: Path, connection: str, author: str, out: Say, *, publish: bool, prune: bool
) -> Imported | None:
    """Stage what a folder holds, or say file by file why nothing of it is taken."""
    files, report = await asyncio.to_thread(read_folder, folder)
    report.add(await asyncio.to_thread(items_of, files, dialect_of(services, connection)))
    database = services.databases.find(connection)
    report = await with_sound_definitions(
        services.knowledge, report, connection, database, alone=prune, file=METRICS
    )
    report = await with_unread_wordings(services.knowledge, report, connection, database)
    if report.refused:
        _say_refused(report, out)
        return None
    progress = Progress(out)
    done = await import_items(
        services.knowledge,
        services.app_database,
        report,
        connection,
        author,
        publish=publish,
        prune=prune,
        progress=progress.step,
    )
    for line in report_lines(done.taught, "en"):
        out(line)
    if done.verified:
        out(say("folder.verified", "en", count=done.verified))
    if done.leaving:
        said = "left" if publish else "leaving"
        out(say(f"folder.{said}", "en", count=done.leaving, version=done.taught.version))
    return done


async def check_health(services: Services, connection: str, out: Say, *, as_json: bool) -> bool:
    """Check a connection's knowledge and tell what was found; False where something is broken."""
    checkup = await Checkups(services.app_database).run(services.databases.get(connection), OPERATOR.name)
    if checkup is None or checkup.status != "done":
        raise KnowledgeError(checkup.code if checkup and checkup.code else "knowledge_invalid")
    if as_json:
        found = [one.as_json() for one in checkup.findings]
        out(json.dumps({"checked": checkup.total, "findings": found}, ensure_ascii=False, indent=1))
    else:
        for finding in checkup.findings:
            out(finding_line(finding))
        out(say("health.summary", "en", checked=checkup.total, count=len(checkup.findings)))
    return not any(finding.rule in BROKEN for finding in checkup.findings)


def finding_line(finding: Finding) -> str:
    """Return a finding as one line."""
    rule = say(f"health.{finding.rule}", "en")
    about = f"{rule}: {finding.title}"
    about += f" | {finding.other_title}" if finding.other_title else ""
    return f"{about} ({finding.detail or finding.code})" if finding.detail or finding.code else about


def dialect_of(services: Services, connection: str) -> Dialect:
    """Return a connection's dialect; a name that is only taught under is taken for PostgreSQL."""
    if connection in services.databases.names:
        return services.databases.get(connection).dialect
    return POSTGRES


def _say_refused(report: LoadReport, out: Say) -> None:
    for refused in report.refused:
        out(refused_line(refused, "en"))
    out(say("folder.refused", "en", count=len(report.refused)))
