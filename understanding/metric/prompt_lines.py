"""Definitions as lines of a prompt: what each figure is made of, and what cuts them, within a bound."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import pairwise

from config.wording import Language, language_of
from knowledge.codes import codes_in
from knowledge.metrics import SIGNS, Catalog, Dimension, Metric
from knowledge.tables import count_tokens
from knowledge.values import Allowed
from language.units import key_of
from understanding.metric.vocabulary import metric_words

Pair = tuple[str, ...]
Names = tuple[frozenset[Pair], ...]
ROOM = 700  # tokens of all lines; a metric by name costs about 10, in full about 40
DIMENSIONS_PART = 0.5
IN_FULL = 0.5  # of the room, at most, for those that a question names
SIGHTS_KEPT = 32  # groups of people who see alike
NAMED = 0.5  # of a name's words, by which a question names a figure


@dataclass(frozen=True)
class Line:
    """What is told of one definition: in brief, in full, and what either costs in tokens.

    `made` is what a figure is made of, without its definition: of a gap, what is taken from what.
    """

    brief: str
    full: str
    cost: int
    full_cost: int
    made: str = ""
    made_cost: int = 0

    @classmethod
    def of(cls, brief: str, full: str, made: str = "") -> "Line":
        """Count what each costs."""
        return cls(brief, full, count_tokens(brief), count_tokens(full), made, count_tokens(made))


@dataclass(frozen=True, eq=False)
class PromptLines:
    """The lines of one connection's definitions, each worded once."""

    catalog: Catalog
    _written: dict[tuple[Language, str, str], Line] = field(default_factory=dict, repr=False)

    def offered(self, question: str, allowed: Allowed, likeliest: Collection[str] = ()) -> tuple[str, ...]:
        """Return a line for each open metric, in full for the nearest, and one on what cuts them.

        The nearest are those that the question names, a plan being a target, and what these are made of, then
        those over the tables that are `likeliest`, then the scorecard's. Lines stand in the order of the
        definitions, so that prompts of one connection begin alike.
        """
        catalog, language, asked = self.catalog, language_of(question), _with_goals(_pairs(question))
        tables = {name.rpartition(".")[2].lower() for name in likeliest}
        worded = {name for pair in asked for name in self._called_by.get(pair, ())}
        near = {
            name: (
                _nearness(asked, names) if name in worded else 0.0,
                0.0 if own.isdisjoint(tables) else _share(own, tables),
                name in catalog.scorecard,
            )
            for name, names, own in self._open(allowed)
        }
        if not near:
            return ()
        for name, nearness in tuple(near.items()):
            near |= {part: max(near[part], nearness) for part in catalog.metrics[name].parts}
        ranked = [catalog.metrics[name] for name in sorted(near, key=lambda name: near[name], reverse=True)]
        told = _fitting(round(ROOM * DIMENSIONS_PART), list(self._dimensions(ranked, language, allowed)))
        last = f"- dimensions: {'; '.join(told)}" if told else ""
        written = [self._metric(metric, language) for metric in ranked]
        named = sum([near[metric.name][0] >= NAMED for metric in ranked])
        kept = _fitting(ROOM - count_tokens(last), written, named)
        lines = {metric.name: line for metric, line in zip(ranked, kept, strict=False)}
        return (*(lines[name] for name in catalog.metrics if name in lines), *([last] if last else ()))

    @cached_property
    def _made_of(self) -> dict[str, tuple[Names, frozenset[str]]]:
        """Return each metric's names in their words, and the tables it is made from."""
        return {
            one.name: (
                tuple(map(_pairs, one.wordings)),
                frozenset(
                    source.table.rpartition(".")[2].lower() for source in self.catalog.sources(one.name)
                ),
            )
            for one in self.catalog.metrics.values()
        }

    @cached_property
    def _open(self) -> Callable[[Allowed], list[tuple[str, Names, frozenset[str]]]]:
        """Return what gives the metrics open to those who see the same, with their names and tables."""

        def opened(allowed: Allowed) -> list[tuple[str, Names, frozenset[str]]]:
            return [
                (name, *made) for name, made in self._made_of.items() if self.catalog.opens(name, allowed)
            ]

        return lru_cache(maxsize=SIGHTS_KEPT)(opened)

    @cached_property
    def _open_cuts(self) -> Callable[[Allowed], list[tuple[str, Dimension, frozenset[str]]]]:
        """Return what gives the dimensions open to those who see the same, with the metrics each cuts."""

        def opened(allowed: Allowed) -> list[tuple[str, Dimension, frozenset[str]]]:
            return [
                (name, found, cut)
                for name, found, cut, columns in self._cutting
                if all(map(allowed, columns))
            ]

        return lru_cache(maxsize=SIGHTS_KEPT)(opened)

    @cached_property
    def _called_by(self) -> dict[Pair, set[str]]:
        """Return the metrics that a word is in a name of."""
        found = defaultdict[Pair, set[str]](set)
        for name, (names, _) in self._made_of.items():
            for pair in frozenset().union(*names):
                found[pair].add(name)
        return dict(found)

    @cached_property
    def _cutting(self) -> tuple[tuple[str, Dimension, frozenset[str], tuple[str, ...]], ...]:
        """Return the dimensions by name, each with the metrics it cuts and the columns it does so by."""
        catalog = self.catalog
        return tuple(
            (
                name,
                found,
                frozenset(metric for metric in catalog.metrics if catalog.cuts(metric, name)),
                catalog.cutting(found),
            )
            for name, found in sorted(catalog.dimensions.items())
        )

    def _metric(self, metric: Metric, language: Language) -> Line:
        key = (language, "metric", metric.name)
        if key not in self._written:
            brief, made = f"- {_named(metric, language)}", _made(metric) if metric.kind != "simple" else ""
            told = f"{brief}: {made}" if made else ""
            self._written[key] = Line.of(brief, f"- {_in_full(metric, language)}", told)
        return self._written[key]

    def _dimensions(self, metrics: Sequence[Metric], language: Language, allowed: Allowed) -> Iterator[Line]:
        """Yield what the metrics can be split by, in brief and with its labels."""
        catalog, named = self.catalog, {metric.name for metric in metrics}
        for name, found, cut in self._open_cuts(allowed):
            if not cut.isdisjoint(named):
                key = (language, "dimension", name)
                if key not in self._written:
                    brief = _named(found, language)
                    self._written[key] = Line.of(brief, f"{brief}{_labels(catalog, found, language)}")
                yield self._written[key]


