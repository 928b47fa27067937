"""Which tool's file it is, and what it says in our own form."""

from collections.abc import Iterable

from database.schema import Table
from teaching.exchange.carried import Carried
from teaching.exchange.dbt import from_dbt, is_dbt
from teaching.exchange.dbt_models import Data
from teaching.exchange.ossie_read import from_ossie, is_ossie


def is_foreign(data: object) -> bool:
    """Tell whether a file read from YAML or JSON is another tool's: Ossie's or dbt's."""
    return isinstance(data, dict) and (is_ossie(data) or is_dbt(data))


def carried(data: Data, known: Iterable[Table] = ()) -> Carried:
    """Return what another tool's file says; raises KeyError, TypeError, AttributeError if broken."""
    return from_ossie(data, known) if is_ossie(data) else from_dbt(data)
