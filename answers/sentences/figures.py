"""Which figure is told first, what a sentence calls each, and with how many digits."""

import datetime as dt
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from sqlglot import exp

from answers.figures import is_number
from answers.sentences.amounts import rounded
from answers.sentences.asked import Measure, Role
from answers.sentences.columns import ColumnReader, in_sentence
from answers.sentences.disjoint import has_own, stands_once
from answers.sentences.scope import Scope
from answers.sentences.small import divided
from answers.sentences.tree import Shape, ranked, unwrapped
from config.wording import LANGUAGES, Language, say
from database.result import QueryResult
from knowledge.metrics import Metric
from knowledge.vocabulary import lexicon
from language.periods import find_periods
from query.metric_query import MetricQuery
from understanding.metric.apart import asks_for_shares_behind
from understanding.readings import Listed

FEW_FIGURES = 4  # of a statement, which are all taken to be asked for
_BEHIND = 50  # every figure that was asked for
_FEW_ROWS = 3  # that are read beside each other
_TWO, _LARGE, _FINER = 2, 1000, 1  # rows that are set against each other, and digits more that they may need
_SMALL_PERCENT = 10  # told to a hundredth where its figure has as many decimals
_LISTED = 12  # whose figures are all told
_OF_DAYS = re.compile(r"(?:天数|日数)$|\bdays\b", re.IGNORECASE)
_ANY_DAY = dt.date(2000, 1, 1)  # what is past is so on any day
_ROUNDED_TO_5 = re.compile(r"\.\d5$")


def led_by_query(
    query: MetricQuery, measures: Sequence[Measure], reader: ColumnReader, question: str = ""
) -> tuple[Measure, ...]:
    """Put first a growth, running sum or share that was asked for, then figures as they were asked for."""
    names = [one.metric for one in query.conditions] + ([query.ranking.metric] if query.ranking else [])
    wanted = [*(names[:1]), *query.metrics]
    rest = list(measures)
    if query.is_of_one_time:  # of one time members of a level add up as well
        rest = [replace(one, adds=one.adds or _adds_by_member(one, reader)) for one in measures]
    if query.average:  # a mean of whole numbers is none
        rest = [replace(one, adds=False, decimals=max(one.decimals or 0, 1)) for one in measures]
    if query.running:
        last = max(one.index for one in rest)
        rest = [replace(one, role="running") if one.index == last else one for one in rest]
    leading = _leading_roles(query, question)
    behind = _not_limited(query, rest, reader)

    def place(one: Measure) -> tuple[int, int]:
        if "growth" in leading or one.role in leading:
            return int(one.role not in leading) + int(one.index in behind), one.index
        metric = reader.metric_at(one.index)
        found = wanted.index(metric) if metric in wanted else len(wanted)
        return (1 + found if one.role == "figure" else _BEHIND), one.index

    rest = [
        replace(one, beside=one.index in behind or reader.metric_at(one.index) not in wanted) for one in rest
    ]
    return tuple(sorted(rest, key=place))


def _not_limited(query: MetricQuery, measures: Sequence[Measure], reader: ColumnReader) -> set[int]:
    """Return the columns of changes that no condition speaks of, beside one that some does."""
    limited = {one.metric for one in query.conditions if one.of_growth}
    changes = [one for one in measures if one.role == "growth" and one.of is not None]
    return {one.index for one in changes if limited and reader.metric_at(one.of or 0) not in limited}


def _adds_by_member(measure: Measure, reader: ColumnReader) -> bool:
    metric = reader.metric_at(measure.index)
    known = measure.role == "figure" and metric in reader.catalog.metrics
    return known and reader.catalog.adds_by_member(metric)


def _leading_roles(query: MetricQuery, question: str) -> set[Role]:
    """Return what is told before any figure: the growth of several rows, else a running sum or a share.

    Who took most, and what share of all that is, asks for the figure first.
    """
    by_growth = query.ranking is None or query.ranking.by == "growth"
    if query.compared and (query.splits or query.grain) and by_growth:
        return {"growth"}
    by_value = query.ranking is not None and query.ranking.by == "value"
    behind = by_value and asks_for_shares_behind(question)
    return {"running", "share"} if query.share and not behind else {"running"}


