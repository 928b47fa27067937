"""What makes a statement dear is told by its form, to whoever writes it again."""

import pytest

from database.dialects import POSTGRES
from tools.cheaper import why_dear


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        ("SELECT a.n, (SELECT max(b.d) FROM b WHERE b.k = a.k) FROM a", ["anew for each row"]),
        ("SELECT n FROM a WHERE EXISTS (SELECT 1 FROM b WHERE b.k = a.k)", ["anew for each row"]),
        ("SELECT n FROM a WHERE k IN (SELECT b.k FROM b)", []),
        ("SELECT x.n FROM (SELECT b.n FROM b) x JOIN a ON a.n = x.n", []),
        ("SELECT count(*) FROM a, b", ["without an equality"]),
        ("SELECT count(*) FROM a, b WHERE a.k = b.k", []),
        ("SELECT count(*) FROM a JOIN b ON b.d >= a.d", ["without an equality"]),
        ("SELECT count(*) FROM a JOIN b USING (k)", []),
        (
            "SELECT (SELECT count(*) FROM a), (SELECT sum(x) FROM a), (SELECT max(x) FROM a)",
            ["a is read 3 times"],
        ),
        ("WITH t AS (SELECT k FROM a) SELECT * FROM t x JOIN t y ON x.k = y.k JOIN t z ON z.k = x.k", []),
    ],
)
def test_each_form_that_reads_again_and_again_is_told(sql: str, told: list[str]) -> None:
    found = list(why_dear(sql, POSTGRES))
    assert len(found) == len(told) and all(words in one for words, one in zip(told, found, strict=True))
