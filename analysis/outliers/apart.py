"""Entries that may be keyed wrong: every analysis tells them, and takes them for what was likely meant."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from analysis.asked import AnalysisAsked, Kind, Run
from analysis.outcome import Look, Outcome, Read, Reading, Said, Steps, relay
from analysis.outliers.decides_change import ends_of, single_told
from analysis.outliers.entry import Keyed
from analysis.outliers.found import keyed_of
from analysis.outliers.meant import desk_as_meant, read_as_meant
from analysis.outliers.own_row import product_looks, with_own
from analysis.outliers.peers import row_looks, with_peers
from analysis.outliers.same_row import their_row_looks, with_their_row
from analysis.outliers.telling import booked_looks, decided, is_in_what_is_told, told
from analysis.outliers.wanted import largest_entries, listed_of, matters, span_of, sums_of
from understanding.metric.desk import MetricDesk

_VERDICTS: tuple[Kind, ...] = ("target", "missed", "pace")  # an entry may decide: told as recorded, too
_ANSWERED_FIRST: tuple[Kind, ...] = (*_VERDICTS, "forecast", "briefing")
_LOOKED_AHEAD: tuple[Kind, ...] = ("briefing",)  # reads too much at first to read it twice


def apart_from_entries(run: Run) -> Run:
    """Return the steps of an analysis that take such entries for what may have been meant, and tell so.

    They are not left out: a day of a shop without its entry would be one without data, and a price of which
    one side is left out another one. They are looked for beside what the analysis reads first, which is read
    anew with what was meant where there are any.
    """

    def steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
        plain, largest = run(asked, desk), largest_entries(asked, desk)
        try:
            begun = [] if asked.kind in _LOOKED_AHEAD else next(plain)
        except StopIteration as end:
            declined: Outcome = end.value
            return declined
        ends = ends_of(asked, desk)
        read = yield [*begun, *largest, *([ends.look] if ends else [])]
        found = [one for one in keyed_of(read) if matters(one, asked)]
        given = {one.name: read[one.name] for one in begun if one.name in read}
        as_recorded = relay(plain, _plainly, None if asked.kind in _LOOKED_AHEAD else given)
        if not found:
            single = (yield from single_told(ends, read, asked, desk)) if ends else []
            return _behind_first((yield from as_recorded), single)
        spans = {one.metric: span for one in found if (span := span_of(one.metric, asked, desk))}
        sums = sums_of(asked, desk)
        rows = yield their_row_looks(found, sums, spans, asked, desk)
        found = with_their_row(found, sums, rows, desk)
        products = product_looks(found, spans, asked.filters, desk)
        products += row_looks(found, spans, asked.filters, desk)
        booked = yield [  # ahead: the steps use the whole budget
            *booked_looks(listed_of(found, asked, desk), asked, desk), *products
        ]  # fmt: skip
        found = with_own(found, booked, desk)
        found = yield from with_peers(found, booked, spans, asked.filters, desk)
        recorded = (yield from as_recorded) if asked.kind in _VERDICTS else None
        own = desk_as_meant(found, desk)
        outcome = yield from relay(run(asked, own), read_as_meant(own, desk, given))
        if outcome.declined is not None:
            return outcome
        lead = _told_of(found, booked, outcome, asked, desk)
        if not lead:
            return _behind_first(outcome, (yield from single_told(ends, read, asked, own)) if ends else [])
        return _led(outcome, [*lead, *(decided(recorded, outcome) if recorded else [])], asked)

    return steps


def _told_of(
    found: Sequence[Keyed],
    booked: Mapping[str, Read],
    outcome: Outcome,
    asked: AnalysisAsked,
    desk: MetricDesk,
) -> list[Said]:
    """Return what is told of the entries that a figure of an answer holds."""
    listed = [one for one in listed_of(found, asked, desk) if is_in_what_is_told(one, asked, outcome)]
    return [said for one in listed for said in told(one, asked, booked, desk)]


def _led(outcome: Outcome, lead: Sequence[Said], asked: AnalysisAsked) -> Outcome:
    """Return an outcome with what is told of entries first, or behind what answers the question."""
    first, *rest = outcome.statements
    if asked.kind in _ANSWERED_FIRST:
        return replace(outcome, statements=(first, *lead, *rest))
    if asked.kind == "anomaly":  # that nothing is odd is said of what is left
        first = Said("entries.besides", {"said": first})
    return replace(outcome, statements=(*lead, first, *rest))


def _behind_first(outcome: Outcome, told: Sequence[Said]) -> Outcome:
    """Return an outcome with what is told behind its first sentence."""
    if outcome.declined is not None or not told:
        return outcome
    first, *rest = outcome.statements
    return replace(outcome, statements=(first, *told, *rest))


def _plainly(wanted: Sequence[Look]) -> Reading:
    return (yield wanted)
