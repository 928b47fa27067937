"""Reads a message as an edit of the query before it: every word covered, one edit, or what it may be."""

import datetime as dt
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from config.wording import language_of
from knowledge.values import Allowed
from language.periods import Step, read_step, read_time
from query.metric_query import Compared, MetricQuery
from understanding.chart.cover import Covering, coverings
from understanding.chart.saturation import Rule, saturated
from understanding.chart.spans import Span, covering
from understanding.figures.edits.cuts import Cut, cut, is_widened
from understanding.figures.edits.gaps import how_far
from understanding.figures.edits.kinds import GUESSED, of_figures, of_kinds_asked
from understanding.figures.edits.leaves import RULES, EditLeaves, price
from understanding.figures.edits.measures import filled, measured, sets_all_beside, shown_otherwise
from understanding.figures.edits.members import kept, sides
from understanding.figures.edits.peers import as_peers
from understanding.figures.edits.ranks import ended, limited, ranked, turned_round
from understanding.figures.edits.said import Said, unit_of
from understanding.figures.edits.times import grown, timed
from understanding.figures.frame import frame_of
from understanding.figures.given import left_unread
from understanding.figures.goals import against_its_goal, reached_or_not
from understanding.figures.keeping import refuse_run_on
from understanding.figures.leaves import SMALL, Question
from understanding.figures.legality import is_legal
from understanding.figures.levels import of_levels
from understanding.figures.own_kinds import of_own_kinds
from understanding.figures.reader import skipped
from understanding.figures.sentence import NoReading, Sentence
from understanding.figures.usual_days import as_usual_days
from understanding.metric.back import Back, chooses
from understanding.metric.ends import End
from understanding.metric.known import Known
from understanding.metric.referents import points_to_a_kind
from understanding.metric.vocabulary import metric_words

GROWTH: tuple[Literal["last_year", "previous"], ...] = ("last_year", "previous")  # the likelier first
SLACK = 20  # how much dearer than the cheapest a covering may be that is still looked at
MOST_UNITS = 24
BROKEN_DOWN = re.compile(
    r"\b(?P<break>break|split)\s+(?:\S+\s+){1,4}?(?P<down>down|up)\s+(?=by\b)", re.IGNORECASE
)


@dataclass(frozen=True)
class Message:
    """A text with the query before it, and where it speaks of the rows just shown."""

    text: str
    before: MetricQuery
    today: dt.date
    back: Back | None = None


@dataclass(frozen=True)
class Edit:
    """One query that a message may make of the one before it.

    `unread` are small words that were given no meaning; not `settled`: a cut may also go beside another.
    """

    query: MetricQuery
    chart: str = ""  # the one it wishes
    widened: bool = False  # one month by month is one figure, so a longer stretch is taken
    unread: tuple[str, ...] = ()
    guessed: tuple[str, ...] = ()  # words taken for what is called alike
    settled: bool = True


