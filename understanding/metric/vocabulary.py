"""The words of a connection's metrics and dimensions, with the general ones that mean the same."""

import calendar
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, product
from typing import Any

from config.wording import Language, language_of
from knowledge.metrics import Catalog, Dimension, Metric
from knowledge.values import ValueIndex
from knowledge.vocabulary import Vocabulary, Word, WordKind, general_vocabulary
from language.lists import words_in
from language.period.observed import observed
from language.roots import root, roots_within, words_of
from language.units import key_of, written_of
from language.words import has_run
from understanding.words.empty import asking
from understanding.words.pieces import DROPPED_SIGNS
from understanding.words.ways import VALUE

METRIC, DIMENSION, STATE, THING, ROWS = "@m:", "@d:", "@c:", "@t:", "@r:"
LENT = ("measure", "entity", "weak", "phrase")
SIZES = ("area", "kilogram", "ton", "litre", "kilometre", "energy")
TARGET = ("target",)  # the general group of what is to be reached
TYPES, STATES = 0, 1  # lines of kinds called alike
HAN_TAIL = 2  # characters of a last word in Chinese


@lru_cache(maxsize=1)
def metric_words() -> dict[str, Any]:
    """Return the words that only questions about metrics need."""
    return words_in("metrics")


def says_now(question: str) -> bool:
    """Tell whether a question is of what there is now: 现有, at present."""
    said = key_of(question)
    return any(has_run(said, key_of(str(one))) for one in metric_words()["as_it_stands"]["words"])


@lru_cache(maxsize=1)
def _proper() -> re.Pattern[str]:
    """Return the pattern of names of times that English writes large: months, weekdays, holidays, Q3."""
    kept = sorted((name for name in observed().named if name.isascii()), key=len, reverse=True)
    names = "|".join(map(re.escape, (*kept, *calendar.month_name[1:], *calendar.day_name)))
    return re.compile(rf"\b(?:{names}|[qh][1-4]|[my]td|fy\d*)\b", re.IGNORECASE)


# Words of a period that began what was typed.
_PLAIN = re.compile(
    r"^(?:The|This|Last|Past|Previous|Next|First|Since|So|Year|Month|Week|Quarter|Yesterday|Today)\b"
)


def _large(found: re.Match[str]) -> str:
    """Return a name of a time as it is written: October, Q3, National Day."""
    word = found[0]
    short = word.isupper() or len(word.rstrip("0123456789")) < 3 or word.lower() in ("ytd", "mtd")
    return word.upper() if short else " ".join(one[:1].upper() + one[1:] for one in word.split())


def period_in(text: str, language: Language) -> str:
    """Return a period's words in a language, or nothing where they are not known in it.

    >>> period_in("Year to date", "en"), period_in("national day", "en"), period_in("the q3 of 2026", "en")
    ('year to date', 'National Day', 'the Q3 of 2026')
    """
    if language_of(text) == language:
        return (
            _proper().sub(_large, _PLAIN.sub(lambda found: found[0].lower(), text))
            if language == "en"
            else text
        )
    other: Language = "zh" if language == "en" else "en"
    known = {str(one[other]): str(one[language]) for one in metric_words()["periods"]}
    return known.get(text.lower(), "")


Sure = Mapping[tuple[str, tuple[str, ...]], tuple[str, ...]]  # kind and group → what it stands for


