"""Hypothesis strategies of what can be taught: tables, documents, terms, pairs, metrics, rejected SQL."""

from typing import Any

from hypothesis import strategies as st

from database.schema import Column, ForeignKey, Table
from knowledge.items import Kind, KnowledgeItem
from knowledge.tables import table_item

TYPES = ("integer", "numeric(12,2)", "timestamp with time zone", "", "varchar(20)", "double precision")
plain = st.from_regex(r"[a-z_]{1,6}", fullmatch=True)
text = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=20
)  # what PostgreSQL can hold
some_text = text.filter(lambda one: one.strip() != "")
names = st.one_of(plain, st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=8))


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Draw a table."""
    columns = draw(st.lists(names, min_size=1, max_size=4, unique=True))
    keys = [
        ForeignKey(
            (columns[0],),
            draw(st.one_of(st.just(""), names)),
            draw(names),
            tuple(draw(st.lists(names, max_size=2))),
        )
        for _ in range(draw(st.integers(0, 2)))
    ]
    return Table(
        draw(st.one_of(st.just(""), names)),
        draw(names),
        tuple(
            Column(name, draw(st.sampled_from(TYPES)), draw(text), draw(st.booleans())) for name in columns
        ),
        draw(text),
        tuple(draw(st.lists(st.sampled_from(columns), unique=True))),
        tuple(keys),
        draw(st.booleans()),
    )


def _item(kind: Kind, title: str, content: str, payload: dict[str, Any], verified: str) -> KnowledgeItem:
    return KnowledgeItem("", "", kind, title, content, payload, source="", verified_by=verified)


documents = st.builds(
    lambda title, content, source: KnowledgeItem("", "", "documentation", title, content, source=source),
    some_text,
    text,
    text,
)
terms = st.builds(
    lambda title, synonyms, definition, expression: _item(
        "term",
        title,
        definition,
        {"synonyms": synonyms, "definition": definition, "expression": expression},
        "",
    ),
    some_text,
    st.lists(text, max_size=3),
    text,
    text,
)
pairs = st.builds(
    lambda title, tags, variants, verified, number: _item(
        "pair",
        title,
        f"SELECT {number} AS n -- {number}",
        {"language": "zh", "tags": tags, "variants": variants},
        verified,
    ),
    some_text,
    st.lists(text, max_size=2),
    st.lists(text, max_size=2),
    text,
    st.integers(0, 9),
)
rejected = st.builds(
    lambda title, sql, reason: _item("rejected", title, sql, {"reason": reason}, ""),
    some_text,
    some_text,
    text,
)
metric_entries = st.sampled_from(
    [
        {
            "name": "revenue",
            "names": {"zh": "营业额"},
            "table": "sale",
            "expression": "SUM(amount)",
            "decimals": 2,
        },
        {"name": "rate", "ratio": ["a", "b"], "unit": "%", "verified_by": "ann"},
    ]
)
items = st.one_of(documents, terms, pairs, rejected, st.builds(table_item, tables()))