@dataclass(frozen=True)
class EditReader:
    """Reads messages with what is known of one database."""

    leaves: EditLeaves
    rules: Sequence[Rule] = RULES

    @classmethod
    def over(cls, known: Known) -> "EditReader":
        """Return what reads messages over one catalog."""
        return cls(EditLeaves(known))

    def read(self, message: Message, allowed: Allowed) -> list[Edit]:
        """Return what a message may make of the query before it, the likeliest first."""
        question = Question.of(message.text, message.today)
        if len(question.units) > MOST_UNITS:
            return []
        found = self.leaves.of(question, allowed, _pointing(message, question))
        found = list(as_peers(found, question, self.leaves.names, message.before))
        found = list(as_usual_days(found, question, self.leaves.names, message.before.filters))
        catalog = self.leaves.known.catalog
        found = list(_the_others_are_all(_listing_is_showing(found)))
        found = list(against_its_goal(found, question, catalog, message.before))
        found = list(reached_or_not(found, question, catalog, message.before))
        leaves = tuple(of_figures(found, question, catalog, message.before.metrics))
        chart = saturated(leaves, self.rules)
        ways = [one for one in coverings(chart, len(question.units), price, SLACK) if not one.unread]
        edits = [(way, one) for way in ways for one in self._edits(message, question, leaves, way)]
        edits += [(way, Edit(now)) for way in ways if (now := how_far(way.spans, message.before))]
        least = min((way.cost for way, _ in edits), default=0)
        near = [one for way, one in edits if way.cost == least]
        near = of_the_same_end(near, message.before, self.leaves.known.ends)
        return list({one.query.key: one for one in reversed(near)}.values())[::-1]

    def _edits(
        self, message: Message, question: Question, leaves: tuple[Span, ...], way: Covering
    ) -> Iterator[Edit]:
        sentence = Sentence(question, way, leaves, language_of(question.text), self.leaves.known)
        kinds = [one for one in sentence.every if one.type == "kind"] if not chooses(message.before) else []
        if any(points_to_a_kind(_ahead(question, one)) for one in kinds):
            return  # 这个部门 is one of those shown, and no cut by all
        try:
            sentence = of_own_kinds(of_kinds_asked(sentence, message.before))
        except NoReading:
            return
        said, before = Said(sentence, message.before, message.back), message.before
        for now, settled in _queries(said):
            charts = [str(one) for one in said.values("chart")]
            repeats = now.key == before.key and not charts
            if repeats and (said.back is not None or not said.says_something):
                continue
            if is_legal(frame_of(now), said.known, message.today):
                chart = charts[-1] if charts else ""
                guessed = tuple(sentence.written(one) for one in sentence.every if one.rule == GUESSED)
                small = left_unread(skipped(question, leaves), (now,))
                yield Edit(now, chart, is_widened(said, now), small, guessed, settled)


def _listing_is_showing(leaves: Sequence[Span]) -> Iterator[Span]:
    """Yield leaves with the words for a list as saying no more than show: 每天的列出来."""
    lists = set(map(str, metric_words()["listing"]))
    said = {str(one.value) for one in leaves if one.type != "asking"}
    for one in leaves:
        shows = (
            one.type == "asking" and one.value in lists and not said & set(metric_words()["fill"]["lacking"])
        )
        yield replace(one, type="empty") if shows else one


def _the_others_are_all(leaves: Iterator[Span]) -> list[Span]:
    """Return leaves with the others, where no more is said, as all: whoever was shown stands among them."""
    found = list(leaves)
    if {one.type for one in found} - {*SMALL} != {"others"}:
        return found
    return [replace(one, type="listed") if one.type == "others" else one for one in found]


def _ahead(question: Question, span: Span) -> str:
    """Return what stands before a part of a question, as it was written."""
    return question.text[: question.units[span.start].start]


def of_the_same_end(edits: Sequence[Edit], before: MetricQuery, ends: Mapping[str, End]) -> list[Edit]:
    """Return of edits with a name that both ends of a way have those that put it where one stood."""
    kept = {one.dimension for one in before.filters}
    added = [{one.dimension for one in edit.query.filters if one.dimension in ends} - kept for edit in edits]
    same = [edit for edit, new in zip(edits, added, strict=True) if not new]
    return same if same and any(name in ends for name in kept) else [*edits]


def _queries(said: Said) -> list[tuple[MetricQuery, bool]]:
    """Return the queries that a covering of a message leads to, and whether nothing else was as likely."""
    try:
        _refuse_idle(said)
        ways = grown(said, timed(said, measured(said, said.before)))
        cuts = [one for now in ways for named in sides(said) for one in cut(said, kept(said, named, now))]
    except NoReading:
        return []
    timed_cuts = [one for cut_so in cuts for one in _since_when(said, cut_so)]
    return [(found, one.settled) for one in timed_cuts for found in _shown(said, one.query)]


def _since_when(said: Said, one: Cut) -> list[Cut]:
    """Return a cut beside the year and the time before, where who grew most is asked of no growth."""
    grows = any(first.growth for first in said.values("first"))
    if not grows or one.query.compared or len(one.query.windows) != 1:
        return [one]
    return [Cut(replace(one.query, compared=Compared(kind)), settled=False) for kind in GROWTH]


