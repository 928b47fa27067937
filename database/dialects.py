"""How the engines differ, as data."""

from dataclasses import dataclass

from errors import InputError


@dataclass(frozen=True)
class Dialect:
    """One engine: its name here, sqlglot's name for it, and its default schema."""

    name: str
    sqlglot_name: str
    default_schema: str


POSTGRES = Dialect("postgres", "postgres", "public")
MYSQL = Dialect("mysql", "mysql", "")
SQLITE = Dialect("sqlite", "sqlite", "main")
DUCKDB = Dialect("duckdb", "duckdb", "main")
DIALECTS: dict[str, Dialect] = {
    "postgres": POSTGRES,
    "postgresql": POSTGRES,
    "mysql": MYSQL,
    "mariadb": MYSQL,
    "sqlite": SQLITE,
    "duckdb": DUCKDB,
}


def dialect_named(name: str) -> Dialect:
    """Return the dialect of this name, or raise InputError naming the known ones."""
    try:
        return DIALECTS[name.lower()]
    except KeyError:
        raise InputError("dialect_unknown", name=name, known=", ".join(DIALECTS)) from None
