"""Nodes asked for by kind are those that isinstance would find, in the order they were walked."""

import pytest
from sqlglot import exp, parse_one

from database.kinds import Nodes

TREE = parse_one(
    "WITH a AS (SELECT x, count(*) FROM t) SELECT a.x, max(b.y) FROM a, b WHERE a.x < 3 UNION SELECT 1, 2"
)


@pytest.mark.parametrize(
    "wanted", [(exp.Table,), (exp.Func,), (exp.Query, exp.Column), (exp.Limit,), (exp.Expr,)]
)
def test_of(wanted: tuple[type[exp.Expr], ...]) -> None:
    nodes = Nodes(TREE.walk())
    assert list(nodes.of(*wanted)) == [node for node in nodes if isinstance(node, wanted)]
