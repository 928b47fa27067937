"""Rates that nobody defined, of figures that somebody did: 放弃率, revenue per parking space."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from config.wording import LANGUAGES, Language, say
from knowledge.definitions.inflecting import singular
from knowledge.metrics import Catalog, Metric
from language.roots import root
from language.words import is_han
from understanding.derived.naming import derived_words
from understanding.derived.tables import Entry, Tables
from understanding.figures.numbering import is_money
from understanding.figures.units import unit_group
from understanding.metric.stems import stems_of
from understanding.metric.vocabulary import read_key, takings

MOST_PAIRS = 100  # of one figure per another: more take longer to look through than they are asked
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


def per_one(tables: Tables, catalog: Catalog, doubts: Mapping[str, str]) -> Iterator[Entry]:
    """Yield a sum by a defined one that stands beside it, or is of no time: revenue per parking space.

    `catalog` holds what is taught and the figures worked out; `doubts`: by what rows of these may not count.
    """
    defined = {one.parts for one in catalog.metrics.values() if one.kind == "ratio"}
    sums = [one for one in catalog.metrics.values() if one.kind == "simple" and one.additivity == "sum"]
    owned = [one for one in sums if one.name in tables.taught.metrics]
    pairs = [
        (a, b) for a in sums for b in owned if (a.name, b.name) not in defined and _divides(a, b, catalog)
    ]
    for above, below in pairs[:MOST_PAIRS]:
        ones = singular(below.unit_en.split()[-1])
        entry = {
            "name": tables.free(f"{above.name}_per_{below.name}"),
            "names": {
                "en": f"{above.en} per {below.unit_en if unit_group(below.unit_zh) else _one_of(below.en)}",
                "zh": f"平均每{below.unit_zh}{next(iter(stems_of(below)), '')}的{above.zh}",
            },
            "ratio": [above.name, below.name],
            "unit": {"zh": f"{above.unit_zh}/{below.unit_zh}", "en": f"{above.unit_en} per {ones}"},
            "decimals": 2,
            "doubt": doubts.get(above.name, ""),
            "definition": {
                one: say("derived.per_one", one, above=above.label(one), below=below.label(one))
                for one in LANGUAGES
            },
        }
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


def _divides(above: Metric, below: Metric, taught: Catalog) -> bool:
    """Tell whether one sum may be told for each of another: of what is there, or flows beside it."""
    told = all((above.zh, above.en, above.unit_zh, above.unit_en, below.unit_zh, below.unit_en))
    beside = taught.full(above.table) == taught.full(below.table) and above.time == below.time
    same = above.filters == below.filters
    if not told or above.unit_en == below.unit_en or is_money(below) or below.counts:
        return False
    return (bool(above.time) and not below.time) or (beside and same)


def _one_of(name: str) -> str:
    """Return a name as it is said of one of them: parking space."""
    *before, last = name.lower().split()
    return " ".join((*before, singular(last)))


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
