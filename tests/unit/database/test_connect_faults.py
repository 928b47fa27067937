"""A refused connection's cause: the engines' own words and numbers, told apart and without secrets."""

import pytest
from pydantic import SecretStr

from database.connect_faults import place, told_apart, without_secrets
from database.spec import ConnectionSpec
from errors import ConnectionFailedError, DatabaseError

SPEC = ConnectionSpec("x", SecretStr("postgresql://ann:p%40ss@db.internal:5432/sales"))


def test_a_database_behind_a_socket_is_placed_by_its_folder() -> None:
    spec = ConnectionSpec(name="a", url=SecretStr("postgresql://ann@/sales?host=/run/postgresql"))
    assert place(spec) == "/run/postgresql"


@pytest.mark.parametrize(
    ("sqlstate", "words", "code"),
    [
        ("", "failed to resolve host 'db': [Errno -2] Name or service not known", "connect_host_unknown"),
        ("2003", "Can't connect to 'db' ([Errno -2] Name or service not known)", "connect_host_unknown"),
        ("2003", "Can't connect to MySQL server on '10.1.1.1' (timed out)", "connect_slow"),
        ("", "connection failed: connection timeout expired", "connect_slow"),
        ("", "server on socket \"/x/.s.PGSQL.5432\" failed: No such file or directory", "connect_refused"),
        ("", 'FATAL:  no pg_hba.conf entry for host "10.1.2.3", user "ann"', "connect_sign_in"),
        ("1045", "Access denied for user 'ann'@'10.1.2.3' (using password: YES)", "connect_sign_in"),
        ("1044", "Access denied for user 'ann'@'%' to database 'sales'", "connect_database_unknown"),
        ("", "server certificate for \"db\" does not match host name", "connect_tls"),
        ("", "file is not a database", "connect_file"),
        ("", "the moon is in the wrong place", "connect_failed"),
    ],
)  # fmt: skip
def test_each_cause_has_its_own_code_and_names_the_place(sqlstate: str, words: str, code: str) -> None:
    found = told_apart(ConnectionFailedError(detail=words, sqlstate=sqlstate), SPEC)
    assert (found.code, found.params["place"]) == (code, "db.internal:5432")


def test_another_kind_of_error_stays_what_it_is() -> None:
    error = DatabaseError("query_forbidden")
    assert told_apart(error, SPEC) is error


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("postgresql://ann:p%40ss@db/sales", "no host p@ss nor p%40ss"),
        ("postgresql://ann:pw@rest@db/sales", "failed to resolve host 'rest@db', pw@rest"),
        ("mysql://ann:hunter2@db/sales", "mysql://ann:hunter2@db/sales is away"),
    ],
)
def test_no_piece_of_a_password_is_in_the_words(url: str, words: str) -> None:
    said = without_secrets(words, ConnectionSpec("x", SecretStr(url)))
    assert not any(secret in said for secret in ("p@ss", "p%40ss", "rest", "hunter2"))
