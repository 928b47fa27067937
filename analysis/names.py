"""Which names a reader of English can read: of what has no English name other cuts are told first."""

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


def reads(names: Iterable[str], desk: MetricDesk) -> bool:
    """Tell whether who asks can read some names."""
    return desk.language == "zh" or reads_in_english(names)
