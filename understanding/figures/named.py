"""What a name of the catalog stands for, with what the rules need to know of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from knowledge.metrics import Metric
from knowledge.values import WHOLE
from language.roots import root, roots_within, words_of
from language.units import key_of
from understanding.figures.left_out import kept_by_definition
from understanding.figures.numbering import (
    counts_people,
    is_numbered,
    is_sold,
    selling_words,
    tells_people,
    told_in,
)
from understanding.figures.things import Done, Figure, Kind, Member, Ratio, Thing
from understanding.metric.known import Known
from understanding.metric.stems import stems_of
from understanding.metric.vocabulary import (
    DIMENSION,
    METRIC,
    ROWS,
    STATE,
    THING,
    TYPES,
    metric_words,
    read_key,
)
from understanding.words.judging import speaks_of
from understanding.words.verbs import first_sign, first_signs, said
from understanding.words.ways import VALUE

Key = tuple[str, ...]


@dataclass(frozen=True)
class Names:
    """The names of one catalog."""

    known: Known

    def of(self, token: str, key: Key, *, plural: bool, owning: bool) -> tuple[str, object]:
        """Return the type and value of a span for a token of the vocabulary; `key` is how it was called."""
        sign, name = token[:3], token[3:]
        if sign == VALUE:
            dimension, _, codes = name.partition(":")
            return "member", self.member(dimension, codes, WHOLE)
        if sign == STATE:
            metric, comparer, number = name.split(":")
            return "state", (metric, comparer, Decimal(number))
        if sign == DIMENSION:
            return "kind", self.kind(name, plural=plural, owning=owning)
        if sign == THING:
            return "thing", self._thing(name)
        if sign == ROWS:
            return "rows", name
        assert sign == METRIC, token
        return "figure", self._figure(name, key)

    def done(self, words: Sequence[str]) -> dict[tuple[int, int], Done]:
        """Return what the verbs of a text may be of, by their places in its words."""
        found: dict[tuple[int, int], Done] = {}
        begun = first_signs(words)
        for verb, (first, own) in self._verbs.items():
            for one in said(verb, words) if first in begun else ():
                other = found.get((one.start, one.end), Done())
                metrics = tuple(dict.fromkeys((*other.metrics, *own.metrics)))
                dimensions = tuple(dict.fromkeys((*other.dimensions, *own.dimensions)))
                found[one.start, one.end] = Done(metrics, dimensions, one.asks, one.unit, one.short)
        return found

    @cached_property
    def _verbs(self) -> dict[str, tuple[str, Done]]:
        """Return what each verb of the definitions is of, behind what it begins with."""
        catalog = self.known.catalog
        figures = {verb for one in catalog.metrics.values() for verb in one.verbs}
        doers = {verb for one in catalog.dimensions.values() for verb in one.verbs}
        return {
            verb.lower(): (
                first_sign(verb.lower()),
                Done(
                    tuple(name for name, one in catalog.metrics.items() if verb in one.verbs),
                    tuple(name for name, one in catalog.dimensions.items() if verb in one.verbs),
                ),
            )
            for verb in (*figures, *doers)
        }

    def kind(self, name: str, *, plural: bool = False, owning: bool = False) -> Kind:
        """Return a dimension, written in the plural or as an owner."""
        catalog = self.known.catalog
        found = catalog.dimensions[name]
        counted = next((one.name for one in catalog.metrics.values() if one.counts == name), "")
        counted = counted or (catalog.standing_count(found.table) if found.key else "")
        return Kind(
            name,
            catalog.full(found.table),
            bool(found.key),
            counted,
            found.on_time,
            found.role_of,
            plural,
            owning,
        )

    def member(self, name: str, value: str, score: float) -> Member:
        """Return a member that is called so as surely as `score`."""
        dimension = self.known.catalog.dimensions[name]
        values = tuple(value.split("|")) if value in dimension.groups else (value,)
        table = self.known.catalog.full(dimension.table)
        people, reason = name in self._of_people, name in self._of_reasons
        words, ways = self._words[name], self._ways.get(table, frozenset())
        things = self.kind(self._things[name]) if name in self._things else None
        return Member(name, values, table, score, people, reason, words=words, ways=ways, sorted=things)

    def counted_as(self, member: Member, key: Key, asked: Sequence[str]) -> Thing | None:
        """Return the figure of a member's rows alone that is called as the member is: 困人 of 困人次数."""
        name = self._alone.get((member.dimension, member.values), "")
        if not name:
            return None
        metric = self.known.catalog.metrics[name]
        called = key in {key_of(stem) for stem in stems_of(metric)}
        return self._thing(name) if called and all(_counts_in(metric, one) for one in asked) else None

    @cached_property
    def _alone(self) -> dict[tuple[str, Key], str]:
        """Return the counts that are of one member's rows, where no other figure is of these alone."""
        catalog = self.known.catalog
        found: dict[tuple[str, Key], list[Metric]] = {}
        for one in catalog.metrics.values():
            for kept in kept_by_definition(one, catalog) if one.kind == "simple" else ():
                found.setdefault((kept.dimension, kept.values), []).append(one)
        alone = {key: metrics[0] for key, metrics in found.items() if len(metrics) == 1}
        return {key: one.name for key, one in alone.items() if one.counts_rows and len(one.filters) == 1}

    def _figure(self, name: str, key: Key) -> Figure:
        found = self.known.catalog.metrics[name]
        units = frozenset({found.unit_zh, found.unit_en.lower()} - {""})
        whole = found.parts[1] if found.kind == "ratio" else ""
        numbered = is_numbered(found)
        called = self._counts.get(key, ()) if not numbered else ()
        number = called[0] if len(called) == 1 else ""
        asks = "".join(key).startswith(tuple(map(str, metric_words()["how_much"])))
        people, ratios = counts_people(found), self._ratios.get(name, ())
        sold = self._sold if "".join(key).startswith(selling_words()) else ()
        return Figure(name, numbered, whole, people, number, units, ratios, self._rows(name), asks, sold)

    def _thing(self, name: str) -> Thing:
        found = self.known.catalog.metrics[name]
        table = self.known.catalog.counted_table(name)
        return Thing(name, table, not found.filters, counts_people(found), self._rows(name))

    def _rows(self, name: str) -> str:
        """Return the table whose rows a metric counts, if it does."""
        found = self.known.catalog.metrics[name]
        counts = found.is_count and found.kind == "simple" and found.additivity != "distinct"
        return self.known.catalog.full(found.table) if counts else ""

    @cached_property
    def _of_people(self) -> frozenset[str]:
        """Return the dimensions whose members tell people apart."""
        return frozenset(name for name, one in self.known.catalog.dimensions.items() if tells_people(one))

    @cached_property
    def _of_reasons(self) -> frozenset[str]:
        """Return the dimensions whose members are reasons."""
        called = next(line for line in metric_words()["alike_kinds"] if "reason" in line)
        every = self.known.catalog.dimensions.items()
        return frozenset(name for name, one in every if speaks_of(one.wordings, called))

    @cached_property
    def _things(self) -> dict[str, str]:
        """Return the dimension of the things that each dimension is called the kinds of: 店铺 of 店铺类型."""
        catalog = self.known.catalog
        lines = metric_words()["alike_kinds"]
        ends = {read_key(str(one)) for line in lines for one in line}
        keyed = {
            key: one for one in catalog.dimensions.values() if one.key for key in map(read_key, one.wordings)
        }
        found: dict[str, str] = {}
        for one in catalog.dimensions.values():
            keys = map(read_key, one.wordings)
            cut = {key[:-size] for key in keys for size in range(1, len(key)) if key[-size:] in ends}
            named = {keyed[key].name: keyed[key] for key in cut if key in keyed}
            for name, thing in named.items() if len(named) == 1 else ():
                if catalog.path(catalog.full(thing.table), catalog.full(one.table)) is not None:
                    found[one.name] = name
        return found

    @cached_property
    def _ways(self) -> dict[str, frozenset[Key]]:
        """Return what the tables are called over which figures reach each table of a dimension."""
        catalog = self.known.catalog
        tables = {catalog.full(one.table) for one in catalog.dimensions.values() if one.column}
        bases = {catalog.full(one.table) for name in catalog.metrics for one in catalog.sources(name)}
        return {
            goal: self._sorted.get(goal, frozenset())
            | frozenset(
                read_key(step.table.rpartition(".")[2])
                for base in bases
                for step in catalog.path(base, goal) or ()
            )
            for goal in tables
        }

    def is_said_of_a_figure(self, verb: str) -> bool:
        """Tell whether a figure is called by a verb: collected, of Collections."""
        return root(verb.lower()) in self._figure_roots

    @cached_property
    def _figure_roots(self) -> frozenset[str]:
        wordings = (name for one in self.known.catalog.metrics.values() for name in one.wordings)
        return frozenset(one for name in wordings for word in words_of(name) for one in roots_within(word))

    @cached_property
    def _sorted(self) -> dict[str, frozenset[Key]]:
        """Return what the rows of tables are called by the dimensions of their kinds: lifts, of Lift type."""
        sorts = [key_of(str(one)) for one in metric_words()["alike_kinds"][TYPES]]
        found: dict[str, frozenset[Key]] = {}
        for one in self.known.catalog.dimensions.values():
            table = self.known.catalog.full(one.table)
            for *thing, sort in map(key_of, filter(str.isascii, one.wordings)):
                if thing and (sort,) in sorts:
                    found[table] = found.get(table, frozenset()) | {tuple(thing)}
        return found

    @cached_property
    def _words(self) -> dict[str, frozenset[str]]:
        """Return the English words of each dimension's names, and what others end in: 区 of 大区."""
        every = self.known.catalog.dimensions.values()
        named = {one.name: [key_of(name) for name in one.wordings] for one in every}
        return {
            name: frozenset(unit for key in keys for unit in key if unit.isascii() or unit == key[-1])
            for name, keys in named.items()
        }

    @cached_property
    def _counts(self) -> dict[Key, tuple[str, ...]]:
        """Return the counts by what they are called without the word for number: refunds."""
        found: dict[Key, tuple[str, ...]] = {}
        for one in self.known.catalog.metrics.values():
            for key in {key_of(stem) for stem in stems_of(one)} if one.is_count and is_numbered(one) else ():
                found[key] = (*found.get(key, ()), one.name)
        return found

    @cached_property
    def _sold(self) -> tuple[tuple[str, str], ...]:
        """Return each sum that is called by what is sold, by its units other than money."""
        every = self.known.catalog.metrics.values()
        sums = [one for one in every if is_sold(one) and "money" not in told_in(one)]
        return tuple(
            (unit, one.name) for one in sums for unit in {one.unit_zh, one.unit_en.lower().rstrip("s")} - {""}
        )

    @cached_property
    def _ratios(self) -> dict[str, tuple[Ratio, ...]]:
        """Return the ratios of each metric to others."""
        found: dict[str, tuple[Ratio, ...]] = {}
        for one in self.known.catalog.metrics.values():
            if one.kind == "ratio":
                above, below = one.parts
                told = self.known.catalog.metrics[below]
                units = frozenset({told.unit_zh, told.unit_en.lower()} - {""})
                ratio = Ratio(one.name, below, one.unit("zh") == "%", units)
                found[above] = (*found.get(above, ()), ratio)
        return found


def _counts_in(metric: Metric, asked: str) -> bool:
    """Tell whether rows are asked for by a word that counts events of their figure: 几次, not 多少人."""
    words = metric_words()
    how = next((one for one in map(str, words["how_much"]) if asked.startswith(one)), asked)
    counter = asked.removeprefix(how)
    ends = tuple(map(str, words["counted_by"].get(counter, ())))
    return not counter or any(name.endswith(ends) for name in metric.wordings)
