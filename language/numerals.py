"""Numbers as people write them: 1,200 · 五 · 三十 · 两百 · five · 100万 · 1.5k."""

import re
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from itertools import takewhile

from language.units import Unit

HAN_DIGITS = {char: value for value, char in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
HAN_PLACES = {"十": 10, "百": 100, "千": 1000}
HAN_GROUPS = {"万": 10_000, "亿": 100_000_000}
HAN_NUMERALS = frozenset([*HAN_DIGITS, *HAN_PLACES, *HAN_GROUPS])
COUNTERS = frozenset("个家名位条座种类件笔辆台次间大强起项所栋天周年秒单款张份杯套人元块宗户瓶箱包") | {
    "小时",
    "分钟",
}
_ABOUT = re.compile("[一二两三四五六七八九]{2}")  # two digits side by side: about so many
_YEAR = re.compile("[零〇一二三四五六七八九]{3,}")  # digit by digit
BEFORE_NUMERAL = frozenset("前后头第末")
_SMALL = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
ENGLISH = {word: value for value, word in enumerate(_SMALL)} | {
    "twenty": 20,
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "hundred": 100,
    "dozen": 12,
}
MULTIPLIERS = {
    "万": 10_000,
    "亿": 100_000_000,
    "千": 1000,
    "百万": 1_000_000,
    "千万": 10_000_000,
    "k": 1000,
    "thousand": 1000,
    "m": 1_000_000,
    "million": 1_000_000,
    "bn": 1_000_000_000,
    "billion": 1_000_000_000,
}


def han_number(text: str) -> int | None:
    """Read a Chinese numeral such as 十二 or 三百万, or return None: also of 两三, which is two or three.

    >>> han_number("二十三"), han_number("二〇二六"), han_number("两三"), han_number("二三十")
    (23, 2026, None, None)
    """
    if not text or any(char not in HAN_DIGITS | HAN_PLACES | HAN_GROUPS for char in text):
        return None
    if _ABOUT.search(text) and _YEAR.fullmatch(text) is None:
        return None
    if len(text) > 1 and all(char in HAN_DIGITS for char in text):
        return int("".join(str(HAN_DIGITS[char]) for char in text))
    total = section = digit = 0
    for char in text:
        if char in HAN_DIGITS:
            digit = HAN_DIGITS[char]
        elif char in HAN_PLACES:
            section += (digit or 1) * HAN_PLACES[char]
            digit = 0
        else:
            total = (total + section + digit or 1) * HAN_GROUPS[char]
            section = digit = 0
    return total + section + digit


def about(text: str) -> int | None:
    """Return the larger of two digits side by side, which say about so many, or None.

    >>> about("两三"), about("三五"), about("十二")
    (3, 5, None)
    """
    return HAN_DIGITS[text[1]] if _ABOUT.fullmatch(text) else None


def number(text: str) -> Decimal | None:
    """Read a number in digits, Chinese numerals or an English word, or return None."""
    text = text.strip().lower().replace(",", "")
    if text in ENGLISH:
        return Decimal(ENGLISH[text])
    han = han_number(text)
    if han is not None:
        return Decimal(han)
    try:
        found = Decimal(text)
    except InvalidOperation:
        return None
    return found if found.is_finite() else None


def numeral_at(run: Sequence[Unit], at: int) -> tuple[int, Decimal] | None:
    """Read a number at a place of a text's units, and how many of them it takes.

    Digits; Chinese numerals before a counter, behind 前, or of several characters; English words but one.
    """
    unit = run[at]
    if unit.kind == "han":
        return _han_numeral_at(run, at)
    word = unit.kind == "word" and unit.text in ENGLISH and unit.text != "one"
    found = number(unit.text) if unit.kind == "number" or word else None
    if found is None:
        return None
    for more in (2, 1) if unit.kind == "number" else ():
        scale = MULTIPLIERS.get("".join(one.text for one in run[at + 1 : at + 1 + more]))
        if scale and at + 1 + more <= len(run):
            return 1 + more, found * scale
    return 1, found


def _han_numeral_at(run: Sequence[Unit], at: int) -> tuple[int, Decimal] | None:
    """Read a Chinese numeral from its first character: one of several, before a counter or behind 前."""
    before = run[at - 1].text if at else ""
    if run[at].text not in HAN_NUMERALS or before in HAN_NUMERALS:
        return None
    length = len(list(takewhile(lambda one: one.text in HAN_NUMERALS, run[at:])))
    behind = [one.text for one in run[at + length : at + length + 2]]
    counted = not COUNTERS.isdisjoint((*behind[:1], "".join(behind)))
    if not counted and before not in BEFORE_NUMERAL and length == 1:
        return None
    found = number("".join(one.text for one in run[at : at + length]))
    return None if found is None else (length, found)
