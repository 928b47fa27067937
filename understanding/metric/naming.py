"""Steps of reading: what is measured, what it is split by, and conditions on it."""

from decimal import Decimal
from itertools import pairwise

from knowledge.metrics import Metric
from knowledge.vocabulary import lexicon
from language.units import APOSTROPHES, key_of
from language.words import is_han
from understanding.metric.binding import BARE_GRAINS, BOTH, CHANGES, GRAINS, JOINING, RANKS, Stop
from understanding.metric.counting import unit_group
from understanding.metric.frames import Frames
from understanding.metric.parts import Part
from understanding.metric.vocabulary import is_amounts_word, metric_words, read_key
from understanding.pairs.meaning import AFTER_NUMBER, COMPARERS
from understanding.question import (
    Condition,
    NotMine,
)
from understanding.triage import term_asked
from understanding.words.judging import speaks_of

ORDERS = ("top", "bottom", "rank", "rank_up", "high", "low", "place")  # what is by a figure


class Naming(Frames):
    """Finds metrics, splits and conditions."""

    # What is not known at all

    def refuse_unknown(self) -> None:
        """Stop at words nothing here knows, and at questions figures cannot answer."""
        self.drop_said_again()
        self.count_things()
        self.measured_by_unit()
        self.join_names()
        self.count_people()
        self.tell_members_from_figures()
        self.tell_grains_from_members()
        self.name_kinds()
        self.join_attributes()
        self.take_people()
        self.take_goods()
        self.read_frames()
        self.take_verbs()
        if why := self.parts.marks("why", "other_data", "define"):
            raise Stop(NotMine("shape", tuple(part.text for part in why)))
        for mark in self.parts.marks("last_year", "previous"):
            mark.kind, mark.used = "comparison_word", True
        self.refuse_stray_units()
        for ahead, part in pairwise([None, *self.parts.every]):
            behind = ahead is not None and ahead.kind in ("dimension", "value", "thing")
            if part is not None and part.text in metric_words()["only_behind"] and not behind:
                raise Stop(NotMine("word", (part.text,)))
        unknown = []
        named = [self.catalog.metrics[name] for part in self.parts.of("metric") for name in part.metrics]
        units = {key_of(unit) for one in named for unit in (one.unit_zh, one.unit_en) if unit}
        for number, part in pairwise(self.parts.every):
            if number.kind == "number" and part.kind == "grain" and key_of(part.text) in units:
                part.used = True  # longer than 10 days
        for part in self.parts.left("other"):
            if part.text in metric_words()["recently"]["words"] and not self.parts.of("period"):
                self.recently = part.used = True
                continue
            known = (
                self.is_but(part)
                or self.is_rate_of_change(part)
                or self.is_of_value(part)
                or self.is_before_value(part)
            )
            if known or key_of(part.text) in units:
                part.used = True
            else:
                unknown.append(part.text)
        if unknown:
            raise Stop(NotMine("word", tuple(unknown)))

    def drop_said_again(self) -> None:
        """Let a thing pointed back to be the one with most or least of it: 投诉最多的店，那家店的评分."""
        ranked = self.parts.has("top", "bottom")
        for first, again in pairwise(self.parts.left("dimension")) if ranked else ():
            at, words = self.parts.every.index(again), list[str]()
            while at and self.parts.every[at - 1].kind == "function":
                at -= 1
                words.insert(0, self.parts.every[at].text)
            pointed = "".join(words) in metric_words()["same_one"] or words[-1:] in (["that"], ["this"])
            if pointed and first.dimensions == again.dimensions:
                again.kind, again.used = "function", True
        for first, again in pairwise(self.parts.left("metric")):
            if first.metrics == again.metrics and first.piece.span[1] == again.piece.span[0]:
                again.kind, again.used = "function", True  # 超温报警: one figure by two of its names

    def is_of_value(self, part: Part) -> bool:
        """Tell a word of a dimension's own name beside its member: one-on-one classes, of Class type."""
        before = self.parts.before(part)
        if before is None or before.kind != "value" or self.parts.between(before, part):
            return False
        key, owners = self.units_of(part), {name for name, _, _ in before.members}
        wordings = [read_key(one) for name in owners for one in self.catalog.dimensions[name].wordings]
        enough = len(key) > 1 or not is_han(key[0])
        return enough and any(own[at : at + len(key)] == key for own in wordings for at in range(len(own)))

    def is_but(self, part: Part) -> bool:
        """Tell a word that joins what is left out, or a second limit: Rome but not fuel, 但投诉超过3起."""
        if part.text not in metric_words()["but"]:
            return False
        following, at = self.parts.after(part), self.parts.every.index(part)
        if following is not None and following.token in ("not", "besides"):
            return True
        limits = [one for one in self.parts.every if one.kind == "mark" and one.token in COMPARERS]
        places = [self.parts.every.index(one) for one in limits]
        return (
            len(self.parts.of("number")) > 1 and any(p < at for p in places) and any(p > at for p in places)
        )

    def is_before_value(self, part: Part) -> bool:
        """Tell words that only lead to a member or a limit: paid by Alipay, paid over 500 in fees."""
        at = self.parts.every.index(part) + 1
        following = self.parts.every[at] if at < len(self.parts.every) else None
        if following is None:
            return False
        if part.text in metric_words()["before_value"]:
            return following.kind == "value"
        if part.text in metric_words()["because"]:
            return any(self.is_reason(name) for name, _, _ in following.members)
        compares = following.kind == "mark" and following.token in COMPARERS and bool(self.parts.of("metric"))
        return part.text in metric_words()["before_number"] and compares

    def is_reason(self, dimension: str) -> bool:
        """Tell a dimension whose members are reasons."""
        called = next(line for line in metric_words()["alike_kinds"] if "reason" in line)
        return speaks_of(self.catalog.dimensions[dimension].wordings, called)

    def is_rate_of_change(self, part: Part) -> bool:
        """Tell rate of growth and 同比率 from a rate that no metric is called."""
        if part.piece.tokens != ("rate",):
            return False
        before, after = self.parts.before(part), self.parts.after(part)
        changed = before is not None and (before.kind.startswith("comparison") or before.token in CHANGES)
        return changed or (after is not None and after.kind == "mark" and after.token in CHANGES)

    # Metrics

    def read_metrics(self) -> None:
        """Find what is measured; a dimension that is counted stands for the metric that counts it."""
        self.tell_things_from_counts()
        self.name_ratio()
        self.drop_own_whole()
        named = self.parts.left("metric")
        self.refuse_compounds(named)
        self.metric_parts = named
        weak = self.parts.left("weak")
        for part in weak:
            part.used = True
        named = named or [part for part in weak[:1] if read_key(part.text) not in self.known.rivalled]
        for part in named:
            part.used = True
            sold = self.sold_things(part)
            self.figure_assumed |= bool(sold)
            self.metrics += [name for name in sold or self.chosen_metric(part) if name not in self.metrics]
            self.figure_assumed |= self.is_count_called_an_amount(part) or self.is_loosely_named(part)
        self.drop_things_measured(named)
        much = not self.metrics and any(part.text == "how much" for part in self.parts.left("mark"))
        if much and (states := self.parts.left("state")):  # how much were we over target
            raise Stop(NotMine("shape", tuple(part.text for part in states)))
        for part in self.parts.left("state"):
            name, comparer, number = part.token.split(":")
            part.used = True
            self.conditions.append(Condition(name, comparer, Decimal(number)))  # type: ignore[arg-type]
            self.metrics = self.metrics or [name]
        if not self.metrics:
            self.metrics = self.counted_things()
        if not self.metrics:
            self.metrics = self.counted_by_values() or self.counted_for_shares()
            self.implied = bool(self.metrics)
        if not self.metrics:
            self.metrics = self.counted_by_name() or self.counted_most()
        if not self.metrics:
            self.metrics = self.usual()
            self.figure_assumed = bool(self.metrics)
        if not self.metrics and self.given:
            self.metrics = [self.given]
        if not self.metrics:
            raise Stop(NotMine("no_metric"))
        if not self.metric_parts:
            self.metric_parts = named
        self.refuse_sums_of_averages()
        self.refuse_definitions()

    def name_ratio(self) -> None:
        """Read one figure's share of another, or one per the other, as the ratio defined of the two."""
        divides = metric_words()["divides"]
        shares = self.parts.marks("share")
        for mark in [*shares, *(one for one in self.parts.marks("per") if one.text in divides)]:
            above, below = self.sides_of(mark)
            if above is None or below is None or {above.kind, below.kind} - {"metric", "thing"}:
                continue
            found = [
                one.name
                for one in self.catalog.metrics.values()
                if one.kind == "ratio" and one.parts == (*above.metrics[:1], *below.metrics[:1])
                if mark not in shares or one.unit("zh") == "%"
            ]
            if len(found) == 1 and len(above.metrics) == len(below.metrics) == 1:
                above.kind, above.metrics, below.kind = "metric", (found[0],), "function"
                for part in (below, mark, *(shares if mark in shares else ())):
                    part.used = True
                return

    def sides_of(self, mark: Part) -> tuple[Part | None, Part | None]:
        """Return what is divided and by what: A per B, A占B, what share of B were A."""
        above, below = self.parts.before(mark), self.parts.after(mark)
        other = self.parts.after(below) if below is not None and below.metrics else None
        if self.language == "en" and below is not None and other is not None and other.metrics:
            between = {one.text for one in self.parts.between(below, other)}
            if mark.token == "share" and between & set(metric_words()["being"]):
                return other, below
        return above, below

    def drop_own_whole(self) -> None:
        """Let what a ratio is of, said behind it, say nothing more: how far along are we with the target."""
        for ratio, whole in pairwise(self.parts.left("metric")):
            between = [one.text for one in self.parts.between(ratio, whole)]
            small = all(one.kind == "function" for one in self.parts.between(ratio, whole))
            named = [self.catalog.metrics[name] for name in ratio.metrics[:1] if len(ratio.metrics) == 1]
            own = [one for one in named if one.kind == "ratio" and one.parts[1:] == whole.metrics]
            if own and between and small and not JOINING & {*between}:
                whole.kind, whole.used = "function", True

    def sold_things(self, part: Part) -> tuple[str, ...]:
        """Return the figure of a member's own rows that sold may mean before all takings: passes sold."""
        own = {read_key(one) for name in part.metrics for one in self.catalog.metrics[name].wordings}
        words = tuple(map(str, metric_words()["selling"]))
        sold = part.text in words or part.text.startswith(tuple(filter(is_han, words)))
        if read_key(part.text) in own or not sold:
            return ()
        members = [name for one in self.parts.left("value") for name, _, _ in one.members]
        tables = {self.catalog.full(self.catalog.dimensions[name].table) for name in members}
        sources = {one for name in part.metrics for one in self.catalog.sources(name)}
        if tables & {self.catalog.full(one.table) for one in sources}:
            return ()
        found = [
            one for one in self.catalog.metrics.values() if one.kind == "simple" and one.additivity == "sum"
        ]
        return tuple(one.name for one in found if self.catalog.full(one.table) in tables)[:1]

    def is_count_called_an_amount(self, part: Part) -> bool:
        """Tell whether a count of rows is named by an amount's word alone: Sales, of a table called so."""
        counts = all(self.catalog.metrics[name].counts_rows for name in part.metrics)
        return counts and is_amounts_word(part.text) and not self.parts.has("count", "some")

    def is_loosely_named(self, part: Part) -> bool:
        """Tell a word that may as well mean another figure, and that no definition has: 业绩, 生意."""
        loose = tuple(map(str, metric_words()["loosely"]))
        own = {name.lower() for one in part.metrics for name in self.catalog.metrics[one].wordings}
        return part.text.startswith(loose) and part.text not in own

    def refuse_sums_of_averages(self) -> None:
        """Stop where an average is asked for as a sum, which is another figure: total score, 客单价之和."""
        words = metric_words()["marks"]["total"]
        together = len(self.parts.of("value")) >= BOTH  # A and B combined
        for part in [] if together else self.metric_parts:
            for metric in (self.catalog.metrics[name] for name in part.metrics):
                added = speaks_of([one.text for one in self.parts.of("mark")], metric_words()["adding_up"])
                rated = metric.kind == "ratio" and (metric.scale == 1 or added)
                averaged = metric.additivity == "average" or rated
                summed = self.parts.has("total") or speaks_of([part.text], words)
                if averaged and summed and not speaks_of(metric.wordings, words):
                    raise Stop(NotMine("shape", (part.text,)))

    def refuse_definitions(self) -> None:
        """Stop where it is asked what a figure is, or how two differ: 客单价是什么, what is revenue, 区别."""
        differ = {part.text for part in self.parts.every} & set(metric_words()["differ"])
        bare = all(part.kind in ("metric", "function") for part in self.parts.every)
        if bare and term_asked(self.parts.text):
            raise Stop(NotMine("shape", (self.parts.text,)))
        if len(self.metrics) > 1 and differ and not self.parts.of("period", "value"):
            raise Stop(NotMine("shape", tuple(differ)))

    def refuse_compounds(self, named: list[Part]) -> None:
        """Stop at two metrics written as one word: surgery revenue is neither surgeries nor revenue."""
        people = [part for part in named if part.text in metric_words()["how_many_people"]]
        if people and len(named) > 1:  # 订单有多少人
            raise Stop(NotMine("shape", (people[0].text,)))
        for left, right in pairwise(named):
            gap = self.parts.text[left.piece.span[1] : right.piece.span[0]]
            figures = {self.catalog.metrics[n].additivity for p in (left, right) for n in p.metrics}
            if not (gap if self.language == "zh" else gap.strip(" -")) and "average" not in figures:
                raise Stop(NotMine("shape", (left.text, right.text)))
            if {one.text for one in self.parts.between(left, right)} & set(metric_words()["between_figures"]):
                raise Stop(NotMine("shape", (left.text, right.text)))

    def drop_things_measured(self, named: list[Part]) -> None:
        """Let a count beside another figure of its rows only say of what it is: 投诉平均多久处理完."""
        both = [part for part in named if len(part.metrics) == 1]
        if not len(self.metrics) == len(named) == len(both) == BOTH:
            return
        counts = [part for part in both if self.catalog.metrics[part.metrics[0]].is_count]
        others = [part for part in both if part not in counts]
        if len(counts) != 1 or self.stand_side_by_side(*both) or self.is_ranked(counts[0]):
            return
        count, other = (self.catalog.metrics[part.metrics[0]] for part in (counts[0], others[0]))
        owned = self.is_owned(counts[0], others[0])
        average = other.additivity == "average" and other.table == count.table
        if not (average or owned):
            return
        of_these = all(
            self.catalog.path(one.table, self.catalog.full(count.table)) is not None
            for one in self.catalog.sources(other.name)
        )
        if count.kind != "simple" or not of_these or self.keeps_some(count.name):
            raise Stop(NotMine("shape", (counts[0].text, others[0].text)))
        self.metrics, self.metric_parts = [other.name], others

    def stand_side_by_side(self, left: Part, right: Part) -> bool:
        """Tell whether two figures are said side by side, not one of the other."""
        at = self.parts.every.index(right)
        after = self.parts.every[self.parts.every.index(left) + 1]
        return any(one.text in JOINING for one in (self.parts.every[at - 1], after))

    def is_owned(self, things: Part, figure: Part) -> bool:
        """Tell whether a figure is said to be of the things that a count counts: 升级工单的满意度."""
        first, last = (things, figure) if self.language == "zh" else (figure, things)
        between = self.parts.between(first, last)
        led = self.parts.every.index(first) < self.parts.every.index(last)
        words = metric_words()["of_things"][self.language]
        bare = [one for one in between if one.kind != "value"]
        return led and bool(bare) and all(one.text.rpartition(" ")[2] in words for one in bare)

    def refuse_lists(self) -> None:
        """Stop where records are asked for, not a figure: 有哪些投诉, which inspections failed."""
        self.refuse_names()
        for part in self.metric_parts:
            if not any(self.catalog.metrics[name].is_count for name in part.metrics):
                continue
            at = self.parts.every.index(part)
            before = self.parts.every[at - 1] if at else None
            after = self.parts.every[at + 1] if at + 1 < len(self.parts.every) else None
            asked = (
                before is not None and before.kind == "function" and before.text in metric_words()["which"]
            )
            told = (
                after is not None and after.kind == "function" and after.text in metric_words()["which_after"]
            )
            if (asked or told) and not (self.parts.of("dimension") and self.parts.has(*RANKS)):
                raise Stop(NotMine("shape", (part.text,)))

    def refuse_names(self) -> None:
        """Stop where all of the things are to be named, not counted: list all staff in Nancheng, 员工名单."""
        asked = {one.text for one in self.parts.of("function")} & set(metric_words()["listing"])
        if not asked or self.parts.of("dimension", "grain") or self.parts.has("count", "some"):
            return
        counting = metric_words()["counting"]
        ends = tuple(map(str, [*counting["before"], *counting["after"], *counting["things"]]))
        for part in self.metric_parts:
            figure = part.text.startswith(ends) or part.text.endswith(ends)
            if not figure and all(self.catalog.metrics[name].is_count for name in part.metrics):
                raise Stop(NotMine("shape", (part.text,)))

    def usual(self) -> list[str]:
        """Return the metric that shares and rankings of a dimension are of where none is named."""
        if not self.parts.has("share", "distribution"):
            return []
        named = {d for p in self.parts.left("dimension") for d in p.dimensions}
        named |= {d for p in self.parts.left("value") for d, _, _ in p.members}
        found = {self.catalog.dimensions[name].measured_by for name in named} - {""}
        if not found:
            return self.count_over({self.catalog.dimensions[name].table for name in named})
        return list(found) if len(found) == 1 else []

    # Splits

    def bind_splits(self) -> None:
        """Bind 各, 按, by, each … to what follows, and to what is joined to that."""
        for mark in self.parts.marks("per"):
            target = self.parts.after(mark)
            mark.used = True
            if target is None:
                mark.used = False
            elif target.kind == "mark" and target.token == "per":
                continue
            elif target.kind == "dimension":
                if mark.text.split()[-1] in metric_words()["one_by_one"] and self.is_of_some_days(target):
                    raise Stop(NotMine("shape", (mark.text, target.text)))  # the other days are none of them
                self.add_split(self.what_is_had(target))
            elif target.kind == "grain":
                target.split = True
            elif target.kind == "period" and self.language == "zh":
                continue  # 按10月算
            elif target.kind == "value" and self.is_weekday_word(target):
                target.used = True
                self.splits.append("weekday")
            elif target.kind == "metric":
                self.by_metric = target
                others = [part for part in self.parts.of("metric") if part.metrics != target.metrics]
                alone = not others and mark.text not in metric_words()["by"]  # by employee: a cut
                ordered = self.parts.has(*ORDERS) or alone  # orders by revenue
                mark.used = ordered and mark.text not in metric_words()["divides"]  # revenue per bed
            elif (target.kind == "weak" and self.parts.of("value")) or (
                target.token == "some" and len(self.parts.left("value")) >= BOTH
            ):
                continue  # 各收了多少: each of those named
            elif target.kind == "mark" and target.token in (
                "rank",
                "rank_up",
                "top",
                "bottom",
                "share",
                "count",
                "some",
            ):
                told = self.splits or self.parts.of("value", "dimension", "grain")
                mark.used = bool(told) or target.token not in ("count", "some")
            elif target.kind == "value":
                self.split_by_values(target, mark)
            else:
                mark.used = False
        self.respectively()
        if self.parts.has("top", "bottom"):
            for part in filter(self.is_weekday_word, self.parts.left("value")):
                part.kind, part.dimensions = "dimension", ("weekday",)
        for part in self.parts.left("grain"):
            at = self.parts.every.index(part)
            limit, number = [None, None, *self.parts.every[:at]][-2:]
            if number and number.kind == "number" and limit and limit.token in COMPARERS:
                raise Stop(NotMine("shape", (number.text, part.text)))  # stays of more than 7 days
            self.add_grain(part)

    def is_of_some_days(self, part: Part) -> bool:
        """Tell a dimension of days of which most have no member: public holidays."""
        return any(self.catalog.dimensions[name].on_time for name in part.dimensions)

    def is_weekday_word(self, part: Part) -> bool:
        return part.text.lower() == "weekday" and "weekday" in self.catalog.dimensions

    def split_by_values(self, part: Part, mark: Part) -> None:
        """Let by before a member only say whose they are, visits by residents; 各 before one is unread."""
        at = self.parts.every.index(part) + 1
        following = self.parts.every[at] if at < len(self.parts.every) else None
        joined = following is not None and following.kind in ("dimension", "thing", "other", "metric")
        if following is None or not joined or self.are_people(following):
            mark.used = mark.text in metric_words()["by_whom"]
            return
        key = (*self.units_of(part), *self.units_of(following))
        found = [d.name for d in self.catalog.dimensions.values() if key in map(read_key, d.wordings)]
        if not found:  # by loan product, where Loans is a kind of product: neither of them alone
            raise Stop(NotMine("shape", (part.text, following.text)))
        part.used, following.kind, following.dimensions = True, "dimension", tuple(found)
        self.add_split(following)

    def are_people(self, part: Part) -> bool:
        """Tell people in the plural, who act: visits by VIP customers."""
        said = self.parts.text[slice(*part.piece.span)].lower()
        return said != part.text and part.text in metric_words()["people"]

    def add_split(self, part: Part) -> None:
        """Split by a dimension and by those joined to it: by branch and category."""
        while True:
            part.used = True
            name = self.chosen_dimension(part)
            if name not in self.splits:
                self.splits.append(name)
            at = self.parts.every.index(part) + 1
            following = self.parts.every[at] if at < len(self.parts.every) else None
            if following is not None and following.kind in ("function", "mark") and following.text in JOINING:
                following = self.parts.every[at + 1] if at + 1 < len(self.parts.every) else None
            if following is not None and following.kind == "mark" and following.token == "per":
                return
            if following is None or following.used or following.kind not in ("dimension", "grain"):
                return
            if self.says_what_has(part, following):
                following.used = True
                return
            if following.kind == "grain":
                following.split = True
                return
            if not any(self.cuts_all(name) for name in following.dimensions):
                return
            part = following

    def what_is_had(self, part: Part) -> Part:
        """Return what is said to be a thing's own, or the thing: by customer's manager."""
        at, end = self.parts.every.index(part) + 1, part.piece.span[1]
        following = self.parts.every[at] if at < len(self.parts.every) else None
        owns = any(one in self.parts.text[end - 2 : end + 1] for one in ("'", *APOSTROPHES))
        if following is None or following.kind != "dimension" or not owns:
            return part
        part.used = True
        return following

    def says_what_has(self, part: Part, following: Part) -> bool:
        """Tell whether a dimension only names the things that have the one before it: 各等级服务区."""
        if following.kind != "dimension" or self.parts.between(part, following):
            return False
        attribute, thing = (self.catalog.dimensions[p.dimensions[0]] for p in (part, following))
        same = self.catalog.full(attribute.table) == self.catalog.full(thing.table)
        return same and bool(thing.key) and not attribute.key

    def add_joined(self, grain: Part) -> None:
        """Split by a dimension that is joined to a grain: by month and region."""
        at = self.parts.every.index(grain) + 1
        joint, other = [*self.parts.every[at : at + 2], None, None][:2]
        if joint is None or other is None or joint.text not in JOINING or other.kind != "dimension":
            return
        self.add_split(other)

    def respectively(self) -> None:
        """Let 分别 split by the one dimension named."""
        marks = self.parts.use("respectively")
        free = self.parts.left("dimension")
        if marks and len(free) == 1 and not self.splits and not self.parts.left("value"):
            self.add_split(free[0])

    def add_grain(self, part: Part) -> None:
        if part.token == "hour" or (part.token not in (*GRAINS, "weekday")):
            raise Stop(NotMine("word", (part.text,)))
        if part.token == "weekday":
            part.used = True
            self.splits.append("weekday")
            return
        ranked = self.parts.has("top", "bottom", "gt", "ge", "lt", "le") or bool(self.way)
        if not part.split and part.text in BARE_GRAINS and not ranked:
            raise Stop(NotMine("word", (part.text,)))
        part.used = True
        if part.split or part.text not in BARE_GRAINS:
            self.add_joined(part)
        if not self.grain:
            self.grain = part.token
        elif self.grain != part.token:
            raise Stop(NotMine("shape", (part.text,)))

    # Conditions

    def bind_conditions(self) -> None:
        """Bind 超过100万, at least 3 to the metric they speak of."""
        for number in self.parts.left("number"):
            before, after = self.parts.before(number), self.parts.after(number)
            mark = None
            if before and before.kind == "mark" and before.token in COMPARERS and not before.used:
                mark = before
            elif after and after.kind == "mark" and after.token in COMPARERS and after.text in AFTER_NUMBER:
                mark = after
            if mark is None or number.piece.number is None:
                continue
            metric = self.condition_metric(number)
            self.refuse_other_counts(number, self.catalog.metrics[metric])
            percent = self.is_percent(number)
            if percent and self.limits_a_change(metric, mark, number.piece.number):
                number.used = mark.used = True
                continue
            is_percent = self.catalog.metrics[metric].unit("zh") == "%"
            if percent and not is_percent:
                raise Stop(NotMine("shape", (number.text + "%",)))
            number.used = mark.used = True
            self.conditions.append(Condition(metric, mark.token, number.piece.number))  # type: ignore[arg-type]
        self.count_groups()

    def refuse_other_counts(self, number: Part, metric: Metric) -> None:
        """Stop where a number of things limits a figure that is none: ratings of at least 300条."""
        at = self.parts.every.index(number) + 1
        counter = self.parts.every[at].text if at < len(self.parts.every) else ""
        told = counter in lexicon()["counters"] and counter not in (metric.unit_zh, *metric_words()["money"])
        if told and not (metric.is_count or self.units_told(metric) & {unit_group(counter)}):
            raise Stop(NotMine("shape", (number.text, counter)))

    def is_percent(self, number: Part) -> bool:
        """Tell whether a number is a percentage, and account for the word that says so."""
        following = self.parts.after(number)
        if following is not None and following.text in metric_words()["percent"]:
            following.used = True
            return True
        return self.parts.text[number.piece.span[1] :].lstrip().startswith(("%", "％"))

    def condition_metric(self, number: Part) -> str:
        parts = [part for part in self.parts.of("metric", "weak") if part.metrics]
        if not parts:
            return self.metrics[0]
        best = self.parts.nearest(number, parts, -1 if self.language == "zh" else 1)
        if self.language == "en":
            before = self.parts.nearest(number, parts, -1)
            if before and (
                best is None or self.parts.distance(before, number) <= self.parts.distance(best, number)
            ):
                best = before
        best = best or parts[0]
        return self.chosen_metric(best)[0]
