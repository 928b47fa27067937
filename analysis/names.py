"""Which names are told to a reader of English: kinds only in English, customers as they are called."""

import re
from collections.abc import Iterable

from config.wording import LANGUAGES, say
from understanding.metric.desk import MetricDesk

_HAN = re.compile(r"[\u3400-\u9fff]")
_NAMELESS = frozenset(say("metrics.column.none", language) for language in LANGUAGES)


def member_in(cell: object) -> str:
    """Return the member that a cell of a row names; nothing of rows that have none, as a statement words it.

    >>> member_in("Danxia"), member_in(None), member_in("(not given)")
    ('Danxia', '', '')
    """
    return "" if cell is None or cell in _NAMELESS else str(cell)


def reads_in_english(names: Iterable[str]) -> bool:
    """Tell whether none of some names is in Chinese characters.

    >>> reads_in_english(["Huizhou Branch", ""]), reads_in_english(["惠州"])
    (True, False)
    """
    return not any(_HAN.search(name) for name in names)


def reads(names: Iterable[str], desk: MetricDesk, dimension: str) -> bool:
    """Tell whether who asks can read some names of a dimension.

    A thing with a key that has no other name is told by the one it has, as in every table: the customer who
    left was not told, and a kind of customers stood for him.
    """
    one = desk.catalog.dimensions.get(dimension)
    named = one is not None and bool(one.key) and not one.column_en
    return desk.language == "zh" or named or reads_in_english(names)
