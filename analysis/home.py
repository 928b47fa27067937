"""Whose public holidays a business keeps, as far as its definitions tell."""

import re

from knowledge.metrics import Catalog

# 美元, 港元 … are other money; a Chinese name is none of the signs, for it is a translation as often.
_RENMINBI = re.compile(r"(?<![美欧日港澳加新韩])元|人民币|\b(?:CNY|RMB)\b", re.IGNORECASE)


def keeps_chinas_days(catalog: Catalog) -> bool:
    """Tell whether a business keeps China's days off: its money is the renminbi.

    A British chain was told of seven days off in October because its figures had Chinese names too.
    """
    units = (f"{metric.unit_zh} {metric.unit_en}" for metric in catalog.metrics.values())
    return any(_RENMINBI.search(unit) for unit in units)
