"""Who did it: the people whom 谁 and who ask for, and the key by which a figure's rows lead to people."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from config.wording import Language
from knowledge.definitions.columns import head_of
from knowledge.metrics import Catalog, Dimension, Join, Metric
from language.roots import roots_within, words_of
from language.words import is_han
from query.metric_query import MetricQuery
from understanding.chart.spans import Span
from understanding.figures.numbering import tells_people
from understanding.figures.sentence import NoReading, Sentence, replaced
from understanding.figures.things import Kind
from understanding.metric.vocabulary import metric_words
from understanding.words.judging import speaks_of

LEAST = 2  # letters of words that say no role: id, by


@dataclass(frozen=True)
class Doers:
    """A sentence in which who is asked for is told by a dimension; `word` asked for them, where it did."""

    sentence: Sentence
    dimension: str = ""
    word: str = ""


def asked_who(sentence: Sentence) -> list[Doers]:
    """Return a sentence with each kind of people in the place of who has most: our own before others.

    Those who are called as what is counted come first: checkers of quality checks, not whoever was checked.
    Others stand beside our own where nothing says that these are meant: who owes most, of staff and tenants.
    """
    who = [one for one in sentence.of("empty") if one.value in metric_words()["asking_for_people"]]
    if len(who) != 1 or not sentence.has("first", "rank"):
        return [Doers(sentence)]
    if sentence.has("kind", "cut"):
        _refuse_things(sentence, who[0])
        return [Doers(sentence)]
    people = _reached(sentence)
    dimensions = sentence.catalog.dimensions
    own_rows = {(one.stored, one.key) for one in dimensions.values() if one.key and is_own(one)}
    own = [one for one in people if (one.stored, one.key) in own_rows]
    first = sorted(own or people, key=lambda one: not _does_it(sentence, one))
    first += _beside(sentence, own, people)
    first = [one for one in first if _does_by_verb(sentence, one)] or first
    found = [Doers(_told(sentence, who[0], one), one.name, str(who[0].value)) for one in first]
    return found or [Doers(sentence)]


def _beside(sentence: Sentence, own: Sequence[Dimension], people: Sequence[Dimension]) -> list[Dimension]:
    """Return the people who are not ours and may be asked for as well as ours."""
    figures = [one.value.metric for one in sentence.of("figure")]
    sources = [source for name in figures for source in sentence.catalog.sources(name)]
    told = any(
        _does_it(sentence, one)
        or all(_is_who(sentence.catalog, source, Doers(sentence, one.name)) for source in sources)
        for one in own
    )
    ours = {sentence.catalog.full(one.stored) for one in own}
    others = [one for one in people if sentence.catalog.full(one.stored) not in ours]
    return others if own and not told else []


def _does_by_verb(sentence: Sentence, people: Dimension) -> bool:
    """Tell whether a verb of people in a role is in the figure's name: advisers sign, of signed amount."""
    figures = [sentence.catalog.metrics[one.value.metric] for one in sentence.of("figure")]
    names = [name for one in figures for name in (one.zh, one.en)]
    roots = {each for name in names for each in _roots(name)}
    verbs = people.verbs if people.by else ()
    return any(_roots(one) & roots or (is_han(one) and any(one in name for name in names)) for one in verbs)


def _does_it(sentence: Sentence, people: Dimension) -> bool:
    """Tell whether people are called as the figure that is named: checkers of checks, 质检员 of 质检记录."""
    figures = [sentence.catalog.metrics[one.value.metric] for one in sentence.of("figure")]
    names = [name for one in figures for name in one.wordings]
    pairs = {part for name in people.wordings for part in map("".join, pairwise(name)) if is_han(part)}
    told = {each for name in names for each in _roots(name)}
    called = any(_roots(name) & told for name in people.wordings)
    return called or any(pair in name for pair in pairs for name in names)


def _reached(sentence: Sentence) -> list[Dimension]:
    """Return the people that the figures can be cut by, in a role only where not as themselves.

    Nor as themselves beside a role that is defined: by the adviser and by the staff are the same rows.
    """
    catalog, figures = sentence.catalog, [one.value.metric for one in sentence.of("figure")]
    things = [one for one in catalog.dimensions.values() if one.key]
    people = {(one.stored, one.key) for one in things if are_people(one)}
    keyed = [one for one in things if (one.stored, one.key) in people]  # advisers are staff
    cut = {one.name: one for one in keyed if all(catalog.cuts(figure, one.name) for figure in figures)}
    found = [one for one in cut.values() if one.role_of not in cut]
    roles = {(one.stored, one.key) for one in found if one.by}
    return [one for one in found if one.by or (one.stored, one.key) not in roles]


def _refuse_things(sentence: Sentence, who: Span) -> None:
    """Stop where who is asked for and only things are named to be ranked: who fixed the most bikes."""
    named = [one.value for one in sentence.of("kind") if who.end <= one.start]
    names = [one.dimension for one in named if isinstance(one, Kind)]
    if _are_who(sentence, who):
        return
    if names and not any(are_people(sentence.catalog.dimensions[one]) for one in names):
        raise NoReading


