"""How a column's texts are read as numbers: their style, unit and currency."""

import re
from collections.abc import Sequence

from database.files.column_reading import TEXT, Reading, fits

LETTERS = {
    "k": 3,
    "m": 6,
    "mn": 6,
    "b": 9,
    "bn": 9,
}  # behind a currency, or where two of them stand: else units
MULTIPLIERS = {"千": 3, "万": 4, "百万": 6, "千万": 7, "亿": 8}
PHONE = 11  # digits, the same for every value: a number that names something
_NUMBER = re.compile(
    r"(?P<open>\()?(?P<sign>[+-]?)\s*(?P<pre>[¥￥$€£]|RMB|CNY|USD|EUR|US\$|HK\$)?\s*(?P<sign2>[+-]?)"
    r"(?P<body>\d[\d.,' ]*(?:[eE][+-]?\d+)?|\.\d+)(?P<close>\))?"
    r"\s*(?P<suf>[^\d\s.,()+-][^\d]{0,9}?)?(?P<minus>-)?"
)
_ENGLISH = r"(\d{1,3}(,\d{3})+|\d{1,2}(,\d{2})+,\d{3}|\d+)(\.\d*)?([eE][+-]?\d+)?|\.\d+"
_EUROPEAN = r"(\d{1,3}(\.\d{3})+|\d+)(,\d+)?"
_APART = re.compile("[, ']")  # between the thousands of a number
_SPACED = r"(\d{1,3}([ ']\d{3})+|\d+)([.,]\d+)?"
_CURRENCY = {"元", "块", "元整", "rmb", "cny", "usd", "eur"}
_MONTH_ALONE = re.compile(r"(?:0?[1-9]|1[0-2])\s*月份?")


def numbers(held: Sequence[str], delimiter: str) -> Reading:
    """Return how numbers are read: in which style, with which unit, what names something left as text."""
    matches = [match for value in held if (match := _NUMBER.fullmatch(value)) and _is_closed(match)]
    if not fits(held, len(held) - len(matches)):
        return TEXT
    bodies = [match["body"].strip() for match in matches]
    if found := _no_amount(matches, bodies):
        return found
    style = _style(bodies, delimiter)
    if not style:
        return Reading("text", remarks=(("numbers_ambiguous", bodies[0]),))
    suffixes, signs = _around(matches)
    if len(signs) > 1:
        return Reading("text", remarks=(("currencies_mixed", ", ".join(sorted(signs))),))
    scaled = _lettered(suffixes, bool(signs)) or _scaled(suffixes)
    if scaled is None:
        return Reading("text", remarks=(("units_mixed", ", ".join(sorted(suffixes - {""}))[:60]),))
    unit, multiplied = scaled
    number = _cast(style, _stripped(matches, sorted(signs), sorted(suffixes - {""}, key=len, reverse=True)))
    if unit == "%":
        return Reading("percent", number, "%", (("percent", ""),))
    unit = unit or "".join(signs)
    remarks = [("thousands", "")] if any(_APART.search(body) for body in bodies) else []
    if multiplied:
        remarks.append(("multiplied", ", ".join(sorted(suffixes - {""}))))
        number = f"({number}) * {multiplied}"
    elif unit:
        remarks.append(("unit_taken", unit))
    return Reading("number", number, unit, tuple(remarks))


def _around(matches: Sequence[re.Match[str]]) -> tuple[set[str], set[str]]:
    """Return what stands behind some numbers, where nothing does also that, and the signs before them."""
    suffixes = {(match["suf"] or "").strip().lower() for match in matches}
    return suffixes, {(match["pre"] or "").upper().replace("￥", "¥") for match in matches} - {""}


def _cast(style: tuple[str, str], text: str) -> str:
    """Return the SQL that reads a text of a style as a number, and any other as none."""
    pattern, plain = style
    cast = f"TRY_CAST({plain.format(t=text)} AS {{number}})"
    number = f"CASE WHEN regexp_full_match({text}, '[+-]?({pattern})') THEN {cast} END"
    return number.replace(_SPACED, _SPACED.replace("'", "''"))


def _is_closed(match: re.Match[str]) -> bool:
    return bool(match["open"]) == bool(match["close"])


