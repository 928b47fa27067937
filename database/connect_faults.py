"""Why a database cannot be reached, told apart: host, port, sign-in, database, encryption, file."""

import re
from urllib.parse import parse_qsl, quote, unquote, urlsplit

from database.spec import ConnectionSpec, hide_secrets
from errors import ConnectionFailedError, DatabaseError, QueryTimeoutError

# PostgreSQL's client gives no code before a connection stands; its words, and MySQL's numbers, must do.
_TELLS = {
    "connect_host_unknown": r"resolve host|translate host name|name or service|getaddrinfo|nodename",
    "connect_tls": r"\bSSL\b|\bTLS\b|certificate",
    "connect_sign_in": r"authenticat|password|role .* does not exist|pg_hba|access denied for user .*\(using",
    "connect_database_unknown": r"database .* does not exist|unknown database|permission denied for database",
    "connect_file": r"unable to open|is not there|cannot open|not a .{0,20}database|malformed|lock on file",
    "connect_refused": r"refused|no such file or directory|unreachable|no route",
    "connect_slow": r"timeout|timed out|expired",
}
_NUMBERS = {
    **dict.fromkeys(("1045", "1698", "1130", "1251", "28P01", "28000"), "connect_sign_in"),
    **dict.fromkeys(("1044", "1049", "3D000"), "connect_database_unknown"),
    **dict.fromkeys(("2026", "3159"), "connect_tls"),
}


def told_apart(error: DatabaseError, spec: ConnectionSpec) -> DatabaseError:
    """Return the error with the sentence that fits its cause, its words without anything secret."""
    words = without_secrets(error.detail, spec)
    if isinstance(error, QueryTimeoutError):
        return ConnectionFailedError("connect_slow", phase="connect", detail=words, place=place(spec))
    if not isinstance(error, ConnectionFailedError):
        return error
    code = _NUMBERS.get(error.sqlstate) or next(
        (code for code, tell in _TELLS.items() if re.search(tell, error.detail, re.I)), "connect_failed"
    )
    return ConnectionFailedError(
        code, phase="connect", sqlstate=error.sqlstate, detail=words, place=place(spec), words=words
    )


def place(spec: ConnectionSpec) -> str:
    """Return where an address leads, for a sentence: host and port, the socket's folder, or the file."""
    parts = urlsplit(spec.url.get_secret_value())
    sockets = dict(parse_qsl(parts.query)).get("host", "")
    return hide_secrets(parts.netloc.rpartition("@")[2] or sockets or unquote(parts.path.removeprefix("/")))


def without_secrets(words: str, spec: ConnectionSpec) -> str:
    """Return an engine's words without the password, however it is written in the address."""
    url = spec.url.get_secret_value()
    named, _, _ = urlsplit(url).netloc.rpartition("@")
    secret = named.partition(":")[2]
    for form in {secret, unquote(secret), quote(secret, safe=""), secret.rpartition("@")[2]}:
        if form:
            words = words.replace(form, "***")
    return " ".join(hide_secrets(words).split())[:300]
