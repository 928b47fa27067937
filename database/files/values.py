"""How a column's texts are read, by what they look like: numbers, shares, dates, times, or texts."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["text", "number", "percent", "date", "month", "datetime", "time", "boolean"]

_EMPTY_WORDS = r"\n n/a na #n/a null none nil nan 无 暂无 空 缺 缺失 未填 不详"
_FAILED_WORDS = "#div/0! #value! #ref! #name? #null! #num!"
_EMPTY_MARKS = "- -- --- — —— – / \\ . … ..."
NOTHING = frozenset(f"{_EMPTY_WORDS} {_FAILED_WORDS} {_EMPTY_MARKS}".split())
ERRORS = frozenset(rf"\n null #n/a {_FAILED_WORDS}".split())
WIDE = "０１２３４５６７８９，．－＋％：／（）\u3000\u00a0\u202f\u2212–’"
NARROW = "0123456789,.-+%:/()   --'"
SPACES = " \t\r\n\ufeff\u200b"
LETTERS = {
    "k": 3,
    "m": 6,
    "mn": 6,
    "b": 9,
    "bn": 9,
}  # behind a currency, or where two of them stand: else units
MULTIPLIERS = {"千": 3, "万": 4, "百万": 6, "千万": 7, "亿": 8}
MOST_ODD = 0.2  # of a sample's values; whoever has more is text
PHONE = 11  # digits, the same for every value: a number that names something

_NARROWED = str.maketrans(WIDE, NARROW)
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
_TIME = (
    r"(?P<time>[T ]\s*(?P<half>上午|下午)?\s*\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?(?P<ampm>\s*[AaPp][Mm])?"
    r"(?P<zone>\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2}))?)?"
)
_WEEKDAY = (
    r"(?:\s*(?:\(?(?:(?:星期|周|礼拜)[一二三四五六日天]|[月火水木金土日]曜日"
    r"|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6})\)?|\([月火水木金土日]\)))?"
)
_DAY = r"(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})(?:\s*[日号])?" + _WEEKDAY
_YMD = re.compile(_DAY + _TIME)
_YM = re.compile(r"\d{4}\s*(-|/|年)\s*\d{1,2}\s*(月份?)?")
_XXY = re.compile(r"(?P<a>\d{1,2})[-/.](?P<b>\d{1,2})[-/.]\d{4}" + _TIME)
_MONTH_ALONE = re.compile(r"(?:0?[1-9]|1[0-2])\s*月份?")
_MONTHS = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec)[a-z]*"
_NAMED = re.compile(
    rf"\d{{1,2}}[- ]{_MONTHS}[- ,]+(?:\d{{4}}|(?P<short>\d{{2}}))|{_MONTHS}\.? \d{{1,2}},? \d{{4}}",
    re.IGNORECASE,
)
_CLOCK = re.compile(r"([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d)?")
_COMPACT = re.compile(r"(19|20)\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])")
_COMPACT_MOMENT = re.compile(_COMPACT.pattern + r"[ T]?([01]\d|2[0-3]):?[0-5]\d(:?[0-5]\d)?")
_DAY_NUMBER = re.compile(r"\d{5}(\.\d+)?")
_DAY_AND_HOUR = re.compile(r"\d{5}\.\d+")
_EPOCH = re.compile(r"1\d{9}(\d{3})?")  # seconds or thousandths since 1970: of 2001 to 2033
_EPOCH_NAME = re.compile(
    r"时间戳|时间|(^|[ _])(ts|time|timestamp|epoch|at)($|[ _])|timestamp$", re.IGNORECASE
)
_DAY_NUMBERS = range(36526, 55154)  # as Excel counts days, of 2000 to 2050
_COMPACT_MONTH = re.compile(r"(19|20)\d{2}(0[1-9]|1[0-2])")
_DATE_NAME = re.compile(r"日期|时间|日$|(^|[ _])(date|day|dt|time)($|[ _])|date$", re.IGNORECASE)
_DAY_NAME = re.compile(r"日期|(^|[ _])date($|[ _])|date$", re.IGNORECASE)
_MONTH_NAME = re.compile(r"月|期间|month|period|yyyymm", re.IGNORECASE)


@dataclass(frozen=True)
class Reading:
    """How one column is read: `sql` is over `{v}`, the cleaned text, and gives NULL for what does not fit.

    `unit` is what stood at every figure; `remarks` are codes of notes on the whole column.
    """

    kind: Kind
    sql: str = "{v}"
    unit: str = ""
    remarks: tuple[tuple[str, str], ...] = field(default=())


TEXT = Reading("text")


def cleaned(text: str) -> str:
    """Return a cell without surrounding space, in narrow digits and marks."""
    return text.translate(_NARROWED).strip(SPACES)


def cleaned_sql(column: str, *, wide: bool = True, nothing: Iterable[str] = ()) -> str:
    """Return the same in SQL; NULL where nothing is left, or a word of `nothing` stands."""
    narrow = f"translate({column}, '{WIDE}', '{NARROW.replace(chr(39), chr(39) * 2)}')" if wide else column
    text = f"nullif(trim({narrow}, '{SPACES}'), '')"
    for word in nothing:
        text = f"nullif({text}, '{word}')"
    return text


def trimmed_sql(column: str) -> str:
    """Return a cell without surrounding space, as it is written otherwise; NULL where nothing is left."""
    return f"nullif(trim({column}, '{SPACES}\u3000\u00a0'), '')"


def read_as(values: Iterable[str], name: str, delimiter: str = ",") -> Reading:
    """Return how a column called `name` is read, from a sample of its texts as `cleaned` gives them."""
    held = [value for value in values if value and value.lower() not in NOTHING]
    if not held:
        return TEXT
    for way in (_boolean, _dates, _clock):
        if found := way(held, name):
            return found
    return _numbers(held, delimiter)


def _fits(held: Sequence[str], odd: int) -> bool:
    return odd <= MOST_ODD * len(held) and odd < len(held)


def _boolean(held: Sequence[str], _name: str) -> Reading | None:
    if all(value.lower() in ("true", "false") for value in held):
        return Reading("boolean", "CASE lower({v}) WHEN 'true' THEN true WHEN 'false' THEN false END")
    return None


def _clock(held: Sequence[str], _name: str) -> Reading | None:
    if _fits(held, sum(not _CLOCK.fullmatch(value) for value in held)):
        return Reading("time", "TRY_CAST({v} AS TIME)")
    return None


def _dates(held: Sequence[str], name: str) -> Reading | None:
    for way in (_year_first, _months, _day_or_month_first, _named, _compact, _day_numbers, _epoch):
        if found := way(held, name):
            return found
    return None


def _year_first(held: Sequence[str], _name: str) -> Reading | None:
    matches = [_YMD.fullmatch(value) for value in held]
    found = [match for match in matches if match]
    if not _fits(held, len(held) - len(found)):
        return None
    turned = rf"regexp_replace({{v}}, '^{_in_format(_DAY)}', '\1-\2-\3')"
    return _moment(found, turned)


def _day_or_month_first(held: Sequence[str], _name: str) -> Reading | None:
    matches = [_XXY.fullmatch(value) for value in held]
    found = [match for match in matches if match]
    if not _fits(held, len(held) - len(found)):
        return None
    day_first = any(int(match["a"]) > 12 for match in found)
    month_first = any(int(match["b"]) > 12 for match in found)
    if day_first == month_first:
        code = "dates_mixed" if day_first else "dates_ambiguous"
        return Reading("text", remarks=((code, found[0][0]),))
    order = r"\3-\2-\1" if day_first else r"\3-\1-\2"
    turned = r"regexp_replace({v}, '^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})', '" + order + "')"
    read = _moment(found, turned)
    said = ("day_first" if day_first else "month_first", found[0][0])
    return Reading(read.kind, read.sql, read.unit, (said, *read.remarks))


def _moment(found: Sequence[re.Match[str]], turned: str) -> Reading:
    """Return the reading of dates whose parts `turned` brings into order, with times where any has one."""
    zones = [bool(match["zone"]) for match in found]
    if not any(match["time"] for match in found):
        return Reading(
            "date",
            rf"CASE WHEN regexp_full_match({turned}, '\d{{4}}-\d+-\d+') THEN TRY_CAST({turned} AS DATE) END",
        )
    if all(zones):
        turned = rf"regexp_replace({turned}, '\s*(UTC|GMT)$', 'Z')"
        turned = rf"regexp_replace({turned}, '\s*([+-]\d{{2}}):?(\d{{2}})$', '\1:\2')"
        return Reading(
            "datetime",
            f"timezone('{{zone}}', TRY_CAST({turned} AS TIMESTAMPTZ))",
            remarks=(("zone_local", ""),),
        )
    if any(zones):
        return Reading("text", remarks=(("zones_mixed", ""),))
    if any(match["half"] or match["ampm"] for match in found):
        text = rf"regexp_replace({turned}, '(上午|下午)\s*(.*)$', '\2 \1')"
        text = f"upper(replace(replace({text}, '上午', 'AM'), '下午', 'PM'))"
        forms = (
            "['%Y-%m-%d %I:%M:%S %p', '%Y-%m-%d %I:%M %p', '%Y-%m-%d %H:%M:%S', '%Y-%m-%d %H:%M', '%Y-%m-%d']"
        )
        return Reading("datetime", f"try_strptime({text}, {forms})")
    return Reading("datetime", f"TRY_CAST({turned} AS TIMESTAMP)")


def _months(held: Sequence[str], name: str) -> Reading | None:
    if _fits(held, sum(not _YM.fullmatch(value) for value in held)):
        turned = r"regexp_replace({v}, '^(\d{4})\s*[-/年]\s*(\d{1,2})\s*(月份?)?$', '\1-\2-1')"
        return Reading("month", f"TRY_CAST({turned} AS DATE)", remarks=(("months", ""),))
    if _MONTH_NAME.search(name) and all(_COMPACT_MONTH.fullmatch(value) for value in held):
        return Reading(
            "month", "CAST(try_strptime({v} || '01', '%Y%m%d') AS DATE)", remarks=(("months", ""),)
        )
    return None


def _named(held: Sequence[str], _name: str) -> Reading | None:
    found = [match for value in held if (match := _NAMED.fullmatch(value))]
    if not _fits(held, len(held) - len(found)):
        return None
    text = r"regexp_replace(replace(replace({v}, ',', ' '), '-', ' '), '[. ]+', ' ', 'g')"
    short = next((match[0] for match in found if match["short"]), "")
    forms = "['%d %b %Y', '%d %B %Y', '%b %d %Y', '%B %d %Y']"
    if short:
        forms = "['%d %b %y', '%d %B %y']"
        if not all(match["short"] for match in found):
            return Reading("text", remarks=(("dates_mixed", short),))
    return Reading("date", f"CAST(try_strptime({text}, {forms}) AS DATE)")


def _compact(held: Sequence[str], name: str) -> Reading | None:
    if _DATE_NAME.search(name) and all(_COMPACT.fullmatch(value) for value in held):
        return Reading("date", "CAST(try_strptime({v}, '%Y%m%d') AS DATE)")
    if _DATE_NAME.search(name) and all(_COMPACT_MOMENT.fullmatch(value) for value in held):
        digits = "regexp_replace({v}, '[ T:]', '', 'g')"
        return Reading("datetime", f"try_strptime(rpad({digits}, 14, '0'), '%Y%m%d%H%M%S')")
    return None


def _day_numbers(held: Sequence[str], name: str) -> Reading | None:
    """Read days as Excel counts them, where a column is called a date and holds nothing else."""
    day = _DAY_NAME.search(name) and all(_DAY_NUMBER.fullmatch(value) for value in held)
    hour = _DATE_NAME.search(name) and _fits(held, sum(not _DAY_AND_HOUR.fullmatch(v) for v in held))
    if not (day or (hour and all(_DAY_NUMBER.fullmatch(value) for value in held))):
        return None
    if not all(int(float(value)) in _DAY_NUMBERS for value in held):
        return None
    said = (("day_numbers", held[0]),)
    if not any("." in value for value in held):
        return Reading("date", "DATE '1899-12-30' + TRY_CAST({v} AS INTEGER)", remarks=said)
    seconds = "to_seconds(CAST(round(TRY_CAST({v} AS DOUBLE) * 86400) AS BIGINT))"
    return Reading("datetime", f"TIMESTAMP '1899-12-30' + {seconds}", remarks=said)


def _epoch(held: Sequence[str], name: str) -> Reading | None:
    """Read seconds or thousandths since 1970 where a column is called a time and holds nothing else."""
    if not _EPOCH_NAME.search(name) or not all(_EPOCH.fullmatch(value) for value in held):
        return None
    if len({len(value) for value in held}) > 1:
        return None
    unit = 1000 if len(held[0]) == 10 else 1
    moment = f"to_timestamp(TRY_CAST({{v}} AS BIGINT) * {unit} / 1000.0)"
    return Reading("datetime", f"timezone('{{zone}}', {moment})", remarks=(("epoch", held[0]),))


def _numbers(held: Sequence[str], delimiter: str) -> Reading:
    matches = [match for value in held if (match := _NUMBER.fullmatch(value)) and _is_closed(match)]
    if not _fits(held, len(held) - len(matches)):
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


def _in_format(pattern: str) -> str:
    """Return a pattern for SQL that is formatted later."""
    return pattern.replace("{", "{{").replace("}", "}}")


def _quoted(text: str) -> str:
    """Return a text for a pattern within SQL and a format."""
    return re.escape(text).replace("'", "''").replace("{", "{{").replace("}", "}}")
