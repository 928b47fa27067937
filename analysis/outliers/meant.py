"""What an entry keyed wrong was likely meant to be, and the desk at which all sums have it so."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from sqlglot import parse_one

from analysis.outcome import Look, Read, Reading
from analysis.outliers.entry import Keyed, added_up
from knowledge.metrics import Metric
from understanding.metric.desk import MetricDesk

MOST_ZEROS = 6  # that somebody keyed too many


def desk_as_meant(found: Sequence[Keyed], desk: MetricDesk) -> MetricDesk:
    """Return the desk at which sums have these entries as they were likely meant."""
    reader, old = desk.answers.reader, desk.catalog
    insides = {one: added_up(old.metrics[one.metric], desk) for one in found}
    metrics = {name: _as_meant(one, insides, desk) for name, one in old.metrics.items()}
    known = replace(reader.known, catalog=replace(old, metrics=metrics))
    return replace(desk, answers=replace(desk.answers, reader=replace(reader, known=known)))


def _as_meant(metric: Metric, insides: Mapping[Keyed, str | None], desk: MetricDesk) -> Metric:
    """Return a figure with each of the entries as it was likely meant, where it is made of what was entered.

    What a profit takes off what was keyed has its cost as it stands, unless its own entry was found.
    """
    name = desk.answers.dialect.sqlglot_name
    known = desk.catalog.metrics
    cases = dict[str, str]()
    for one, entered in insides.items():
        if entered and known[one.metric].table == metric.table:
            kept = cases.get(entered, entered)
            cases[entered] = f"CASE WHEN {entered} = {one.value:f} THEN {likely(one)[0]:f} ELSE {kept} END"
    if not cases or metric.kind != "simple":
        return metric
    inside = added_up(metric, desk)
    if inside in cases:
        return replace(metric, expression=f"SUM({cases[inside]})")
    meant = {parse_one(it, dialect=name): parse_one(case, dialect=name) for it, case in cases.items()}
    tree = parse_one(metric.expression, dialect=name)
    found = tree.transform(lambda node: meant[node].copy() if node in meant else node)
    return metric if found == tree else replace(metric, expression=found.sql(dialect=name))


def likely(one: Keyed) -> tuple[Decimal, int]:
    """Return the tenth, hundredth, ... of an entry that its peers hold, and which it is.

    What its own row makes of it, quantity times price, goes before that, with 0.

    636,400 of a client's test that is 636.40 in all its other rows has three zeros more. Where no power of
    ten less is what its peers are, or none are known, what they usually are stands in its place, and 0:
    186,400 among repairs of some 6,000 was taken for 1,864, and was 18,640 in truth.
    """
    if one.own is not None:
        return one.own.value, 0
    times = (10**zeros for zeros in range(1, MOST_ZEROS + 1))
    held = [it for it in times if one.peers is not None and one.peers.hold(one.value / it)]
    return (one.value / held[0], held[0]) if len(held) == 1 else (one.typical, 0)


def read_as_meant(
    own: MetricDesk, desk: MetricDesk, before: Mapping[str, Read]
) -> Callable[[Sequence[Look]], Reading]:
    """Return what yields looks by a desk's own definitions, but for what was read before of other figures."""
    known, meant = desk.catalog.metrics, own.catalog.metrics
    changed = {name for name in known if meant[name] is not known[name]}

    def kept(look: Look) -> Read | None:
        found = before.get(look.name)
        if found is None or look.catalog is not None or found.look.query != look.query:
            return None
        of = {one.name for name in look.query.metrics for one in desk.catalog.sources(name)}
        return None if changed & of else found

    def through(wanted: Sequence[Look]) -> Reading:
        again = {look.name: one for look in wanted if (one := kept(look)) is not None}
        left = (look for look in wanted if look.name not in again)
        read = yield [replace(look, catalog=look.catalog or own.catalog) for look in left]
        return {**read, **again}

    return through
