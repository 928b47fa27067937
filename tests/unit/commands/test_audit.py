"""The audit trail in the terminal."""

import datetime as dt
import json
from zoneinfo import ZoneInfo

import pytest

from appdb.audit import AuditLog
from appdb.pool import AppDatabase
from commands.audit import as_json, as_text, moment, read_audit
from errors import InputError

NOW = dt.datetime(2026, 11, 20, 12, tzinfo=ZoneInfo("Asia/Shanghai"))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("24h", NOW - dt.timedelta(hours=24)),
        ("7d", NOW - dt.timedelta(days=7)),
        ("2W", NOW - dt.timedelta(weeks=2)),
        ("2026-11-19", dt.datetime(2026, 11, 19, tzinfo=NOW.tzinfo)),
        ("2026-11-19T08:00+00:00", dt.datetime(2026, 11, 19, 8, tzinfo=dt.UTC)),
    ],
)
def test_since_is_a_time_or_how_long_ago(text: str, found: dt.datetime) -> None:
    assert moment(text, NOW) == found


def test_time_that_is_none_is_refused() -> None:
    with pytest.raises(InputError) as refused:
        moment("yesterday-ish", NOW)
    assert refused.value.code == "time_unreadable"


async def test_trail_is_read_by_person_and_shown_both_ways(app_database: AppDatabase) -> None:
    log = AuditLog(app_database)
    await log.write(
        who="mei", act="ask", question="上个月\n营业额", sql="SELECT 1", policies=["rows:x"], rows=5, ms=12.4
    )
    await log.write(who="li", act="sign_in", code="sign_in_wrong", detail={"way": "password"})
    now = dt.datetime.now(dt.UTC)
    records = await read_audit(log, user="mei", since="1h", limit=10, now=now)
    assert [record.who for record in records] == ["mei"]
    first, *below = list(as_text(records, "Asia/Shanghai"))
    assert "mei  ask  5 rows  12 ms" in first
    assert below == ["    上个月 营业额", "    SELECT 1", "    rows:x"]
    everything = [
        json.loads(line) for line in as_json(await read_audit(log, user=None, since=None, limit=10, now=now))
    ]
    assert [(one["who"], one["code"]) for one in everything] == [("li", "sign_in_wrong"), ("mei", None)]
