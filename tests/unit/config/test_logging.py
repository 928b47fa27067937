"""Log lines."""

import json
import logging
import sys

import pytest

from config.logging import LineFormatter, redactor
from tests.conftest import SettingsFor

SECRET = 'hunter2-"密-hunter2'


@pytest.mark.parametrize("as_json", [True, False])
def test_no_secret_reaches_a_log_line(settings_for: SettingsFor, as_json: bool) -> None:
    settings = settings_for(
        openai_api_key=SECRET, app_database_url="postgresql://app:p4ssw0rd@db/wenshu", auth_secret="s" * 40
    )
    record = logging.makeLogRecord(
        {
            "msg": "calling %s",
            "args": (f"https://u:{SECRET}x@h/",),
            "url": "mysql://root:Zx9@h/db",
            "key": "s" * 40,
        }
    )
    try:
        raise ValueError(f"bad key {SECRET}, p4ssw0rd, Authorization: Bearer abcdefgh12345, sk-abcdefgh1234")
    except ValueError:
        record.exc_info = sys.exc_info()
    line = LineFormatter(redactor(settings), as_json, settings.timezone).format(record)
    for secret in (SECRET, "hunter2", "p4ssw0rd", "Zx9", "s" * 40, "abcdefgh12345", "sk-abcdefgh1234"):
        assert secret not in line
    assert "mysql://root:***@h/db" in line
    assert "ValueError" in line


def test_json_line_carries_the_records_fields(settings_for: SettingsFor) -> None:
    record = logging.makeLogRecord({"msg": "问 %d", "args": (3,), "levelname": "INFO", "thread_id": "t1"})
    fields = json.loads(LineFormatter(redactor(settings_for()), as_json=True, timezone="UTC").format(record))
    assert (fields["message"], fields["level"], fields["thread_id"]) == ("问 3", "INFO", "t1")


@pytest.mark.parametrize(
    ("zone", "time"),
    [("Asia/Shanghai", "2026-11-22T08:00:00.500+08:00"), ("America/Lima", "2026-11-21T19:00:00.500-05:00")],
)
def test_every_line_carries_the_time_in_one_zone_with_its_offset(
    settings_for: SettingsFor, zone: str, time: str
) -> None:
    record = logging.makeLogRecord({"msg": "asked", "created": 1795305600.5})
    redact = redactor(settings_for())
    assert json.loads(LineFormatter(redact, True, zone).format(record))["at"] == time
    assert LineFormatter(redact, False, zone).format(record).startswith(f"{time} ")
