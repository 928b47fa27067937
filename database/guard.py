"""Wall 1: is this text one query that only reads what the connection shows?

The statement is screened (screening.py), read in its engine's dialect, and every token and node of it is held
against allow lists: what is not known is refused, and there is no switch to turn this off.
"""

import logging
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from sqlglot import exp
from sqlglot.dialects.dialect import Dialect as SqlglotDialect
from sqlglot.errors import ErrorLevel, SqlglotError
from sqlglot.tokenizer_core import Token, TokenType
from sqlglot.tokens import Tokenizer

from database.calls import require_known_calls
from database.dialects import Dialect
from database.endless import require_end
from database.kinds import Nodes
from database.nodes import require_known_nodes, require_query_root, require_query_word
from database.screening import require_modest_size, require_same_reading, screen
from database.settling import settle
from database.sources import Scope, named_tables, real_tables
from database.type_names import TypeName, named_types
from errors import UnsafeSQLError

__all__ = ["CheckedQuery", "Scope", "check"]

log = logging.getLogger(__name__)

# A statement sqlglot does not know becomes a Command, which is refused; its warning would fill the log.
logging.getLogger("sqlglot").setLevel(logging.ERROR)


@dataclass(frozen=True)
class CheckedQuery:
    """A query the guard let pass: the text that may run (comments blanked), its tree and the tables it reads.

    `tables` are `schema.table` in lower case, with the default schema where none was written; no CTE names.
    `nodes` are all of the tree's, `sources` those that refer to tables of the database, `types` names that
    are no built-in type. The tree is shared: read it, never change it.
    """

    sql: str
    tree: exp.Expr
    dialect: Dialect
    tables: tuple[str, ...]
    search_path: tuple[str, ...] = ()
    nodes: Nodes = field(default_factory=Nodes)
    sources: tuple[exp.Table, ...] = ()
    types: tuple[TypeName, ...] = ()


def check(sql: str, dialect: Dialect, scope: Scope | None = None, *, slots: bool = False) -> CheckedQuery:
    """Return the checked query, or raise UnsafeSQLError whose code names the rule.

    `slots` lets `:name` places pass, for verified pairs and policies; else every placeholder is refused.
    """
    screened = screen(sql, dialect.name)
    reader = _reader(dialect.sqlglot_name)
    try:
        tokens = _tokenizer(dialect.sqlglot_name).tokenize(screened.text)
        require_query_word(tokens, dialect)
        require_same_reading(screened, tokens)
        tokens = _only_statement(tokens, screened.bare)
        require_modest_size(tokens)
        tree = _parse(reader, settle(tokens, screened, dialect), screened.text)
        require_query_root(tree)
        nodes = Nodes(tree.walk())
        require_known_nodes(nodes, dialect, slots=slots)
        require_known_calls(tokens, nodes, dialect)
        require_end(nodes, dialect)
        sources = tuple(real_tables(nodes, dialect))
        tables = named_tables(sources, dialect, scope, screened.text)
        types = named_types(tokens, nodes, screened.bare, dialect, scope)
    except RecursionError:
        raise UnsafeSQLError("sql_too_deep", limit=0) from None
    except SqlglotError as exc:
        raise UnsafeSQLError("sql_unreadable", detail=_where(exc)) from exc
    except UnsafeSQLError:
        raise
    except (
        Exception
    ) as exc:  # sqlglot trips over some broken SQL in many ways: what it cannot read is refused
        log.warning("sql not readable", exc_info=True)
        raise UnsafeSQLError("sql_unreadable", detail=type(exc).__name__) from exc
    text = screened.text[: tokens[-1].end + 1]
    path = (scope or Scope()).search_path(dialect)
    return CheckedQuery(text, tree, dialect, tables, path, nodes, sources, types)


@lru_cache
def _reader(name: str) -> SqlglotDialect:
    return SqlglotDialect.get_or_raise(name)


_own = threading.local()


def tokens_of(sql: str, dialect: Dialect) -> list[Token]:
    """Return the tokens of a statement that passed."""
    return _tokenizer(dialect.sqlglot_name).tokenize(sql)


def _tokenizer(name: str) -> Tokenizer:
    """Return this thread's tokenizer: to make one for each statement cost a twentieth of the walls."""
    kept: dict[str, Tokenizer] = _own.__dict__
    if name not in kept:
        kept[name] = _reader(name).tokenizer()
    return kept[name]


def _only_statement(tokens: Sequence[Token], bare: str) -> list[Token]:
    """Return the tokens of the one statement, without the semicolons that end it."""
    kept = list(tokens)
    if kept and ";" not in bare:
        return kept
    while kept and kept[-1].token_type is TokenType.SEMICOLON:
        kept.pop()
    if not kept:
        raise UnsafeSQLError("sql_empty")
    if any(token.token_type is TokenType.SEMICOLON for token in kept):
        raise UnsafeSQLError("sql_not_one_statement")
    return kept


def _parse(reader: SqlglotDialect, tokens: list[Token], text: str) -> exp.Expr:
    trees = reader.parser(error_level=ErrorLevel.IMMEDIATE).parse(tokens, text)
    if len(trees) != 1 or trees[0] is None:
        raise UnsafeSQLError("sql_not_one_statement")
    return trees[0]


def _where(exc: SqlglotError) -> str:
    errors = getattr(exc, "errors", None)
    if not errors:
        return "unexpected character"
    first = errors[0]
    return f"{first.get('description')} at line {first.get('line')}, column {first.get('col')}"
