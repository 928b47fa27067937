"""Parts of sentences: a figure's subject, names in a row, a change between two figures."""

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from answers.calendar import shortened
from answers.figures import is_number
from answers.sentences.amounts import BILLION, MILLION, ROUND_FROM, WAN, YI, amount, change, fixed, rounded
from answers.sentences.asked import Asked, Measure, Thing
from answers.sentences.scales import unscaled
from config.wording import Language, say

FINEST = 3  # digits more than usual, so that two figures differ
_WRITTEN = re.compile(r"([+-]?\d[\d,]*(?:\.\d+)?) ?(万|亿|M\b|B\b)?")
_HUNDREDTHS = re.compile(r"\d\.\d\d")
_WORDS = {"万": int(WAN), "亿": int(YI), "M": int(MILLION), "B": int(BILLION)}
_PREPOSITION = re.compile(r"^(in|on|over) ")
_MONTHS = r"(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*"
_OF_A_YEAR = re.compile(  # and not of 2000 yuan
    rf"(?<!\d)20\d\d(?:\s*年|-\d\d)|\b{_MONTHS} 20\d\d\b", re.IGNORECASE
)
_HAN = re.compile(r"[\u4e00-\u9fff]{2}")
NAMED_TIES = 5
LEFT_OUT = 2  # names that are told rather than counted
_MANY_TIMES = 4  # above, a percentage says less than the two figures
_SURE = 0.05  # percent: the first decimal told is right
_CLOSED = ("，", "年", "月", "周", "）", "日", "天", "度")


def subject(asked: Asked, measure: Measure | None = None) -> str:
    """Return what a figure is of: its period, members and name; of several periods, its own."""
    measure = measure or asked.main
    return scoped(asked, measure.label, measure.span or asked.when)


def scoped(asked: Asked, label: str, when: str) -> str:
    """Return a name with the time and members it is of; one that has its own year is of that time."""
    when = "" if _OF_A_YEAR.search(label) else when
    if asked.language == "zh":
        told = whose(asked)
        return f"{spaced(when)}{f'{told}的' if told else ''}{label}"
    of = say("sentence.of", "en", names=asked.about) if asked.about else ""
    return " ".join(part for part in (asked.kind, label, of, asked.without, when) if part)


def whose(asked: Asked) -> str:
    """Return in Chinese whose and of which kind a figure is: 雷州服务区便利店, 安全且整改后合格."""
    return f"{together(asked.about, asked.kind)}{asked.without}"


def together(*names: str) -> str:
    """Return names of several kinds as one: 雷州服务区便利店; lists and foreign letters stand apart."""
    told = ""
    for name in filter(None, names):
        joint = "的" if told and ("、" in told + name or not _HAN.match(told[-1:] + name[:1])) else ""
        told = f"{told}{joint}{name}"
    return told


def across(asked: Asked, label: str, count: str) -> str:
    """Return a figure's name over so many things: 7 个分公司的营业额; English says how many elsewhere."""
    if asked.language == "en":
        return scoped(asked, label, asked.when)
    told = whose(asked)
    told = f"{told}的" if told else ""
    return f"{spaced(asked.when)}{told}{count}的{label}"


def bare(time: str, language: Language) -> str:
    """Return a time without its preposition."""
    return _PREPOSITION.sub("", time) if language == "en" else time


def against(asked: Asked, scope: str) -> str:
    """Return whose and when a change is, with the time that it is against."""
    if not asked.earlier:
        return scope
    earlier = bare(asked.earlier, asked.language)
    return say("sentence.scope_against", asked.language, scope=scope, earlier=earlier)


def spaced(when: str) -> str:
    """Return a period so that words may follow it: a date and a word stand apart."""
    return when if not when or when.endswith(_CLOSED) or "\u4e00" <= when[-1] <= "\u9fff" else f"{when} "


def figure(value: Any, measure: Measure, language: Language, scale: float | None = None) -> str:
    """Return a figure of a column with its unit; growth has its sign; `scale` is what its list has."""
    if measure.role == "growth":
        return change(value, measure.unit, language, measure.decimals)
    unit = "" if redundant(measure, language) else measure.unit
    return amount(value, unit, language, measure.decimals, measure.finer, scale)


