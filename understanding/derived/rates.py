"""Rates that nobody defined, of figures that somebody did: 放弃率, refunds as a share of revenue."""

from collections.abc import Iterator
from dataclasses import replace

from config.wording import LANGUAGES, Language, say
from knowledge.metrics import Catalog, Metric
from language.roots import root
from language.words import is_han
from understanding.derived.naming import derived_words
from understanding.derived.tables import Entry, Tables
from understanding.figures.numbering import is_money
from understanding.metric.stems import stems_of
from understanding.metric.vocabulary import read_key, takings

# What makes a noun of the root of what was done: abandonment, completion, cancellation; others mean nothing.
NOUN_ENDS = ("", "ment", "ion", "ation", "lation")


def rates(tables: Tables) -> Iterator[Entry]:
    """Yield the share that a count of some rows makes of the one count of all of them, by the same day."""
    taught = tables.taught
    defined = {one.parts for one in taught.metrics.values() if one.kind == "ratio"}
    for part in taught.metrics.values():
        whole = _whole_of(part, taught)
        if whole is None or (part.name, whole.name) in defined:
            continue
        names = {one: said[0] for one in LANGUAGES if (said := _called(part, whole, one))}
        others = [said for one in LANGUAGES for said in _called(part, whole, one)[1:]]
        told = {
            one: say("derived.rate", one, part=part.label(one), whole=whole.label(one)) for one in LANGUAGES
        }
        entry = {"name": tables.free(f"{part.name}_rate"), "names": names, "synonyms": others}
        entry |= {"ratio": [part.name, whole.name], "unit": "%", "definition": told}
        yield tables.unanswered(entry)


def of_takings(tables: Tables) -> Iterator[Entry]:
    """Yield the share that each other amount of the same rows makes of what was taken: refunds of revenue."""
    taught = tables.taught
    defined = {one.parts for one in taught.metrics.values() if one.kind == "ratio"}
    whole = taught.metrics.get(takings(taught))
    if whole is None or whole.kind != "simple" or whole.additivity != "sum":
        return
    for part in taught.metrics.values():
        if part.name == whole.name or (part.name, whole.name) in defined or not _beside(part, whole, taught):
            continue
        told = {
            one: say("derived.per_one", one, above=part.label(one), below=whole.label(one))
            for one in LANGUAGES
        }
        names = {"zh": f"{part.zh}占{whole.zh}的比例", "en": f"{part.en} as a share of {whole.en.lower()}"}
        entry = {"name": tables.free(f"{part.name}_of_{whole.name}"), "names": names, "unit": "%"}
        yield tables.unanswered({**entry, "ratio": [part.name, whole.name], "definition": told})


def _beside(part: Metric, whole: Metric, taught: Catalog) -> bool:
    """Tell whether two amounts are of the same rows, by one day and in one unit, with as much left out."""
    summed = part.kind == "simple" and part.additivity == "sum" and is_money(part)
    told = all((part.zh, part.en, whole.zh, whole.en)) and part.unit_en == whole.unit_en
    same = taught.full(part.table) == taught.full(whole.table) and part.time == whole.time
    return summed and told and same and {*whole.filters} <= {*part.filters}


def _whole_of(part: Metric, taught: Catalog) -> Metric | None:
    """Return the one count that keeps fewer of the same rows' conditions and goes by the same day."""
    if not (part.counts_rows and part.filters):
        return None
    found = [
        one
        for one in taught.metrics.values()
        if one.counts_rows and taught.full(one.table) == taught.full(part.table)
        if (one.expression, one.time) == (part.expression, part.time) and {*one.filters} < {*part.filters}
    ]
    return found[0] if len(found) == 1 else None


def _called(part: Metric, whole: Metric, language: Language) -> list[str]:
    """Return what a rate is called: the name of its part without the word for number, and that for rate.

    Synonyms may be said of other things too: visits called 完成量 are no 目标完成率. What is called as all of
    them are is no rate of a part: 来电率 of 来电量.
    """
    form, all_of_them = derived_words()["rate"][language], {*map(read_key, stems_of(whole))}
    alone = replace(part, synonyms=())
    stems = list(stems_of(alone)) if language == "zh" else [_singular(one) for one in alone.wordings]
    own = [one for one in stems if is_han(one) == (language == "zh") and read_key(one) not in all_of_them]
    found = [form.format(name=one) for one in own]
    if language == "en":
        found += [form.format(name=noun) for one in own for noun in _done(one.split()[0])]
    return list(dict.fromkeys(found))


def _done(word: str) -> list[str]:
    """Return a word for what was done as it is, and as nouns: abandoned, abandonment."""
    if not word.endswith("ed"):
        return [word]
    return [word, *(f"{root(word)}{end}" for end in NOUN_ENDS)]


def _singular(wording: str) -> str:
    """Return a name whose last word is one of them: abandoned call."""
    return wording[:-1] if wording.endswith("s") and not wording.endswith("ss") else wording
