"""The entries to be checked that a forecast leaves out, with the whole without those it counts so far."""

from collections.abc import Sequence
from decimal import Decimal

from analysis.briefing.keyed import Keyed, entry_told
from analysis.outcome import Amount, Said
from analysis.target.verdict import verdict_code
from query.metric_query import Window


def entries_told(
    keyed: Sequence[Keyed], sums: tuple[Decimal, Decimal, Decimal], window: Window, aim: Decimal
) -> list[Said]:
    """Return each entry; of those in the days so far the whole without them, beside its target if it has one.

    What has been is told as it is recorded, with them.
    """
    counted = [one for one in keyed if one.day >= window.start]
    low, value, high = (one - sum((it.value for it in counted), Decimal(0)) for one in sums)
    beside = Said(f"forecast.keyed_{verdict_code(aim, low, high)}") if aim else ""
    return [
        entry_told(one, "forecast.keyed_counted", {"sum": Amount(value, one.metric), "beside": beside})
        if one in counted
        else entry_told(one, "forecast.keyed")
        for one in keyed
    ]