def beside(row: Any, one: Measure, lead: Measure, language: Language) -> str:
    """Return a further figure of a row by its name; a goal with how much of it the row's figure reached.

    What is just short of it has as many digits as that shows: 99.98 %. Amounts of one unit beside each other
    are in one scale: 16.1 万元，变化 4.2 万元.
    """
    alike = one.unit == lead.unit and is_number(row[lead.index]) and is_number(row[one.index])
    scale = common_scale((row[lead.index], row[one.index]), one, language) if alike else None
    said = {"name": one.label, "value": figure(row[one.index], one, language, scale)}
    if one.goal_of != lead.index or not row[one.index] or row[lead.index] is None:
        return say("sentence.beside", language, **said)
    reached = float(row[lead.index]) / float(row[one.index]) * 100
    finer = next((n for n in range(FINEST) if (round(reached, 1 + n) >= 100) == (reached >= 100)), FINEST)
    return say("sentence.beside_goal", language, **said, reached=amount(reached, "%", language, 1, finer))


def common_scale(values: Sequence[Any], measure: Measure, language: Language) -> float | None:
    """Return in what several figures are written, so that one list has one unit; None: each as it is."""
    many = unscaled(measure.unit)[1]
    sizes = [abs(one) * many for one in values if one]
    if measure.role == "growth" or measure.unit == "%" or len(sizes) < 2:
        return None
    small, large = min(sizes), max(sizes)
    if language == "zh":
        if large < ROUND_FROM or small >= YI:
            return None
        return WAN if small >= WAN else 1.0 if large < MILLION else None
    if large < MILLION or small >= MILLION:
        return None
    return MILLION if small >= ROUND_FROM else None


def told_apart(one: Any, other: Any, measure: Measure, language: Language) -> tuple[str, str]:
    """Return two figures that stand beside each other, in one unit, with the digits they need to differ.

    114,992 and 114,814 are both 11.5 万: then they are 11.50 万 and 11.48 万.
    """
    measure = agreeing(one, other, measure, language)
    first, last = _ends(one, other, measure, language)
    if first != last or one == other or one is None or other is None:
        return first, last
    unit = "" if redundant(measure, language) else measure.unit
    for finer in range(1, FINEST + 1):
        first, last = (amount(value, unit, language, measure.decimals, finer) for value in (one, other))
        if first != last:
            break
    return first, last


def agreeing(one: Any, other: Any, measure: Measure, language: Language) -> Measure:
    """Return a figure with a digit more where two of it, as usually written, do not add up with their gap.

    28.25 % and 27.1 % are 1.15 points apart; 28.3 and 27.1 are not 1.1 apart.
    """
    if not (is_number(one) and is_number(other)):
        return measure
    gap = (Decimal(str(one)) - Decimal(str(other))) * Decimal(str(unscaled(measure.unit)[1]))
    for told in (measure, replace(measure, finer=measure.finer + 1)):
        ends = [_WRITTEN.search(it) for it in _ends(one, other, told, language)]
        if None in ends or len({it[2] for it in ends if it}) > 1:
            break  # in unlike words nobody adds them up: 1.2 亿 and 9,800 万
        first, last = (Decimal(it[1].replace(",", "")) for it in ends if it)
        apart, places = first - last, -int((first - last).as_tuple().exponent)
        if rounded(gap / _WORDS.get(next(it[2] for it in ends if it), 1), places) == apart:
            return told
    return told if measure.unit == "%" and gap else measure  # whose points are then those of the ends as told


def _ends(one: Any, other: Any, measure: Measure, language: Language) -> tuple[str, str]:
    scale = common_scale((one, other), measure, language)
    return figure(one, measure, language, scale), figure(other, measure, language, scale)


def redundant(measure: Measure, language: Language) -> bool:
    """Tell a unit that only says the figure's name again: complaints of complaints."""
    return language == "en" and measure.unit.lower() in measure.label.lower()


def name_of(row: Sequence[Any], things: Sequence[Thing], language: Language) -> str:
    """Return what a row is of, as its cells name it."""
    none = say("sentence.unnamed", language)
    return " · ".join(_named(row[one.index], one) or none for one in things) or none


