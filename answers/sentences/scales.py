"""What a figure is one of: 9.95 under 营业额(亿元) is 995 million yuan, 5.1 under Revenue (CNY M) 5.1 M."""

import re
from dataclasses import dataclass
from functools import lru_cache

from config.wording import Language

MONEY = re.compile(
    r"^(CNY|RMB|USD|EUR|GBP|JPY|HKD|CHF|CAD|AUD|KRW|INR|SGD|TWD|[¥￥$€£])(\s*/.*|\s+per\b.*)?$", re.I
)
_BRACKETS = re.compile(r"\s*[(（]([^()（）]*)[)）]\s*$")
_NO_UNIT = re.compile(  # 8月减7月, 各分公司合计 say of what a figure is, not in what
    r"\d\s*[月年季周日]|[月年季周]\s*[减比对至到]|\d{4}|[-−–+]\s*\d|\b(?:vs|minus|less)\b"
    r"|^(?:各|按|不?含|全)|合计|总计|累计|\b(?:total|in all|incl\w*|excl\w*)\b",
    re.IGNORECASE,
)
_HAN_SCALES = {
    "万亿": 1e12, "千亿": 1e11, "百亿": 1e10, "十亿": 1e9, "亿": 1e8, "千万": 1e7, "百万": 1e6, "十万": 1e5,
    "万": 1e4, "千": 1e3,
}  # fmt: skip
_SCALES = {
    "k": 1e3, "thousand": 1e3, "thousands": 1e3, "'000": 1e3, "000": 1e3, "'000s": 1e3, "000s": 1e3,
    "m": 1e6, "mm": 1e6, "mn": 1e6, "mln": 1e6, "mio": 1e6, "million": 1e6, "millions": 1e6,
    "b": 1e9, "bn": 1e9, "bln": 1e9, "billion": 1e9, "billions": 1e9,
    "tn": 1e12, "trillion": 1e12, "trillions": 1e12,
    "wan": 1e4, "yi": 1e8, "qianwan": 1e7, "baiwan": 1e6,
}  # fmt: skip
_SCALES_SAID = {"thousand": 1e3, "wan": 1e4, "million": 1e6, "yi": 1e8, "billion": 1e9, "trillion": 1e12}
_SMALL = ("m", "mm", "b")  # as it stands these are metres, millimetres and bits
_LETTERS = ("k", "m", "mm", "b", "yi", "wan")  # say how many only where money, or brackets, stand beside
_OF_UNITS = "瓦米克升卡伏焦帕赫比字安"  # 千瓦时 is a unit of its own
_HAN = re.compile(rf"(万亿|千亿|百亿|十亿|亿|千万|百万|十万|万|千(?![{_OF_UNITS}]))(.*)")
_HAN_END = re.compile(
    rf"(?<![每\d０-９一二三四五六七八九十几数超过近达])(?<!\d )"
    rf"(?:[_\s·:：-]+(?P<apart>万亿|亿|百万|千万|万|千(?![{_OF_UNITS}]))(?P<unit>[\u4e00-\u9fff]{{0,3}})"
    r"|(?P<whole>万亿|亿|百万|千万|万|千)(?P<money>元|人民币|美元|欧元|港元|港币|日元|英镑))$"
)
_HAN_MONEY = ("元", "人民币", "美元", "欧元", "港元", "港币", "日元", "英镑")
_SAID = re.compile(r"^(?:单位\s*[:：]?\s*|units?\s*[:：]?\s*|in\s+)", re.IGNORECASE)
_CURRENCIES = "CNY|RMB|USD|EUR|GBP|JPY|HKD|CHF|CAD|AUD|KRW|INR|SGD|TWD|yuan"
_JOINED = re.compile(rf"^({_CURRENCIES}|[¥￥$€£])\s*({'|'.join(map(re.escape, _SCALES))})$", re.IGNORECASE)


def is_money(unit: str) -> bool:
    """Tell a currency."""
    return bool(MONEY.match(unit)) or unit.lower() == "yuan" or unit in _HAN_MONEY


@dataclass(frozen=True)
class Heading:
    """A heading without what its figures are in: that, as far as it says so, and how many of it one is."""

    name: str
    unit: str = ""
    scale: float = 1.0


