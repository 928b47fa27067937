"""Steps of reading: which share, of what, within what."""

from understanding.metric.binding import BOTH, CHANGES, JOINING, Stop
from understanding.metric.parts import Part
from understanding.metric.rankings import Rankings
from understanding.metric.vocabulary import metric_words
from understanding.question import NotMine


class Shares(Rankings):
    """Finds shares."""

    within: tuple[str, ...] = ()  # what a share is taken of each of

    def bind_share(self) -> bool:
        """Read 占比, share of: of the members split by, or of those named among all, of each there is."""
        self.percent_of_rates()
        marks = self.parts.use("share", "distribution")
        if not marks:
            return False
        self.require_shares_of_one_sum(marks[0])
        kept = [name for name, negated in self.filters if not negated]
        free = [name for name in kept if name not in self.splits]
        subject = self.share_subject(free, marks)
        if subject:
            if self.is_joint(subject) or self.ranked or (len(free) > 1 and self.parts.has("total")):
                raise Stop(NotMine("shape", (marks[0].text,)))
            self.within = (*self.splits, *([f"{self.grain}_start"] if self.grain else []))
            self.splits.append(subject)
            return True
        if free and (self.grain or not self.splits or self.is_unclear(free, marks[0])):
            raise Stop(NotMine("shape", (marks[0].text,)))
        if not self.splits and not self.grain:
            raise Stop(NotMine("shape", (marks[0].text,)))
        if any(self.is_joint(name) for name in kept if name in self.splits and not self.is_told(name)):
            raise Stop(NotMine("shape", (marks[0].text,)))
        if self.splits and self.grain:
            self.within = (f"{self.grain}_start",)
        return True

    def percent_of_rates(self) -> None:
        """Let a percent sign or word beside figures that are percentages be their unit: refund rate in %."""
        for mark in self.parts.marks("share"):
            beside = [one for one in (self.parts.before(mark), self.parts.after(mark)) if one is not None]
            named = {name for one in beside if one.kind == "metric" for name in one.metrics}
            rates = [self.catalog.metrics[name].unit("zh") == "%" for name in named]
            mark.used = bool(rates) and all(rates) and mark.text in metric_words()["percent"]

    def require_shares_of_one_sum(self, mark: Part) -> None:
        """Stop where a share would be of more than one figure, of groups, or set against an earlier one."""
        changed = self.parts.of("comparison", "comparison_word") or self.parts.has(*CHANGES)
        several = len(self.parts.of("period")) > 1 and not self.grain
        if len(self.metrics) != 1 or self.average or self.conditions or changed or several:
            raise Stop(NotMine("shape", (mark.text,)))
        if self.catalog.metrics[self.metrics[0]].additivity not in ("sum", "semi"):
            raise Stop(NotMine("shape", (mark.text,)))

    # Whose share

    def share_subject(self, free: list[str], marks: list[Part]) -> str:
        """Return the dimension whose named members' share is asked for; none, where they only say of what."""
        if len(free) == 1 and not self.splits and not self.grain:
            return free[0]
        found = [
            (part, name)
            for name in free
            for part in self.named_of(name)
            if any(self.is_share_of(part, mark) for mark in marks)
        ]
        ahead = [one for one in found if self.starts(one[0]) < self.starts(marks[0])]
        if len(ahead) == len(found) and not any(one.text in JOINING for one in self.parts.of("function")):
            found = sorted(found, key=lambda one: self.starts(one[0]))[-1:]  # 虎门服务区现金占比
        names = {name for _, name in found}
        return names.pop() if len(names) == 1 else ""

    def named_of(self, name: str) -> list[Part]:
        """Return the words that name members of a dimension."""
        return [p for p in self.parts.of("value") if not p.negated and any(m[0] == name for m in p.members)]

    def is_share_of(self, part: Part, mark: Part) -> bool:
        """Tell whether a word names whose share a mark asks for, by where it stands."""
        if self.starts(part) < self.starts(mark):
            return self.is_share_after(part, mark)
        return self.language == "en" and (self.follows_share(part, mark) or self.made_up(part, mark))

    def is_share_after(self, part: Part, mark: Part) -> bool:
        """Tell Tea's share, 各分公司现金占比: what stands between is at most the figure."""
        if self.language == "zh" and self.is_scope(part):
            return False
        between = [one for one in self.parts.between(part, mark) if one.kind != "function"]
        if self.language == "zh":
            between = [one for one in between if one.kind not in ("metric", "weak", "period", "thing")]
            words = [one.text for one in self.parts.between(part, mark) if one.kind == "function"]
            if words and words[0] in metric_words()["scope"] and set(words) & set(metric_words()["within"]):
                between = []  # 货车在各分公司车流中的占比
        return all(one.kind == "value" or one.token == "share" or self.is_kind(one, part) for one in between)

    def follows_share(self, part: Part, mark: Part) -> bool:
        """Tell share of trucks in …: the member stands right behind the mark, and no figure behind it."""
        between = [one for one in self.parts.between(mark, part) if one.kind != "function"]
        at = self.parts.every.index(part) + 1
        rest = [one for one in self.parts.every[at:] if not self.is_kind(one, part)]
        following = rest[0].kind if rest else ""
        return all(one.kind in ("value", "mark") for one in between) and following not in ("metric", "weak")

    def made_up(self, part: Part, mark: Part) -> bool:
        """Tell what share of revenue came from fuel: the figure, a word of being, then the member."""
        figures = [one for one in self.parts.of("metric", "weak", "thing") if one is not part]
        if not any(self.starts(mark) < self.starts(one) < self.starts(part) for one in figures):
            return False
        at = self.parts.every.index(part)
        before = []
        for one in self.parts.every[:at][::-1]:
            if one.kind not in ("function", "value"):
                break
            before.append(one)
        words = {one.text for one in before if one.kind == "function"}
        return bool(words & set(metric_words()["being"]))

    def is_scope(self, part: Part) -> bool:
        """Tell where figures are of, not whose share: 各业态在虎门服务区的占比."""
        at = self.parts.every.index(part)
        return at > 0 and self.parts.every[at - 1].text in metric_words()["scope"]

    def is_kind(self, other: Part, part: Part) -> bool:
        """Tell whether a word only says what kind of thing a named member is."""
        return other.kind == "dimension" and bool({m[0] for m in part.members} & set(other.dimensions))

    def is_told(self, name: str) -> bool:
        """Tell whether a dimension is named itself, not by its members alone."""
        return any(name in part.dimensions for part in self.parts.of("dimension"))

    def is_joint(self, name: str) -> bool:
        """Tell whether several members may be meant as one, 三级和四级占全部: one share or each its own."""
        parts = self.named_of(name)
        grouped = len(self.filters[(name, False)]) > len(parts)
        each = self.parts.has("respectively", "per", "distribution", "compare")
        english = self.language == "en" and not any(
            self.starts(part) > self.starts(one) for part in parts for one in self.parts.of("metric")
        )
        return grouped or (len(parts) > 1 and not each and not english)

    def is_unclear(self, free: list[str], mark: Part) -> bool:
        """Tell whether a member beside a split may be whose share is meant, or only of what it is one."""
        parts = [part for name in free for part in self.named_of(name)]
        splits = [p for p in self.parts.of("dimension") if set(p.dimensions) & set(self.splits)]
        if self.language == "en":
            behind = all(self.starts(p) > self.starts(mark) for p in parts)
            ahead = any(self.starts(s) < self.starts(mark) for s in splits)
            return not behind and not ahead
        late = [p for p in parts if any(self.starts(p) > self.starts(s) for s in splits)]
        inside = any(one.text in metric_words()["scope"] for one in self.parts.of("function"))
        return any(not self.is_scope(part) for part in late) or (inside and not late)

    @staticmethod
    def starts(part: Part) -> int:
        """Return where a part stands in the question."""
        return part.piece.span[0]

    # Within what

    def share_groups(self) -> tuple[str, ...]:
        """Return what shares are taken within: 各分公司内各业态的占比."""
        if self.within:
            return self.within
        words = set(metric_words()["within"])
        inside = [p for p in self.parts.of("function") if p.text in words]
        for part in inside:
            step = 1 if self.language == "en" else -1
            beside = (
                self.parts.before(part) if step < 0 else self.parts.after(part, lambda p: p.token == "per")
            )
            if beside is not None and beside.kind == "dimension" and len(self.splits) > 1:
                return tuple(name for name in self.splits if name in beside.dimensions)
        marks = [part for part in self.parts.of("mark") if part.token == "per"]
        joined = any(part.kind == "function" and part.text in JOINING for part in self.parts.every)
        if len(self.splits) == BOTH and len(marks) == BOTH and self.language == "zh" and not joined:
            return (self.splits[0],)  # 各分公司各业态的占比
        return ()