def _named(cell: Any, thing: Thing) -> str:
    if cell is None:
        return ""
    return f"{thing.label} {cell}" if thing.is_number else str(shortened(cell, ""))


def joined(names: Sequence[str], language: Language) -> str:
    """Return names in a row, with "and" before the last."""
    if len(names) < 2:
        return "".join(names)
    comma, last = say("sentence.comma", language), say("sentence.and", language)
    return f"{comma.join(names[:-1])}{last}{names[-1]}"


def some(
    names: Sequence[str], language: Language, most: int = NAMED_TIES, *, counted_before: bool = False
) -> str:
    """Return names in a row; of many the first, and how many there are: fewer than three are not left out."""
    if len(names) <= most + LEFT_OUT:
        return joined(names, language)
    told = say("sentence.comma", language).join(names[:most])
    key = "and_others" if counted_before else "and_more"
    return say(f"sentence.{key}", language, names=told, count=len(names))


def counted(number: int, thing: Thing, language: Language) -> str:
    """Return so many things: 40 个服务区, 7 branches, 1 branch."""
    if language == "zh":
        return f"{number:,} {thing.each or '个'}{thing.label}"
    return f"{number:,} {thing.label if number == 1 else thing.many or thing.label}"


def moved(
    now: float, before: float, measure: Measure, language: Language, percent: float | None = None
) -> str:
    """Return how a figure differs from an earlier one, in percent and by how much; percents in points.

    `percent` is the change as the database worked it out. Without it, none is told of rates and means that
    were rounded so far that its first decimal would be a guess.
    """
    key = "rose" if now > before else "fell"
    gap = abs(now - before)
    measure = agreeing(now, before, measure, language)
    if measure.unit == "%":
        return say(f"sentence.{key}_points", language, points=points_between(now, before, measure))
    difference = figure_change(now - before, measure, language)
    if before <= 0 or (percent is None and not _tells_percent(now, before, measure)):
        return say(
            f"sentence.{key}_by", language, difference=figure_change(gap, measure, language).lstrip("+")
        )
    told = amount(gap / before * 100 if percent is None else abs(percent), "%", language)
    return say(f"sentence.{key}_percent", language, percent=told, difference=difference)


def ahead_by(high: float, low: float, measure: Measure, language: Language) -> str:
    """Return by how much one figure is above another: an amount and in percent, of percentages in points."""
    if measure.unit == "%":
        return say("sentence.points", language, points=points_between(high, low, measure))
    difference = figure_change(high - low, measure, language).lstrip("+")
    if low <= 0 or high > _MANY_TIMES * low or not _tells_percent(high, low, measure):
        return difference
    percent = amount((high - low) / low * 100, "%", language)
    return say("sentence.by_percent", language, difference=difference, percent=percent)


def points_between(one: float, other: float, measure: Measure) -> str:
    """Return how far two percentages are apart: of small ones, and of ends so written, to a hundredth."""
    gap, digits = abs(Decimal(str(one)) - Decimal(str(other))), 1 + measure.finer
    if measure.finer:
        gap = abs(rounded(one, digits) - rounded(other, digits)) or gap
    fine = measure.decimals is not None and measure.decimals >= 2 and max(one, other) < 10
    return fixed(gap, digits if measure.finer else 2 if fine or gap < Decimal("0.05") else 1)


def _tells_percent(now: float, before: float, measure: Measure) -> bool:
    """Tell whether two figures, rounded as they are, give their change to a tenth of a percent."""
    if not measure.is_rate or measure.decimals is None:
        return True
    half: float = 0.5 * 10.0**-measure.decimals
    return 100 * half * (1 + now / before) / before <= _SURE


def figure_change(value: float, measure: Measure, language: Language) -> str:
    """Return a difference with its sign and unit, in no more digits than finer ends have."""
    unit = "" if redundant(measure, language) else measure.unit
    told = change(value, unit, language, measure.decimals)
    if measure.finer and not _HUNDREDTHS.search(told):
        return change(value, unit, language, measure.decimals, measure.finer)
    return told
