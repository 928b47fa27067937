"""Who did it: the people whom 谁 and who ask for, and the key by which a figure's rows lead to people."""

from dataclasses import dataclass
from itertools import pairwise

from config.wording import Language
from knowledge.definitions.columns import head_of
from knowledge.metrics import Catalog, Dimension, Join, Metric
from language.roots import roots_within, words_of
from language.words import is_han
from understanding.chart.spans import Span
from understanding.figures.numbering import tells_people
from understanding.figures.sentence import Sentence, replaced
from understanding.figures.things import Kind
from understanding.metric.vocabulary import metric_words
from understanding.question import MetricQuery
from understanding.words.judging import speaks_of

LEAST = 2  # letters of words that say no role: id, by


@dataclass(frozen=True)
class Doers:
    """A sentence in which who is asked for is told by a dimension; `word` asked for them, where it did."""

    sentence: Sentence
    dimension: str = ""
    word: str = ""


def asked_who(sentence: Sentence) -> list[Doers]:
    """Return a sentence with each kind of people in the place of who has most: our own before others."""
    who = [one for one in sentence.of("empty") if one.value in metric_words()["asking_for_people"]]
    if len(who) != 1 or not sentence.has("first", "rank") or sentence.has("kind", "cut"):
        return [Doers(sentence)]
    catalog = sentence.catalog
    people = [one for one in catalog.dimensions.values() if one.key and tells_people(one)]
    own = [one for one in people if speaks_of(one.wordings, metric_words()["staff"])]
    found = [Doers(_told(sentence, who[0], one), one.name, str(who[0].value)) for one in own or people]
    return found or [Doers(sentence)]


def guessed_roles(catalog: Catalog, query: MetricQuery, doers: Doers, language: Language) -> tuple[str, ...]:
    """Return what else may be meant: the word for who did it, a cut that several keys of a row lead to."""
    for figure in query.figures:
        for source in catalog.sources(figure):
            if doers.dimension in query.cuts and not _is_sure(catalog, source, doers.dimension, asked=True):
                return (doers.word,)
            found = [one for one in query.cuts if not _is_sure(catalog, source, one, asked=False)]
            if found:
                return (catalog.dimensions[found[0]].label(language),)
    return ()


def _is_sure(catalog: Catalog, source: Metric, dimension: str, *, asked: bool) -> bool:
    """Tell whether one key leads from rows to whom they are of, or its name is the figure's or plain.

    Hours are of who worked (emp_id), contracts signed of who signed them (signer_id).
    """
    found = catalog.dimensions[dimension]
    if not found.column or not tells_people(found):
        return True
    way = catalog.path(source.table, found.table) or ()
    if len(way) != 1:
        return not asked or not way
    (key,), every = way, catalog.own_keys(source.table, found.table)
    if key.columns == key.to_columns or (len(every) == 1 and not asked):
        return True
    return _is_of_figure(catalog, source, key)


def _is_of_figure(catalog: Catalog, source: Metric, key: Join) -> bool:
    """Tell whether a key is called by what a figure is called by, or by its day: signer_id, signed_on."""
    table = catalog.schema.table(key.table)
    columns = [table.column(name) for name in key.columns] if table else []
    comments = [head_of(one.comment) for one in columns if one is not None]
    named = [*source.wordings, source.time.rpartition(".")[2].replace("_", " ")]
    roots = {each for name in key.columns for each in _roots(name.replace("_", " "))}
    told = {each for name in named if name.isascii() for each in _roots(name)}
    spoken = "\n".join(name for name in named if not name.isascii())
    return bool(roots & told) or any(
        is_han(part) and part in spoken for comment in comments for part in map("".join, pairwise(comment))
    )


def _roots(text: str) -> set[str]:
    return {each for word in words_of(text) if len(word) > LEAST for each in roots_within(word)}


def _told(sentence: Sentence, who: Span, dimension: Dimension) -> Sentence:
    kind = Kind(dimension.name, sentence.catalog.full(dimension.table), keyed=True)
    return replaced(sentence, [who], Span(who.start, who.end, "kind", kind, "who"))
