"""A question whose verb nothing reads, asked back without it: did we clear 200 complaints in October."""

import re
from functools import lru_cache

from language.units import units
from language.words import either, is_han
from understanding.metric.answers import MetricAnswers
from understanding.metric.asking import certain
from understanding.metric.desk import MetricDesk
from understanding.metric.nearest import changes_meaning, takes_out
from understanding.metric.parts import Part, Parts
from understanding.metric.vocabulary import metric_words
from understanding.readings import MetricReading
from understanding.words.verbs import said, verb_words

LONGEST = 3  # parts of a verb: clear up
PASSIVE = ("was", "were", "been")


def without_its_verb(question: str, desk: MetricDesk) -> tuple[str, ...]:
    """Return what a question comes to without its verb and how many it says, all else kept.

    None where the verb may change what is asked, or more than that is not read.
    """
    text = _whether().sub(lambda found: " " * len(found[0]), question)
    parts = desk.parts(text)
    verb = _verb(parts, helped=text != question)
    spoken = "".join(text[slice(*one.piece.span)] for one in verb)
    own = _own_figures(desk.answers, text, verb) if verb else []
    if not verb or takes_out(text) or _lists(parts) or (not own and _means_another(spoken)):
        return ()
    gone = [*verb, *_number_of_them(parts, verb)]
    bare = parts.without([*gone, *parts.of("metric", "thing", "weak")])
    readings = [desk.read(bare, given=name) for name in own]
    readings += [desk.read(parts.without(gone))]
    queries = [one.query for one in readings if isinstance(one, MetricReading) and _is_told(one, own)]
    return certain(queries, desk)


def _lists(parts: Parts) -> bool:
    """Tell a question for the things themselves: which orders did we ship."""
    return any(one.text in metric_words()["which"] for one in parts.every)


def _means_another(verb: str) -> bool:
    """Tell a verb that changes what is asked: cancelled, spent of what was taken."""
    words = metric_words()
    return changes_meaning(verb) or verb in (*words["spending"]["verbs"], *words["buying"]["verbs"])


def _is_told(found: MetricReading, own: list[str]) -> bool:
    """Tell a reading whose figure was named, or told by its verb."""
    return not found.figure_assumed or {*found.query.metrics} <= {*own}


def _verb(parts: Parts, *, helped: bool) -> list[Part]:
    """Return the one run of words that nothing reads, where it stands as a verb."""
    others = parts.of("other")
    every = list(parts.every)
    if not others or len(others) > LONGEST:
        return []
    first, last = every.index(others[0]), every.index(others[-1])
    if every[first : last + 1] != others:
        return []
    before, behind = every[:first][-1:], every[last + 1 :]
    if is_han(others[0].text):
        done = any(
            one.text.startswith(tuple(metric_words()["after_verbs"])) for one in behind[:1] + behind[-2:]
        )
        return others if done or helped else []
    by_us = {one for one in metric_words()["done_by_us"] if one.split()[-1] not in PASSIVE}
    return others if before and before[0].text in by_us else []


def _number_of_them(parts: Parts, verb: list[Part]) -> list[Part]:
    """Return how many a verb was done to, with what counts them: 200 complaints, 200件."""
    at = parts.every.index(verb[-1]) + 1
    number = [one for one in parts.every[at : at + 1] if one.kind == "number"]
    counter = [one for one in parts.every[at + 1 : at + 2] if one.kind == "function" and number]
    return [*number, *counter]


def _own_figures(answers: MetricAnswers, text: str, verb: list[Part]) -> list[str]:
    """Return the figures that have the verb: not 充电 within 充电桩."""
    every = units(text)
    words = [text[one.start : one.end].lower() for one in every]
    start, end = verb[0].piece.span[0], verb[-1].piece.span[1]
    held = {at for at, one in enumerate(every) if start <= one.start < end}
    return [
        metric.name
        for metric in answers.catalog.metrics.values()
        if any(one.start in held for spoken in metric.verbs for one in said(spoken, words))
    ]


@lru_cache(maxsize=1)
def _whether() -> re.Pattern[str]:
    return re.compile(either(verb_words()["whether"]))
