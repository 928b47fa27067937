"""Days and months without data that are asked for too: 没有订单的日期也显示, fill missing months."""

from functools import lru_cache

from language.units import key_of
from understanding.chart.saturation import rule
from understanding.chart.spans import Span
from understanding.metric.vocabulary import metric_words

SOMETHING = "?"  # what is missing is not named: days, or areas
WITHOUT = (("not",), ("not", "figure"), ("not", "thing"))
ASKING = ("fill", "asking", "empty")


@rule(
    "lacking", ("gap", "unit"), *((*none, "unit") for none in WITHOUT), *(("unit", *none) for none in WITHOUT)
)
def lacking(*parts: Span) -> str | None:
    """Read units of time without data: missing days, days without orders, 没有数据的日期."""
    units = [str(part.value) for part in parts if part.type == "unit"]
    none = all(part.value in _words("lacking") for part in parts if part.type == "not")
    return units[0] if none else None


@rule("filled", ("fill",), ("not", "fill"))
def all_filled(*parts: Span) -> str | None:
    """Read that gaps are filled, whichever: 补零, with gaps filled, 没有的补零; 不补零 is none."""
    return "" if all(part.value in _words("lacking") for part in parts[:-1]) else None


@rule(
    "filled",
    *(("lacking", asking) for asking in ASKING),
    *((asking, "lacking") for asking in ASKING),
    *((asking, "lacking", "number") for asking in ASKING),
)
def filled(*parts: Span) -> str | None:
    """Read that units without data are shown too: 没有订单的日子也要列出来, including days without any."""
    asks = all(part.value in _words("asking") for part in parts if part.type == "empty")
    zero = all(part.value == 0 for part in parts if part.type == "number")
    return next(str(part.value) for part in parts if part.type == "lacking") if asks and zero else None


@rule("filled", ("not", "asking"), ("not", "empty"))
def something_filled(none: Span, asking: Span) -> str | None:
    """Read that what has nothing is shown too, where it is not said what: 没有的也显示."""
    asks = asking.type == "asking" or asking.value in _words("asking")
    return SOMETHING if asks and none.value in _words("lacking") else None


@lru_cache(maxsize=2)
def _words(part: str) -> frozenset[str]:
    """Return the words of a part they play, as leaves have them."""
    words = map(str, metric_words()["fill"][part])
    return frozenset(("" if not one.isascii() else " ").join(key_of(one)) for one in words)


RULES = (*lacking, *all_filled, *filled, *something_filled)