def metric_vocabulary(catalog: Catalog, values: ValueIndex | None) -> Vocabulary:
    """Return the general vocabulary with a catalog's names put over it."""
    words = general_vocabulary().copy()
    idle = metric_words()
    given = chain.from_iterable(idle["given_by"].values())
    for text in [*idle["functions"], *given, *asking(), *chain.from_iterable(idle["wrappings"])]:
        words.add(str(text), Word("function", ()), over=False)
    _forget_values(words, values)
    own = _own_words(catalog)
    sure = _sure(own, catalog)
    _put_names(words, own, _lent(words, own, sure))
    _give_other_wordings(words, own)
    _fill_phrases(words, sure)
    for key in rivalled(catalog):
        if key in words.words and words.words[key].kind != "weak":  # beside a figure these say nothing
            del words.words[key]
    _add_small_words(words, own)
    _add_fill_words(words)
    _free_figures(words, own)
    _add_phrases(words)
    _add_losing(words, catalog)
    for key, token in {**_heads(words, catalog), **_tails(words, catalog)}.items():
        _put(words, key, Word("measure" if token.startswith(METRIC) else "entity", (token,)))
    for unit in {unit for one in catalog.metrics.values() for unit in (one.unit_zh, one.unit_en)}:
        for called in {unit, *_sizes().get(read_key(unit), ())}:
            words.add(called, Word("counter", ()), over=False)
    return words


@lru_cache(maxsize=1)
def _sizes() -> Mapping[tuple[str, ...], list[str]]:
    """Return by each word for a measure of space or weight all that mean the same: 平米 and 平方米."""
    groups = [list(map(str, metric_words()["measured_in"][name])) for name in SIZES]
    return {read_key(one): words for words in groups for one in words}


Names = Mapping[tuple[str, ...], tuple[str, ...]]  # the units of a wording → what it could stand for


def _put_names(words: Vocabulary, own: Names, lent: Names) -> None:
    """Put a catalog's names, and general words for the one thing that is called so, over what words mean."""
    for key in [*own, *lent]:
        words.words.pop((*key, "by"), None)  # orders by branch is no order
    for key, tokens in {**lent, **own}.items():
        known = words.words.get(key)
        kind: WordKind = "measure" if tokens[0].startswith(METRIC) else "entity"
        if known and known.kind == "weak" and key not in own:
            kind = "weak"
        _put(words, key, Word(kind, tokens))


def _add_small_words(words: Vocabulary, own: Names) -> None:
    """Add what stands around values, and the marks that no name of the catalog is."""
    for wording in (*metric_words()["before_value"], *metric_words()["because"]):
        words.add(str(wording), Word("word", (str(wording),)), over=False)
    for wording in metric_words()["narrowing"]:
        words.add(str(wording), Word("word", (str(wording),)), over=read_key(str(wording)) not in own)
    for token, wordings in metric_words()["marks"].items():
        for wording in wordings:
            if not _is_own(words, wording):
                words.add(str(wording), Word("mark", (str(token),)))


def _add_phrases(words: Vocabulary) -> None:
    for wording, phrase in metric_words()["phrases"].items():
        words.add(str(wording), Word("phrase", tuple(str(one) for one in phrase)))
    for wording, number, end in _places():
        words.add(wording, Word("phrase", (f"place:{number}", end)), over=False)
    for wording, token in _put_first():
        words.add(wording, Word("mark", (token,)))
    for wording in _ahead_of():
        words.add(wording, Word("mark", ("compare",)), over=False)
    for wording, falls in _changed_most():
        words.add(wording, Word("phrase", ("decline", "bottom") if falls else ("change", "top")), over=False)


def _places() -> Iterator[tuple[str, int, str]]:
    """Yield the English wordings of one place of an order, its number, and from which end it is counted."""
    told = metric_words()["placed"]
    for number, (ordinal, short, spelled) in told["ordinals"].items():
        for one, figure in ((ordinal, spelled), (short, str(number))):
            for end in ("top", "bottom"):
                yield from ((f"{one} {most}", number, end) for most in told[end])
            called = [
                *(f"{verb} {one}" for verb in told["before"]),
                *(f"{it} {figure}" for it in told["numbers"]),
            ]
            alone = (*called, f"{one} place")
            behind = (f"{it} {word}" for it in (one, *alone) for word in told["behind"])
            yield from ((wording, number, "top") for wording in (*alone, *behind))


