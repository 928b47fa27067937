"""What is logged and how: text or JSON lines, the fields of a record, and never a secret."""

import datetime as dt
import json
import logging
import re
import sys
from collections.abc import Iterable
from urllib.parse import quote
from zoneinfo import ZoneInfo

from pydantic import SecretStr

from config.settings import Settings

REMOVED = "***"
URL_PASSWORD = re.compile(r"(?<=://)([^\s:/@]*):([^\s@]+)(?=@)")
BEARER = re.compile(r"(?i)\b(bearer\s+)[\w.~+/=-]{8,}")
PROVIDER_KEY = re.compile(r"\bsk-[\w-]{8,}")
SHORTEST_SECRET = 4  # a shorter one would black out ordinary words
PLAIN_FIELDS = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
NOISY = (
    "vanna",
    "httpx",
    "httpcore",
    "openai",
    "chromadb",
    "alembic",
    "psycopg.pool",
    "numexpr",
    "watchfiles",
)


class Redactor:
    """Takes secrets out of text: the settings' own, and what looks like one."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        known = {secret for secret in secrets if len(secret) >= SHORTEST_SECRET}
        quoted = {json.dumps(secret, ensure_ascii=False)[1:-1] for secret in known}
        written = known | quoted | {quote(secret) for secret in known}
        self._secrets = sorted(written, key=len, reverse=True)

    def __call__(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, REMOVED)
        text = URL_PASSWORD.sub(rf"\1:{REMOVED}", text)
        return PROVIDER_KEY.sub(REMOVED, BEARER.sub(rf"\1{REMOVED}", text))


class LineFormatter(logging.Formatter):
    """Formats a record with its extra fields, and redacts the finished line."""

    def __init__(self, redact: Redactor, as_json: bool, timezone: str) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s %(message)s")
        self._redact = redact
        self._as_json = as_json
        self._zone = ZoneInfo(timezone)

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:
        """Return the record's time with its offset: lines of several machines are read side by side."""
        return dt.datetime.fromtimestamp(record.created, self._zone).isoformat(timespec="milliseconds")

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as one line of JSON, or as text with its traceback below."""
        if self._as_json:
            return self._redact(json.dumps(self._fields(record), ensure_ascii=False, default=str))
        extra = "".join(f" {name}={value!r}" for name, value in _extra(record).items())
        first, newline, rest = super().format(record).partition("\n")
        return self._redact(f"{first}{extra}{newline}{rest}")

    def _fields(self, record: logging.LogRecord) -> dict[str, object]:
        fields: dict[str, object] = {
            "at": self.formatTime(record),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **_extra(record),
        }
        if record.exc_info:
            fields["traceback"] = self.formatException(record.exc_info)
        return fields


def configure(settings: Settings) -> None:
    """Send every log line of this process to standard error, redacted."""
    handler = logging.StreamHandler(sys.stderr)
    as_json = settings.log_format == "json"
    handler.setFormatter(LineFormatter(redactor(settings), as_json, settings.timezone))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(settings.log_level)
    for name in NOISY:
        logging.getLogger(name).setLevel(max(logging.WARNING, root.level))


def redactor(settings: Settings) -> Redactor:
    """Return what takes these settings' secrets out of text."""
    values = (getattr(settings, name) for name in type(settings).model_fields)
    secrets = [value.get_secret_value() for value in values if isinstance(value, SecretStr)]
    passwords = [found[2] for secret in secrets if (found := URL_PASSWORD.search(secret))]
    return Redactor([*secrets, *passwords])


def _extra(record: logging.LogRecord) -> dict[str, object]:
    return {name: value for name, value in vars(record).items() if name not in PLAIN_FIELDS}
