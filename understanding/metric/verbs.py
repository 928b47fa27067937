"""Steps of reading: verbs that a figure's own definition has: 发了多少票, who opened the most tickets."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from knowledge.metrics import Metric
from knowledge.vocabulary import lexicon
from language.units import key_of
from language.words import is_han
from language.words import stem as verb_of
from understanding.metric.binding import BOTH
from understanding.metric.nouns import Nouns
from understanding.metric.parts import Part
from understanding.metric.stems import stems_of
from understanding.metric.vocabulary import metric_words

ASKED = ("count", "some")
BETWEEN = ("function", "mark", "period")


class Verbs(Nouns):
    """Reads a figure by its verb, and accounts for verbs that its definition has."""

    def take_verbs(self) -> None:
        """Bind verbs to the one figure they belong to; one that names a state of the things stays unread."""
        for verb in self.parts.left("other"):
            if not verb.used:
                _ = (
                    self.go_on(verb)
                    or self.read_clause(verb)
                    or self.join_object(verb)
                    or self.count_by_unit(verb)
                    or self.amount_by_verb(verb)
                    or self.turn_round(verb)
                    or self.take_own_verb(verb)
                )
        for value in self.parts.left("value"):
            if not any(self.reaches(name, value) for name in self.figures_named()):
                self.take_own_verb(value)

    def is_state(self, verb: Part, metric: str) -> bool:
        """Tell a verb that a state of what is measured is called by: cancelled, 退."""
        word = verb_of(self.written(verb))
        tables = {self.catalog.full(one.table) for one in self.catalog.sources(metric)}
        for one in self.catalog.dimensions.values():
            if self.catalog.full(one.table) not in tables:
                continue
            for name in (name for names in (*one.values.values(), *one.groups.values()) for name in names):
                if word in name if is_han(word) else word in map(verb_of, name.lower().split()):
                    return True
        return False

    def written(self, part: Part) -> str:
        return self.parts.text[slice(*part.piece.span)].lower()

    def go_on(self, word: Part) -> bool:
        """Account for a word that a figure's name goes on with: 进区的车 of 进区车辆."""
        before = self.parts.before(word)
        if before is None or before.kind not in ("metric", "thing") or not is_han(word.text):
            return False
        bare = all(one.text == "的" for one in self.parts.between(before, word))
        word.used = bare and any(self.begins(name, before.text + word.text) for name in before.metrics[:1])
        return word.used

    def read_clause(self, verb: Part) -> bool:
        """Read a figure by the verb and thing that its name has in other forms: 进来多少车 of 进来的车."""
        at = self.parts.every.index(verb)
        for other in self.parts.every[at + 1 :] if is_han(verb.text) else ():
            if other.kind not in (*BETWEEN, "other", "metric"):
                return False
            if other.kind not in ("other", "metric"):
                continue
            before = self.parts.every[at - 1 : at] if at else []
            ahead = [
                one for one in before if one.kind == "function" and one.piece.span[1] == verb.piece.span[0]
            ]
            start = (ahead or [verb])[0].piece.span[0]
            said = without_small_words(self.parts.text[start : other.piece.span[1]])
            every = self.catalog.metrics.values()
            named = (
                [one.name for one in every if said in map(without_small_words, one.wordings)] if said else []
            )
            if len(named) != 1 or (other.kind == "metric" and other.metrics != (named[0],)):
                return False
            whole = verb if other.kind == "other" else other
            verb.used = whole is other
            return whole is other or self.name(verb, named[0], other, *ahead)
        return False

    # 有多少客户发过货, 新增了多少订阅

    def join_object(self, verb: Part) -> bool:
        """Read a figure's name that other words stand within: 发过货 of 发货, 新增了多少订阅 of 新增订阅."""
        if not is_han(verb.text):
            return False
        at = self.parts.every.index(verb)
        for other in self.parts.every[at + 1 :]:
            if other.kind == "other" and not other.used:
                between = self.parts.between(verb, other)
                asked = any(one.token in ASKED for one in between)
                return bool(between) and self.name_by(verb, other, asked=asked)
            if other.kind not in BETWEEN or not (other.kind == "function" or other.token in ASKED):
                return False
        return False

    def name_by(self, verb: Part, thing: Part, *, asked: bool) -> bool:
        """Let a verb and its object name the one figure that is called so, with the doers it counts."""
        called = verb.text + thing.text
        doers = [part for part in self.parts.left("dimension") if self.is_asked(part)]
        for doer in doers:
            if found := self.called_by({called + doer.text}):
                doer.used = self.name(verb, found, thing)
                return doer.used
        if doers:
            return False
        found = self.called_by({called})
        if asked and found and len(self.beginning_with(called)) > 1:
            return False  # 发了多少货: how many, or what weight
        return self.name(verb, found, thing) if found else False

    def is_asked(self, part: Part) -> bool:
        """Tell whether it is asked how many of a thing there are."""
        before = self.parts.before(part)
        return before is not None and before.kind == "mark" and before.token in ASKED

    def called_by(self, stems: set[str]) -> str:
        """Return the one metric whose name, with or without the word for number, is among these."""
        every = self.catalog.metrics.values()
        found = [one.name for one in every if stems & {*one.wordings, *stems_of(one)}]
        return found[0] if len(found) == 1 else ""

    def beginning_with(self, stem: str) -> list[Metric]:
        return [
            one
            for one in self.catalog.metrics.values()
            if one.kind == "simple" and one.additivity == "sum"
            if any(name.startswith(stem) for name in one.wordings)
        ]

    def name(self, verb: Part, metric: str, *others: Part) -> bool:
        """Let a verb stand for a metric, and account for the words that belong to it."""
        if is_han(verb.text) and self.is_state(verb, metric):
            return False
        verb.kind, verb.metrics, verb.dimensions = "metric", (metric,), ()
        for part in others:
            part.used = True
        return True

    # 发了多少票, 加了多少升油

    def count_by_unit(self, verb: Part) -> bool:
        """Read a figure by its verb and the unit asked for: 发了多少票 of 发货票数."""
        asked = self.parts.after(verb)
        asked = next((one for one in self.of_piece(asked) if one.token in ASKED), asked) if asked else None
        if not is_han(verb.text) or self.parts.left("metric", "weak"):
            return False
        money = [one for one in self.parts.every if one.text.endswith("多少钱")]
        if money and self.only_small(verb, money[0]):
            unit, counter = "钱", money[0]
        elif (
            asked is not None
            and asked.kind == "mark"
            and asked.token in ASKED
            and self.only_small(verb, asked)
        ):
            unit, counter = self.unit_asked(asked)
        else:
            return False
        said = verb.text.rstrip("".join(metric_words()["after_verbs"]))  # 收了 of 收款额
        found = self.counted_in(unit, said) if unit and said else []
        if len(found) != 1:
            return False
        thing = self.parts.after(counter)
        behind = thing is not None and thing.kind == "other" and self.begins(found[0], said + thing.text)
        return self.name(
            verb, found[0], counter, *([thing] if behind and thing else []), *self.of_piece(counter)
        )

    def of_piece(self, part: Part) -> list[Part]:
        return [one for one in self.parts.every if one.piece is part.piece]

    def only_small(self, left: Part, right: Part) -> bool:
        between = self.parts.between(left, right)
        return all(one.kind == "function" or one.piece is right.piece for one in between)

    def unit_asked(self, asked: Part) -> tuple[str, Part]:
        """Return the unit behind 多少 or 几, and the part it stands in."""
        question = next((one for one in metric_words()["how_much"] if asked.text.startswith(one)), "")
        if asked.text != question:
            return asked.text.removeprefix(question), asked
        at = self.parts.every.index(asked) + 1
        counter = self.parts.every[at] if at < len(self.parts.every) else asked
        return ("" if counter is asked else counter.text), counter

    def counted_in(self, unit: str, verb: str) -> list[str]:
        """Return the metrics called by a verb that count in a unit, by their unit or else by their name."""
        named = [
            one
            for one in self.catalog.metrics.values()
            if one.kind == "simple" and one.additivity not in ("average", "semi")
            if any(name.startswith(verb) for name in one.wordings)
        ]
        units = metric_words()["money"] if unit in metric_words()["money"] else [unit]
        found = [one.name for one in named if one.unit_zh in units]
        ends = metric_words()["counted_by"].get(unit) or [unit + str(end) for end in bare_ends()]
        for end in () if found else map(str, ends):
            found = [one.name for one in named if not one.unit_zh and counts_so(one, verb, end)]
            if found:
                break
        return found

    def begins(self, metric: str, text: str) -> bool:
        return any(one.startswith(text) for one in self.catalog.metrics[metric].wordings)

    # opened the most tickets, 花了多少油费

    def take_own_verb(self, verb: Part) -> bool:
        """Account for a verb beside the one figure whose name, definition or day has it."""
        named = self.figures_named()
        metrics = [self.catalog.metrics[name] for name in named]
        if not metrics or any(self.is_state(verb, name) for name in named):
            return False
        spending = metric_words()["spending"]
        if self.written(verb) in spending["verbs"]:
            verb.used = all(self.is_expense(one) for one in metrics)
        elif verb.text.isascii():
            meant = verb_of(self.written(verb))
            alike = {meant, *self.alike(meant)}
            own = any(alike & set(self.own_verbs(one)) for one in metrics)
            money = any(one.unit_zh in metric_words()["money"] for one in metrics)
            made = self.written(verb) in metric_words()["making"] and any(one.is_count for one in metrics)
            made = made or (verb.piece.kind == "weak" and money)
            verb.used = (own and self.is_verb(verb)) or made
        if verb.used:
            verb.kind = "function"
        return verb.used

    def figures_named(self) -> set[str]:
        return {name for part in self.parts.left("metric", "thing") for name in part.metrics[:1]}

    def reaches(self, metric: str, value: Part) -> bool:
        return any(self.catalog.cuts(metric, name) for name, _, _ in value.members)

    # how much did we bill, how much was collected

    def amount_by_verb(self, verb: Part) -> bool:
        """Read the one amount that has a verb of what we did: how much did we bill."""
        at, (did, *rest) = self.parts.every.index(verb), self.written(verb).split()
        before = self.parts.every[at - 1] if at else None
        if before is None or before.text not in metric_words()["done_by_us"] or not did.isascii():
            return False
        asked = self.parts.has("top", "bottom") or any(one.text == "how much" for one in self.parts.every)
        named = [one for one in self.parts.left("metric", "weak") if not one.dimensions]
        if not asked or named or set(rest) - set(metric_words()["prepositions"]):
            return False
        amounts = [one for one in self.catalog.metrics.values() if self.is_money_added(one)]
        found = [one.name for one in amounts if verb_of(did) in set(self.own_verbs(one))]
        if len(found) != 1:
            return False
        self.figure_assumed = True
        return self.name(verb, found[0])

    def is_money_added(self, metric: Metric) -> bool:
        units = {metric.unit_zh.lower(), metric.unit_en.lower()}
        return metric.kind == "simple" and metric.additivity == "sum" and bool(units & money_units())

    # subscriptions cancelled, subscriptions started

    def turn_round(self, part: Part) -> bool:
        """Read a count whose verb stands behind its things: subscriptions cancelled."""
        parts = [part]
        for other in self.parts.every[self.parts.every.index(part) + 1 :]:
            if other.kind == "other" and not other.used:
                parts.append(other)
            elif other.kind != "function":
                break
        units = [unit for one in parts for unit in self.written(one).split()]
        if len(units) < BOTH or not "".join(units).isascii():
            return False
        *things, verb = units
        turned = set(key_of(" ".join(units)))
        counts = [one for one in self.catalog.metrics.values() if one.is_count and one.kind == "simple"]
        found = [one.name for one in counts if any(turned == set(key_of(name)) for name in one.wordings)]
        if not found and len(things) == 1 and key_of(verb)[-1].endswith("~"):
            found = [
                one.name
                for one in counts
                if any(key_of(name)[-1:] == key_of(things[0]) for name in one.wordings if name.isascii())
                and verb_of(verb) in self.own_verbs(one)
            ]
        return self.name(part, found[0], *parts[1:]) if len(found) == 1 else False

    def is_expense(self, metric: Metric) -> bool:
        names = metric_words()["spending"]["names"]
        return any(
            name.endswith(one) if is_han(one) else one in name.lower().split()
            for name in metric.wordings
            for one in names
        )

    def alike(self, verb: str) -> list[str]:
        lines = [[verb_of(str(one)) for one in line] for line in metric_words()["alike_verbs"]]
        return [one for line in lines if verb in line for one in line]

    def is_verb(self, part: Part) -> bool:
        """Tell a verb by its form, or by did before it."""
        text = self.written(part)
        past = key_of(text)[-1].endswith("~") or verb_of(text) != text.removesuffix("s")
        at = self.parts.every.index(part)
        helped = any(set(self.written(one).split()) & {"did", "do", "does"} for one in self.parts.every[:at])
        return " " not in text and (past or helped)

    def own_verbs(self, metric: Metric) -> Iterator[str]:
        """Yield a metric's verbs: of its day, of its name, and behind its things in the definition."""
        for source in self.catalog.sources(metric.name):
            yield from map(verb_of, source.time.rpartition(".")[2].split("_"))
        words = metric.definition_en.lower().partition(".")[0].partition(",")[0].split()
        things = {*key_of(metric.table.rpartition(".")[2].replace("_", " ")), *key_of(metric.en)}
        things |= set(key_of(metric.expression.replace("_", " ")))
        for before, word in pairwise(words):
            if set(key_of(before)) & things:
                yield verb_of(word)
        for name in metric.wordings:
            if name.isascii():
                yield from map(verb_of, name.lower().split())


