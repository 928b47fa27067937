"""What an entry keyed wrong was likely meant to be, and the desk at which all sums have it so."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

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
    """Return a plain sum of what was entered with each of the entries as it was likely meant."""
    inside = added_up(metric, desk)
    if inside is None:
        return metric
    kept = inside
    for one, entered in insides.items():
        if entered == inside and desk.catalog.metrics[one.metric].table == metric.table:
            kept = f"CASE WHEN {inside} = {one.value:f} THEN {likely(one)[0]:f} ELSE {kept} END"
    return metric if kept == inside else replace(metric, expression=f"SUM({kept})")


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
