"""From the spans that cover a question to the frames they make: none where a span has no part in any."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from knowledge.items import Assumption
from query.metric_query import Condition
from understanding.figures.acting import told_in_chinese
from understanding.figures.buying import bought
from understanding.figures.clauses import UNKNOWN, refuse_idle
from understanding.figures.counting import counted_groups
from understanding.figures.cutting import averaged, by_kind_of_day, cuts_of
from understanding.figures.day_counts import with_days
from understanding.figures.doers import Doers, asked_who, guessed_roles
from understanding.figures.ended import of_those_ended
from understanding.figures.frame import (
    Against,
    Average,
    Closing,
    Count,
    Cut,
    Fill,
    Frame,
    Having,
    Keep,
    Measure,
    Operator,
    Order,
    Rank,
    Running,
    Share,
    When,
    as_query,
)
from understanding.figures.free import with_free
from understanding.figures.goals import with_goal
from understanding.figures.halves import with_the_whole
from understanding.figures.happening import with_what_happened
from understanding.figures.keeping import (
    conditions_of,
    filters_of,
    refuse_run_on,
    refuse_things_without,
    side_by_side,
    told,
)
from understanding.figures.levels import at_ends, of_levels
from understanding.figures.measuring import (
    figures_of,
    is_loose,
    may_be_of_all,
    refuse_compounds,
    refuse_left,
    refuse_lists,
    refuse_other_units,
    refuse_those,
    refuse_unlike_sides,
    stock_left,
    told_by_unit,
    usual,
    with_amounts,
)
from understanding.figures.moving import moved, refuse_lost, way_asked
from understanding.figures.now_named import as_it_is_now
from understanding.figures.other_questions import (
    refuse_asked_twice,
    refuse_in_each,
    refuse_means_of_two,
    refuse_of_all,
    refuse_one_row,
    refuse_several_ranked,
    refuse_sums,
    refuse_terms,
    refuse_which_of_them,
)
from understanding.figures.own_kinds import of_given, of_own_kinds
from understanding.figures.per_each import per_each
from understanding.figures.planned_days import of_those_that_may, with_a_planned_day
from understanding.figures.ranking import Ranked, ranked
from understanding.figures.rates_of_states import of_states
from understanding.figures.said_of import of_what_is_named
from understanding.figures.sentence import NoReading, Sentence, distinct
from understanding.figures.sharing import (
    by_its_share,
    is_share,
    refuse_first_as_one,
    refuse_joint,
    shared,
)
from understanding.figures.speeds import at_its_speed
from understanding.figures.stretches import Asked, stretched
from understanding.figures.telling import BY_A_VERB, told_in_english
from understanding.figures.things import Kind
from understanding.figures.timing import Times, refuse_other_gaps, times_of
from understanding.figures.verbs import told_by_verbs
from understanding.figures.whole_names import called_whole
from understanding.figures.with_rows import of_things_with_rows
from understanding.figures.years import refuse_amounts
from understanding.metric.apart import asks_which_they_are
from understanding.metric.vocabulary import DIMENSION
from understanding.words.closed import PLURAL

REFUSALS = (
    refuse_amounts,
    refuse_lists,
    refuse_those,
    refuse_run_on,
    refuse_things_without,
    refuse_unlike_sides,
    refuse_compounds,
    refuse_sums,
    refuse_one_row,
    refuse_which_of_them,
)
REFUSALS_OF = (
    refuse_lost,
    refuse_left,
    refuse_other_units,
    refuse_terms,
    refuse_asked_twice,
    refuse_several_ranked,
    refuse_of_all,
)


def frames(sentence: Sentence, given: str = "") -> list[Frame]:
    """Return what a covering may ask; several where a comparison may be meant in two ways.

    `given` is measured where nothing is named, or is the kind asked for. Raise NoReading where nothing is.
    """
    metric = "" if given.startswith(DIMENSION) else given
    return [
        frame
        for told in told_by_verbs(
            at_its_speed(
                with_days(
                    with_amounts(
                        with_goal(of_what_is_named(of_things_with_rows(called_whole(of_states(sentence)))))
                    )
                )
            )
        )
        for doers in asked_who(of_given(of_own_kinds(told_by_unit(_known(told))), given))
        for frame in _frames_of(doers, metric)
    ]


def _frames_of(doers: Doers, given: str) -> Iterator[Frame]:
    """Yield what a covering may ask whose words are all known, with what else it may mean."""
    sentence = doers.sentence
    for refuse in REFUSALS:
        refuse(sentence)
    measured = _measured(sentence, given)
    for refuse_of in REFUSALS_OF:
        refuse_of(sentence, measured.metrics)
    for composed in _composed(sentence, measured):
        frame = with_what_happened(of_those_ended(composed, sentence), sentence)
        frame = as_query(frame, of_levels(frame.query, sentence.catalog))
        refuse_in_each(sentence, frame.query)
        guessed = guessed_roles(sentence.catalog, frame.query, doers, sentence.language)
        more: tuple[Assumption, ...] = ("guess",) if guessed else ()
        if may_be_of_all(sentence, frame.query.splits):
            more = ("figure", *more)
        told = replace(frame, doubts=(*frame.doubts, *more), guessed=(*frame.guessed, *guessed))
        for one in of_those_that_may(told, sentence):
            yield from with_the_whole(one, sentence)


@dataclass(frozen=True)
class _Measured:
    """What is measured, and what was taken for granted for it."""

    metrics: tuple[str, ...]
    doubts: tuple[Assumption, ...] = ()
    implied: bool = False


def _measured(sentence: Sentence, given: str) -> _Measured:
    """Return what is measured, and whether that was taken for granted."""
    try:
        metrics, implied = figures_of(sentence)
        by_verb = any(one.rule == BY_A_VERB for one in sentence.of("figure"))
        doubts: tuple[Assumption, ...] = ("figure",) if by_verb or is_loose(sentence) else ()
        return _Measured(as_it_is_now(sentence, metrics), doubts, implied)
    except NoReading as stop:
        if stop.why != "no_metric":
            raise
    left = stock_left(sentence)
    if given and not left:
        return _Measured((given,))
    return _Measured(left or usual(sentence), ("figure",))


def _known(sentence: Sentence) -> Sentence:
    """Return a sentence whose words are all known, those that were not read by the names of figures."""
    if (by_buyers := bought(sentence)) is not None:
        return by_buyers
    sentence = with_a_planned_day(sentence)
    words = [sentence.written(one) for one in sentence.covering.spans if one.type in (*UNKNOWN, "empty")]
    if sentence.language == "en" or (words and all(map(str.isascii, words))):  # a name in Chinese alone
        return told_in_english(sentence)
    return told_in_chinese(sentence)


def _composed(sentence: Sentence, measured: _Measured) -> Iterator[Frame]:
    way, metrics = way_asked(sentence), measured.metrics
    average, cuts = averaged(sentence, metrics, cuts_of(sentence, metrics, chosen=way is not None))
    conditions = (*conditions_of(sentence, metrics), *moved(way, metrics))
    filters, beside = filters_of(sentence), side_by_side(sentence)
    average, cuts = by_kind_of_day(sentence, metrics, beside, average, cuts)
    average, cuts = per_each(sentence, metrics, beside, average, cuts)
    rank = ranked(sentence, metrics, cuts)
    counted = _counted(sentence, metrics, conditions)
    share = is_share(sentence)
    if share and beside:
        refuse_joint(sentence)
    if share and rank.ranking is not None:
        refuse_first_as_one(sentence, rank.ranking.number)
    same: list[Operator] = [*map(Keep, told(sentence, filters, beside)), *map(Having, conditions)]
    same += [*([Average(average)] if average else []), *counted.operators]
    bound = distinct((*rank.splits, *counted.things, *beside))
    limited, chosen = bool(conditions), bool(rank.ranking or conditions)
    free = with_free(sentence, counted.metrics, cuts, bound, limited=limited) if not rank.ranking else [bound]
    for splits in free:
        asked = Asked(counted.metrics, rank.ranking, average, cut=bool(splits))
        held = {"cut": asked.cut, "moved": way is not None, "mean": bool(average)}
        for dated in times_of(sentence, asked.metrics, cuts.grain, **held):
            times = stretched(sentence, asked, dated)
            shown, within = shared(sentence, filters, splits, times.grain) if share else (splits, ())
            order = (
                rank
                if not (share and rank.ranking)
                else replace(rank, ranking=by_its_share(rank.ranking, filters, shown, within))
            )
            _refuse_idle(sentence, times.grain, shown, moved=way is not None, chosen=chosen)
            refuse_means_of_two(sentence, shown, times.grain)
            last = [Share(within)] if share else []
            operators = (
                Measure(asked.metrics, rank.good),
                *_timed(sentence, asked.metrics, times, shown),
                *same,
                *_ranking(sentence, order),
                *last,
            )
            yield _framed(sentence, operators, measured, (*times.guessed, *cuts.guessed), times.doubts)


@dataclass(frozen=True)
class _Counted:
    """What is counted of the groups that keep a limit, and the figures that are left."""

    metrics: tuple[str, ...]
    things: tuple[str, ...] = ()
    operators: tuple[Operator, ...] = ()


def _counted(sentence: Sentence, metrics: tuple[str, ...], conditions: Sequence[Condition]) -> _Counted:
    spoken = [one.value for one in sentence.of("number_of")] if conditions else []
    things = tuple(one.dimension for one in spoken if isinstance(one, Kind))
    if groups := counted_groups(sentence, metrics, [one.metric for one in conditions]):
        metrics, things = tuple(one for one in metrics if one != groups[0]), (groups[1],)
    listed = bool(things) and asks_which_they_are(sentence.question.text)  # their number is told with them
    count = [Count()] if (things or spoken) and not listed else []
    return _Counted(metrics, things, (*count, *([Fill()] if sentence.has("filled") else [])))


def _framed(
    sentence: Sentence,
    operators: tuple[Operator, ...],
    measured: _Measured,
    guessed: tuple[str, ...],
    doubts: tuple[Assumption, ...],
) -> Frame:
    every: tuple[Assumption, ...] = (*doubts, *measured.doubts, *(("guess",) if guessed else ()))
    return Frame(operators, every, guessed, measured.implied, _chart(sentence), sentence.spent)


def _refuse_idle(
    sentence: Sentence, grain: str, shown: tuple[str, ...], *, moved: bool, chosen: bool
) -> None:
    """Stop where a word has no part in what is asked."""
    refuse_idle(sentence, cut=bool(shown), grain=bool(grain), moved=moved)
    refuse_other_gaps(sentence, grain, cut=bool(shown))
    if shown and not chosen:
        _refuse_who_changed(sentence)


def _timed(
    sentence: Sentence, metrics: tuple[str, ...], times: Times, shown: tuple[str, ...]
) -> list[Operator]:
    """Return when, against when, and by which unit it is shown."""
    found: list[Operator] = [When(times.windows, times.assumed)] if times.windows else []
    found += [Against(times.compared)] if times.compared else []
    found += [Cut(shown, times.grain)] if shown or times.grain else []
    if at_ends(sentence, metrics, timed=bool(sentence.outer("period"))):
        found.append(Closing())
    return [*found, *([Running()] if sentence.has("cumulative") and times.grain else [])]


def _chart(sentence: Sentence) -> str:
    return next((str(one.value) for one in reversed(sentence.of("chart"))), "")


def _ranking(sentence: Sentence, rank: Ranked) -> list[Operator]:
    found: list[Operator] = [Order()] if rank.ascending else []
    if rank.ranking is not None:
        rest = bool(rank.ranking.number) and not rank.ranking.place and sentence.has("others")
        found.append(Rank(rank.ranking, rest))
    return found


def _refuse_who_changed(sentence: Sentence) -> None:
    """Stop where those that changed are asked for, and which way is not clear."""
    if sentence.has("change", "decline") and sentence.small & (PLURAL | {"which"}):
        raise NoReading