def money_units() -> frozenset[str]:
    """Return what money is counted in."""
    return frozenset(str(one).lower() for one in metric_words()["money"])


def bare_ends() -> list[str]:
    """Return the words for number that say nothing of what is counted."""
    return [str(one) for one in metric_words()["counting"]["things"]]


def counts_so(metric: Metric, verb: str, end: str) -> bool:
    """Tell whether a name begins with a verb and ends so, with no other things named between."""
    most = len(verb) + 1 if end in bare_ends() else len(max(metric.wordings, key=len))
    stems = [name.removesuffix(end) for name in metric.wordings if name.endswith(end)]
    return any(stem.startswith(verb) and len(stem) <= most for stem in stems)


@lru_cache(maxsize=4096)
def without_small_words(clause: str) -> str:
    """Return the verb and thing of a Chinese clause, 进车 of 进来的车; nothing of a mere name."""
    counters = "".join(str(one) for one in lexicon()["counters"] if len(str(one)) == 1)
    how_much = "|".join(map(str, metric_words()["how_much"]))
    bare, asked = re.subn(f"(?:{how_much})[{counters}]?", "", clause)
    if not (asked or "的" in clause or "了" in clause):
        return ""
    left = "".join(one for one in bare if one not in metric_words()["within_clauses"])
    return left if len(left) > 1 and is_han(left) else ""
