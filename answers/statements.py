"""Several statements as one text, for who may see SQL."""

from collections.abc import Iterable


def listed(statements: Iterable[tuple[str, str]]) -> str:
    """Return every statement that was read, each under the line it stands for."""
    return "\n\n".join(f"-- {' '.join(label.split())}\n{sql.rstrip(';')};" for label, sql in statements)