def _add_losing(words: Vocabulary, catalog: Catalog) -> None:
    """Let *lost most* be fell most, where no figure is called by what is lost or gained."""
    told = metric_words()["losing"]
    called = [
        text for one in catalog.metrics.values() for text in (*one.wordings, *one.verbs) if text.isascii()
    ]
    roots = {each for text in called for word in words_of(text) for each in roots_within(word)}
    for way, end in (("falling", "bottom"), ("rising", "top")):
        verbs = () if roots & {root(str(one)) for one in told[way]} else told[way]
        for verb in verbs:
            for most in told["most"]:
                words.add(f"{verb} {most}", Word("phrase", ("change", end)))


def _put_first() -> Iterator[tuple[str, str]]:
    """Yield each way of saying what stands first, and the order it asks for: 低的排前面."""
    told = metric_words()["put_first"]
    for token in ("rank", "rank_up"):
        yield from (
            (f"{word}{link}{first}", token)
            for word in told[token]
            for link in ("的", "")
            for first in told["first"]
        )


def _ahead_of() -> Iterator[str]:
    """Yield each way of asking by how much one is ahead of the next: how far ahead of the second was it."""
    told = metric_words()["ahead_of"]
    yield from (" ".join(filter(None, map(str, one))) for one in product(*told["en"]))
    yield from ("".join(map(str, one)) for one in product(*told["zh"]))


def _changed_most() -> Iterator[tuple[str, bool]]:
    """Yield each verb of change with each word of degree, and whether it falls."""
    told = metric_words()["changed_most"]
    for verb, falls in [*((one, False) for one in told["rising"]), *((one, True) for one in told["falling"])]:
        for most in told["most"]:
            if verb.isascii() == most.isascii():
                yield (f"{verb} {most}" if verb.isascii() else f"{verb}{most}"), falls


def _free_figures(words: Vocabulary, own: Mapping[tuple[str, ...], tuple[str, ...]]) -> None:
    """Let 的数量 and 金额是多少 be no words of their own where a figure is called 数量 or 金额."""
    named = {key for key, tokens in own.items() if len(key) > 1 and tokens[0].startswith(METRIC)}
    for key, word in list(words.words.items()):
        asks = word.kind == "function" or (word.kind == "mark" and word.tokens == ("count",))
        if asks and any(key[:at] in named or key[at:] in named for at in range(1, len(key))):
            del words.words[key]


def _add_fill_words(words: Vocabulary) -> None:
    """Let what stands beside days without data be known; elsewhere it says nothing."""
    fill = metric_words()["fill"]
    for unit, names in fill["units"].items():
        for name in names:
            words.add(str(name), Word("mark", (f"unit:{unit}",)), over=False)
    for name in map(str, fill["asking"]):
        if len(key_of(name)) > 1 or name.isascii():
            words.add(name, Word("mark", ("asking",)), over=False)


def _give_other_wordings(words: Vocabulary, own: Mapping[tuple[str, ...], tuple[str, ...]]) -> None:
    """Let 哪一类 ask for the type, and are still open for what is Open."""
    for wording, others in metric_words()["also_called"].items():
        known = words.get(wording)
        if known and known.tokens[0].startswith(DIMENSION):
            for other in others:
                words.add(str(other), known)
    for lead in map(key_of, metric_words()["as_ever"]):
        for key, tokens in own.items():
            known = words.words.get((*lead, *key))
            if known and known.kind == "word" and tokens[0].startswith(VALUE):
                del words.words[(*lead, *key)]


def _in_other_words(names: Sequence[str]) -> list[str]:
    """Return a state's English names with each verb of reaching, and whoever's it is, or nobody's."""
    verbs, whose = metric_words()["reaching"], metric_words()["whose"]
    found = []
    for name in names:
        first, _, rest = name.partition(" ")
        for said in [f"{verb} {rest}" for verb in verbs] if first in verbs else [name]:
            units = said.split()
            places = [at for at, unit in enumerate(units) if unit in whose]
            at = places[0] if places else len(units)
            owners = [(), *((one,) for one in whose)] if places else [tuple(units[at : at + 1])]
            found += [" ".join([*units[:at], *one, *units[at + 1 :]]) for one in owners]
    return found


