"""Steps of reading: members of dimensions as filters, and averages per something."""

from collections import defaultdict

from knowledge.values import WHOLE
from knowledge.vocabulary import lexicon
from language.units import APOSTROPHES, key_of, stem
from understanding.metric.binding import BOTH, JOINING, RANKS, Stop
from understanding.metric.naming import Naming
from understanding.metric.parts import Part
from understanding.metric.vocabulary import metric_words
from understanding.plan.members import presence
from understanding.question import (
    NotMine,
)

BESIDE_MEMBERS = ("function", "dimension", "thing", "other")  # what may stand with members in a list
PAUSES = frozenset("，,；;。（(")  # between clauses
NEAR = 0.04  # members this much less sure are as likely


class Members(Naming):
    """Finds filters and averages."""

    # Values

    def bind_values(self) -> None:
        """Turn named members into filters; 除了 and except leave them out."""
        values = self.parts.left("value")
        self.refuse_unlike_sides()
        self.bind_negations(values)
        for group in self.side_by_side(values):
            self.settle_dimension(group)
        mentioned: dict[str, list[Part]] = defaultdict(list)
        for part in values:
            name, members = self.chosen_member(part)
            part.used = True
            self.absorb_kind(part, name)
            self.absorb_owner(part, name)
            self.absorb_thing(part, name)
            self.filters.setdefault((name, part.negated), []).extend(members)
            mentioned[name].append(part)
        self.count_named(mentioned)
        for mark in self.parts.marks("or"):
            mark.used = bool(values)
        every_member = []
        for (name, negated), members in self.filters.items():
            if negated or len(mentioned[name]) < BOTH or name in self.splits:
                continue
            if not self.parts.marks("total"):
                self.refuse_groups_side_by_side(mentioned[name])
                self.splits.append(name)
                if not self.parts.has("place"):
                    self.parts.use("high", "low", "singular")
                if self.is_every_day(name, members):
                    every_member.append((name, negated))
                self.parts.use("respectively", "compare")
        for key in every_member:
            del self.filters[key]
        self.refuse_each_of_none()

    def is_every_day(self, name: str, members: list[str]) -> bool:
        """Tell whether all there can be are named: weekends and weekdays; a code may be lacking."""
        dimension = self.catalog.dimensions[name]
        return bool(dimension.days or presence(dimension)) and set(dimension.values) == set(members)

    def refuse_groups_side_by_side(self, parts: list[Part]) -> None:
        """Stop where one of several named is a group of codes: each code would have a row of its own."""
        for part in parts:
            if len(self.chosen_member(part)[1]) > 1:
                raise Stop(NotMine("shape", (part.text,)))

    def refuse_each_of_none(self) -> None:
        """Stop at each where there are no several of anything: 上个月各有多少投诉."""
        marks = [part for part in self.parts.of("mark") if part.token == "respectively"]
        several = len(self.metrics) > 1 or len(self.parts.of("period")) > 1 or len(self.parts.of("value")) > 1
        if marks and not (several or self.splits or self.parts.of("dimension", "grain")):
            raise Stop(NotMine("shape", (marks[0].text,)))

    def side_by_side(self, values: list[Part]) -> list[list[Part]]:
        """Return the members that are named as a list: A, B and C; A vs B; A、B."""
        groups: list[list[Part]] = []
        for part in values:
            last = groups[-1][-1] if groups else None
            if last is not None and last.negated == part.negated and self.are_listed(last, part):
                groups[-1].append(part)
            else:
                groups.append([part])
        return [group for group in groups if len(group) > 1]

    def are_listed(self, left: Part, right: Part) -> bool:
        """Tell whether a joining word or sign stands between two members, and nothing but what they are."""
        between = self.parts.between(left, right)
        joints = [one for one in between if one.text in JOINING or one.token in ("compare", "or")]
        small = all(one in joints or one.kind in BESIDE_MEMBERS for one in between)
        bare = all(one.text in metric_words()["articles"] for one in between if one.kind == "function")
        gap = self.parts.text[left.piece.span[1] : right.piece.span[0]]
        signs = set(gap) & set(metric_words()["list_signs"])
        return small and bool(joints or (bare and signs))

    def refuse_unlike_sides(self) -> None:
        """Stop where and joins a member to a figure: completed and returned orders, A的订单和B的销售额."""
        for joint in self.parts.every:
            if joint.text not in JOINING and joint.token != "or":
                continue
            beside = [one for one in (self.parts.before(joint), self.parts.after(joint)) if one is not None]
            kinds = {one.kind for one in beside}
            if "value" in kinds and kinds & {"metric", "weak"}:
                raise Stop(NotMine("shape", tuple(one.text for one in beside)))

    def settle_dimension(self, group: list[Part]) -> None:
        """Let members side by side be of the one dimension that has them all, as is said beside one."""
        scores = [
            {name: max(m[2] for m in part.members if m[0] == name) for name, _, _ in part.members}
            for part in group
        ]
        shared = [name for name in scores[0] if all(name in one for one in scores) and self.cuts_all(name)]
        if not shared and group[0].negated:
            return
        if not shared:
            raise Stop(NotMine("shape", tuple(part.text for part in group)))
        shared = [
            name for name in shared if any(self.is_called_by_kind(part, name) for part in group)
        ] or shared
        shared = [name for name in shared if name in self.preferred] or shared
        own = [self.plainest(part, shared) for part in group]
        shared = [name for name in shared if all(name in one for one in own)] or shared
        sure = {name: min(one[name] for one in scores) for name in shared}
        shared = [name for name in shared if sure[name] >= max(sure.values()) - NEAR]
        name = shared[0] if len(shared) == 1 else self.choose(group[0].text, tuple(shared))
        for part in group:
            part.members = tuple(member for member in part.members if member[0] == name)

    def plainest(self, part: Part, among: list[str]) -> set[str]:
        """Return the dimensions that have a word as the name itself, not as the beginning of another."""
        members = [(name, self.known.canonical(name, v)) for name, v, _ in part.members if name in among]
        return {name for name, _ in shortest(members)}

    def count_named(self, mentioned: dict[str, list[Part]]) -> None:
        """Account for how many were named, said after them: 南城、厚街、虎门三个服务区."""
        for number in self.parts.left("number"):
            kind = self.parts.after(number, lambda one: one.kind == "value")
            if self.counts_named(number, mentioned):
                number.used = True
            if number.used or kind is None or kind.kind != "dimension" or kind.used:
                continue
            if any(len(mentioned.get(name, ())) == number.piece.number for name in kind.dimensions):
                number.used = kind.used = True
            elif not self.parts.has("top", "bottom", "place") and (
                number.piece.number == self.size_of(kind) or self.are_owned(number, kind)
            ):
                number.used = True  # all there are: the two campuses
                self.add_split(kind)
                self.parts.use("high", "low", "singular", "respectively", "compare")

    def counts_named(self, number: Part, mentioned: dict[str, list[Part]]) -> bool:
        """Tell whether a number right behind members only says how many were named: 东莞、惠州、清远三家."""
        at = self.parts.every.index(number)
        before = self.parts.every[at - 1] if at else None
        beside = self.parts.every[at + 1] if at + 1 < len(self.parts.every) else None
        counter = beside is not None and beside.kind == "function" and beside.text in lexicon()["counters"]
        named = [parts for parts in mentioned.values() if before in parts]
        return counter and any(len(parts) == number.piece.number and len(parts) > 1 for parts in named)

    def are_owned(self, number: Part, kind: Part) -> bool:
        """Tell a number that says how many of a kind a member has: 广州两家店, the two shops in Bath."""
        near = (self.parts.before(number), *self.parts.between(number, kind), self.parts.after(kind))
        beside = [one for one in near if one is not None]
        owners = {name for one in beside if one.kind == "value" for name, _, _ in one.members}
        tables = {self.catalog.dimensions[name].table for name in owners - {*kind.dimensions}} - {""}
        own = [self.catalog.dimensions[name] for name in kind.dimensions]
        return len(own) == 1 and any(self.catalog.path(own[0].table, one) is not None for one in tables)

    def size_of(self, part: Part) -> int:
        """Return how many members the one dimension has that a word names, 0 where that is not known."""
        return 0 if len(part.dimensions) != 1 or part.split else self.known.size(part.dimensions[0])

    def bind_negations(self, values: list[Part]) -> None:
        for mark in self.parts.marks("not"):
            at = self.parts.every.index(mark) + 1
            bound = False
            for part in self.parts.every[at:]:
                if not bound and part.kind == "dimension" and part.members and not self.next_is_value(part):
                    part.kind = "value"  # without holidays
                    values.append(part)
                if part.kind == "value" and part in values:
                    part.negated = mark.used = bound = True
                elif (
                    (part.kind == "dimension" and not bound and self.next_is_value(part))
                    or (part.kind == "dimension" and bound)
                    or part.text in JOINING
                    or part.token == "or"
                ):
                    continue
                elif part.kind == "function" and (not bound or part.text == "的" or self.goes_on(part)):
                    if bound and part.text == "的":
                        break
                    continue
                else:
                    break
            alone = None if bound else self.left_out_before(mark, values)
            if alone is not None:
                alone.negated = mark.used = True
        for mark in self.parts.marks("besides"):
            before = [part for part in values if part.piece.span[1] <= mark.piece.span[0]]
            if any(part.negated for part in before):
                mark.used = True
        for part in [one for one in values if one.negated]:
            self.bind_rest_of_kind(part, values)
        if any(part.negated for part in values):
            self.parts.use("others")  # 除了加油站，其他业态

    def bind_rest_of_kind(self, part: Part, values: list[Part]) -> None:
        """Let the kind of all that is left say what is left out, each of it if asked: 除了上海，其他城市."""
        rest_of = self.parts.every[self.parts.every.index(part) + 1 :]
        for rest in filter(says_others, rest_of):
            kind = self.parts.after(rest, lambda one: one.token == "per")
            own = [one for one in part.members if kind is not None and one[0] in kind.dimensions]
            if kind is None or kind.kind != "dimension" or not own:
                continue
            part.members, rest.used = tuple(own), True
            if rest in values:
                values.remove(rest)  # Other is also what a reason is called
            if self.parts.has("respectively") and not kind.split:
                self.add_split(kind)
            kind.used = kind.used or not self.parts.has("per", "rank", "rank_up", "top", "bottom")

    def left_out_before(self, mark: Part, values: list[Part]) -> Part | None:
        """Return the member that a clause of its own leaves out, the word behind it: 福田不要, 急诊不算."""
        at = self.parts.every.index(mark)
        part = self.parts.every[at - 1] if at else None
        if part is None or part not in values or part.piece.span[1] != mark.piece.span[0]:
            return None
        rest = [one for one in self.parts.every[at + 1 :] if one.kind != "function"]
        ahead = self.parts.every[at - 2] if at > 1 else None
        begun = ahead is None or (ahead.kind != "value" and self.pause_between(ahead, part))
        return part if begun and (not rest or self.pause_between(mark, rest[0])) else None

    def pause_between(self, left: Part, right: Part) -> bool:
        """Tell whether a sign ends a clause between two parts."""
        return bool(PAUSES & set(self.parts.text[left.piece.span[1] : right.piece.span[0]]))

    def goes_on(self, part: Part) -> bool:
        """Tell whether a small word stands behind and, before one more member: or from Munich."""
        before = self.parts.every[self.parts.every.index(part) - 1]
        return (before.text in JOINING or before.token == "or") and self.next_is_value(part)

    def next_is_value(self, part: Part) -> bool:
        following = self.parts.after(part)
        return following is not None and following.kind == "value"

    def chosen_member(self, part: Part) -> tuple[str, list[str]]:
        """Return the dimension and values a word names; what stands beside it decides, or the surest."""
        fitting = [m for m in part.members if self.cuts_all(m[0])]
        if not fitting:
            raise Stop(NotMine("unreachable", (part.text,)))
        told = [m for m in fitting if self.is_called_by_kind(part, m[0])]
        fitting = told or [m for m in fitting if self.is_of_what_is_beside(part, m[0])] or fitting
        preferred = [m for m in fitting if m[0] in self.preferred]
        fitting = preferred or fitting
        best = max(score for _, _, score in fitting)
        whole = {
            name for name, _, score in fitting if score == WHOLE
        }  # 王磊 is not 王蕾, also called Wang Lei
        fitting = [m for m in fitting if m[2] >= best - NEAR and (m[2] == WHOLE or m[0] not in whole)]
        named = [(name, one) for name, value, _ in fitting for one in self.known.canonicals(name, value)]
        found = shortest(named)
        if len(found) > 1:
            chosen = self.choose(part.text, tuple(f"{name}={value}" for name, value in found))
            found = [pair for pair in found if f"{pair[0]}={pair[1]}" == chosen]
        name, value = found[0]
        return name, value.split("|") if value in self.catalog.dimensions[name].groups else [value]

    def kind_of_list(self, part: Part) -> list[Part]:
        """Return the kind said behind a counted list: 东莞、惠州、清远三家分公司."""
        rest = self.parts.every[self.parts.every.index(part) + 1 :]
        joined = ("value", "function")
        behind = next((at for at, one in enumerate(rest) if one.kind not in joined), len(rest))
        if behind == len(rest) or rest[behind].kind != "number":
            return []
        kind = self.parts.after(rest[behind])
        return [kind] if kind is not None and kind.kind == "dimension" else []

    def is_called_by_kind(self, part: Part, name: str) -> bool:
        """Tell whether what a member is of is said beside it: Enterprise plan."""
        beside = [*self.neighbours(part), *self.kind_of_list(part)]
        return any(name in other.dimensions for other in beside)

    def is_of_what_is_beside(self, part: Part, name: str) -> bool:
        """Tell whether a member is a property of what is said beside it: Enterprise customers."""
        table = self.catalog.dimensions[name].table
        beside = [self.catalog.dimensions[n] for other in self.neighbours(part) for n in other.dimensions]
        return any(one.key and one.table == table for one in beside)

    def neighbours(self, part: Part) -> list[Part]:
        found = [self.parts.before(part), self.parts.after(part)]
        return [one for one in found if one is not None and one.kind == "dimension" and not one.used]

    def is_plural(self, part: Part) -> bool:
        """Tell whether an English word stands in the plural, as campus does not."""
        word = self.parts.text[slice(*part.piece.span)].lower().rpartition(" ")[2]
        signs = f"'{APOSTROPHES}"
        word = word.rstrip(signs)
        word = word[:-2] if word.endswith("s") and word[-2:-1] in set(signs) else word
        return word.endswith("s") and stem(word) != word

    def absorb_kind(self, part: Part, name: str) -> None:
        """Account for the kind of thing a value is, said beside it: 餐饮业态, Nancheng branch."""
        for other in self.neighbours(part):
            if name in other.dimensions and not other.split:
                alone = sum(any(name == one for one, _, _ in p.members) for p in self.parts.of("value")) == 1
                if self.parts.every[self.parts.every.index(part) + 1 :][:1] == [other] and alone:
                    self.refuse_several_called_so(part, other)
                before = self.parts.before(other)
                if before is not None and before.kind == "mark" and before.token in ("per", "count", "some"):
                    continue
                at = self.parts.every.index(other)
                gap = self.parts.between(part, other)
                if all(
                    one.text in ("的", "of", "the", "这个", "in", "是", "for") or one.kind != "function"
                    for one in gap
                ):
                    other.used = at >= 0

    def refuse_several_called_so(self, part: Part, kind: Part) -> None:
        """Stop where several things are said to be called by one name: the Iron Tide films."""
        if self.language == "en" and self.is_plural(kind):
            raise Stop(NotMine("shape", (part.text, kind.text)))

    def absorb_owner(self, part: Part, name: str) -> None:
        """Account for the things that have a property, said right behind it: Grade 9 students, 高中课程."""
        asked = ("top", "bottom", "rank", "rank_up", "share", "distribution", *RANKS)
        at = self.parts.every.index(part) + 1
        thing = self.parts.every[at] if at < len(self.parts.every) else None
        if thing is None or thing.kind != "dimension" or thing.used or thing.split:
            return
        words = {*metric_words()["which"], *metric_words()["which_after"]}
        which = any(one.text in words for one in self.parts.of("function")) or self.parts.has("singular")
        if which or self.parts.has(*asked) or self.parts.of("state"):
            return
        beside = (self.parts.before(part), self.parts.after(thing))
        if any(one is not None and one.token in ("count", "some") for one in beside):
            return
        table = self.catalog.full(self.catalog.dimensions[name].table)
        owners = [self.catalog.dimensions[one] for one in thing.dimensions]
        same = [one for one in owners if one.key and self.catalog.full(one.table) == table]
        thing.used = bool(same) and len(same) == len(owners) and name not in thing.dimensions

    def absorb_thing(self, part: Part, name: str) -> None:
        """Account for what a value is a property of, said beside it: self-pay patients, 自费患者."""
        table = self.catalog.full(self.catalog.dimensions[name].table)
        for other in (self.parts.before(part), self.parts.after(part)):
            if (
                other is not None
                and other.kind == "thing"
                and not self.keeps_some(other.metrics[0])
                and self.catalog.counted_table(other.metrics[0]) == table
            ):
                other.used = True

    # Averages

    def bind_average(self) -> None:
        """Bind 日均, average per shop; an average that the metric itself is needs no word."""
        marks = self.parts.marks("avg")
        if not marks:
            return
        natural = [m for m in self.metrics if self.catalog.metrics[m].additivity in ("average", "ratio")]
        for mark in marks:
            mark.used = True
        if len(natural) == len(self.metrics):
            return
        if len(self.metrics) != 1 or self.catalog.metrics[self.metrics[0]].kind != "simple":
            raise Stop(NotMine("shape", (marks[0].text,)))
        if self.grain:
            self.average, self.grain = self.grain, ""
            return
        target = self.average_over(marks[0]) or self.usual_average()
        if not target:
            raise Stop(NotMine("shape", (marks[0].text,)))
        self.average = target

    def usual_average(self) -> str:
        """Return the day or month whose stocks an average stock is the mean of."""
        source = self.catalog.metrics[self.metrics[0]]
        return source.time_grain if source.additivity == "semi" else ""

    def average_over(self, mark: Part) -> str | None:
        """Return the dimension an average is for one of: 平均每个服务区, average revenue per shop."""
        at = self.parts.every.index(mark)
        for part in self.parts.every[at + 1 :]:
            if part.kind == "mark" and part.token == "per":
                target = self.parts.after(part)
                text = part.text.lower()
                if (
                    target is None
                    or target.kind != "dimension"
                    or text in ("by", "按", "按照", "各", "各个", "grouped by")
                ):
                    return None
                name = self.chosen_dimension(target)
                if name in self.splits:
                    self.splits.remove(name)
                return name
            if part.kind not in ("function", "metric", "weak", "value", "period"):
                break
        return self.averaged_before(mark)

    def averaged_before(self, mark: Part) -> str | None:
        """Return the one dimension an average closes, said behind it: complaints per shop on average."""
        if self.language == "zh":
            return self.averaged_of_each(mark)
        if mark.text not in metric_words()["on_average"] or len(self.splits) != 1:
            return None
        target = self.parts.before(mark, lambda one: one.kind == "period")
        per = self.parts.before(target) if target is not None else None
        if target is None or per is None or per.token != "per" or per.text not in metric_words()["divides"]:
            return None
        name = self.splits[0]
        return self.splits.pop() if name in target.dimensions else None

    def averaged_of_each(self, mark: Part) -> str | None:
        """Return what an average behind each one of it is over; it may be over its days: 每家店平均."""
        target = self.parts.before(mark)
        per = self.parts.before(target) if target is not None else None
        each = per is not None and per.token == "per" and per.text in metric_words()["one_by_one"]
        if target is None or not each or len(self.splits) != 1 or self.splits[0] not in target.dimensions:
            return None
        self.guessed.append(mark.text)
        return self.splits.pop()


def says_others(part: Part) -> bool:
    """Tell whether a word means all that is left, whatever else is called so."""
    return part.token == "others" or part.text in metric_words()["marks"]["others"]


def shortest(members: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Leave out members whose name only goes on from another's: Nancheng Service Area, … Upbound."""
    keys = {value: key_of(value) for _, value in members}
    return [
        (name, value)
        for name, value in dict.fromkeys(members)
        if not any(key != keys[value] and keys[value][: len(key)] == key for key in keys.values())
    ]
