"""Steps of reading: which share, of what, within what."""

from knowledge.metric.binding import BOTH, JOINING, Stop
from knowledge.metric.parts import Part
from knowledge.metric.rankings import Rankings
from knowledge.metric.vocabulary import metric_words
from knowledge.question import NotMine


class Shares(Rankings):
    """Finds shares."""

    def bind_share(self) -> bool:
        """Read 占比, share of: of the members split by, or of those named among all."""
        marks = self.parts.use("share", "distribution")
        if not marks:
            return False
        kept = [key for key in self.filters if not key[1]]
        if not self.splits:
            if len(kept) != 1:
                raise Stop(NotMine("shape", (marks[0].text,)))
            self.splits.append(kept[0][0])
        elif self.is_joint_share(kept) or self.is_share_beside_a_split(kept, marks[0]):
            raise Stop(NotMine("shape", (marks[0].text,)))
        if len(self.metrics) != 1 or self.grain or self.average:
            raise Stop(NotMine("shape", (marks[0].text,)))
        if self.catalog.metrics[self.metrics[0]].additivity not in ("sum",):
            raise Stop(NotMine("shape", (marks[0].text,)))
        return True

    def is_share_beside_a_split(self, kept: list[tuple[str, bool]], mark: Part) -> bool:
        """Tell whether the share of a member may be meant, or that of what is split by among its own."""
        return any(name not in self.splits and self.is_share_of_value(mark, name) for name, _ in kept)

    def is_joint_share(self, kept: list[tuple[str, bool]]) -> bool:
        """Tell whether several members may be meant as one, 三级和四级占全部: one share or each its own."""
        told = {d for part in self.parts.of("dimension") for d in part.dimensions}
        free = [key for key in kept if key[0] in self.splits and key[0] not in told]
        joint = [key for key in free if len(self.filters[key]) > 1]
        each = self.parts.has("respectively", "per", "distribution", "compare")
        return bool(joint) and self.language == "zh" and not each

    def share_groups(self) -> tuple[str, ...]:
        """Return what shares are taken within: 各分公司内各业态的占比."""
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

    def is_share_of_value(self, mark: Part, name: str) -> bool:
        """Tell whether a named member's own share may be meant beside a split, which has two readings."""
        values = [p for p in self.parts.of("value") if any(m[0] == name for m in p.members)]
        if self.language == "en":
            return any(p.piece.span[0] < mark.piece.span[0] for p in values)
        splits = [p for p in self.parts.of("dimension") if set(p.dimensions) & set(self.splits)]
        return any(p.piece.span[0] > s.piece.span[0] for p in values for s in splits)