def heading(text: str, known: str = "") -> Heading:
    """Return a heading's name, the unit it gives, and how many of it a figure counts.

    `known` is the unit of what it names: of money a last letter says how many.

    >>> heading("营业额(亿元)")
    Heading(name='营业额', unit='元', scale=100000000.0)
    >>> heading("Revenue (CNY M)").scale, heading("revenue_k", "CNY").scale, heading("distance_m").scale
    (1000000.0, 1000.0, 1.0)
    >>> heading("Value of quotes (CNY, net)")
    Heading(name='Value of quotes (net)', unit='CNY', scale=1.0)
    >>> heading("天数（各分公司合计）")
    Heading(name='天数（各分公司合计）', unit='', scale=1.0)
    """
    found = _BRACKETS.search(text)
    if found and not _NO_UNIT.search(found[1]):
        first, comma, rest = found[1].partition("，" if "，" in found[1] else ",")
        if comma and is_money(first.strip()):  # (CNY, net)
            brackets = "（{}）" if "（" in found[0] else " ({})"
            return Heading(text[: found.start()] + brackets.format(rest.strip()), first.strip())
        unit, scale = _within(found[1].strip(), known)
        return Heading(text[: found.start()], unit, scale)
    if found := _HAN_END.search(text):
        scale = _HAN_SCALES[found["apart"] or found["whole"]]
        return Heading(text[: found.start()], found["unit"] or found["money"] or "", scale)
    return _by_last_words(text, known)


@lru_cache(maxsize=256)
def unscaled(unit: str) -> tuple[str, float]:
    """Return what a unit counts, and how many of it: 亿元 are 1e8 of 元; what counts nothing stays.

    >>> unscaled("亿元"), unscaled("CNY M"), unscaled("千瓦时"), unscaled("million"), unscaled("m")
    (('元', 100000000.0), ('CNY', 1000000.0), ('千瓦时', 1.0), ('', 1000000.0), ('m', 1.0))
    """
    if len(unit) == 1 and unit.isascii():
        return unit, 1.0
    return _within(unit, "")


def scaled(unit: str, scale: float, language: Language) -> str:
    """Return a unit of so many, as `unscaled` reads it: 亿元, thousand orders; CNY million."""
    if scale == 1:
        return unit
    words = _HAN_SCALES if language == "zh" else _SCALES_SAID
    word = next((word for word, number in words.items() if number == scale), "")
    if language == "zh":
        return f"{word}{unit}"
    money, *rest = unit.split(" ", 1) if is_money(unit) else ("", unit)
    return " ".join(one for one in (money, word, *rest) if one)


def _within(told: str, known: str) -> tuple[str, float]:
    """Return the unit and the scale that a unit's words hold."""
    bare = _SAID.sub("", told)
    if found := _HAN.fullmatch(bare):
        return found[2].strip(), _HAN_SCALES[found[1]]
    if found := _JOINED.match(bare):
        return found[1], _SCALES[found[2].lower()]
    words = bare.split()
    money = is_money(known) or any(map(is_money, words))
    at = [word for word in words if _scales(word, alone=len(words) == 1, money=money)]
    if len(at) != 1:
        return told, 1.0
    rest = [word for word in words if word != at[0] and word.lower() != "of"]
    return " ".join(rest), _SCALES[at[0].lower()]


def _scales(word: str, *, alone: bool, money: bool) -> bool:
    """Tell a word for how many: M is a million, but m a metre where no money stands beside it."""
    if word.lower() not in _SCALES:
        return False
    return money or (word not in _SMALL and (alone or word.lower() != "000"))


def _by_last_words(text: str, known: str) -> Heading:
    """Return a heading whose last word says how many, as in revenue_million and Revenue CNY M."""
    parts = [one for one in re.split(r"[\s_]+", text) if one]
    if len(parts) < 2 or parts[-1].lower() not in _SCALES or parts[-2].replace(".", "").isdigit():
        return Heading(text)  # days over 4 million are days
    scale = _SCALES[parts[-1].lower()]
    before = parts[:-1]
    money = is_money(before[-1]) and len(before) > 1
    if parts[-1].lower() in _LETTERS and not (money or is_money(known)):
        return Heading(text)
    unit = before.pop().upper() if money else ""
    if before[-1].lower() == "in" and len(before) > 1:
        before.pop()
    between = "_" if "_" in text else " "
    return Heading(between.join(before), unit, scale)
