"""JSON as drivers hand it over becomes a value, or stays text where nobody could follow it."""

from typing import Any

import pytest

from database.runners.values import MOST_NESTED, from_json


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ('{"a": [1, 2.5, null, true]}', {"a": [1, 2.5, None, True]}),
        (b'["x"]', ["x"]),
        ("[" * MOST_NESTED + "]" * MOST_NESTED, None),
        ("[" * (MOST_NESTED + 1) + "]" * (MOST_NESTED + 1), ...),
        ("[" + "[]," * 500 + "[]]", None),
        ('["' + "[" * 500 + '"]', ["[" * 500]),
        ('["\\"' + "[" * 500 + '"]', ['"' + "[" * 500]),
        ("[" * 100_000, ...),
        ("9" * 5000, ...),
    ],
)
def test_json_becomes_a_value_or_stays_its_text(written: str | bytes, value: Any) -> None:
    found = from_json(written)
    if value is ...:
        assert found == written
    elif value is None:
        assert isinstance(found, list)
    else:
        assert found == value
