"""Questions that name a figure and ask for something else: what it is, a sum that is none, two at once."""

import re
from collections.abc import Sequence
from itertools import pairwise

from knowledge.metrics import Metric
from query.metric_query import MetricQuery
from understanding.chart.spans import Span
from understanding.figures.halves import Clause, clauses_of
from understanding.figures.leaves import is_plural
from understanding.figures.sentence import NoReading, Sentence
from understanding.metric.vocabulary import metric_words
from understanding.triage import term_asked
from understanding.words.judging import speaks_of

PAIR = 2
AT = ("period", "comparison", "keep")
BETWEEN = ("kind", "figure", "figure_first", "keep")


def refuse_terms(sentence: Sentence, metrics: Sequence[str]) -> None:
    """Stop where it is asked what a figure is, or how two differ: 客单价是什么, what is revenue, 区别."""
    bare = all(one.type in ("figure", "empty", "and") for one in sentence.covering.spans)
    if bare and term_asked(sentence.question.text):
        raise NoReading
    texts = {str(one.value) for one in sentence.leaves if isinstance(one.value, str)}
    if len(metrics) > 1 and texts & {*metric_words()["differ"]} and not sentence.has(*AT):
        raise NoReading


def refuse_in_each(sentence: Sentence, query: MetricQuery) -> None:
    """Stop where a limit is to hold in each time, or who is first in each: 每家店谁最多 asks not which."""
    one_of_all = query.ranking is not None and not query.ranking.within and len(query.splits) == 1
    each = any(
        sentence.written(one.children[0]).startswith("每") for one in sentence.of("cut") if one.children
    )
    if one_of_all and each and sentence.small & {*metric_words()["asking_for_people"]}:
        raise NoReading
    in_each = any(one in sentence.question.text.lower() for one in metric_words()["in_each"])
    if in_each and query.conditions and query.grain and query.splits:
        raise NoReading


def refuse_means_of_two(sentence: Sentence, splits: Sequence[str], grain: str) -> None:
    """Stop where a figure of others is a mean of things and times: A and B's sales per shop per day."""
    each = {*metric_words()["divided_by"]}
    if grain and len(splits) > 1 and sum(key in each for key in sentence.question.keys) > 1:
        raise NoReading


def refuse_which_of_them(sentence: Sentence) -> None:
    """Stop where it is asked how many, then which ones: 困人几起，哪些分公司 asks not how many branches."""
    which = metric_words()["which"]
    for one in sentence.of("number_of"):
        for left, right in pairwise(one.children):
            between = [it for it in sentence.leaves if left.end <= it.start and it.end <= right.start]
            asked = any(sentence.written(it) in which for it in between)
            if asked or sentence.pauses(left.end, right.start):
                raise NoReading


def refuse_one_row(sentence: Sentence) -> None:
    """Stop where the one row with most of something is asked for: the inspection with the most issues."""
    keys = sentence.question.keys
    for one in sentence.outer("figure", "thing"):
        counts = sentence.catalog.metrics[one.value.metric].counts_rows
        alone = keys[one.start - 1 : one.start] == ("the",) and not is_plural(sentence.written(one))
        if counts and alone and keys[one.end : one.end + 1] == ("with",):
            raise NoReading


def refuse_asked_twice(sentence: Sentence, metrics: Sequence[str]) -> None:
    """Stop where two numbers are asked for and one figure is known: 有多少投诉，处理完了多少.

    By how much it changed is answered beside it: 营业额多少，比去年涨了多少.
    """
    if len(metrics) != 1:
        return
    clauses = [one for one in clauses_of(sentence) if not _is_compared(one)]
    asked = re.findall(metric_words()["asked_twice"], " ".join(one.text.lower() for one in clauses))
    if len(asked) > 1:
        raise NoReading


def _is_compared(clause: Clause) -> bool:
    return clause.has("comparison", "last_year", "previous") or (
        clause.has("compare") and clause.has("period")
    )


def refuse_sums(sentence: Sentence) -> None:
    """Stop where an average is asked for as a sum, which is another figure: total score, 客单价之和."""
    words, told = metric_words()["marks"]["total"], metric_words()
    if len(sentence.outer("member")) >= PAIR:
        return  # A and B combined
    marks = [str(one.value) for one in sentence.every if one.type == "total"]
    added = speaks_of(marks, told["adding_up"])
    for one in sentence.outer("figure"):
        metric = sentence.catalog.metrics[one.value.metric]
        summed = bool(marks) or speaks_of([sentence.written(one).lower()], words)
        if summed and _is_rated(metric, added=added) and not speaks_of(metric.wordings, words):
            raise NoReading


def _is_rated(metric: Metric, *, added: bool) -> bool:
    return metric.additivity == "average" or (metric.kind == "ratio" and (metric.scale == 1 or added))


def refuse_several_ranked(sentence: Sentence, metrics: Sequence[str]) -> None:
    """Stop where two figures are ranked at once: most revenue and complaints, 分别最高."""
    ends, by = sentence.of("first", "figure_first"), sentence.of("by")
    if len(metrics) < PAIR or not ends:
        return
    named = sorted((*sentence.outer("figure"), *sentence.of("figure_first")), key=lambda one: one.start)
    named = [one for one in named if one.start >= by[0].start] if by else named
    texts = {str(one.value) for one in sentence.leaves if isinstance(one.value, str)}
    each = sentence.has("respectively") or texts & {*metric_words()["of_each"]}
    listed = any(
        _are_joined(sentence, left, right) and (by or _is_beside(sentence, ends[0], left, right))
        for left, right in pairwise(named)
    )
    if (each and not by) or listed:
        raise NoReading


def refuse_of_all(sentence: Sentence, metrics: Sequence[str]) -> None:
    """Stop where all of one figure is asked for behind who leads by another: 哪个库营收最高？投诉一共多少."""
    if len(metrics) < PAIR:
        return
    clauses = clauses_of(sentence)
    leads = next((at for at, one in enumerate(clauses) if one.has("first", "figure_first")), len(clauses))
    if any(one.has("total") and one.has("figure", "thing") for one in clauses[leads + 1 :]):
        raise NoReading


def _are_joined(sentence: Sentence, left: Span, right: Span) -> bool:
    """Tell figures with nothing between them but a word that joins them."""
    between = [one for one in sentence.leaves if left.end <= one.start and one.end <= right.start]
    return left.end <= right.start and all(one.type == "and" for one in between)


def _is_beside(sentence: Sentence, end: Span, left: Span, right: Span) -> bool:
    """Tell whether an end of an order stands right behind two figures, or before them in English."""
    if end in (left, right):
        return True
    first, last = (right, end) if sentence.language == "zh" else (end, left)
    spans = sentence.covering.spans
    between = [one for one in spans if first.end <= one.start and one.end <= last.start]
    return first.end <= last.start and not any(one.type in BETWEEN for one in between)
