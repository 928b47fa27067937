"""Which members of one cut a change came from: each one's part of it, the largest first."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from analysis.asked import AnalysisAsked, AskBack, Kind, NotRead, Recognised, put_otherwise, says
from analysis.between.first import this_year
from analysis.outcome import Amount, Outcome, Said, Steps
from analysis.why.base import read_first
from analysis.why.drawing import drawn
from analysis.why.findings import Findings
from analysis.why.looks import first_looks, member_looks, pairs_of, whole_of
from analysis.why.member_telling import mover_told
from analysis.why.premise import premise_code, premise_params, read_as, rebased
from analysis.why.reading import asked_change, is_one_change, of_query, standing_alone
from analysis.why.shape import shape_of
from analysis.why.sizes import ends_of, part_of, way_of
from analysis.why.split import MemberSplit, Pair, Share, is_whole, of_sum
from analysis.why.standing import denied, standing_looks
from analysis.why.steps import is_false, over_equal_data, why
from analysis.why.table import table
from answers.sentences.columns import in_sentence
from query.metric_query import Compared
from understanding.metric.desk import MetricDesk
from understanding.readings import MetricHit

_NEXT = 2  # named behind the first
_LIKE_FIRST = 10  # a tenth of what the first makes: who makes less is of the rest


def read_contribution(asked: Recognised, desk: MetricDesk) -> AnalysisAsked | AskBack | NotRead:
    """Return the change that is asked about and the cut it is told by; of no change nobody asks it."""
    read, followed = asked_change(asked, desk)
    if not isinstance(read, MetricHit):
        by_each = " ".join(put_otherwise("contribution", "cut_by", asked.rest).split())
        read, followed = asked_change(replace(asked, rest=by_each), desk)
    if not isinstance(read, MetricHit) or read.query.grain or len(read.query.splits) > 1:
        return NotRead()
    (dimension,) = read.query.splits or ("",)
    query = replace(read.query, splits=(), ranking=None, ascending=False, share=False)
    told = asked.direction or says("contribution", "moved", asked.text)
    holds = says("contribution", "holds_back", asked.text)
    if holds and dimension and query.window is None and query.compared is None and (year := this_year(desk)):
        query = replace(query, windows=(year,), period_assumed=False, compared=Compared("last_year"))
    compares = query.compared is not None or len(query.windows) > 1
    if not (told or compares) or not is_one_change(query) or query.window is None or query.period_assumed:
        return NotRead()
    kind: Kind = "contribution" if dimension else "why"
    found = replace(of_query(query, asked, desk), kind=kind, dimension=dimension, followed=followed)
    return replace(found, held_back=holds)


def contribution(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    """Yield the looks at both times, whole and by the cut asked for, and return whose part is how large.

    Of a rate, and of a cut that cannot be read whole, a why tells what there is to be told.
    """
    shape = shape_of(asked.metrics[0], desk)
    change = over_equal_data(asked, shape, desk)
    if isinstance(change, Said):
        return Outcome(declined=change)
    own = f"by_{asked.dimension}"
    by = [one for one in member_looks(change, desk) if one.name == own]
    if shape.kind != "sum" or not by or change.scale != 1:
        return (yield from why(asked, desk))
    change, read = yield from read_first(
        change,
        lambda one: [
            *first_looks(one, desk),
            *(look for look in member_looks(one, desk) if look.name == own),
            *standing_looks(one, desk),
        ],
        desk,
    )
    whole = whole_of(read["total"], shape)
    members = read.get(own)
    pairs = pairs_of(members) if members is not None and not members.result.truncated else {}
    if whole.before is None or whole.now is None or not is_whole(pairs, whole):
        return (yield from why(asked, desk))
    if is_false(asked, whole):
        return standing_alone(denied(change, whole, read, desk), replace(asked, kind="why"), desk)
    split = _by_part(of_sum(asked.dimension, pairs, whole, {}), whole)
    told = _told(Findings(change, whole, None, (), (split,), ()), split, desk)
    return standing_alone(told, replace(asked, kind="why"), desk)


def _by_part(split: MemberSplit, whole: Pair) -> MemberSplit:
    """Return a split with nobody ahead of the others: it is drawn and listed by how large the parts are."""
    return replace(split, lines=(), rest=whole.change, rest_count=split.rest_count + len(split.lines))


def _told(found: Findings, split: MemberSplit, desk: MetricDesk) -> Outcome:
    change, premise = found.change, premise_params(found.change, found.whole, desk)
    told = Said(premise_code(found), premise)
    statements = (*_by_size(found, split, premise, desk), told, *read_as(change), *rebased(change))
    if (bound := found.by_chance) is not None:
        statements = (*statements, Said("why.by_chance", {"size": Amount(bound, change.metric.name, "size")}))
    return Outcome(statements, table(found, desk), drawn(found, desk))


def _by_size(
    found: Findings, split: MemberSplit, premise: Mapping[str, Any], desk: MetricDesk
) -> tuple[Said, ...]:
    """Return who makes most of a change the way it went, who comes next, and who went against it."""
    name, whole = found.change.metric.name, found.whole.change
    ranked = sorted((one for one in split.every if one.part * whole > 0), key=lambda one: -abs(one.part))
    if not ranked:
        return ()
    first, *rest = ranked
    following = [one for one in rest[:_NEXT] if abs(one.part) * _LIKE_FIRST >= abs(first.part)]
    against = sorted((one for one in split.every if one.part * whole < 0), key=lambda one: -abs(one.part))
    label = desk.catalog.dimensions[split.dimension].label(desk.language)
    part = part_of(first.part, found, name)
    if isinstance(part["share"], Said) and part["share"].code == "why.share":
        part["share"] = Said("why.contributed_share", part["share"].params)
    params: dict[str, Any] = {
        **{key: premise[key] for key in ("metric", "when", "only")},
        "dimension": in_sentence(label, desk.language),
        "name": first.name,
        "ends": Said("why.contributed_ends", ends_of(first.pair, name))
        if first.pair.before
        else Said("why.contributed_new"),
        **part,
        "following": _listed("following", following, name),
        "against": _listed("against", against[:1], name),
    }
    return (Said(f"why.contributed_{way_of(found.whole)}", params),)


def _listed(code: str, some: Sequence[Share], name: str) -> Said | str:
    listed = tuple(mover_told(one, name) for one in some)
    return Said(f"why.contributed_{code}", {"list": listed}) if listed else ""