def is_kind(dimension: Dimension, line: int) -> bool:
    """Tell whether a dimension is called by one line of words that mean the same: a type, a status."""
    ends = [read_key(str(one)) for one in metric_words()["alike_kinds"][line]]
    return any(key[-len(end) :] == end for key in map(read_key, dimension.wordings) for end in ends)


def _reached(metric: Metric, catalog: Catalog) -> Iterator[tuple[str, list[str]]]:
    """Yield the states of a percentage of a target with what they are called by that: missed the plan."""
    words = metric_words()
    below = goal_of(metric, catalog)
    for comparer, told in words["to_goals"].items():
        names = []
        for name in below.wordings if below else ():
            leads = ["", *(f"{one} " for one in words["whose"])] if name.isascii() else [""]
            verbs = [f"{one} " for one in told["en"]] if name.isascii() else told["zh"]
            names += [f"{verb}{lead}{name}" for verb in verbs for lead in leads]
        yield f"{comparer}:{reached_at(metric)}", names


def _parts_of_goal(metric: Metric, catalog: Catalog) -> Iterator[str]:
    """Yield how a percentage of a target is asked for: 完成了目标的百分之几, how much of it did we hit."""
    words, below = metric_words(), goal_of(metric, catalog)
    part, verbs = words["part_of_goal"], words["to_goals"]["ge"]
    only = below is not None and reaching_of("", catalog) == metric
    goals = {*(below.wordings if below else ()), *(words["goals"] if only else ())}
    for goal in goals:
        if goal.isascii():
            asked = (f"{much} of {whose} {goal}" for much in part["en"] for whose in words["whose"])
            yield from (f"{one} {did} {verb}" for one in asked for did in part["did"] for verb in verbs["en"])
        else:
            yield from (f"{verb}{goal}{much}" for verb in verbs["zh"] for much in part["zh"])
            yield from (
                f"{goal}{verb}{much.removeprefix('的')}" for verb in verbs["zh"] for much in part["zh"]
            )


def goal_tokens(word: Word | None, catalog: Catalog) -> tuple[str, ...]:
    """Return what a word stands for where that is a percentage of a target, or how far one was reached."""
    tokens = word.tokens if word is not None else ()
    named = (one.partition(":")[2].partition(":")[0] for one in tokens if one.startswith((METRIC, STATE)))
    metrics = [catalog.metrics[one] for one in named if one in catalog.metrics]
    fits = len(metrics) == len(tokens) and all(goal_of(one, catalog) for one in metrics)
    return tokens if fits else ()


def goal_of(metric: Metric, catalog: Catalog) -> Metric | None:
    """Return the target that a figure is a percentage of."""
    below = catalog.metrics.get(metric.parts[1]) if metric.kind == "ratio" and metric.unit_zh == "%" else None
    return below if below and below.name in catalog.once(_targets) else None


def _targets(catalog: Catalog) -> frozenset[str]:
    """Return the figures that are called targets."""
    goals = tuple(map(str, metric_words()["goals"]))
    own = catalog.metrics.values()
    return frozenset(one.name for one in own if any(name.lower().endswith(goals) for name in one.wordings))


def reached_at(metric: Metric) -> str:
    """Return the percentage from which on a target is reached: its state's, else all of it."""
    return next((one.partition(":")[2] for one in metric.states if one.startswith("ge:")), str(metric.scale))


def reaching_of(target: str, catalog: Catalog) -> Metric | None:
    """Return the one percentage there is of a target, or of any where none is told apart."""
    found = [one for one, goal in catalog.once(_percentages) if goal.name == target or not target]
    if len(found) > 1 and not target:
        found = [one for one in found if one.states]  # what is called reached, without saying which goal
    return found[0] if len(found) == 1 else None