def _named(found: Metric | Dimension, language: Language) -> str:
    """Return a name with its label, where that says more: sales (销售额), refund_rate."""
    label = found.label(language)
    return found.name if label.casefold().replace(" ", "_") == found.name else f"{found.name} ({label})"


def _in_full(metric: Metric, language: Language) -> str:
    """Return what a metric is made of, with its definition: SUM(amount) of sales where status = 1, by day.

    A percentage says so, and a state its bound: without them a model asked for 1 where 100 % was meant.
    """
    made = _made(metric) + (f" in {metric.unit(language)}" if metric.unit(language) == "%" else "")
    definition = metric.definition_en or metric.definition_zh
    told = [made, *_states(metric), *([definition] if definition else [])]
    return f"{_named(metric, language)}: {'. '.join(told)}"


def _made(metric: Metric) -> str:
    """Return what a metric is made of: the rows that are counted, or two others."""
    if metric.kind != "simple":
        return f" {SIGNS[metric.kind]} ".join(metric.parts)
    only = f" where {' and '.join(metric.filters)}" if metric.filters else ""
    return f"{metric.expression} of {metric.table}{only}" + (f", by {metric.time}" if metric.time else "")


def _states(metric: Metric) -> Iterator[str]:
    """Yield what is said where the figure reaches a bound: 达标, hit target is ge 100."""
    for state, names in metric.states.items():
        yield f"{', '.join(names)} is {state.replace(':', ' ')}"


def _with_goals(asked: frozenset[Pair]) -> frozenset[Pair]:
    """Add every word for a goal to what a question holds, where it holds one: plan, target, 目标."""
    goals = _goals()
    return asked | goals if asked & goals else asked


@lru_cache(maxsize=1)
def _goals() -> frozenset[Pair]:
    return frozenset().union(*(_pairs(str(one)) for one in metric_words()["goals"]))


def _nearness(asked: frozenset[Pair], names: Sequence[frozenset[Pair]]) -> float:
    """Return the largest share of one of a metric's names that a question holds."""
    return max((len(asked & name) / len(name) for name in names if not asked.isdisjoint(name)), default=0)


def _share(own: frozenset[str], tables: Collection[str]) -> float:
    """Return the share of the tables a metric is made from that are among some."""
    return len(own.intersection(tables)) / len(own)


def _labels(catalog: Catalog, dimension: Dimension, language: Language) -> str:
    """Return what a column's codes are called, where its comment does not list them."""
    column = catalog.schema.column(dimension.column)
    if column is None or codes_in(column.comment):
        return ""
    labels = [(code, dimension.value_label(code, language)) for code in dimension.values]
    told = [f"{code} {label}" for code, label in labels if label.casefold() != code.casefold()]
    return f" = {', '.join(told)}" if told else ""


def _fitting(room: int, told: Sequence[Line], named: int = 0) -> list[str]:
    """Return the first that fit in brief, and of these the first in full for which there is room then.

    Half of the room is for the `named` in full, ahead of the others' names: SQL on a figure keeps what it is
    made of. One that is too long for it says what two others it is made of.
    """
    kept, costs = [one.brief for one in told], [one.cost for one in told]
    ahead = room * IN_FULL
    for place, line in enumerate(told):
        if place < named:
            wholes = (
                (one, many) for one, many in ((line.full, line.full_cost), (line.made, line.made_cost)) if one
            )
            brief = line.brief, line.cost
            kept[place], costs[place] = next((whole for whole in wholes if whole[1] <= ahead), brief)
            ahead -= costs[place]
        room -= costs[place] + 1
        if room < 0:
            return kept[:place]
    for place, line in enumerate(told):
        room -= line.full_cost - costs[place]
        if room < 0:
            break
        kept[place] = line.full
    return kept


def _pairs(text: str) -> frozenset[Pair]:
    """Return words, and pairs of Han characters."""
    units = key_of(text)
    han = {(a, b) for a, b in pairwise(units) if a > "\u3400" and b > "\u3400"}
    return frozenset(han) | {(unit,) for unit in units if unit < "\u3400" and len(unit) > 2}
