"""Steps of reading: nouns that say no more than what stands beside them, and kinds of what is measured."""

from itertools import pairwise

from knowledge.vocabulary import general_vocabulary
from language.units import key_of
from understanding.metric.moved import Moved
from understanding.metric.parts import Part
from understanding.metric.stems import holds, narrows
from understanding.metric.vocabulary import metric_words, read_key

Ends = tuple[tuple[str, ...], ...]


class Nouns(Moved):
    """Accounts for general nouns: people with a level, tickets of a category, by type."""

    def name_kinds(self) -> None:
        """Let 按类型 mean the one type that the figure's own table has, or a table it points to."""
        tables = self.base_tables()
        asked = [part for part in self.parts.marks("why") if self.is_split_by(part)]
        lost = [
            part for part in self.parts.left("dimension") if not any(map(self.is_reached, part.dimensions))
        ]
        for part in [*self.parts.left("other"), *asked, *lost] if len(tables) == 1 else ():
            key = key_of(part.text)
            group = next((one for one in _kinds() if key in one), ())
            exact = self.kinds_in(tables, (key,))
            found = exact or self.kinds_in(tables, group)
            if not found and group:
                found = self.kinds_in(self.pointed_to(tables), group)
                found = found if len(found) != 1 or self.is_kind_of_figure(found[0], key, group) else ()
            if found:
                part.kind, part.dimensions = "dimension", found
                self.guessed += [] if exact else [part.text]

    def join_attributes(self) -> None:
        """Let customer level mean the level that customers have, not both of them."""
        for thing, attribute in pairwise(self.parts.every):
            if thing.kind != "dimension" or attribute.kind != "dimension":
                continue
            owner, own = (self.catalog.dimensions[part.dimensions[0]] for part in (thing, attribute))
            same = owner.table and self.catalog.full(owner.table) == self.catalog.full(own.table)
            if same and owner.key and not own.key:
                thing.kind, thing.used = "function", True

    def is_reached(self, dimension: str) -> bool:
        """Tell whether every figure named can be cut by a dimension."""
        named = [name for part in self.parts.left("metric", "thing") for name in part.metrics[:1]]
        return all(self.catalog.cuts(name, dimension) for name in named or self.before)

    def pointed_to(self, tables: set[str]) -> set[str]:
        """Return the tables that these have a key of."""
        every = {self.catalog.full(one.table) for one in self.catalog.dimensions.values() if one.column}
        paths = {other: [self.catalog.path(table, other) for table in tables] for other in every}
        return {other for other, found in paths.items() if all(path and len(path) == 1 for path in found)}

    def is_split_by(self, part: Part) -> bool:
        """Tell what stands behind by; beside words that only follow up by itself is one of them: 按原因."""
        before, at = self.parts.before(part), self.parts.every.index(part)
        touching = self.parts.every[at - 1] if at else None
        by = touching is not None and touching.kind == "function" and touching.text in metric_words()["by"]
        return by or (before is not None and before.kind == "mark" and before.token == "per")

    def base_tables(self) -> set[str]:
        """Return the tables that the figures named are of."""
        named = [name for part in self.parts.left("metric", "thing") for name in part.metrics[:1]]
        named = named or [*self.before]  # a message that names none is of the figures before it
        return {self.catalog.full(one.table) for name in named for one in self.catalog.sources(name)}

    def is_called_so(self, name: str, ends: Ends) -> bool:
        """Tell whether a dimension's own name ends so, not only what it is called besides."""
        one = self.catalog.dimensions[name]
        return any(read_key(label)[-len(end) :] == end for label in (one.zh, one.en) for end in ends)

    def is_kind_of_figure(self, name: str, key: tuple[str, ...], group: Ends) -> bool:
        """Tell whether a kind is one of what the figure is called after: types of vehicle, not of cinema."""
        named = [one for part in self.parts.left("metric", "thing") for one in part.metrics[:1]]
        called = [read_key(wording) for one in named for wording in self.catalog.metrics[one].wordings]
        kinds = [read_key(wording) for wording in self.catalog.dimensions[name].wordings]
        heads = [kind[: -len(key)] for kind in kinds if kind[-len(key) :] == key]
        owned = any(holds(own, head) for own in called for head in heads if head)
        return owned and self.is_called_so(name, group)

    def kinds_in(self, tables: set[str], ends: Ends) -> tuple[str, ...]:
        """Return the dimensions of these tables whose names end so."""
        return tuple(
            name
            for name, one in self.catalog.dimensions.items()
            if one.column and self.catalog.full(one.table) in tables
            if any(read_key(wording)[-len(end) :] == end for wording in one.wordings for end in ends)
        )

    def take_people(self) -> None:
        """Account for people beside a member of what tells people apart: 金卡客人, Platinum members."""
        people = [read_key(str(one)) for one in metric_words()["persons"]]
        for part in self.parts.left("other"):
            if key_of(part.text) not in people:
                continue
            for value in (self.parts.before(part), self.parts.after(part)):
                if value is not None and value.kind == "value" and self.touches(part, value):
                    part.used = part.used or any(self.tells_people(name) for name, _, _ in value.members)

    def take_goods(self) -> None:
        """Account for goods behind a member, or the rows on the way to it: 冷冻货, French classes."""
        goods = [read_key(str(one)) for one in metric_words()["goods"]]
        for part in self.parts.left("other"):
            value = self.parts.before(part)
            if value is None or value.kind != "value" or not self.touches(part, value):
                continue
            tables = {table for name, _, _ in value.members for table in self.tables_to(name)}
            part.used = key_of(part.text) in [*goods, *tables]

    def tables_to(self, dimension: str) -> set[tuple[str, ...]]:
        """Return what the tables are called that lead from the figures to a dimension, its own left out."""
        goal = self.catalog.full(self.catalog.dimensions[dimension].table)
        ways = [self.catalog.path(table, goal) or () for table in self.base_tables()]
        return {read_key(step.table.rpartition(".")[2]) for way in ways for step in way}

    def touches(self, part: Part, value: Part) -> bool:
        """Tell whether nothing but 的 stands between two parts, in the order of their language."""
        led = self.parts.every.index(value) < self.parts.every.index(part)
        return led and all(one.text == "的" for one in self.parts.between(part, value))

    def tells_people(self, dimension: str) -> bool:
        """Tell whether a dimension is of people, by its table or its name."""
        one = self.catalog.dimensions[dimension]
        people = [read_key(str(word)) for word in metric_words()["persons"]]
        named = [one.table.rpartition(".")[2].replace("_", " "), *one.wordings]
        return any(holds(own, key) for own in map(read_key, named) for key in people)

    def tell_members_from_figures(self) -> None:
        """Let a word that is a figure's and a member's be the member before its things: billing tickets."""
        named = self.parts.left("metric")
        for part, thing in pairwise(named):
            tables = {self.catalog.full(self.catalog.dimensions[name].table) for name, _, _ in part.members}
            counted = [self.catalog.metrics[name] for name in thing.metrics]
            of_these = all(one.is_count and self.catalog.full(one.table) in tables for one in counted)
            if part.members and of_these and not self.parts.between(part, thing):
                part.kind, part.metrics = "value", ()

    def tell_grains_from_members(self) -> None:
        """Let monthly be by month of a figure whose own rows are no passes called so; of passes, either."""
        general = general_vocabulary().words
        tables = self.base_tables()
        for part in self.parts.left("value"):
            word = general.get(key_of(self.parts.text[slice(*part.piece.span)]))
            if word is None or word.kind != "grain" or not tables:
                continue
            owners = {self.catalog.full(self.catalog.dimensions[name].table) for name, _, _ in part.members}
            following = self.parts.after(part)
            own_things = following is not None and any(
                self.catalog.full(self.catalog.dimensions[name].table) in owners
                for name in following.dimensions
            )
            if owners & tables:
                self.guessed.append(part.text)
            elif not own_things:
                part.kind, part.token, part.members, part.split = "grain", word.tokens[0], (), True

    def keeps_some(self, name: str) -> bool:
        """Tell a count of some of its things from one of all of them."""
        metric = self.catalog.metrics[name]
        return bool(metric.filters) or any(map(narrows, (metric.zh, *metric.en.split())))


def _kinds() -> list[Ends]:
    return [tuple(read_key(str(one)) for one in line) for line in metric_words()["alike_kinds"]]