def _percentages(catalog: Catalog) -> list[tuple[Metric, Metric]]:
    """Return the percentages of targets, each with its target."""
    goals = ((one, goal_of(one, catalog)) for one in catalog.metrics.values())
    return [(one, goal) for one, goal in goals if goal is not None]


def _standing(metric: Metric, state: str) -> list[str]:
    """Return how one of two states is told by where one stands: above target, under our target."""
    ways = metric_words()["standing"].get(state.partition(":")[0], ())
    verbs, whose = metric_words()["reaching"], [f"{one} " for one in metric_words()["whose"]]
    reached = [name for names in metric.states.values() for name in names if name.split()[0] in verbs]
    goals = {" ".join(unit for unit in name.split()[1:] if f"{unit} " not in whose) for name in reached}
    own = [f"{way} {one}{goal}" for way in ways for one in ("", *whose) for goal in goals if goal]
    return own if len(metric.states) == len(metric_words()["standing"]) else []


def _free(words: Vocabulary, key: tuple[str, ...]) -> bool:
    """Tell whether a wording stands for nothing of the catalog and plays no part."""
    known = words.words.get(key)
    return known is None or (known.kind in LENT and not (known.tokens and known.tokens[0].startswith("@")))


def _heads(words: Vocabulary, catalog: Catalog) -> dict[tuple[str, ...], str]:
    """Let 收入 alone mean 医疗收入, where all that end so are one figure and parts of it by filters."""
    general, groups = general_vocabulary().words, set(metric_words()["heads"])
    named: dict[str, set[str]] = defaultdict(set)
    for metric in catalog.metrics.values():
        called_by = _measures((metric.zh, metric.en))
        for wording in () if metric.counts_rows else metric.wordings:
            named_by = {token for (token,) in _measures((wording,))}
            for group in named_by & groups:
                if called_by and (group,) not in called_by:
                    continue  # revenue that is also called earnings is no profit
                named[group].add(metric.name)
    found = {}
    for group, names in named.items():
        whole = whole_of([catalog.metrics[name] for name in names])
        for key, word in general.items() if whole else ():
            called = [read_key(one) for one in catalog.metrics[whole].wordings]
            general_word = word.kind == "measure" and word.tokens == (group,)
            if general_word and _free(words, key) and _alike(key, called):
                found[key] = f"{METRIC}{whole}"
    return found


def whole_of(metrics: Sequence[Metric]) -> str:
    """Return the one of metrics that all others are a filtered part of."""
    if any(one.kind != "simple" for one in metrics):
        return ""
    least = min(metrics, key=lambda one: len(one.filters))
    others = [one for one in metrics if one is not least]
    same = all((one.expression, *one.rows[:-1]) == (least.expression, *least.rows[:-1]) for one in others)
    return least.name if same and all(set(least.filters) < set(one.filters) for one in others) else ""


def _tails(words: Vocabulary, catalog: Catalog) -> dict[tuple[str, ...], str]:
    """Let grade alone mean Surgery grade, where no other dimension or metric ends so."""
    ends: dict[tuple[str, ...], set[str]] = defaultdict(set)
    general = {read_key(str(one)) for one in metric_words()["kinds_of"]}
    for dimension in catalog.dimensions.values():
        for wording in () if dimension.days else dimension.wordings:
            key = read_key(wording)
            size = 1 if wording.isascii() else HAN_TAIL
            if len(key) >= 2 * size and key[-size:] not in general:
                ends[key[-size:]].add(DIMENSION + dimension.name)
    for metric in catalog.metrics.values():
        for key in map(read_key, metric.wordings):
            for size in (1, HAN_TAIL):
                ends[key[-size:]].add(METRIC + metric.name)
    return {
        key: next(iter(owners))
        for key, owners in ends.items()
        if len(owners) == 1 and next(iter(owners)).startswith(DIMENSION) and _free(words, key)
    }