def led_by_sql(
    question: str, measures: Sequence[Measure], shape: Shape | None, result: QueryResult, reader: ColumnReader
) -> tuple[Measure, ...]:
    """Put first what the rows are ranked by, a growth or share that is shown, or what the question names."""
    if not measures:
        return ()
    named = {one.index: _named_in(question, one, reader) for one in measures}
    first = _ranked_by(measures, shape, result) or _told_first(measures, shape, several=result.row_count > 1)
    earlier = {one.index for one in measures if _is_of_earlier(one, measures)}
    first = first or max(measures, key=lambda one: _wanted(one, earlier, named, shape))
    few = sum(one.role == "figure" for one in measures) <= FEW_FIGURES
    rest = [
        replace(one, beside=one.index in earlier or (not few and not named[one.index]))
        for one in measures
        if one != first
    ]
    named_by_one = shape is not None and len(shape.expressions) == len(measures) + 1
    return tuple(
        replace(
            one,
            adds=_adds(shape, one)
            or (named_by_one and _has_own(shape, one, reader))
            or (one.adds and _adds_by_row(shape, one, reader)),
        )
        for one in (first, *rest)
    )


def _named_in(question: str, measure: Measure, reader: ColumnReader) -> int:
    """Return how many letters of a question name a figure."""
    known, lowered = reader.catalog.metrics.get(reader.metric_at(measure.index)), question.lower()
    words = [*(known.wordings if known else ()), measure.label]
    return max((len(word) for word in words if word and word.lower() in lowered), default=0)


def _wanted(
    measure: Measure, earlier: Collection[int], named: Mapping[int, int], shape: Shape | None
) -> tuple[bool, bool, bool, int, int]:
    """Return how much one figure of several is the one asked for."""
    at = measure.index
    made = named[at] > 0 and _is_made_of_two(measure, shape)
    return measure.role == "figure", at not in earlier, made, named[at], -at


def _is_of_earlier(measure: Measure, measures: Sequence[Measure]) -> bool:
    """Tell a figure called as another beside it, but for words of a time before: orders a year earlier."""
    label = measure.label.lower()
    others = (one.label.lower() for one in measures if one.index != measure.index and one.label)
    left = [label.replace(one, "", 1).strip(" ()（）") for one in others if one in label and one != label]
    return any(one in _earlier_words() or _is_past(one) for one in left)


def _is_past(words: str) -> bool:
    """Tell words that are all of a time before: last year."""
    return any(one.text == words and one.end <= _ANY_DAY for one in find_periods(words, _ANY_DAY))


@lru_cache(maxsize=1)
def _earlier_words() -> frozenset[str]:
    """Return the words that say of a figure in a heading that it is of a time before."""
    own = (
        say(f"metrics.column.before_{kind}", language, metric="").strip()
        for kind in ("last_year", "previous")
        for language in LANGUAGES
    )
    phrases = (text for text, marks in lexicon()["phrases"].items() if marks == ["last_year"])
    return frozenset((*own, *phrases))


def _is_made_of_two(measure: Measure, shape: Shape | None) -> bool:
    """Tell a percent that stands beside both figures it is made of: these are there for its sake."""
    if shape is None or measure.unit != "%":
        return False
    return divided(shape.expressions[measure.index], shape.expressions) is not None


def _ranked_by(measures: Sequence[Measure], shape: Shape | None, result: QueryResult) -> Measure | None:
    """Return the figure that several rows are in order of, or by which one row was chosen of all."""
    chosen = shape is not None and (result.row_count > 1 or shape.limit == 1)
    order = ranked(shape, [one.index for one in measures]) if shape and chosen else None
    return next((one for one in measures if order and one.index == order[0]), None)


