"""How a column's texts are read, by what they look like: numbers, shares, dates, times, or texts."""

import re
from collections.abc import Iterable, Sequence

from database.files.column_reading import TEXT, Reading, fits
from database.files.numbers import numbers

_EMPTY_WORDS = r"\n n/a na #n/a null none nil nan 无 暂无 空 缺 缺失 未填 不详"
_FAILED_WORDS = "#div/0! #value! #ref! #name? #null! #num!"
_EMPTY_MARKS = "- -- --- — —— – / \\ . … ..."
NOTHING = frozenset(f"{_EMPTY_WORDS} {_FAILED_WORDS} {_EMPTY_MARKS}".split())
ERRORS = frozenset(rf"\n null #n/a {_FAILED_WORDS}".split())
WIDE = "０１２３４５６７８９，．－＋％：／（）\u3000\u00a0\u202f\u2212–’"
NARROW = "0123456789,.-+%:/()   --'"
SPACES = " \t\r\n\ufeff\u200b"

_NARROWED = str.maketrans(WIDE, NARROW)
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
    return numbers(held, delimiter)


def _boolean(held: Sequence[str], _name: str) -> Reading | None:
    if all(value.lower() in ("true", "false") for value in held):
        return Reading("boolean", "CASE lower({v}) WHEN 'true' THEN true WHEN 'false' THEN false END")
    return None


def _clock(held: Sequence[str], _name: str) -> Reading | None:
    if fits(held, sum(not _CLOCK.fullmatch(value) for value in held)):
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
    if not fits(held, len(held) - len(found)):
        return None
    turned = rf"regexp_replace({{v}}, '^{_in_format(_DAY)}', '\1-\2-\3')"
    return _moment(found, turned)


def _day_or_month_first(held: Sequence[str], _name: str) -> Reading | None:
    matches = [_XXY.fullmatch(value) for value in held]
    found = [match for match in matches if match]
    if not fits(held, len(held) - len(found)):
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
    if fits(held, sum(not _YM.fullmatch(value) for value in held)):
        turned = r"regexp_replace({v}, '^(\d{4})\s*[-/年]\s*(\d{1,2})\s*(月份?)?$', '\1-\2-1')"
        return Reading("month", f"TRY_CAST({turned} AS DATE)", remarks=(("months", ""),))
    if _MONTH_NAME.search(name) and all(_COMPACT_MONTH.fullmatch(value) for value in held):
        return Reading(
            "month", "CAST(try_strptime({v} || '01', '%Y%m%d') AS DATE)", remarks=(("months", ""),)
        )
    return None


def _named(held: Sequence[str], _name: str) -> Reading | None:
    found = [match for value in held if (match := _NAMED.fullmatch(value))]
    if not fits(held, len(held) - len(found)):
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
    hour = _DATE_NAME.search(name) and fits(held, sum(not _DAY_AND_HOUR.fullmatch(v) for v in held))
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


def _in_format(pattern: str) -> str:
    """Return a pattern for SQL that is formatted later."""
    return pattern.replace("{", "{{").replace("}", "}}")
