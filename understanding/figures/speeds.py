"""What is ranked by how fast it goes is ranked by the time it takes: the slowest repairs, 谁修得最慢."""

from knowledge.metrics import Metric
from understanding.chart.spans import Span
from understanding.figures.acting import without_means
from understanding.figures.needs import roots_in, roots_of_name
from understanding.figures.numbering import is_numbered
from understanding.figures.sentence import Sentence, replaced
from understanding.figures.telling import BY_A_VERB
from understanding.figures.things import Figure, Kind
from understanding.metric.judging import is_time_taken
from understanding.metric.vocabulary import metric_words
from understanding.words.judging import is_speed


def at_its_speed(sentence: Sentence) -> Sentence:
    """Read a count or a verb as the one time taken of its rows called so, where a word of speed ranks it.

    Unless the two touch, and say more than one sign, it is taken for granted.
    """
    fast = [one for one in sentence.of("first") if is_speed(str(one.value.text)) and not one.value.growth]
    done = [*sentence.outer("figure"), *sentence.of("verb")]
    if len(fast) != 1 or len(done) != 1 or sentence.has("not"):
        return sentence
    (ranked,), (thing,) = fast, done
    found = [one for one in sentence.catalog.metrics.values() if _takes(sentence, one, thing)]
    if len(found) != 1:
        return sentence
    touches = thing.start == ranked.end or ranked.start == thing.end
    sure = touches and len(sentence.written(thing)) > 1
    figure = Figure(found[0].name, is_numbered(found[0]))
    told = replaced(
        sentence, [thing], Span(thing.start, thing.end, "figure", figure, "told" if sure else BY_A_VERB)
    )
    return _with_who(told, thing, found[0]) if thing.type == "verb" else told


def _takes(sentence: Sentence, metric: Metric, thing: Span) -> bool:
    """Tell a time taken by the rows counted or done, one of whose names begins with or holds the word."""
    catalog, word = sentence.catalog, sentence.written(thing)
    counts = thing.value.metrics if thing.type == "verb" else (thing.value.metric,)
    own = [catalog.metrics[one] for one in counts]
    tables = {catalog.full(one.table) for one in own}
    if thing.type == "figure" and not all(one.counts_rows for one in own):
        return False
    if thing.type == "verb":
        tables |= {catalog.full(catalog.dimensions[one].table) for one in thing.value.dimensions}
    if metric.kind != "simple" or catalog.full(metric.table) not in tables or not is_time_taken(metric):
        return False
    return is_called_by(word, metric)


def is_called_by(word: str, metric: Metric) -> bool:
    """Tell a figure one of whose names begins with a word, or holds one of more signs or roots."""
    if word.isascii():
        roots = roots_in(word)
        return bool(roots) and any(roots <= roots_of_name(name) for name in metric.wordings)
    names = map(without_means, metric.wordings)
    return any(one.startswith(word) or (len(word) > 1 and word in one) for one in names)


def _with_who(sentence: Sentence, verb: Span, metric: Metric) -> Sentence:
    """Read who did it as the one dimension that has the verb."""
    who = [one for one in sentence.of("empty") if one.value in metric_words()["asking_for_people"]]
    names = [one for one in verb.value.dimensions if sentence.catalog.cuts(metric.name, one)]
    if len(who) != 1 or len(names) != 1:
        return sentence
    doers = sentence.catalog.dimensions[names[0]]
    kind = Kind(names[0], sentence.catalog.full(doers.table), keyed=bool(doers.key))
    return replaced(sentence, who, Span(who[0].start, who[0].end, "kind", kind, "who"))
