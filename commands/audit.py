"""`audit`: who did what, with which SQL, under which policies."""

import datetime as dt
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from zoneinfo import ZoneInfo

from appdb.audit import AuditLog, AuditRecord
from errors import InputError

AGO = re.compile(r"(\d+)([hdw])")
UNITS = {"h": "hours", "d": "days", "w": "weeks"}


async def read_audit(
    log: AuditLog, *, user: str | None, since: str | None, limit: int, now: dt.datetime
) -> list[AuditRecord]:
    """Return the records of a person, or since a time, the newest first."""
    return await log.read(user, moment(since, now) if since else None, limit)


def moment(text: str, now: dt.datetime) -> dt.datetime:
    """Read a date, a time, or how long ago: 2026-11-20, 2026-11-20T08:00, 24h, 7d, 2w."""
    if ago := AGO.fullmatch(text.strip().lower()):
        return now - dt.timedelta(**{UNITS[ago[2]]: int(ago[1])})
    try:
        found = dt.datetime.fromisoformat(text.strip())
    except ValueError as error:
        raise InputError("time_unreadable", text=text) from error
    return found if found.tzinfo else found.replace(tzinfo=now.tzinfo)


def as_json(records: Iterable[AuditRecord]) -> Iterator[str]:
    """Yield each record as a JSON line."""
    for record in records:
        yield json.dumps({**asdict(record), "at": record.at.isoformat()}, ensure_ascii=False, default=str)


def as_text(records: Iterable[AuditRecord], timezone: str) -> Iterator[str]:
    """Yield each record for a person to read: one line, and the question and SQL below it."""
    for record in records:
        at = record.at.astimezone(ZoneInfo(timezone)).strftime("%Y-%m-%d %H:%M:%S")
        parts = [at, record.who or "?", record.act, record.connection or "", record.code or ""]
        if record.rows is not None:
            parts.append(f"{record.rows} rows")
        if record.ms is not None:
            parts.append(f"{record.ms:.0f} ms")
        yield "  ".join(part for part in parts if part)
        for text in (record.question, record.sql, ", ".join(map(str, record.policies or ()))):
            if text:
                yield "    " + " ".join(text.split())
        if record.detail and record.act not in ("ask", "sql"):
            yield "    " + json.dumps(record.detail, ensure_ascii=False)
