"""The unit a column's comment tells its figures in: 元, 元/托/天, %, km/h."""

import re

from config.wording import language_of
from knowledge.definitions.column_words import draft_words

NOTED_UNIT = re.compile(r"[（(]([^（(）)0-9]{1,6})[）)]$")
_BEHIND = re.compile(r"[,，（(]\s*([^\s,，。（(）)0-9]{1,6})(?=[）)]|$)")  # 运费，元; 结算金额（元），未扣
_SAID = re.compile(r"单位\s*[:：为是]?\s*([^\s,，。；;:：、()（）0-9]{1,6})")  # 会费收入，单位元
_PARTED = re.compile(r"[\s,，;；。:：]+")
_PER = re.compile(r"[/／·*每]")
_HAN = re.compile(r"[\u3400-\u9fff]")


def told_unit(comment: str) -> str:
    """Return the unit a comment tells as it is written there, or nothing where it tells none.

    >>> told_unit("仓储费 元/托/天 (不含税)"), told_unit("paid to them, CNY"), told_unit("盘点数量（盒/件）")
    ('元/托/天', 'CNY', '盒/件')
    """
    said = comment.strip()
    noted = [_PARTED.split(one[1])[0] for one in NOTED_UNIT.finditer(said)]
    counted = [one for one in noted if all(map(_HAN.fullmatch, _PER.split(one)))]
    behind = [one[1] for pattern in (_BEHIND, _SAID) for one in pattern.finditer(said)]
    found = (one for one in (*noted, *counted, *behind, *_in_line(said)) if is_unit(one) or one in counted)
    return next(found, "")


def _in_line(said: str) -> list[str]:
    """Return what may be a unit behind a Chinese name, or is a currency at the beginning: CNY net of VAT."""
    first, *rest = [*_PARTED.split(said), ""]
    if first.lower() in draft_words()["currencies"]:
        return [first]
    return rest[:1] if language_of(first) == "zh" and said.startswith(f"{first} ") else []


def is_unit(text: str) -> bool:
    """Tell a unit, also of each of something that one character counts: 元/托/天, km/h."""
    known, (first, *each) = draft_words()["told_in"], (one.lower() for one in _PER.split(text))
    return first in known and all(one in known or bool(_HAN.fullmatch(one)) for one in each)


def is_of_each(unit: str) -> bool:
    """Tell a percentage, or a unit of each of something but time: 元/托/天, not 元/月.

    Figures in it are no amounts: they are averaged.
    """
    _, *each = _PER.split(unit)
    return unit in ("%", "‰") or (is_unit(unit) and any(one not in draft_words()["spans"] for one in each))
