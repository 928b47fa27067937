"""Steps of reading: numbers of things, however they are asked for."""

from collections.abc import Set as AbstractSet
from functools import lru_cache
from itertools import pairwise

from knowledge.metrics import Metric
from knowledge.vocabulary import lexicon
from language.units import key_of
from understanding.metric.binding import BOTH, CHANGES, JOINING, Stop
from understanding.metric.parts import Part
from understanding.metric.verbs import Verbs
from understanding.metric.vocabulary import metric_words, read_key
from understanding.pairs.meaning import COMPARERS
from understanding.question import NotMine


class Counting(Verbs):
    """Finds counts, and how many groups meet a condition."""

    def count_things(self) -> None:
        """Let what a metric counts stand for it where it is asked how many there are: 多少患者."""
        self.ask_how_many_of()
        things = self.parts.left("thing")
        people = [part for part in self.parts.left() if part.piece.text in metric_words()["how_many_people"]]
        of_people = len(things) == 1 and self.counts_people(things[0].metrics[0])
        if of_people and people and not self.parts.left("metric"):
            things[0].kind = "metric"
            for part in people:
                part.used = True
        figures = self.parts.left("metric", "weak")
        for thing in self.parts.left("thing") if figures else ():  # 取消最多的店，它的评分
            if self.is_ranked(thing) and len(thing.metrics) == 1:
                thing.kind = "metric"
        for thing in self.parts.left("thing"):
            beside = [one for one in (self.parts.before(thing), self.parts.after(thing)) if one is not None]
            counted = [one for one in beside if one.kind == "mark" and one.token in ("count", "some")]
            if counted and not counted[0].used:
                counted[0].used, thing.kind = True, "metric"
                if counted[0].token == "count" or counted[0] is beside[0]:
                    thing.metrics = thing.metrics[:1]  # 多少理赔 is no amount, as 理赔多少 may be

    def ask_how_many_of(self) -> None:
        """Let how many of a count's own rows be asked of it, no figure besides: 晚到了几单 of 晚到单数."""
        how_many = tuple(map(str, metric_words()["how_much"]))
        for count, asked in pairwise(self.parts.left("metric", "thing")):
            named = [self.catalog.metrics[name] for part in (count, asked) for name in part.metrics]
            counts = len(named) == BOTH and all(one.is_count and one.kind == "simple" for one in named)
            small = all(one.kind == "function" for one in self.parts.between(count, asked))
            if counts and small and asked.text.startswith(how_many) and named[0].table == named[1].table:
                count.kind, asked.kind, asked.used = "metric", "function", True

    def is_ranked(self, part: Part) -> bool:
        """Tell what things are ranked by where it stands: with the most cancellations, 取消最多的."""
        mark = self.parts.after(part) if self.language == "zh" else self.parts.before(part)
        ranked = mark is not None and mark.kind == "mark" and mark.token in ("top", "bottom")
        return ranked and bool(self.parts.of("dimension"))

    def join_names(self) -> None:
        """Read a count's name in two places: how many students enrolled, of Enrolled students."""
        words = self.parts.left("other")
        called = {frozenset(read_key(one)): name for name, one in self.known.count_names} if words else {}
        for word in words:
            for thing in self.parts.left("dimension", "metric", "thing"):
                name = called.get(frozenset((*self.units_of(word), *self.units_of(thing))), "")
                beside = (self.parts.before(thing), self.parts.after(thing))
                asked = any(one and one.kind == "mark" and one.token in ("count", "some") for one in beside)
                if name and asked and self.is_one_clause(word, thing):
                    word.kind, word.metrics, word.dimensions = "metric", (name,), ()
                    thing.used = True
                    break
            self.name_by_counter(word)

    def name_by_counter(self, word: Part) -> None:
        """Read a count's name by what is counted of it: 报名至少5次 of 报名人次, 报名多少人 of 报名人数."""
        asked = self.parts.after(word, lambda one: one.token in COMPARERS)
        counter = asked
        if word.kind != "other" or asked is None:
            return
        if asked.kind == "number":
            at = self.parts.every.index(asked) + 1
            counter = self.parts.every[at] if at < len(self.parts.every) else None
        elif asked.token not in ("count", "some") and asked.text not in metric_words()["how_many_people"]:
            return
        ends = metric_words()["counted_by"].get(counter.text[-1:] if counter else "", ())
        called = {word.text + str(end) for end in ends}
        found = [m.name for m in self.catalog.metrics.values() if m.is_count and called & set(m.wordings)]
        if len(found) == 1 and counter is not None:
            word.kind, word.metrics = "metric", (found[0],)
            for part in self.parts.left():
                part.used = part.used or part is counter or part.piece is counter.piece

    # Numbers of things and amounts

    def refuse_other_units(self) -> None:
        """Stop where money is asked of what is none, orders 多少钱, or a number of an amount, 退款几笔."""
        metrics = [self.catalog.metrics[name] for name in self.metrics]
        changed = self.parts.has(*CHANGES) or bool(self.parts.of("comparison", "comparison_word"))
        asks = (*metric_words()["asked_in_money"]["asks"], *metric_words()["money"])
        for part in self.parts.every:
            money = part.text in asks and not any(self.is_money(one) for one in metrics)
            much = part.text in metric_words()["asked_in_money"]["how"] and not (changed or part.used)
            if money or (much and all(one.counts_rows for one in metrics)):
                raise Stop(NotMine("shape", (part.text,)))
        for mark in self.parts.marks("count", "some"):
            at = self.parts.every.index(mark) + 1
            following = self.parts.every[at] if at < len(self.parts.every) else None
            unit = unit_group(mark.text[-1:]) or (unit_group(following.text) if following else "")
            if unit:
                mark.used = any(unit in self.units_told(one) for one in metrics)
            elif mark.text in asks:
                mark.used = True
            elif mark.token == "count" or self.is_counter(mark, following):
                mark.used = self.is_number(mark)
            if not mark.used and (unit or mark.token == "count" or self.is_counter(mark, following)):
                raise Stop(NotMine("shape", (mark.text,)))

    def units_told(self, metric: Metric) -> set[str]:
        """Return what a figure is told in: money, minutes."""
        return {unit_group(unit) for unit in (metric.unit_zh, metric.unit_en) if unit} - {""}

    def is_money(self, metric: Metric) -> bool:
        """Tell whether a figure may be an amount of money: its unit is, or nothing says that it is none."""
        if not (metric.unit_zh or metric.unit_en):
            return not metric.is_count or called_money(metric)
        return "money" in self.units_told(metric)

    def is_counter(self, mark: Part, following: Part | None) -> bool:
        """Tell 几笔 and 多少起, which ask how many things there were; 前几名 does not."""
        before = self.parts.before(mark)
        placed = before is not None and before.kind == "mark" and before.token in ("top", "bottom", "place")
        counts = following is not None and following.kind == "function"
        return counts and not placed and following is not None and following.text in lexicon()["counters"]

    def is_number(self, mark: Part) -> bool:
        """Tell whether the figure beside a mark is a number of things, or any where none is beside it."""
        beside = [one for one in (self.parts.before(mark), self.parts.after(mark)) if one is not None]
        named = [name for one in beside if one.kind == "metric" for name in one.metrics]
        named = [name for name in named if name in self.metrics] or self.metrics
        return any(self.is_numbered(self.catalog.metrics[name]) for name in named)

    def is_numbered(self, metric: Metric) -> bool:
        """Tell whether a metric is how many there were, also of each, not how much money, time or energy."""
        if metric.kind == "ratio" and metric.unit("zh") != "%":
            return self.is_numbered(self.catalog.metrics[metric.parts[0]])
        return metric.counts_rows or (metric.is_count and not self.units_told(metric))

    def refuse_stray_units(self) -> None:
        """Stop at a unit that stands beside no number, no figure and no in: 人民币 of 数字人民币."""
        told = {
            unit
            for part in self.parts.of("metric")
            for name in part.metrics
            for unit in self.units_told(self.catalog.metrics[name])
        }
        for at, part in enumerate(self.parts.every):
            group = unit_group(part.text) if part.kind == "function" else ""
            if not group:
                continue
            before = self.parts.every[at - 1] if at else None
            after = self.parts.every[at + 1] if at + 1 < len(self.parts.every) else None
            leads = before is not None and (
                before.kind == "number"
                or before.token in ("count", "some")
                or before.text in metric_words()["before_unit"]
                or (before.kind == "metric" and group in told)
            )
            if not leads and (after is None or after.text not in metric_words()["after_unit"]):
                raise Stop(NotMine("word", (part.text,)))

    def units_of(self, part: Part) -> tuple[str, ...]:
        return key_of(self.parts.text[slice(*part.piece.span)])

    def is_one_clause(self, left: Part, right: Part) -> bool:
        """Tell whether nothing but function words, marks and numbers stands between two parts."""
        kinds = ("function", "mark", "number", "period")
        return all(one.kind in kinds for one in self.parts.between(left, right))

    def count_people(self) -> None:
        """Account for how many people beside the name or the members of a count of people: 拉新多少人."""
        asked = [part for part in self.parts.left() if part.piece.text in metric_words()["how_many_people"]]
        named = [name for part in self.parts.left("metric") for name in part.metrics]
        valued = [d for part in self.parts.left("value") for d, _, _ in part.members]
        tables = {self.catalog.full(self.catalog.dimensions[name].table) for name in valued}
        every = self.catalog.metrics.values()
        counts = named or [one.name for one in every if self.catalog.full(one.table) in tables]
        if asked and counts and all(self.counts_people(name) for name in counts):
            for part in asked:
                part.used = part.used or part.kind == "other" or bool(named)

    def counts_people(self, name: str) -> bool:
        """Tell whether a count is of people, by its unit or its name."""
        metric, people = self.catalog.metrics[name], tuple(map(str, metric_words()["people"]))
        heads = tuple(map(str, metric_words()["heads_counted"]))
        said = [metric.unit_zh, *(one.replace(heads[0], "") for one in metric.wordings)]
        return metric.is_count and any(word in one for one in said for word in people)

    def measured_by_unit(self) -> None:
        """Let a verb of selling be measured by the unit that is counted: 卖了多少件, sold over 40 units."""
        verbs = [p for p in self.parts.left("metric") if p.text in metric_words()["selling"]]
        for verb in verbs if len(verbs) == 1 else ():
            table = self.catalog.full(self.catalog.metrics[verb.metrics[0]].table)
            for part in self.parts.left("mark", "counter", "other", "function"):
                found = [
                    one.name
                    for one in self.catalog.metrics.values()
                    if one.kind == "simple" and self.catalog.full(one.table) == table
                    if not one.filters and one.additivity == "sum" and self.is_counted_in(part, one)
                ]
                if len(found) == 1 and found[0] != verb.metrics[0]:
                    verb.metrics, part.used = (found[0],), True
                    return

    def is_counted_in(self, part: Part, metric: Metric) -> bool:
        """Tell whether a word counts in a metric's unit: 多少件, 40 units of Units sold."""
        if part.kind == "mark" and part.token in ("count", "some"):
            return bool(metric.unit_zh) and part.text.endswith(metric.unit_zh)
        before = self.parts.before(part)
        if before is None or not (before.kind == "number" or before.token in ("count", "some")):
            return False
        names = {word for one in metric.wordings if one.isascii() for word in key_of(one)}
        units = {key_of(unit) for unit in (metric.unit_zh, metric.unit_en) if unit}
        return key_of(part.text) in units or (part.kind == "other" and part.text in names)

    def tell_things_from_counts(self) -> None:
        """Let a word that names a count and its things be the things, where another figure is asked for."""
        both = [part for part in self.parts.left("metric") if part.dimensions]
        others = [part for part in self.parts.left("metric", "weak") if part not in both]
        for part in both if others else ():
            at = self.parts.every.index(part)
            ahead, behind = self.parts.every[at - 1] if at else None, self.parts.every[at + 1 : at + 2]
            beside = [one for one in (self.parts.before(part), self.parts.after(part)) if one is not None]
            listed = any(one.text in JOINING for one in (*([ahead] if ahead else ()), *behind))
            counted = any(one.kind == "mark" and one.token in ("count", "some") for one in beside)
            counted = counted and not self.parts.has(*COMPARERS) and not self.parts.of("state")
            divides = ahead is not None and ahead.text in metric_words()["divides"]
            touching = any(one.kind == "metric" for one in beside if not self.parts.between(part, one))
            if not (listed or counted or divides or touching):
                part.kind = "dimension"

    def counted_things(self) -> list[str]:
        counts = {m.counts: m.name for m in self.catalog.metrics.values() if m.counts}
        marks = self.parts.marks("count", "some")
        for mark in marks:
            for other in (self.parts.after(mark, _is_value), self.parts.after(mark), self.parts.before(mark)):
                found = [counts[d] for d in other.dimensions if d in counts] if other else []
                if other and len(found) == 1 and not other.used:
                    if self.is_each(other):  # 各分公司的数量: of each there is one
                        raise Stop(NotMine("shape", (other.text, mark.text)))
                    other.used = mark.used = True
                    return found
                if other and (named := self.counts_in_name(other, counts)):
                    mark.used = True
                    return [named]
        return []

    def counted_by_name(self) -> list[str]:
        """Return the count that is called by what it counts alone: 今年报修最多的酒店."""
        things = self.parts.left("thing")
        if len(things) != 1 or self.parts.left("weak"):
            return []
        things[0].used, things[0].kind = True, "metric"
        self.metric_parts = things
        return list(self.chosen_metric(things[0]))

    def counted_most(self) -> list[str]:
        """Return the count of what there is most of somewhere: 客户最多的城市, the most customers."""
        counts = {m.counts: m.name for m in self.catalog.metrics.values() if m.counts}
        for mark in self.parts.marks("top", "bottom"):
            thing = self.parts.after(mark) if self.language == "en" else self.parts.before(mark)
            if thing is None or thing.kind != "dimension" or mark.text not in metric_words()["how_many_most"]:
                continue
            found = [counts[name] for name in thing.dimensions if name in counts]
            others = [part for part in self.parts.left("dimension", "grain") if part is not thing]
            if len(found) == 1 and others:
                thing.used, thing.kind, thing.metrics = True, "metric", tuple(found)
                self.metric_parts = [thing]
                return found
        return []

    def counts_in_name(self, part: Part, counts: dict[str, str]) -> str:
        """Return the count of what a member's own name ends in: 多少家旗舰店, how many coffee shops."""
        key = self.units_of(part) if part.kind == "value" else ()
        ends = {
            counts[name]
            for name in counts
            for one in self.catalog.dimensions[name].wordings
            if (own := read_key(one)) and len(own) < len(key) and key[-len(own) :] == own
        }
        return ends.pop() if len(ends) == 1 else ""

    def counted_by_values(self) -> list[str]:
        """Return the one count of the things that named members are of: how many inspections failed."""
        named = [
            ({self.catalog.dimensions[d].table for d, _, _ in p.members}, p) for p in self.parts.left("value")
        ]
        if self.parts.marks("count") and (
            tables := set.intersection(*(own for own, _ in named)) if named else ()
        ):
            return self.count_over(tables)
        for mark in self.parts.marks("count", "some"):
            for tables, value in named:
                touching = value.piece.span[1] == mark.piece.span[0]  # 门诊量
                counted = mark.token == "count" and value in (self.parts.after(mark), self.parts.before(mark))
                if (touching or counted) and (found := self.count_over(tables)):
                    mark.used = True
                    return found
        return []

    def counted_for_shares(self) -> list[str]:
        """Return the count of the things that shares are of: what part of our shops is in each category."""
        counts = {m.counts: m.name for m in self.catalog.metrics.values() if m.counts}
        others = self.parts.left("dimension", "value")
        for mark in [] if self.parts.has("top", "bottom") else self.parts.marks("share", "distribution"):
            thing = self.parts.after(mark) if self.language == "en" else self.parts.before(mark)
            found = [counts[name] for name in thing.dimensions if name in counts] if thing else []
            if thing and len(found) == 1 and thing in others and len(others) > 1 and not self.is_each(thing):
                thing.used = True
                return found
        return []

    def is_each(self, part: Part) -> bool:
        """Tell whether a word stands right behind 各, by or each."""
        before = self.parts.before(part)
        return before is not None and before.kind == "mark" and before.token == "per"

    def count_over(self, tables: AbstractSet[str]) -> list[str]:
        """Return the one number of rows of these tables; those there are now, not those that came."""
        counts = [
            one
            for one in self.catalog.metrics.values()
            if one.is_count and one.additivity == "sum" and one.table in tables and "COUNT(" in one.expression
        ]
        standing = [one.name for one in counts if not one.time]
        if standing:
            return standing if len(standing) == 1 and not self.parts.of("period") else []
        whole = [one.name for one in counts if not one.filters]
        self.figure_assumed |= len(whole) == 1 < len(counts)  # bookings, or those that came of them
        return whole if len(whole) == 1 else []

    def count_groups(self) -> None:
        """Read how many of a thing meet a condition: how many areas met their target, 有几家店超过100万."""
        if not self.conditions or self.splits:
            return
        if self.grain:  # 上个月有几天超过300万
            units = [part for part in self.parts.of("grain") if part.token == self.grain and not part.split]
            before = self.parts.before(units[0]) if len(units) == 1 else None
            if before is not None and before.kind == "mark" and before.token in ("count", "some"):
                before.used = self.counted = True
            return
        for mark in self.parts.marks("count", "some"):
            for thing in (self.parts.after(mark), self.parts.before(mark)):
                if thing is not None and not thing.used and thing.kind == "dimension":
                    thing.used = mark.used = self.counted = True
                    self.splits.append(self.chosen_dimension(thing))
                    return
        asked = [one.metric for one in self.conditions]
        counts = [name for name in self.metrics if name not in asked and self.catalog.metrics[name].counts]
        if len(counts) == 1 and set(self.metrics) == {*counts, *asked}:  # number of shops with sales over …
            self.metrics = list(dict.fromkeys(asked))
            self.splits.append(self.catalog.metrics[counts[0]].counts)
            self.counted = True


def _is_value(part: Part) -> bool:
    return part.kind == "value"


def called_money(metric: Metric) -> bool:
    """Tell whether a figure is itself called by a word that asks for money: 金额 of whole yuan."""
    asks = {key_of(str(one)) for one in metric_words()["asked_in_money"]["asks"]}
    return not metric.counts_rows and any(key_of(one) in asks for one in metric.wordings)


def unit_group(text: str) -> str:
    """Return what a unit measures, or nothing where a word is none: money, minute."""
    return _unit_groups().get(key_of(text), "")


@lru_cache(maxsize=1)
def _unit_groups() -> dict[tuple[str, ...], str]:
    words = metric_words()
    groups = {"money": words["money"], "percent": words["percent"], **words["measured_in"]}
    return {key_of(str(one)): group for group, wordings in groups.items() for one in wordings}