def _told_first(measures: Sequence[Measure], shape: Shape | None, *, several: bool) -> Measure | None:
    """Return a growth of several rows, a share, or a rate, which is what a condition on two figures is of."""
    growth = (one for one in measures if several and one.role == "growth")
    share = (one for one in measures if one.role == "share")
    rate = (one for one in measures if shape is not None and shape.having and one.is_rate)
    return next((one for kind in (growth, share, rate) for one in kind), None)


def as_fine(measure: Measure, result: QueryResult, text: str) -> Measure:
    """Give percents a digit more where one would read as a number of the question, two rows as one, or wrong.

    94.96 % is under 95 % and 95.0 % is not; 3.54 and 3.53 % are both 3.5 %. What the statement rounded to a
    last 5, as 24.35 of 24.347, would be 24.4 when rounded once more: so were 5 % of all percents.
    """
    if measure.role == "growth":
        return measure
    if measure.unit != "%":
        return _subtracting(measure, result)
    cells = [row[measure.index] for row in result.rows]
    values = {cell * (100 if measure.fraction else 1) for cell in cells if isinstance(cell, int | float)}
    limits = {float(number) for number in re.findall(r"\d+(?:\.\d+)?", text)}
    told = [rounded(value, 1) for value in values]
    near = zip(told, values, strict=True)
    as_limit = any(float(one) in limits and float(one) != value for one, value in near)
    few = len(cells) <= _FEW_ROWS
    as_other = few and len(set(told)) < len(values)
    twice = (
        len(cells) <= _LISTED
        and not measure.fraction
        and any(_ROUNDED_TO_5.search(str(value)) for value in values)
    )
    found = _alike(measure, values)
    return replace(found, finer=1) if as_limit or as_other or twice else _subtracting(found, result)


def alike_in_time(measures: Iterable[Measure]) -> tuple[Measure, ...]:
    """Give a percentage and its own of a time before as many digits: 18.5 beside 18.35 % are 0.15 apart."""
    told = tuple(measures)
    of_both = {one.of for one in told if one.role == "before" and one.unit == "%"}

    def finest(of: Measure) -> int:
        own = (one.finer for one in told if one.role != "growth" and _whose(one) == _whose(of))
        return max(own)

    return tuple(
        replace(one, finer=finest(one)) if one.role != "growth" and _whose(one) in of_both else one
        for one in told
    )


def _whose(measure: Measure) -> int | None:
    return measure.of if measure.role == "before" else measure.index


def _alike(measure: Measure, values: Collection[float]) -> Measure:
    """Give small percents a decimal less where others beside them have one: 9.7 % beside 42.1 %."""
    small = [abs(one) < _SMALL_PERCENT for one in values]
    mixed = any(small) and not all(small) and (measure.decimals or 0) > 1
    return replace(measure, decimals=1) if mixed else measure


def _subtracting(measure: Measure, result: QueryResult) -> Measure:
    """Give two figures the digits with which what they are apart is what they seem to be apart.

    14.6 and 14.3 % are not 0.2 points apart: 14.56 and 14.34 % are 0.22. Large ones are told in words.
    """
    cells = [row[measure.index] for row in result.rows]
    if len(cells) != _TWO or not all(map(is_number, cells)) or not measure.is_rate:
        return measure
    one, other = (cell * (100 if measure.fraction else 1) for cell in cells)
    usual = 1 if measure.unit == "%" else measure.decimals
    if usual is None or max(abs(one), abs(other)) >= _LARGE or one == other:
        return measure
    for more in range(_FINER + 1):
        places = usual + more
        if rounded(one, places) - rounded(other, places) == rounded(one - other, places):
            break
    if not more:
        return measure
    return replace(measure, finer=more) if measure.unit == "%" else replace(measure, decimals=usual + more)


def _adds(shape: Shape | None, measure: Measure) -> bool:
    """Tell a sum or count of each of the groups, none left out."""
    if shape is None or shape.grouped != 1 or shape.chosen or measure.role != "figure":
        return False
    core = unwrapped(shape.expressions[measure.index])
    core = core.this if isinstance(core, exp.Filter) else core
    of_days = isinstance(core, exp.Count) and _OF_DAYS.search(measure.label)  # a day may rain in two places
    return isinstance(core, exp.Sum | exp.Count) and not core.find(exp.Distinct) and not of_days


