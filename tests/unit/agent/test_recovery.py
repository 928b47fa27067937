"""An error's class comes from its type and SQLSTATE, never from its words."""

import pytest

from agent.recovery import STRATEGIES, classify, strategy_for
from config.wording import keys
from errors import (
    AccessError,
    ConnectionFailedError,
    CostError,
    DatabaseError,
    InputError,
    ModelError,
    PolicyError,
    QueryTimeoutError,
    SettingsError,
    UnsafeSQLError,
    WenshuError,
)


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (DatabaseError(sqlstate="42601"), "syntax"),
        (DatabaseError(sqlstate="42P01"), "unknown_name"),
        (DatabaseError(sqlstate="42703"), "unknown_name"),
        (DatabaseError(sqlstate="42883"), "type"),
        (DatabaseError(sqlstate="42804"), "type"),
        (DatabaseError(sqlstate="42501"), "permission"),
        (DatabaseError(sqlstate="42999"), "syntax"),
        (DatabaseError(sqlstate="22012"), "data"),
        (DatabaseError(sqlstate="57014"), "timeout"),
        (DatabaseError(sqlstate="57P01"), "connection"),
        (DatabaseError(sqlstate="08006"), "connection"),
        (DatabaseError(sqlstate="53200"), "resource"),
        (DatabaseError(sqlstate="XX000"), "unknown"),
        (DatabaseError(detail="syntax error at or near"), "unknown"),
        (QueryTimeoutError(sqlstate="57014"), "timeout"),
        (ConnectionFailedError(), "connection"),
        (CostError(), "cost"),
        (UnsafeSQLError("sql_not_a_query"), "unsafe"),
        (PolicyError(), "policy"),
        (AccessError(), "permission"),
        (ModelError("model_auth"), "model"),
        (WenshuError(), "unknown"),
        (SettingsError("disk_full"), "resource"),
        (InputError("sql_not_approved"), "not_approved"),
        (InputError("sql_missing"), "syntax"),
    ],
)
def test_error_has_its_class(error: WenshuError, expected: str) -> None:
    assert classify(error) == expected


def test_class_nobody_listed_counts_as_unknown() -> None:
    assert strategy_for("brand_new") == STRATEGIES["unknown"]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_class_has_a_sentence(language: str) -> None:
    said = keys(language)  # type: ignore[arg-type]
    assert {f"recovery.{name}" for name in STRATEGIES} <= said
