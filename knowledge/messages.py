"""The messages that ask for SQL: the one text that Vanna's class gives, and who stands in for it."""

from collections.abc import Sequence

Message = dict[str, str]


def sql_messages(
    *,
    system: str,
    question: str,
    ddl: Sequence[str],
    documents: Sequence[str],
    examples: Sequence[tuple[str, str]],
) -> list[Message]:
    """Return one system and one user message: tables first, as they change least between questions.

    `question` is all that follows tables, terms and examples, the question itself last.
    """
    shown = [f"Q: {asked}\n{sql}" for asked, sql in examples]
    parts = [
        section("Tables", ddl),
        section("Terms", documents),
        section("Examples; a :name in them stands for a literal", shown),
        question,
    ]
    return [
        {"role": "system", "content": system},
        {"role": "user", "content": "\n\n".join(part for part in parts if part)},
    ]


def section(title: str, lines: Sequence[str]) -> str:
    """Return lines under a title, or nothing."""
    body = "\n".join(lines)
    return f"{title}:\n{body}" if body else ""