def _has_own(shape: Shape | None, measure: Measure, reader: ColumnReader) -> bool:
    """Tell a sum or count that each row has of its own, where the statement groups by more or joins parts."""
    if shape is None or shape.chosen or measure.role != "figure" or _OF_DAYS.search(measure.label):
        return False
    return has_own(shape.expressions[measure.index], reader.schema)


def _adds_by_row(shape: Shape | None, measure: Measure, reader: ColumnReader) -> bool:
    """Tell what each row of a table has, none left out for how much it is."""
    if shape is None or shape.chosen or measure.role != "figure":
        return False
    return stands_once(shape.expressions[measure.index], reader.schema)


def of_which(
    listed: Listed, scope: Scope, measures: tuple[Measure, ...], language: Language
) -> tuple[Scope, tuple[Measure, ...]]:
    """Say behind the figure's name which rows it is of: with all their conditions, members among them."""
    if not listed.which or not measures:
        return scope, measures
    first, *rest = measures
    told = f"{first.label}{say('rows.told_which', language, which=listed.which)}"
    return replace(scope, about=""), (replace(first, label=told, counts=""), *rest)


def sums_days(measures: Sequence[Measure], reader: ColumnReader) -> bool:
    """Tell that a statement's figures are sums of days, as the metrics say that they are called by.

    A mean of a day is called by its sum's name too (2026年国庆7天日均营业额) and is divided already.
    """
    own = [one for one in measures if one.role in ("figure", "before")]
    if any(map(reader.is_divided, own)):
        return False
    names = {reader.metric_at(one.index) for one in own}
    known = [reader.catalog.metrics.get(name) for name in names]
    return bool(known) and all(one is not None and _is_sum_of_days(one) for one in known)


def _is_sum_of_days(metric: Metric) -> bool:
    daily = metric.time_grain == "day" and bool(metric.time)
    return metric.kind == "simple" and metric.additivity == "sum" and daily


def averaged(
    measures: tuple[Measure, ...], query: MetricQuery, question: str, reader: ColumnReader, language: Language
) -> tuple[Measure, ...]:
    """Say of a mean that it is one where its name does not; one of a day that nobody cuts may be of one row.

    Of a time longer than that 3.1 mm of rain is read as all there was.
    """
    mean = say("interpretation.mean", language, text="").strip()
    longer = any(one.days > 1 for one in query.windows)
    if mean not in question.lower() and not (query.splits or query.grain or longer):
        return measures
    known = reader.catalog.metrics

    def called(one: Measure, metric: Metric) -> str:
        if longer and query.grain != "day" and _has_one_a_day(metric, reader):
            return say("sentence.a_day", language, name=one.label)
        return say("interpretation.mean", language, text=one.label)

    return tuple(
        replace(one, label=called(one, metric))
        if (metric := known.get(reader.metric_at(one.index)))
        and metric.additivity == "average"
        and mean not in one.label.lower()
        else one
        for one in measures
    )


def _has_one_a_day(metric: Metric, reader: ColumnReader) -> bool:
    """Tell a figure of rows that are one a day of each: its mean over a month is one a day."""
    table = reader.catalog.schema.table(metric.table)
    return table is not None and metric.time_grain == "day" and metric.time in table.primary_key


def spanned(
    measures: Sequence[Measure], scope: Scope, reader: ColumnReader, language: Language
) -> tuple[Measure, ...]:
    """Tell the figures of several stretches of time apart."""
    if not scope.spans:
        return tuple(measures)
    by_column = sorted(one.index for one in measures if one.role == "figure")
    spans = {at: scope.spans[place % len(scope.spans)] for place, at in enumerate(by_column)}
    known = reader.catalog.metrics
    labels = {
        one.index: known[name].label(language) for one in measures if (name := reader.metric_at(one.index))
    }
    return tuple(
        replace(
            one, span=spans.get(one.index, ""), label=in_sentence(labels.get(one.index, one.label), language)
        )
        for one in measures
    )
