"""Figures told in Chinese by their verbs: 停了多少车次, 发了多少票, 进区的车, 花了多少油费."""

import re
from functools import lru_cache

from knowledge.metrics import Metric
from knowledge.vocabulary import lexicon
from language.words import is_han
from understanding.chart.spans import Span
from understanding.figures.clauses import UNKNOWN
from understanding.figures.numbering import is_expense, is_numbered
from understanding.figures.sentence import NoReading, Sentence, replaced
from understanding.figures.states import names_a_state
from understanding.figures.telling import BY_A_VERB
from understanding.figures.things import Figure
from understanding.metric.judging import is_time_taken
from understanding.metric.stems import stems_of
from understanding.metric.vocabulary import metric_words
from understanding.words.judging import is_speed

ASKED = ("count", "some", "how_many")
Run = list[Span]


def told_in_chinese(sentence: Sentence) -> Sentence:
    """Return a sentence whose unknown words are read as the verbs of figures."""
    if sentence.of(*UNKNOWN) and (timed := _of_duration(sentence)) is not None:
        sentence = timed
    while run := _first_run(sentence):
        whole = _with_small(sentence, run)
        sentence = (
            _of_named(sentence, run)
            or _of_spending(sentence, run)
            or _of_clause(sentence, run)
            or (_of_clause(sentence, whole) if whole != run else None)
            or _of_unit(sentence, run)
        )
    return sentence


def _of_duration(sentence: Sentence) -> Sentence | None:
    """Read how long or how fast something was done as the time it takes: 多久到场, 修得最快."""
    asked = [
        one for one in sentence.of(*UNKNOWN) if sentence.written(one) in metric_words()["asked_how_long"]
    ]
    fast = any(is_speed(str(one.value.text)) for one in sentence.of("first"))
    verbs = [one for one in sentence.of(*UNKNOWN) if one not in asked]
    if len(asked) + fast != 1 or not verbs or sentence.has("figure", "weak", "count", "some", "how_many"):
        return None
    small = [one for one in sentence.of("empty", "to") if one.end == verbs[0].start]
    run = next((run for run in ([*small, *verbs], verbs) if _times_taken(sentence, run)), [])
    found = _times_taken(sentence, run) if run else []
    if len(found) != 1 or run[-1].end - run[0].start != len(run):
        return None
    (metric,) = found
    things = [
        one for one in sentence.of("thing") if one.value.whole and one.value.rows == _rows(sentence, metric)
    ]
    sure = len(_text(sentence, run)) > 1
    figure = _figure(run[0], metric, "told" if sure else BY_A_VERB)
    return replaced(sentence, [*asked, *run, *things], figure)


def _times_taken(sentence: Sentence, run: Run) -> list[Metric]:
    """Return the times taken whose names begin with a verb but for the word for mean: 平均到场时间."""
    verb = _text(sentence, run)
    return [
        one
        for one in sentence.catalog.metrics.values()
        if is_time_taken(one) and any(without_means(name).startswith(verb) for name in one.wordings)
    ]


def _rows(sentence: Sentence, metric: Metric) -> str:
    return sentence.catalog.full(metric.table)


def without_means(name: str) -> str:
    """Return a name without the word for mean before it."""
    means = map(str, metric_words()["means"])
    return next((name.removeprefix(one) for one in means if name.startswith(one)), name)


def _first_run(sentence: Sentence) -> Run:
    """Return the first unknown words that touch."""
    run: Run = []
    for one in sentence.of(*UNKNOWN):
        if run and run[-1].end != one.start:
            break
        run.append(one)
    return run


def _with_small(sentence: Sentence, run: Run) -> Run:
    """Return unknown words with the small one that they touch, which may begin a verb: 上船."""
    return [*(one for one in sentence.of("empty") if one.end == run[0].start), *run]