def _fill_phrases(words: Vocabulary, sure: Sure) -> None:
    """Let 卖得最好 rank by the one metric that is called by a word of its group."""
    called = {group: tokens[0] for (kind, group), tokens in sure.items() if kind == "measure"}
    named = [words.get(str(one)) for one in metric_words()["selling_figures"]]
    sold = {one.tokens for one in named if one and len(one.tokens) == 1 and one.tokens[0].startswith(METRIC)}
    if len(sold) == 1:  # of several figures of money the one that is called sales
        called.setdefault(("revenue",), *sold.pop())
    for key, word in list(words.words.items()):
        if word.kind == "phrase" and any((token,) in called for token in word.tokens):
            filled = tuple(called.get((token,), token) for token in word.tokens)
            words.words[key] = Word("phrase", filled)


def _put(words: Vocabulary, key: tuple[str, ...], word: Word) -> None:
    words.words[key] = word
    known = words.lengths.get(key[0], ())
    if len(key) not in known:
        words.lengths[key[0]] = tuple(sorted((*known, len(key)), reverse=True))


def _is_own(words: Vocabulary, wording: str) -> bool:
    known = words.get(wording)
    return bool(known and known.tokens and known.tokens[0].startswith("@"))


@lru_cache(maxsize=50_000)
def read_key(wording: str) -> tuple[str, ...]:
    """Return a wording's units as a question's are read: the sign in no-show is none of them."""
    key = key_of(wording)
    return tuple(unit for unit in key if unit not in DROPPED_SIGNS) or key


class _Named:
    """Wordings with all they could stand for, in the order they were told."""

    def __init__(self) -> None:
        self.found: dict[tuple[str, ...], list[str]] = defaultdict(list)

    def add(self, wordings: Iterable[str], token: str) -> None:
        """Add what is called so; a name that ends in -us has a plural."""
        named = [*wordings]
        for wording in (*named, *(f"{one}es" for one in named if one.isascii() and one.endswith("us"))):
            key = read_key(wording)
            if key and token not in self.found[key]:
                self.found[key].append(token)


def _own_words(catalog: Catalog) -> dict[tuple[str, ...], tuple[str, ...]]:
    """Return every wording of the catalog, with all it could stand for, metrics first."""
    named = _Named()
    for metric in catalog.metrics.values():
        named.add(chain(metric.wordings, _with_units(metric)), METRIC + metric.name)
    for dimension in catalog.dimensions.values():
        named.add(dimension.wordings, DIMENSION + dimension.name)
    for dimension in catalog.dimensions.values():
        for code, names in (*dimension.values.items(), *dimension.groups.items()):
            named.add(names, f"{VALUE}{dimension.name}:{code}")
    done = tuple(map(str, metric_words()["done"]))
    for dimension in catalog.dimensions.values():
        for code, names in dimension.values.items():
            bare = [one[1:] for one in names if one.startswith(done) and read_key(one[1:]) not in named.found]
            named.add([one for one in bare if len(one) > 1], f"{VALUE}{dimension.name}:{code}")
    _add_denied(named, catalog)
    for metric in catalog.metrics.values():
        for state, names in metric.states.items():
            wordings = (*names, *_in_other_words(names), *_standing(metric, state))
            named.add(wordings, f"{STATE}{metric.name}:{state}")
        for state, told in _reached(metric, catalog):
            named.add(told, f"{STATE}{metric.name}:{state}")
        named.add(_parts_of_goal(metric, catalog), METRIC + metric.name)
    return {key: tuple(tokens) for key, tokens in named.found.items() if tokens}


def _add_denied(named: _Named, catalog: Catalog) -> None:
    """Add the other ways to say that something is not so: 没处理, 还没处理 of 未处理.

    Where what is denied has a name itself (处理完), its denial is read as such.
    """
    for dimension in catalog.dimensions.values():
        for code, names in (*dimension.values.items(), *dimension.groups.items()):
            denied = ((other, so) for one in names for other, so in not_so(one))
            free = [other for other, so in denied if not {read_key(other), read_key(so)} & {*named.found}]
            named.add(free, f"{VALUE}{dimension.name}:{code}")
        _add_undone(named, dimension, catalog)


