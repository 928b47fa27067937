"""What the names of metrics are also called by: a count by what is counted, a figure by its last word."""

from collections import defaultdict
from collections.abc import Iterator

from knowledge.definitions.columns import head_of
from knowledge.metrics import Catalog, Metric
from knowledge.vocabulary import Vocabulary, Word
from language.roots import PARTICLES
from language.units import key_of
from language.words import has_run, is_han
from understanding.figures.units import unit_group
from understanding.metric.judging import is_time_taken
from understanding.metric.known import Known
from understanding.metric.vocabulary import (
    LENT,
    METRIC,
    ROWS,
    THING,
    metric_vocabulary,
    metric_words,
    read_key,
    whole_of,
)

LEAST_HAN, LEAST_LETTERS = 2, 3
LENGTHS = frozenset(["second", "minute", "hour", "day"])


def catalog_words(known: Known) -> Vocabulary:
    """Return the words of the catalog with the general ones: made once for its three readers."""
    if known.words is None:
        known.words = with_stems(metric_vocabulary(known.catalog, known.values), known)
    return known.words.copy()


def with_stems(words: Vocabulary, known: Known) -> Vocabulary:
    """Let 报修 mean 报修量 and requests mean Maintenance requests, where nothing else is called so."""
    catalog = known.catalog
    for wording, owners in (*_last_words(catalog).items(), *_lengths(catalog), *_divided(catalog).items()):
        if len(owners) == 1 and _is_free(words, known, wording):
            words.add(wording, Word("measure", (METRIC + owners.pop(),)))
    for wording, owners in _stems(catalog).items():
        if len(owners) == 1 and _is_free(words, known, wording):
            (count,) = owners
            names = (count, *_amounts(catalog, wording, count))
            words.add(wording, Word("entity", tuple(THING + name for name in names)))
    for key, word in list(words.words.items()):
        own = words.get(word.tokens[0]) if word.kind == "phrase" and len(word.tokens) == 1 else None
        if own is not None and own.tokens and own.tokens[0].startswith(METRIC):
            words.words[key] = own  # orders placed
        elif word.kind == "mark" and len(key) > 1 and _ends_in_a_figure(key, words):
            del words.words[key]  # compare in orders, where in order is a turn
    return words


def _ends_in_a_figure(key: tuple[str, ...], words: Vocabulary) -> bool:
    """Tell a turn that is a small word before what a figure is called."""
    small, last = (words.words.get(key[:-1]), words.words.get(key[-1:]))
    named = last is not None and bool(last.tokens) and last.tokens[0].startswith(METRIC)
    return named and small is not None and small.kind == "function"


def with_rows(words: Vocabulary, known: Known) -> Vocabulary:
    """Let what the comment of a table calls its rows be known beside their counts: 工地, of sites started."""
    catalog = known.catalog
    for name in {catalog.full(one.table) for one in catalog.metrics.values() if one.counts_rows}:
        table = catalog.schema.table(name)
        called = head_of(table.comment) if table else ""
        if len(called) >= LEAST_HAN and is_han(called) and words.get(called) is None:
            words.add(called, Word("entity", (ROWS + name,)))
    return words


def _is_free(words: Vocabulary, known: Known, wording: str) -> bool:
    """Tell whether a wording stands for nothing of the catalog or the data, and plays no part."""
    key, word = read_key(wording), words.get(wording)
    plain = (
        word is None
        or word.kind == "counter"
        or (word.kind in LENT and not (word.tokens and word.tokens[0].startswith("@")))
    )
    found = known.values.at(key, 0) if known.values else []
    entries = (entry for length, entries in found if length == len(key) for entry in entries)
    return plain and not any(known.columns.get(entry.column.lower()) for entry in entries)


def _means(catalog: Catalog) -> dict[str, set[str]]:
    """Return the names of times taken without the word for mean, with all that are called so: 修复时长."""
    found: dict[str, set[str]] = defaultdict(set)
    for metric in catalog.metrics.values():
        for wording in metric.wordings if is_time_taken(metric) else ():
            for mean in map(str, metric_words()["means"]):
                rest = wording.lower().removeprefix(mean).strip()
                if rest != wording.lower() and len(key_of(rest)) > 1:
                    found[rest].add(metric.name)
    return found


def _lengths(catalog: Catalog) -> Iterator[tuple[str, set[str]]]:
    """Yield what lengths of time are also called, with all that are: 修复时长, 停用时间."""
    yield from _means(catalog).items()
    yield from (one for one in _times_taken(catalog).items() if not _is_when(one[0], catalog))


def _times_taken(catalog: Catalog) -> dict[str, set[str]]:
    """Return the names of lengths of time that end in another word for that, with all that are called so."""
    found: dict[str, set[str]] = defaultdict(set)
    ends = tuple(map(str, metric_words()["times_taken"]))
    for metric in catalog.metrics.values():
        lasts = is_time_taken(metric) or bool({unit_group(metric.unit_zh)} & LENGTHS)
        for wording in map(str.lower, metric.wordings) if lasts else ():
            end = next((one for one in ends if wording.endswith(one) and wording != one), "")
            others = (one for one in ends if end and one != end and is_han(one) == is_han(end))
            for other in others:
                found[wording.removesuffix(end) + other].add(metric.name)
    return found


