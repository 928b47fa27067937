"""How the levels that an analysis read were taken over a time, said once for all of them."""

from collections.abc import Iterable

from analysis.outcome import Name, Read, Said
from knowledge.metrics import Catalog
from query.levels import is_mean


def levels_taken(read: Iterable[Read], catalog: Catalog) -> tuple[Said, ...]:
    """Return that levels, as stock, were taken as the mean of the days, where some were."""
    means = {
        source.name
        for one in read
        for name in one.look.query.figures
        for source in (one.look.catalog or catalog).sources(name)
        if source.name in catalog.metrics and is_mean(one.look.query, source, catalog)
    }
    names = tuple(Name(name) for name in catalog.metrics if name in means)
    return (Said("levels.mean_of_days", {"metrics": names}),) if names else ()