def _add_undone(named: _Named, dimension: Dimension, catalog: Catalog) -> None:
    """Add all that is said of what is not done yet to several codes that are together called so.

    Not where a figure of these rows is called so itself: open repairs are its count.
    """
    said = [str(one) for one in words_in("questions")["words"]["unfinished"]]
    own = [one for one in catalog.metrics.values() if one.table and catalog.is_own(dimension, [one.table])]
    if any(word in name.lower() for one in own for name in one.wordings for word in said):
        return
    for codes, names in dimension.groups.items():
        if {one.lower() for one in names} & {*said}:
            free = [one for one in said if read_key(one) not in named.found]
            named.add(free, f"{VALUE}{dimension.name}:{codes}")


def not_so(name: str) -> list[tuple[str, str]]:
    """Return the other ways to say that something is not so, each with what is denied.

    >>> ("没处理", "处理") in not_so("未处理"), not_so("处理中"), not_so("未")
    (True, [], [])
    """
    said = next((one for one in _denials() if name.startswith(one) and len(name) > len(one) + 1), "")
    so = name.removeprefix(said)
    return [(f"{other}{so}", so) for other in _denials() if other != said] if said else []


@lru_cache(maxsize=1)
def _denials() -> tuple[str, ...]:
    """Return the Chinese words that say of a state that it is not so, the longest first."""
    han = [one for one in map(str, metric_words()["denial"]) if not one.isascii() and not one.endswith("是")]
    return tuple(sorted(han, key=len, reverse=True))


def _with_units(metric: Metric) -> Iterator[str]:
    """Yield a figure's names with its unit: 来了多少辆车 of 来了多少车, downtime hours."""
    if len(unit := metric.unit_zh) == 1:
        asked = (one for one in metric.wordings if "多少" in one and f"多少{unit}" not in one)
        yield from (one.replace("多少", f"多少{unit}") for one in asked)
    if metric.unit_en.isalpha():
        yield from (f"{one} {metric.unit_en}" for one in metric.wordings if one.isascii())


def _lent(
    words: Vocabulary, own: Mapping[tuple[str, ...], tuple[str, ...]], sure: Sure
) -> dict[tuple[str, ...], tuple[str, ...]]:
    """Let every general wording of a group mean the one metric or dimension that is called by one of them."""
    called: dict[tuple[str, ...], list[tuple[str, ...]]] = defaultdict(list)
    for key, tokens in own.items():
        called[tokens].append(key)
    lent = {}
    for key, word in words.words.items():
        meant = sure.get((_family(word.kind), word.tokens)) if word.kind in LENT else None
        if meant is not None and _alike(key, called[meant]):
            lent[key] = meant
    return lent


@lru_cache(maxsize=1)
def _apart() -> Mapping[tuple[str, ...], frozenset[tuple[str, ...]]]:
    """Return the wordings that narrow their group, each with those that narrow it so: net profit."""
    lines = [frozenset(read_key(str(one)) for one in line) for line in metric_words()["apart"]]
    return {key: line for line in lines for key in line}


def _alike(key: tuple[str, ...], called: Sequence[tuple[str, ...]]) -> bool:
    """Tell whether a general word may stand for what is called so: net profit for no gross profit."""
    line = _apart().get(key)
    return line is None or any(own in line for own in called)


def rivalled(catalog: Catalog) -> frozenset[tuple[str, ...]]:
    """Return the words that may mean a defined figure as well as another: 赚 of profits, or of sales."""
    general = general_vocabulary().words
    own = {read_key(wording) for one in catalog.metrics.values() for wording in one.wordings}
    found: set[tuple[str, ...]] = set()
    for group, wordings in metric_words()["rivals"].items():
        named = (general.get(key[at:]) for key in own for at in range(len(key)))
        if any(one and one.kind == "measure" and one.tokens == (group,) for one in named):
            found |= {read_key(str(one)) for one in wordings}
    return frozenset(found - own)


