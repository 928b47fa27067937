"""What the app's database keeps as JSON is what was given, but for what PostgreSQL cannot store."""

import datetime as dt
import json
from decimal import Decimal
from typing import Any

import pytest

from appdb.storable import json_text

KEPT: dict[str, tuple[Any, Any]] = {
    "texts and figures": ({"区": ["南城", 1.5, True, None]}, {"区": ["南城", 1.5, True, None]}),
    "tuples as lists": ((1, ("a",)), [1, ["a"]]),
    "a number beyond 64 bits": (2**70, 2**70),
    "keys that are no text": ({2026: "a"}, {"2026": "a"}),
    "no figure as nothing": ([float("nan"), float("inf")], [None, None]),
    "a NUL as the sign for what is lost": ("a\0b", "a\ufffdb"),
    "half a surrogate as a question mark": ({"a": "\ud800b"}, {"a": "?b"}),
    "an escaped NUL that somebody wrote": ("\\u0000", "\\u0000"),
}


@pytest.mark.parametrize(("given", "kept"), KEPT.values(), ids=KEPT)
def test_a_value_is_kept_as_json_takes_it(given: Any, kept: Any) -> None:
    assert json.loads(json_text(given)) == kept


@pytest.mark.parametrize("given", [dt.date(2026, 11, 28), Decimal("1.5"), {1, 2}, b"x"])
def test_what_is_no_json_is_refused(given: Any) -> None:
    with pytest.raises(TypeError):
        json_text([given])
