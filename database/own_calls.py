"""Calls the engine's own function where somebody made one of its name in the database asked.

The allow list goes by name. PostgreSQL takes the function whose types fit best, also somebody's; DuckDB a
macro before anything of its own. So a name that somebody gave a function which may do more than compute is
written with the engine's schema, or refused where that cannot be.
"""

from collections.abc import Iterator

from database.calls import called
from database.guard import CheckedQuery, tokens_of
from database.schema import Schema
from database.screening import screen
from database.settling import OPERATOR
from errors import UnsafeSQLError


def to_qualify(checked: CheckedQuery, schema: Schema) -> Iterator[int]:
    """Yield where the engine's schema belongs before a name; raise UnsafeSQLError where it does not help."""
    engine, own = checked.dialect.name, schema.own
    if not own:
        return
    operators = set(OPERATOR.findall(screen(checked.sql, engine).bare)) if engine == "postgres" else ()
    for name in own.intersection(operators):
        raise UnsafeSQLError("sql_function_unknown", name=name)
    for token, name, is_qualified in called(tokens_of(checked.sql, checked.dialect), checked.dialect):
        if name in own and not (engine == "postgres" and is_qualified):
            if engine != "postgres":
                raise UnsafeSQLError("sql_function_unknown", name=name)
            yield token.start