def takings(catalog: Catalog) -> str:
    """Return the one figure that general words of revenue mean, or nothing where none is or several are."""
    found = _sure(_own_words(catalog), catalog).get(("measure", ("revenue",)), ())
    return found[0].removeprefix(METRIC) if len(found) == 1 and found[0].startswith(METRIC) else ""


def as_written(metrics: Sequence[str], text: str, catalog: Catalog) -> tuple[str, ...]:
    """Return those of several figures called by a word that are written so: attendance, no Attendances."""
    written = written_of(text) if len(metrics) > 1 else ()
    exact = [one for one in metrics if written in map(written_of, catalog.metrics[one].wordings)]
    return tuple(exact or metrics)


def is_amounts_word(wording: str) -> bool:
    """Tell whether a word names amounts in general, sales or 成本, of which a count of rows is none."""
    word = general_vocabulary().words.get(read_key(wording))
    return word is not None and word.kind == "measure"


def _measures(wordings: Sequence[str]) -> set[tuple[str, ...]]:
    """Return the general groups of figures that names are, or end in: revenue, of net revenue."""
    general = general_vocabulary().words
    keys = [read_key(wording) for wording in wordings]
    ends = (general.get(key[at:]) for key in keys for at in range(len(key)))
    return {one.tokens for one in ends if one and one.kind == "measure" and len(one.tokens) == 1}


def _sure(own: Mapping[tuple[str, ...], tuple[str, ...]], catalog: Catalog) -> Sure:
    """Return what each general group stands for, where just one thing is called by its words; no count.

    A figure whose own name is of one group is none of another's for a synonym: revenue, also called earnings,
    is no profit. Nor is a budget a target that nobody sets by the month: what people would spend at most is
    called so, too.
    """
    named = {METRIC + one.name: _measures((one.zh, one.en)) for one in catalog.metrics.values()}
    general = general_vocabulary().words
    claims: dict[tuple[str, tuple[str, ...]], set[tuple[str, ...]]] = defaultdict(set)
    for key, tokens in own.items():
        word = general.get(key)
        if word is None or (word.kind == "measure" and not _may_take(key, word, tokens, named, catalog)):
            continue
        if word.kind in LENT and word.tokens and not tokens[0].startswith((VALUE, STATE)):
            claims[(_family(word.kind), word.tokens)].add(tokens)
    return {group: next(iter(tokens)) for group, tokens in claims.items() if len(tokens) == 1}


def _may_take(
    key: tuple[str, ...],
    word: Word,
    tokens: tuple[str, ...],
    named: Mapping[str, set[tuple[str, ...]]],
    catalog: Catalog,
) -> bool:
    """Tell whether what is called by a word of a group of figures may stand for the group.

    People called 销售 take no figure's words.
    """
    metrics = [one.removeprefix(METRIC) for one in tokens if one in named]
    if not tokens[0].startswith(METRIC) or any(catalog.metrics[one].counts_rows for one in metrics):
        return False
    if word.tokens == TARGET and key in _apart() and not any(map(catalog.is_monthly, metrics)):
        return False
    return all(word.tokens in (named.get(one) or [word.tokens]) for one in tokens)


def _family(kind: str) -> str:
    return "measure" if kind == "weak" else kind


def _forget_values(words: Vocabulary, values: ValueIndex | None) -> None:
    """Let what a value is called be that value, not a general word."""
    if values is None:
        return
    for key, word in list(words.words.items()):
        if word.kind not in ("word", "entity", "measure"):
            continue
        if any(length == len(key) and entries[0].score >= 0.9 for length, entries in values.at(key, 0)):
            del words.words[key]
