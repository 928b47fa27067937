"""Which names are told to a reader of English: kinds only in English, customers as they are called."""

import re
from collections.abc import Iterable

from understanding.metric.desk import MetricDesk

_HAN = re.compile(r"[\u3400-\u9fff]")


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