def _of_named(sentence: Sentence, run: Run) -> Sentence | None:
    """Take a word that the name of a figure beside it has too: 停了多少车次, 进区的车, 花了多少油费."""
    verb, behind = _text(sentence, run), _next(sentence, run)
    if behind is not None and behind.type in ("figure", "thing"):
        metric = sentence.catalog.metrics[behind.value.metric]
        said = without_small_words(_written(sentence, run[0].start, behind.end))
        spends = verb in metric_words()["spending"]["verbs"] and is_expense(metric)
        parted = verb + sentence.written(behind) in metric.wordings  # 推荐了多少人入职
        counts = [one.name for one in _counted_in(sentence, sentence.written(behind), verb)]
        if spends or parted or _said_so(metric, said) or counts == [metric.name]:
            return _kept(sentence, run, metric)
    return None


def _of_clause(sentence: Sentence, run: Run) -> Sentence | None:
    """Read a figure by the verb and thing that its name has in other forms: 进来多少车 of 进来的车."""
    others = [one for one in sentence.of(*UNKNOWN) if one.start > run[-1].end]
    if not others:
        return None
    between = [one for one in sentence.covering.spans if run[-1].end <= one.start < others[0].start]
    if any(one.type not in (*ASKED, "empty", "period") for one in between):
        return None
    last = _last_in_a_row(others)
    said = without_small_words(_written(sentence, run[0].start, last.end))
    called = _text(sentence, run) + _written(sentence, others[0].start, last.end)
    every = sentence.catalog.metrics.values()
    found = [one for one in every if _said_so(one, said)]
    found = found or [one for one in every if called in (*one.wordings, *stems_of(one))]
    if len(found) != 1:
        return None
    read = [*run, *(one for one in others if one.start < last.end)]
    return replaced(sentence, read, _figure(run[0], found[0]))


def _last_in_a_row(spans: list[Span]) -> Span:
    """Return the last of the spans that stand without a gap behind the first."""
    last = spans[0]
    for one in spans[1:]:
        last = one if one.start == last.end else last
    return last


def _of_spending(sentence: Sentence, run: Run) -> Sentence | None:
    """Read a verb of spending beside expenses, or by what it is spent on: 运费花了多少, 进货花了多少钱."""
    spending, figures = metric_words()["spending"]["verbs"], sentence.outer("figure", "weak")
    if figures:
        expenses = all(is_expense(sentence.catalog.metrics[one.value.metric]) for one in figures)
        return replaced(sentence, run) if expenses and _text(sentence, run) in spending else None
    last = sentence.of(*UNKNOWN)[-1]
    if sentence.written(last) not in spending or _unit_asked(sentence, [last]) not in metric_words()["money"]:
        return None
    called = _written(sentence, run[0].start, last.start)
    found = _counted_in(sentence, next(iter(metric_words()["money"])), called) if called else []
    read = [one for one in sentence.covering.spans if run[0].start <= one.start < last.end]
    return replaced(sentence, read, _figure(run[0], found[0])) if len(found) == 1 else None


def _said_so(metric: Metric, said: str) -> bool:
    """Tell whether a figure's own name is the clause that is said."""
    return bool(said) and said in map(without_small_words, metric.wordings)


def _of_unit(sentence: Sentence, run: Run) -> Sentence:
    """Read a figure by its verb and the unit that is asked for: 发了多少票 of 发货票数."""
    verb = _text(sentence, run).rstrip("".join(metric_words()["after_verbs"]))  # 收了 of 收款额
    named = sentence.has("figure", "weak", "thing")
    unit = "" if named else _unit_asked(sentence, run)
    found = _counted_in(sentence, unit, verb) if unit and verb else []
    sure = bool(found)
    if not (unit or named) and verb and _asks_how_much(sentence, run):
        found = _called_by(sentence, verb)
    if len(found) != 1:
        raise NoReading
    return _kept(sentence, run, found[0], _figure(run[0], found[0], "told" if sure else BY_A_VERB))


def _asks_how_much(sentence: Sentence, run: Run) -> bool:
    """Tell whether words end in 了 before how much, of which nothing more is said: 瓷砖领了多少."""
    asked = _next(sentence, run)
    ends = asked is not None and asked.type == "some" and asked.end == len(sentence.question.units)
    between = _written(sentence, run[-1].start, asked.start) if asked is not None else ""
    return ends and between.rstrip("一共总计").endswith("了")