def _no_amount(matches: Sequence[re.Match[str]], bodies: Sequence[str]) -> Reading | None:
    """Return the reading of digits that name something: with zeros before them, very many, or months."""
    if all(_MONTH_ALONE.fullmatch(match[0]) for match in matches):
        return TEXT
    digits = [
        body for match, body in zip(matches, bodies, strict=True) if body.isdigit() and match[0] == body
    ]
    if any(len(body) > 1 and body[0] == "0" for body in digits):
        return Reading(
            "text", remarks=(("leading_zeros", next(b for b in digits if b[0] == "0" and len(b) > 1)),)
        )
    if any(len(body) > 15 for body in digits):
        return Reading("text", remarks=(("long_digits", next(body for body in digits if len(body) > 15)),))
    if len(digits) == len(matches) > 1 and len({len(b) for b in digits}) == 1 and len(digits[0]) >= PHONE:
        return Reading("text", remarks=(("long_digits", digits[0]),))
    return None


def _style(bodies: Sequence[str], delimiter: str) -> tuple[str, str] | None:
    """Return what a number looks like and how it is made plain, or None where that is unclear."""
    fits = {
        style: [bool(re.fullmatch(style, body)) for body in bodies]
        for style in (_ENGLISH, _EUROPEAN, _SPACED)
    }
    if any(" " in body or "'" in body for body in bodies):
        return _SPACED, "replace(replace(replace({t}, ' ', ''), '''', ''), ',', '.')"
    only_english = any(e and not o for e, o in zip(fits[_ENGLISH], fits[_EUROPEAN], strict=True))
    only_european = any(o and not e for e, o in zip(fits[_ENGLISH], fits[_EUROPEAN], strict=True))
    if only_english and only_european:
        return None
    if only_european:
        return _EUROPEAN, "replace(replace({t}, '.', ''), ',', '.')"
    if not only_english and delimiter == ";" and any("," in body or "." in body for body in bodies):
        return None
    return _ENGLISH, "replace({t}, ',', '')"


def _lettered(suffixes: set[str], has_currency: bool) -> tuple[str, str] | None:
    """Return how often figures with letters behind count: 1.2M, 350K."""
    letters = suffixes - {""}
    if not letters or not letters <= LETTERS.keys() or not (has_currency or len(letters) > 1):
        return None
    cases = " ".join(
        f"WHEN regexp_full_match({{v}}, '(?i).*\\d\\s*{letter}') THEN 1{'0' * LETTERS[letter]}"
        for letter in sorted(letters)
    )
    return "", f"CASE {cases} ELSE 1 END"


def _scaled(suffixes: set[str]) -> tuple[str, str] | None:
    """Return the unit of figures and how often each counts, or None where units are mixed."""
    bare = {suffix.removesuffix("元") if suffix != "元" else "" for suffix in suffixes}
    if suffixes & {"%"}:
        return ("%", "") if suffixes == {"%"} else None
    if bare - {""} and bare <= {"", *MULTIPLIERS}:
        cases = " ".join(
            f"WHEN contains({{v}}, '{word}') THEN 1{'0' * MULTIPLIERS[word]}"
            for word in sorted(bare - {""}, key=len, reverse=True)
        )
        return ("元" if any("元" in suffix for suffix in suffixes) else ""), f"CASE {cases} ELSE 1 END"
    real = suffixes - {""}
    if not real:
        return "", ""
    if len(real) == 1 and ("" not in suffixes or real <= _CURRENCY):
        return next(iter(real)), ""
    return None


def _stripped(matches: Sequence[re.Match[str]], signs: Sequence[str], suffixes: Sequence[str]) -> str:
    text = "{v}"
    if suffixes:
        text = rf"regexp_replace({text}, '(?i)\s*({'|'.join(_quoted(one) for one in suffixes)})$', '')"
    if any(match["open"] and match["close"] for match in matches):
        text = rf"regexp_replace({text}, '^\((.*)\)$', '-\1')"
    if any(match["minus"] for match in matches):
        text = rf"regexp_replace({text}, '^(.*)-$', '-\1')"
    if signs:
        marks = "|".join(_quoted(one) for one in signs).replace("¥", "¥|￥")
        text = rf"regexp_replace({text}, '(?i)^([+-]?)\s*({marks})\s*', '\1')"
    return text


def _quoted(text: str) -> str:
    """Return a text for a pattern within SQL and a format."""
    return re.escape(text).replace("'", "''").replace("{", "{{").replace("}", "}}")
