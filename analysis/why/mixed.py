"""Whether other weights of members make nearly all of a rate's move: where the move is told, not its why."""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace

from analysis.asked import AnalysisAsked
from analysis.openings import openings_look
from analysis.outcome import Look, Read, Said
from analysis.why.looks import Change, first_looks, member_looks, whole_of
from analysis.why.made_of import found_of
from analysis.why.rate_telling import mix_told
from analysis.why.shape import shape_of
from query.metric_query import Window
from understanding.metric.desk import MetricDesk


def mix_steps(
    asked: AnalysisAsked, now: Window, before: Window, desk: MetricDesk
) -> Generator[Sequence[Look], Mapping[str, Read], Said | None]:
    """Yield a rate by each cut in both times; return whose weights moved it, where no own rates did."""
    (name,) = asked.metrics
    shape = shape_of(name, desk)
    if shape.kind != "ratio":
        return None
    change = Change(replace(asked, window=now, against=before), shape, before, now)
    edges = openings_look([name], asked.filters, desk)  # a place that is new is no other mix
    looks = [*first_looks(change, desk), *member_looks(change, desk), *([edges] if edges else [])]
    read = yield [replace(one, needed=False, detail=True) for one in looks]
    whole = whole_of(read["total"], shape) if "total" in read else None
    if whole is None or not whole.before or whole.now is None:
        return None
    found = found_of(change, whole, read, desk)
    return mix_told(found.mix, found) if found.mix is not None else None