def _unit_asked(sentence: Sentence, run: Run) -> str:
    """Return the unit in which it is asked how much, right behind words: 收了多少钱, 发了几票."""
    small = sentence.small_behind(run[-1])
    while small is not None and small.value in metric_words()["after_verbs"]:
        small = sentence.small_behind(small)
    how_much, asked = tuple(map(str, metric_words()["how_much"])), _next(sentence, run)
    if small is not None and str(small.value).startswith(how_much):
        unit = str(small.value)
    elif asked is not None and asked.type in ASKED:
        unit = str(asked.value)
    else:
        return ""
    for question in how_much:
        unit = unit.removeprefix(question)
    return unit or (sentence.touching(asked, 1) if asked is not None else "")


def _called_by(sentence: Sentence, verb: str) -> list[Metric]:
    """Return the numbers and sums whose names begin with a verb."""
    return [
        one
        for one in sentence.catalog.metrics.values()
        if one.kind == "simple" and one.additivity not in ("average", "semi")
        if any(name.startswith(verb) for name in one.wordings)
    ]


def _counted_in(sentence: Sentence, unit: str, verb: str) -> list[Metric]:
    """Return the metrics called by a verb that count in a unit, by their unit or else by their name."""
    named = _called_by(sentence, verb)
    money = metric_words()["money"]
    if not unit or (found := [one for one in named if one.unit_zh in (money if unit in money else [unit])]):
        return found if unit else []
    ends = metric_words()["counted_by"].get(unit) or [unit + str(end) for end in bare_ends()]
    ways = ([one for one in named if not one.unit_zh and counts_so(one, verb, str(end))] for end in ends)
    return next(filter(None, ways), [])


def _kept(sentence: Sentence, run: Run, metric: Metric, figure: Span | None = None) -> Sentence:
    """Return a sentence without a verb; none where the verb is called so for a state of what is measured."""
    if figure is not None and names_a_state(sentence, metric, _text(sentence, run)):
        raise NoReading
    return replaced(sentence, run, figure)


def _figure(place: Span, metric: Metric, rule: str = "told") -> Span:
    return Span(place.start, place.end, "figure", Figure(metric.name, is_numbered(metric)), rule)


def _next(sentence: Sentence, run: Run) -> Span | None:
    """Return the next clause over small words, times and how many, or how many where no figure follows."""
    spans = [one for one in sentence.covering.spans if one.type not in ("empty", "period")]
    behind = [one for one in spans if one.start >= run[-1].end]
    beyond = next((one for one in behind if one.type not in ASKED), None)
    return beyond if beyond is not None and beyond.type in ("figure", "thing") else next(iter(behind), None)


def _text(sentence: Sentence, run: Run) -> str:
    return _written(sentence, run[0].start, run[-1].end)


def _written(sentence: Sentence, start: int, end: int) -> str:
    return sentence.question.written(start, end) if start < end else ""


def bare_ends() -> list[str]:
    """Return the words for number that say nothing of what is counted."""
    return [str(one) for one in metric_words()["counting"]["things"]]


def counts_so(metric: Metric, verb: str, end: str) -> bool:
    """Tell whether a name begins with a verb and ends so, with no other things named between."""
    most = len(verb) + 1 if end in bare_ends() else len(max(metric.wordings, key=len))
    stems = [name.removesuffix(end) for name in metric.wordings if name.endswith(end)]
    return any(stem.startswith(verb) and len(stem) <= most for stem in stems)


@lru_cache(maxsize=4096)
def without_small_words(clause: str) -> str:
    """Return the verb and thing of a Chinese clause, 进车 of 进来的车; nothing of a mere name."""
    counters = "".join(str(one) for one in lexicon()["counters"] if len(str(one)) == 1)
    how_much = "|".join(map(str, metric_words()["how_much"]))
    bare, asked = re.subn(f"(?:{how_much})[{counters}]?", "", clause)
    if not (asked or "的" in clause or "了" in clause):
        return ""
    left = "".join(one for one in bare if one not in metric_words()["within_clauses"])
    return left if len(left) > 1 and is_han(left) else ""
