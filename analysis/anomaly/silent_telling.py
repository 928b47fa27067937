"""Says where nothing came for some days: who, when, what is missing, whether a year before, what went on."""

from analysis.anomaly.silences import Silence
from analysis.anomaly.whose import told_of
from analysis.lifespans import day_of
from analysis.outcome import Amount, Name, Said, figure_of
from analysis.whom import names_of
from language.calendar import days
from query.metric_query import Filter, Window
from understanding.metric.desk import MetricDesk

MOST_NAMED = 4


def silent_told(one: Silence, filters: tuple[Filter, ...], desk: MetricDesk) -> Said:
    """Return a stretch of nothing as a finding."""
    look = one.look
    params = {
        "who": _who(one) or names_of(filters, desk),
        "count": len(one.members),
        "metric": Name(look.metric),
        "when": Window(look.span.start, look.span.end, "range"),
        "days": (look.span.end - look.span.start).days,
        "since": day_of(look.span.start),
        "end": day_of(look.span.end - days(1)),
        "usual": Amount(figure_of(round(look.usual)), look.metric),
        "dimension": Name(look.dimension, dimension=True, many=True) if look.dimension else "",
        "year": Said("anomaly.silent_year", {"when": one.year}) if one.year else "",
        "beside": _beside(one, desk),
    }
    if len(one.members) > 1:
        return Said(f"anomaly.silent_{'least' if one.at_least else 'many'}", params)
    kind = "stopped" if one.stopped and params["who"] else "silent" if one.members else "silent_all"
    return Said(f"anomaly.{kind}", params)


def _who(one: Silence) -> tuple[str, ...] | Said:
    """Return who had nothing; of many a few, said to be only some of them."""
    if one.place:
        return Said("anomaly.both", {"place": (one.place,), "kind": one.look.member})
    if len(one.members) <= MOST_NAMED and not one.at_least:
        return one.members
    return Said("anomaly.silent_some", {"who": one.members[:MOST_NAMED]})


def _beside(one: Silence, desk: MetricDesk) -> Said | str:
    """Return what figures of other rows had meanwhile: then it is the records that lack."""
    if one.lacked and not one.went_on and not one.stopped:
        return Said("anomaly.beside_none", {"metrics": tuple(Name(name) for name in one.lacked)})
    if not one.went_on:
        return Said("anomaly.beside_recorded", {}) if one.recorded and not one.stopped else ""
    listed = tuple(
        Said("anomaly.beside_one", {"metric": Name(name), "value": told_of(value, name, desk)})
        for name, value in one.went_on
    )
    if one.lacked:
        lacked = tuple(Name(name) for name in one.lacked)
        return Said("anomaly.beside_mixed", {"list": listed, "metrics": lacked})
    kind = (
        "recorded"
        if one.recorded
        else "stopped"
        if one.stopped
        else "many"
        if one.is_left_out
        else "one_only"
    )
    return Said(f"anomaly.beside_some_{kind}", {"list": listed, "metric": Name(one.look.metric)})