def _divided(catalog: Catalog) -> dict[str, set[str]]:
    """Return ratios by the other names of what they divide: revenue per shop of Sales per shop."""
    found: dict[str, set[str]] = defaultdict(set)
    divides = tuple(f" {one} " for one in map(str, metric_words()["divides"]))
    for metric in catalog.metrics.values():
        above = catalog.metrics.get(metric.parts[0]) if metric.kind == "ratio" else None
        for wording in map(str.lower, metric.wordings) if above else ():
            own = (
                next((one for one in above.wordings if wording.startswith(one.lower())), "") if above else ""
            )
            rest = wording[len(own) :] if own else ""
            for other in above.wordings if above and rest.startswith(divides) else ():
                if other.isascii() and other != own:
                    found[other.lower() + rest].add(metric.name)
    return found


def _is_when(wording: str, catalog: Catalog) -> bool:
    """Tell what a column is called that says when: 修复时间, the day of a repair."""
    columns = (one for table in catalog.schema.tables for one in table.columns)
    return any(wording in one.comment.lower() for one in columns if one.comment)


def _stems(catalog: Catalog) -> dict[str, set[str]]:
    """Return the names of counts without the word for number, with the counts that are called so."""
    found: dict[str, set[str]] = defaultdict(set)
    for metric in catalog.metrics.values():
        for stem in set(stems_of(metric)):
            rows = "COUNT(" in metric.expression.upper()
            if rows or not any(_names(one, stem) for one in catalog.metrics.values() if one is not metric):
                found[stem].add(metric.name)
    return found


def _amounts(catalog: Catalog, stem: str, count: str) -> list[str]:
    """Return the sums that an event may be measured by as well: 理赔最多 of 理赔件数 or of 理赔金额."""
    things = tuple(map(str, metric_words()["counting"]["things"]))
    if not is_han(stem) or any(stem + end in catalog.metrics[count].wordings for end in things):
        return []
    return [
        one.name
        for one in catalog.metrics.values()
        if one.kind == "simple" and one.additivity == "sum"
        if any(name != stem and name.startswith(stem) for name in one.wordings)
        if stem not in stems_of(one)
    ]


def stems_of(metric: Metric) -> Iterator[str]:
    """Yield a count's names without the word for number: 发货 of 发货票数, visits of number of visits."""
    before, after = (tuple(map(str, metric_words()["counting"][side])) for side in ("before", "after"))
    if metric.kind != "simple" or metric.additivity == "average":
        return
    for wording in metric.wordings:
        text = wording.lower()
        for affix in before:
            if text.startswith(f"{affix} "):
                yield wording[len(affix) + 1 :].strip()
        for affix in after:
            stem = text.removesuffix(affix if is_han(affix) else f" {affix}")
            if stem != text and len(stem) >= (LEAST_HAN if is_han(stem) else LEAST_LETTERS):
                yield stem


def _names(metric: Metric, stem: str) -> bool:
    """Tell whether a metric's names hold a stem."""
    key = read_key(stem)
    return any(has_run(own, key) for own in map(read_key, metric.wordings))


def _last_words(catalog: Catalog) -> dict[str, set[str]]:
    """Return the last words of names, with all that are called by them; general ones are none."""
    ends: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for metric in catalog.metrics.values():
        for wording in metric.wordings:
            ends[read_key(wording)[-1:]].add(metric.name)
    taken = {read_key(wording)[-1:] for one in catalog.dimensions.values() for wording in one.wordings}
    taken |= {read_key(str(one)) for one in metric_words()["general_heads"]}
    found: dict[str, set[str]] = defaultdict(set)
    for metric in catalog.metrics.values():
        for last in _heads_of(metric, catalog):
            same = [catalog.metrics[name] for name in ends[key_of(last)]]
            if key_of(last) not in taken and whole_of(same) == metric.name:
                found[last].add(metric.name)
    return found


def _heads_of(metric: Metric, catalog: Catalog) -> Iterator[str]:
    """Yield the nouns that name all of a metric's rows or all that it adds up: sales of net sales."""
    alone, whole = _is_only_count(metric, catalog), _is_whole(metric)
    prepositions = {*metric_words()["prepositions"]}
    for wording in metric.wordings if alone or whole else ():
        *modifiers, last = wording.lower().split()
        rows = alone and key_of(last) == key_of(metric.table.rpartition(".")[2])
        names_all = rows or (whole and not any(map(narrows, modifiers)))
        if modifiers and names_all and not prepositions & {*modifiers} and _is_noun(last):
            yield last


def _is_noun(word: str) -> bool:
    noun = word.isascii() and word.isalpha() and not _is_participle(word)
    return noun and key_of(word)[0] not in PARTICLES  # sign-ups


def _is_participle(word: str) -> bool:
    return key_of(word)[-1:] > () and key_of(word)[-1].endswith("~")


def _is_whole(metric: Metric) -> bool:
    """Tell a figure of all its rows from one of some of them."""
    return metric.kind == "simple" and metric.additivity == "sum" and not metric.filters


def _is_only_count(metric: Metric, catalog: Catalog) -> bool:
    """Tell the one count that is defined of a table's rows: its sessions, void ones left out or not."""
    of_rows = [one for one in catalog.metrics.values() if one.counts_rows and one.table == metric.table]
    counts = [one for one in of_rows if one.additivity == "sum"]
    return counts == [metric]


def narrows(word: str) -> bool:
    """Tell a word that keeps some of the things: new members, cancelled orders, 新增会员."""
    words = metric_words()["keeping_some"]
    if is_han(word):
        return word.startswith(tuple(one for one in map(str, words) if is_han(one)))
    return word.lower() in words or _is_participle(word)
