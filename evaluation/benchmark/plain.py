"""The yardstick: the whole schema as CREATE TABLE, the question, and nothing of what Wenshu knows."""

from langchain_core.messages import HumanMessage, SystemMessage

from database.dialects import Dialect
from database.schema import Schema, Table
from llm.openai import ChatClient
from reasoning.prompting import prompt
from reasoning.reasoner import SqlDraft
from reasoning.replies import Unreadable, read_reply
from reasoning.wrapping import without_thoughts


async def plain_sql(client: ChatClient, schema: Schema, question: str, dialect: Dialect) -> tuple[str, str]:
    """Ask a model with the plain prompt and return its SQL, empty where it gave none, and its words."""
    asked = [
        SystemMessage(prompt("plain", dialect=dialect.name)),
        HumanMessage(prompt("plain_question", schema=schema_text(schema, dialect), question=question)),
    ]
    reply = await client.complete(asked)
    read = read_reply(reply.text)
    draft = read.otherwise if isinstance(read, Unreadable) else read
    return draft.sql if isinstance(draft, SqlDraft) else "", without_thoughts(reply.text).strip()


def schema_text(schema: Schema, dialect: Dialect) -> str:
    """Return every table as a person would paste it; a comment stands behind what it is about."""
    return "\n\n".join(_create(table, dialect) for table in schema.tables)


def _create(table: Table, dialect: Dialect) -> str:
    lines = [(f"{column.name} {column.type}", column.comment) for column in table.columns]
    if table.primary_key:
        lines.append((f"PRIMARY KEY ({', '.join(table.primary_key)})", ""))
    for key in table.foreign_keys:
        if not key.inferred:
            target = _name(key.to_schema, key.to_table, dialect)
            columns = f"FOREIGN KEY ({', '.join(key.columns)})"
            lines.append((f"{columns} REFERENCES {target} ({', '.join(key.to_columns)})", ""))
    last = len(lines) - 1
    body = "\n".join(
        f"  {text}{',' if place < last else ''}{_comment(comment)}"
        for place, (text, comment) in enumerate(lines)
    )
    return f"CREATE TABLE {_name(table.schema, table.name, dialect)} ({_comment(table.comment)}\n{body}\n);"


def _name(schema: str, name: str, dialect: Dialect) -> str:
    return name if schema in ("", dialect.default_schema) else f"{schema}.{name}"


def _comment(text: str) -> str:
    return f" -- {' '.join(text.split())}" if text else ""
