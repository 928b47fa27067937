"""Which monthly figure is another's target: what a percentage of it is taken of, or what is called so."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement, groupby

from analysis.asked import Recognised, says
from analysis.outcome import Name, Said
from answers.sentences.columns import in_sentence
from knowledge.metrics import Metric
from query.metric_query import Filter
from understanding.figures.goals import called_goals
from understanding.metric.desk import MetricDesk
from understanding.metric.parts import Part, Parts

_ENDS = r"(?:目标|预算| target| goal| budget)$"
_AIM = re.compile(rf"^(?:target|目标)|{_ENDS}")
_IS_AIM = re.compile(_ENDS)


def target_of(metric: Metric, desk: MetricDesk) -> str:
    """Return the monthly figure that is a figure's target: a percentage's divisor, else what is called so.

    A divisor, or its percentage, has to speak of a target: all rooms of a month are none of the rooms let.
    A percentage that is called a target itself, occupancy's, is none of what it divides.
    """
    catalog, metrics = desk.catalog, desk.catalog.metrics
    monthly = [
        one
        for one in metrics.values()
        if desk.opens(one.name) and all(source.time_grain == "month" for source in catalog.sources(one.name))
    ]
    divisors = [
        one.parts[1]
        for one in metrics.values()
        if one.kind == "ratio" and one.unit("en") == "%" and one.parts[0] == metric.name
        if not any(_IS_AIM.search(word.lower()) for word in one.wordings)
        if any(says("target", "set", word) for it in (one, metrics[one.parts[1]]) for word in it.wordings)
    ]
    named = [one.name for one in monthly if one.name in divisors]
    named += [one.name for one in called_goals(metric.name, catalog) if one in monthly]
    return next(iter(named), "")


def means_told(pairs: Iterable[tuple[str, str]], filters: Sequence[Filter], desk: MetricDesk) -> list[Said]:
    """Say of which figures, each with its target, the target is a mean of several members' own.

    A rate's targets do not add up, and nobody set one for all of them.
    """
    found = [(name, kind) for name, aim in pairs if aim and (kind := _mean_over(aim, filters, desk))]
    kinds = dict.fromkeys(kind for _, kind in found)
    return [
        Said("target.mean_of", {"metrics": tuple(Name(n) for n, own in found if own == kind), "kind": kind})
        for kind in kinds
    ]


def _mean_over(aim: str, filters: Sequence[Filter], desk: MetricDesk) -> str:
    """Return of what a target is a mean over those asked about, or nothing where it is of one or adds up."""
    catalog = desk.catalog
    metric, table = catalog.metrics[aim], catalog.schema.table(catalog.metrics[aim].table)
    if metric.kind != "simple" or metric.additivity != "average" or table is None:
        return ""
    keys = {name for name in table.primary_key if name != metric.time.rpartition(".")[2]}
    over = [one for one in catalog.dimensions.values() if one.key.rpartition(".")[2] in keys]
    over = [one for one in over if catalog.cuts(aim, one.name)]
    alone = [one.dimension for one in filters if not one.negated and len(one.values) == 1]
    fixed = {catalog.dimensions[name].key for name in alone}  # of a customer's home depot it is that depot's
    left = [one for one in over if one.key not in fixed]
    return in_sentence(left[0].label(desk.language), desk.language) if left else ""


def with_its_figure(asked: Recognised, aims: Mapping[str, str], desk: MetricDesk) -> Recognised:
    """Return a question that calls a figure as its target is called, with that figure: 修理 of 修理目标.

    A state names it too, which goes with the words of asking: 完成修理目标. Where another figure with a
    target is named, or several are called so, it is left as it is.
    """
    parts = desk.parts(asked.rest)
    naming = parts.of("metric", "weak", "other")
    if any({*aims, *aims.values()} & {*one.metrics} for one in parts.of("metric")):
        return asked
    called = [
        (run, name) for name, aim in aims.items() for run in _runs(parts) if run.text in _called(aim, desk)
    ]
    if len(called) == 1 and all(one in called[0][0].parts for one in naming):
        (run, name), rest = called[0], parts.text
        return replace(asked, rest=f"{rest[: run.start]}{_label(name, asked, desk)}{rest[run.end :]}")
    told = {name for one in desk.parts(asked.text).of("state") for name in _of_state(one, aims, desk)}
    if called or naming or parts.of("state") or len(told) != 1:
        return asked
    return replace(asked, rest=f"{asked.rest}{_label(told.pop(), asked, desk)}")


@dataclass(frozen=True)
class _Run:
    """Parts of a question side by side, and where they stand in it."""

    parts: tuple[Part, ...]
    text: str
    start: int
    end: int


def _runs(parts: Parts) -> Iterator[_Run]:
    """Yield the runs of words that may be what something is called by."""
    words = [
        list(run)
        for named, run in groupby(
            parts.every, lambda one: one.kind in ("metric", "value", "weak", "other", "thing")
        )
        if named
    ]
    for run in words:
        for first, last in combinations_with_replacement(range(len(run)), 2):
            start, end = run[first].piece.span[0], run[last].piece.span[1]
            yield _Run((*run[first : last + 1],), parts.text[start:end].lower(), start, end)


def _label(name: str, asked: Recognised, desk: MetricDesk) -> str:
    """Return a figure's name as it stands within a question."""
    label = desk.catalog.metrics[name].label(asked.language)
    return label if asked.language == "zh" else f" {label} "


def _called(aim: str, desk: MetricDesk) -> set[str]:
    """Return what a target is called without the word for a target."""
    bare = {_AIM.sub("", one.lower()).strip() for one in desk.catalog.metrics[aim].wordings}
    return bare - {one.lower() for one in desk.catalog.metrics[aim].wordings} - {""}


def _of_state(part: Part, aims: Mapping[str, str], desk: MetricDesk) -> Iterator[str]:
    """Yield the figure with a target of whose share a state is: 完成修理目标."""
    share = desk.catalog.metrics.get(part.token.partition(":")[0])
    if share is not None and share.kind == "ratio":
        yield from (one for one in share.parts[:1] if aims.get(one) == share.parts[1])


def names_a_target(name: str) -> bool:
    """Tell a name that speaks of a target."""
    return says("target", "aim", name)
