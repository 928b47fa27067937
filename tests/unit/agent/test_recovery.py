"""An error's class comes from its type and SQLSTATE, never from its words."""

import pytest

from agent.recovery import STRATEGIES, classify, strategy_for
from config.settings import ROOT
from config.wording import keys, say
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
from reasoning.prompting import fix_for


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
        (DatabaseError(sqlstate="42803"), "grouping"),
        (DatabaseError("database_busy", sqlstate="55P03"), "resource"),
        (DatabaseError("too_many_queries"), "resource"),
        (PolicyError("table_unlisted"), "unknown_name"),
        (PolicyError("table_forbidden"), "policy"),
        (DatabaseError("column_unknown", sqlstate="1054"), "unknown_name"),
        (DatabaseError("sql_syntax", sqlstate="1064"), "syntax"),
        (DatabaseError("sql_types", sqlstate="1292"), "data"),
        (DatabaseError(sqlstate="1055"), "grouping"),
        (QueryTimeoutError(sqlstate="3024"), "timeout"),
        (ConnectionFailedError(sqlstate="2003"), "connection"),
        (DatabaseError("column_unknown"), "unknown_name"),
        (DatabaseError("sql_types"), "type"),
        (DatabaseError("query_forbidden"), "permission"),
        (DatabaseError("write_refused"), "unsafe"),
        (UnsafeSQLError("sql_function_unknown"), "function"),
        (UnsafeSQLError("sql_not_one_statement"), "syntax"),
        (UnsafeSQLError("sql_variable"), "syntax"),
        (UnsafeSQLError("sql_writes"), "unsafe"),
        (UnsafeSQLError("sql_session"), "unsafe"),
    ],
)
def test_error_has_its_class(error: WenshuError, expected: str) -> None:
    assert classify(error) == expected


def test_class_nobody_listed_counts_as_unknown() -> None:
    assert strategy_for("brand_new") == STRATEGIES["unknown"]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_class_has_a_sentence(language: str) -> None:
    assert {strategy.sentence for strategy in STRATEGIES.values()} <= keys(language)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", STRATEGIES)
def test_only_what_is_tried_again_says_what_to_change(name: str) -> None:
    strategy = STRATEGIES[name]  # type: ignore[index]
    writes_again = "write again" in strategy.steps
    assert writes_again == (strategy.action in ("regenerate", "relink", "decide", "reread"))
    assert strategy.fixable == (writes_again or strategy.action == "validate")
    assert ("tell the user" in strategy.steps) == (not strategy.fixable)
    assert bool(fix_for(strategy.fix)) == (strategy.action in ("regenerate", "relink"))


def as_table() -> str:
    """Return the strategies as docs/agent.md shows them."""
    titles = ("class", "action", "fixable", "steps", "what the user reads")
    rows = [titles, ("---",) * len(titles)] + [
        (
            f"`{name}`",
            one.action,
            "yes" if one.fixable else "no",
            ", ".join(one.steps),
            say(one.sentence, "en"),
        )
        for name, one in STRATEGIES.items()
    ]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def test_the_documentation_shows_the_table() -> None:
    assert as_table() in (ROOT / "docs" / "agent.md").read_text("utf-8")