def _are_who(sentence: Sentence, who: Span) -> bool:
    """Tell whether who is asked of the first of some things themselves: who are our biggest merchants."""
    first = next((one for one in sentence.of("first") if one.start >= who.end), None)
    between = [one for one in sentence.covering.spans if first and who.end <= one.start < first.start]
    words = {*metric_words()["being"], *metric_words()["whose"]}
    kinds = [one.start for one in sentence.of("kind")]
    return first is not None and first.end in kinds and all(str(one.value) in words for one in between)


def guessed_roles(catalog: Catalog, query: MetricQuery, doers: Doers, language: Language) -> tuple[str, ...]:
    """Return what else may be meant: the word for who did it, a cut that several keys of a row lead to."""
    if doers.dimension in query.cuts and _does_by_verb(doers.sentence, catalog.dimensions[doers.dimension]):
        return ()
    for figure in query.figures:
        for source in catalog.sources(figure):
            if doers.dimension in query.cuts and not _is_who(catalog, source, doers):
                return (doers.word,)
            found = [one for one in query.cuts if not _is_sure(catalog, source, one)]
            if found:
                return (catalog.dimensions[found[0]].label(language),)
    return ()


def _is_who(catalog: Catalog, source: Metric, doers: Doers) -> bool:
    """Tell whether who can be these people alone: by a plain key to them, or one called as the figure.

    Hours are of who worked (emp_id), contracts signed of who signed them (signer_id). On rows that lead to
    customers as well the question's own words must call the key: 谁接诊最多, treating_doctor_id '接诊医生'.
    """
    found = catalog.dimensions[doers.dimension]
    way, others = catalog.path(source.table, found.table) or (), _others(catalog, source, found)
    if others and not is_own(found):
        return False
    if len(way) != 1:
        return not way
    (key,) = way
    beside = [one for one in catalog.own_keys(source.table, found.table) if one != key]
    if any(len(other) == 1 for other in others):
        return _is_called(catalog, key, [doers.sentence.question.text], beside)
    return key.columns == key.to_columns or _is_called(catalog, key, _names(source), beside)


def _is_sure(catalog: Catalog, source: Metric, dimension: str) -> bool:
    """Tell whether one key leads from rows to the people they are cut by, or is plain or the figure's."""
    found = catalog.dimensions[dimension]
    way = (catalog.path(source.table, found.table) or ()) if found.column and tells_people(found) else ()
    if len(way) != 1:
        return True
    (key,), every = way, catalog.own_keys(source.table, found.table)
    return key.columns == key.to_columns or len(every) == 1 or _is_called(catalog, key, _names(source), [])


def are_people(dimension: Dimension) -> bool:
    """Tell whether a dimension's members are people, by what they are called."""
    return tells_people(dimension) or is_own(dimension)


def is_own(dimension: Dimension) -> bool:
    """Tell whether people work for us: called so, or by what they do."""
    words = metric_words()
    does = tuple(str(one) for one in words["occupations"])
    called = any(one.lower().endswith(does) for one in dimension.wordings)
    return called or speaks_of(dimension.wordings, words["staff"])


def _others(catalog: Catalog, source: Metric, dimension: Dimension) -> list[tuple[Join, ...]]:
    """Return the ways from rows to other people, whom who may mean as well."""
    people = [one for one in catalog.dimensions.values() if one.key and are_people(one)]
    tables = {catalog.full(one.table) for one in people if one.stored != dimension.stored}
    return [way for table in tables if (way := catalog.path(source.table, table))]


def _names(source: Metric) -> list[str]:
    return [*source.wordings, source.happens_on.rpartition(".")[2].replace("_", " ")]


def _is_called(catalog: Catalog, key: Join, names: Sequence[str], beside: Sequence[Join]) -> bool:
    """Tell whether a key is called by what a figure or a question says, or its day: signer_id, signed_on.

    What the keys beside it are called as well says no role: both are of doctors.
    """
    told = {each for name in names for each in _roots(name)}
    spoken = "\n".join(names)
    shared = {each for one in beside for each in _called(catalog, one)}
    return any(each in told or (is_han(each) and each in spoken) for each in _called(catalog, key) - shared)


def _called(catalog: Catalog, key: Join) -> set[str]:
    """Return what a key is called by: the roots of its columns' names, each two signs of their comments."""
    table = catalog.schema.table(key.table)
    columns = [table.column(name) for name in key.columns] if table else []
    comments = [head_of(one.comment) for one in columns if one is not None]
    roots = {each for name in key.columns for each in _roots(name.replace("_", " "))}
    return roots | {part for comment in comments for part in map("".join, pairwise(comment)) if is_han(part)}


def _roots(text: str) -> set[str]:
    return {each for word in words_of(text) if len(word) > LEAST for each in roots_within(word)}


def _told(sentence: Sentence, who: Span, dimension: Dimension) -> Sentence:
    kind = Kind(dimension.name, sentence.catalog.full(dimension.table), keyed=True)
    return replaced(sentence, [who], Span(who.start, who.end, "kind", kind, "who"))
