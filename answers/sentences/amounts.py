"""Figures as people write them: 1,859.5 万元, CNY 18.6 M, 54.7 分钟, 19.2 %; exact ones stay in the table."""

import re
from decimal import ROUND_HALF_UP, Context, Decimal
from functools import lru_cache

from answers.sentences.scales import MONEY as MONEY
from answers.sentences.scales import unscaled
from config.wording import Language, say
from knowledge.definitions.inflecting import singular

WAN, YI, MILLION, BILLION = 1e4, 1e8, 1e6, 1e9
ROUND_FROM = 1e5  # below, a figure is as easily read whole
_HALF = 0.5  # what a tenth was rounded to may round either way: 1,562.5 of 1,562.45 is not 1,563
_ANY_SIZE = Context(prec=400, rounding=ROUND_HALF_UP)  # the largest number a column may hold has 309 digits
_YUAN = re.compile(r"^(?:yuan|RMB)\b", re.IGNORECASE)  # one currency has one name in a sentence
_LATIN = re.compile(r"^[A-Za-z]")


def amount(
    value: float | None,
    unit: str = "",
    language: Language = "zh",
    decimals: int | None = None,
    finer: int = 0,
    scale: float | None = None,
) -> str:
    """Write a figure with its unit, rounded for reading; a figure of no known unit stays a plain number.

    `decimals` is how many a figure of this kind has at most, `finer` how many digits more than usual a
    large one shows, or one below 1, `scale` in what it is written where others beside it say so. Percents
    are given as percents: 19.2, not 0.192; a unit may be of many: 亿元.

    >>> amount(18595000.4, "元"), amount(107000000, "元"), amount(54.7, "分钟"), amount(19.24, "%")
    ('1,859.5 万元', '1.07 亿元', '54.7 分钟', '19.2 %')
    >>> amount(18595000.4, "CNY", "en"), amount(1, "complaints", "en"), amount(12.5, "CNY per order", "en", 2)
    ('CNY 18.6 M', '1 complaint', 'CNY 12.50 per order')
    >>> amount(54084, "yuan", "en"), amount(11.2, "yuan per trip", "en", 2)
    ('CNY 54,084', 'CNY 11.20 per trip')
    >>> amount(9.95, "亿元"), amount(1234.5, "CNY thousand", "en")
    ('9.95 亿元', 'CNY 1.23 M')
    """
    if value is None:
        return say("sentence.amount.none", language)
    return _written(value, unit, language, decimals, finer, scale)


def _written(
    value: float,
    unit: str,
    language: Language,
    decimals: int | None,
    finer: int = 0,
    scale: float | None = None,
) -> str:
    if unit == "%":
        return f"{_percent(value, decimals, finer)} %"
    unit, many = unscaled(unit)
    own = value * many if many != 1 else value
    number, scaled = _in(own, scale, decimals, finer) if scale else _scaled(own, language, decimals, finer)
    if language == "zh":
        return f"{number} {scaled}{' ' if scaled and _LATIN.match(unit) else ''}{unit}".rstrip()
    if money := MONEY.match(_YUAN.sub("CNY", unit)):
        gap = "" if len(money[1]) == 1 else " "
        sign, number = ("-", number[1:]) if number.startswith("-") else ("", number)
        return f"{sign}{money[1]}{gap}{number}{f' {scaled}' if scaled else ''}{money[2] or ''}"
    unit = singular(unit) if number in ("1", "-1") and not scaled else unit
    return " ".join(part for part in (number, scaled, unit) if part)


def change(
    value: float | None, unit: str, language: Language, decimals: int | None = None, finer: int = 0
) -> str:
    """Write a difference with its sign: +12.3 %, -120 万元.

    >>> change(12.34, "%", "zh"), change(-1200000, "元", "zh"), change(0, "%", "en")
    ('+12.3 %', '-120 万元', '0 %')
    """
    if value is None:
        return amount(value, unit, language)
    written = _written(value, unit, language, decimals, finer)
    return f"+{written}" if value and value > 0 and re.search("[1-9]", written) else written


def size(value: float, unit: str, language: Language, decimals: int | None = None) -> str:
    """Write how large a difference is, without its sign."""
    return _written(abs(value), unit, language, decimals)