def _shown(said: Said, now: MetricQuery) -> Iterator[MetricQuery]:
    try:
        now = ranked(said, turned_round(said, limited(said, now)))
        now = ended(said, filled(said, shown_otherwise(said, now)))
        now = of_levels(now, said.catalog)
        _refuse_unmet(said, now)
    except NoReading:
        return
    yield now


def _refuse_idle(said: Said) -> None:
    """Stop where a clause has no part in an edit."""
    refuse_run_on(said.sentence)
    rows = said.back is not None and said.has("first", "rank", "rank_up")
    counted = said.before.counted and said.values("unit") == [said.before.grain]  # which days
    unit = said.of("unit") and not said.of("first") and not counted
    if rows or unit or said.widens or _asks_which_kind(said):
        raise NoReading


def _asks_which_kind(said: Said) -> bool:
    """Tell whether it is asked what kind of a figure's things they are, and nothing is cut so: 是什么投诉."""
    if said.of("first", "kind", "cut"):
        return False
    words = tuple(map(str, metric_words()["asks_kind"]))
    return any(said.sentence.touching(one, -1).endswith(words) for one in said.of("figure", "thing"))


def _refuse_unmet(said: Said, now: MetricQuery) -> None:
    """Stop where a word asks for what the query it leads to has not."""
    beside = sets_all_beside(said, said.before)
    shown = said.before
    same = replace(now, metrics=shown.metrics, share=shown.share, counted=shown.counted)
    if not beside and said.back is not None and same.key != shown.key:
        raise NoReading  # another time or cut might show other rows
    _refuse_uncompared(said, now, beside=beside)
    if said.sentence.small & {*metric_words()["asking_for_people"]} and not now.splits:
        raise NoReading  # a number is nobody: 那里的店长都是谁
    several = now.splits or now.grain or len(now.metrics) > 1 or len(now.windows) > 1 or now.compared
    if said.has("respectively") and not several:
        raise NoReading  # each of what?
    if _asks_which(said) and not several:
        raise NoReading  # a figure of those that failed names none of them


def _asks_which(said: Said) -> bool:
    """Tell whether those of a kind are asked for by no more than that: 不合格的有哪些, which failed?"""
    told = (str(one) for role in ("which", "which_after") for one in metric_words()[role])
    words = tuple(one for one in told if "哪" in one or one == "which")
    small = said.sentence.small
    asks = any(one.endswith(words) for one in small) or said.has("plural", "singular")
    return asks and bool(said.of("keep")) and not said.of("first", "which_time") and not said.names_figure


def _refuse_uncompared(said: Said, now: MetricQuery, *, beside: bool) -> None:
    """Stop where words hold what is shown against something, and nothing is beside it."""
    ahead = now.ranking is not None and now.ranking.ahead
    set_beside = said.of("keep") or said.dimensions or ahead or beside
    if said.has("compare") and not (now.compared or set_beside):
        raise NoReading
    if said.of("high", "low") and not (now.compared or said.sentence.sets_beside):
        raise NoReading
    if said.of("went") and (now.splits or now.grain) and not said.of("some", "share"):
        raise NoReading  # those of them that went so, or by how much each did


def _pointing(message: Message, question: Question) -> list[Span]:
    """Return the spans of what only a question before gives a meaning: a step in time, rows, break … down."""
    step = _step_from(message)
    places: list[tuple[str, object, tuple[int, int]]] = [("step", step, step.span)] if step else []
    places += [("empty", "those", message.back.span)] if message.back else []
    if apart := BROKEN_DOWN.search(message.text):
        places += [("empty", "broken down", apart.span(one)) for one in ("break", "down")]
    found = [(type_, value, covering(question.units, *span)) for type_, value, span in places]
    return [Span(*place, type_, value, "pointing") for type_, value, place in found if place]


def _step_from(message: Message) -> Step | None:
    """Return the step a message takes from the time before; the previous month only from a month."""
    step = read_step(message.text)
    if step is None or read_time(message.text, message.today).comparisons:
        return None
    return step if step.sure or step.unit == unit_of(message.before) else None
