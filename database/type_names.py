"""Which types a query names beside the built-in ones: each is held against scope and rights, like a table.

Every table of PostgreSQL is a type too: `null::schema.table` shows its columns to who may not read a row of
it. The tree tells most of them; where it keeps a built-in type for what the engine looks up by name, the
tokens do.
"""

import json
import re
from collections.abc import Iterator, Sequence

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError
from sqlglot.tokenizer_core import Token, TokenType

from database.dialects import Dialect
from database.kinds import Nodes
from database.sources import Scope, require_open_name
from database.words import topics
from errors import UnsafeSQLError

TypeName = tuple[str, ...]  # (schema,) name, as the engine compares them

# Engines in which a cast can name what somebody created; elsewhere a type's name looks nothing up.
_ENGINES = ("postgres", "duckdb")
_BY_TEXT = topics("typed_by_text")
_LONGEST_NAME = 3
_NAME = TokenType.IDENTIFIER  # looked up once, as in calls.py
_WORD = re.compile(r"\w+")
_DOUBTFUL = {"returning", *topics("types")["borrowed"]}


def named_types(
    tokens: Sequence[Token], nodes: Nodes, bare: str, dialect: Dialect, scope: Scope | None
) -> tuple[TypeName, ...]:
    """Return the types that are not built in, or raise for one outside the scope.

    `bare` is the text without its literals: looking through it first is what keeps this cheap.
    """
    if dialect.name not in _ENGINES:
        return ()
    found = list(_in_tree(nodes, dialect))
    if dialect.name == "postgres":
        words = list(map(_word, tokens)) if not _DOUBTFUL.isdisjoint(_WORD.findall(bare.lower())) else []
        found += _in_tokens(tokens, words, nodes)
    own = tuple(dict.fromkeys(name for name in found if not _is_built_in(name, dialect)))
    for name in own:
        if len(name) >= _LONGEST_NAME:
            raise UnsafeSQLError("sql_table_closed", table=".".join(name))
        require_open_name(name[-1].lower(), "".join(name[:-1]).lower(), dialect, scope)
    return own


def _is_built_in(name: TypeName, dialect: Dialect) -> bool:
    known = topics("types")[dialect.name]
    return name[-1] in known and (len(name) == 1 or name[:-1] == ("pg_catalog",))


def _in_tree(nodes: Nodes, dialect: Dialect) -> Iterator[TypeName]:
    for node in nodes.of(exp.DataType, exp.Anonymous, exp.FromJson):
        if isinstance(node, exp.DataType):
            if node.this is exp.DType.USERDEFINED:
                yield _parts(node.args.get("kind"), dialect)
        elif isinstance(node, (exp.Anonymous, exp.FromJson)) and _called(node) in _BY_TEXT[dialect.name]:
            yield from _told_by_text(node, dialect)


def _parts(kind: object, dialect: Dialect) -> TypeName:
    """Return a type's name by its parts, whether the tree holds it as names or as text."""
    if isinstance(kind, exp.Dot):
        return (*_parts(kind.this, dialect), *_parts(kind.expression, dialect))
    if isinstance(kind, exp.Identifier):
        exact = kind.args.get("quoted") and dialect.name == "postgres"
        return (str(kind.this) if exact else str(kind.this).lower(),)
    return tuple(part.strip().strip('"').lower() for part in str(kind).split("."))


def _called(call: exp.Anonymous | exp.FromJson) -> str:
    return str(call.this).lower() if isinstance(call, exp.Anonymous) else exp.FromJson.sql_name().lower()


def _told_by_text(call: exp.Anonymous | exp.FromJson, dialect: Dialect) -> Iterator[TypeName]:
    given = list(call.iter_expressions())
    named = given[-1] if len(given) > 1 or dialect.name == "duckdb" else None
    if not isinstance(named, exp.Literal) or not named.is_string:
        raise UnsafeSQLError("sql_function_unknown", name=_called(call)[:60])
    if dialect.name != "duckdb":
        yield tuple(str(named.this).strip().lower().split("."))
        return
    try:
        for written in _texts(json.loads(str(named.this))):
            cast = sqlglot.parse_one(f"CAST(NULL AS {written})", dialect=dialect.sqlglot_name)
            if not isinstance(cast, exp.Cast):
                raise UnsafeSQLError("sql_function_unknown", name=_called(call))
            yield from _in_tree(Nodes(cast.find_all(exp.DataType)), dialect)
    except (ValueError, RecursionError, SqlglotError) as error:
        raise UnsafeSQLError("sql_function_unknown", name=_called(call)) from error


def _texts(structure: object) -> Iterator[str]:
    """Yield the types that a JSON such as {"a": "INT", "b": ["VARCHAR"]} names."""
    if isinstance(structure, (dict, list)):
        for part in structure.values() if isinstance(structure, dict) else structure:
            yield from _texts(part)
    else:
        yield str(structure)


def _in_tokens(tokens: Sequence[Token], words: Sequence[str], nodes: Nodes) -> Iterator[TypeName]:
    """Yield what the parser took for a type of its own, and what stands after RETURNING.

    `words` are the statement's, or none where its text holds none of these.
    """
    borrowed = topics("types")["borrowed"]
    doubtful = {at for at, word in enumerate(words) if word in borrowed}
    doubtful |= {at for at, token in enumerate(tokens) if token.token_type is _NAME}
    if doubtful:
        kept = {node.meta["start"] for node in nodes.of(exp.Identifier) if "start" in node.meta}
        for at in sorted(doubtful):
            if tokens[at].start not in kept and not _opens_call(tokens, at):
                yield (_folded(tokens[at]),)
    for at, word in enumerate(words[:-1]):
        if word == "returning" and " " not in tokens[at + 1].text:  # double precision is no name
            yield _name_from(tokens, at + 1)


def _word(token: Token) -> str:
    """Return a word of the statement itself: 'REF' between quotes is a value, and "ref" a name."""
    spelled = token.token_type not in (_NAME, TokenType.STRING)
    return str(token.text).lower() if spelled else ""


def _opens_call(tokens: Sequence[Token], at: int) -> bool:
    """Tell a function's name, which is held against the list of functions."""
    return at + 1 < len(tokens) and tokens[at + 1].token_type is TokenType.L_PAREN


def _name_from(tokens: Sequence[Token], at: int) -> TypeName:
    parts = [_folded(tokens[at])]
    while at + 2 < len(tokens) and tokens[at + 1].token_type is TokenType.DOT:
        at += 2
        parts.append(_folded(tokens[at]))
    return tuple(parts)


def _folded(token: Token) -> str:
    text = str(token.text)
    return text if token.token_type is _NAME else text.lower()