def rounded(value: float | Decimal, places: int) -> Decimal:
    """Round as people do, half up, by the digits that a figure is shown with: 2.675 is 2.68.

    >>> rounded(13604.5, 0), rounded(-2.675, 2)
    (Decimal('13605'), Decimal('-2.68'))
    """
    return Decimal(str(value)).quantize(_digit(places), context=_ANY_SIZE)


@lru_cache(maxsize=512)
def _digit(places: int) -> Decimal:
    """Return a one in the last of so many decimals."""
    return Decimal(1).scaleb(-places)


def fixed(value: float | Decimal, places: int) -> str:
    """Write a number with so many decimals, thousands apart."""
    return f"{rounded(value, places):,f}"


def _scaled(value: float, language: Language, decimals: int | None, finer: int) -> tuple[str, str]:
    """Return the digits and the word they are counted in: 万, 亿, M, B or none."""
    if not value:  # of one decimal too: 0 and never nothing at all
        return "0", ""
    large = abs(value)
    if large >= ROUND_FROM:
        if language == "zh":
            if rounded(large / WAN, 1) >= YI / WAN:
                return _decimal(value / YI, 2 + finer), "亿"
            return _scale_of(value, WAN, 1 + finer), "万"
        if rounded(large / MILLION, 2) >= 1:
            billions = rounded(large / MILLION, 1) >= BILLION / MILLION
            scale, word = (BILLION, "B") if billions else (MILLION, "M")
            return _scale_of(value, scale, (2 if rounded(large / scale, 2) < 10 else 1) + finer), word
    if (value == int(value) and decimals != 1) or decimals == 0:
        return fixed(value, 0), ""
    places = 2 if decimals is None else min(decimals, 2)
    if large >= 1000:
        return fixed(value, int(decimals in (None, 1) and large % 1 == _HALF)), ""
    if large < 1:
        places = places if decimals is None else min(decimals, places + finer)
        finest = _significant(large)  # 0.034 of two decimals; of 0.02 no third was ever known
        told = _decimal(value, max(places, finest))
        return told.rstrip("0") if places < finest else told, ""
    if decimals is None:
        return fixed(value, 2).rstrip("0").rstrip("."), ""
    return fixed(value, min(places + finer, 2)), ""


def _in(value: float, scale: float, decimals: int | None, finer: int = 0) -> tuple[str, str]:
    """Return the digits in what the figures beside have, and its word: 0.48 M beside 3.96 M."""
    if scale == WAN:
        return fixed(value / WAN, 1 + finer), "万"
    if scale == MILLION:
        return fixed(value / MILLION, 2 + finer), "M"
    places = min(decimals or 0, 2) if abs(value) < 1000 and value != int(value) else 0
    return fixed(value, places), ""


def _scale_of(value: float, scale: float, places: int) -> str:
    """Write how many ten thousands or millions a figure is; of whole ones without decimals."""
    return fixed(value / scale, 0 if value % scale == 0 else places)


def _percent(value: float, decimals: int | None, finer: int = 0) -> str:
    """Write a percent with one decimal, a small one of a finer figure with two; nought and all without.

    What is not all is never rounded to all: 99.96 stays what it is.
    """
    if value in (0, 100):
        return f"{value:.0f}"
    if abs(value) < 10 and decimals is not None and decimals >= 2:
        return fixed(value, 2) if abs(value) >= 0.005 else _decimal(value, 2)
    if abs(value) < 0.05:
        return _decimal(value, 1 + finer)
    return fixed(value, next((places for places in range(1 + finer, 4) if rounded(value, places) != 100), 4))


def _significant(value: float) -> int:
    """Return the decimals that keep two digits that say something: 0.034 and not 0.03."""
    places = 2
    while 0 < value < 10 ** (1 - places) and places < 6:
        places += 1
    return places


def _decimal(value: float, places: int) -> str:
    """Write a number with so many decimals at most; a small one keeps two digits that say something."""
    if value and abs(value) < 0.5 * 10**-places:
        return fixed(value, _significant(abs(value))).rstrip("0")
    return fixed(value, 0 if value == int(value) and places <= 2 else places)
