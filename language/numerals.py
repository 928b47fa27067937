"""Numbers as people write them: 1,200 · 五 · 三十 · 两百 · five · 100万 · 1.5k."""

from decimal import Decimal, InvalidOperation

HAN_DIGITS = {char: value for value, char in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
HAN_PLACES = {"十": 10, "百": 100, "千": 1000}
HAN_GROUPS = {"万": 10_000, "亿": 100_000_000}
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
    """Read a Chinese numeral such as 十二 or 三百万, or return None."""
    if not text or any(char not in HAN_DIGITS | HAN_PLACES | HAN_GROUPS for char in text):
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
