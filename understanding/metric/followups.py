"""A message that changes the question before it: another period, place, figure or cut; all else stays."""

import datetime as dt
from dataclasses import dataclass, replace
from functools import cached_property

from config.wording import Language, language_of
from knowledge.vocabulary import Word, lexicon
from language.periods import Step, read_step, read_time
from language.units import key_of
from understanding.metric.back import Back, BackReferences, chooses, chosen_by, may_keep
from understanding.metric.binding import CHANGES, GRAINS, MOST_TOP, Allowed, Stop, Unclear
from understanding.metric.edit import unit_of
from understanding.metric.edit_cuts import BESIDE_OR_INSTEAD, CutEdits
from understanding.metric.filling import fillable, read_parts, take_fill
from understanding.metric.judging import is_better_low
from understanding.metric.parts import Part
from understanding.metric.reader import Binding, MetricReader
from understanding.metric.unread import skipped
from understanding.metric.vocabulary import metric_words
from understanding.pairs.reading import Pieces, QuestionReader
from understanding.question import (
    Ambiguous,
    MetricQuery,
    Ranking,
)
from understanding.words.pointing import pointer

MOST_UNITS = 24
RANKS = ("top", "bottom", "rank", "rank_up")


@dataclass(frozen=True)
class Edited:
    """What a message makes of the query before it."""

    query: MetricQuery
    language: Language
    chart: str = ""  # the one it wishes
    widened: bool = False
    unread: tuple[str, ...] = ()  # small words that were given no meaning
    guessed: tuple[str, ...] = ()  # words taken for what is called alike


@dataclass
class FollowUps:
    """Edits queries with one reader's words."""

    reader: MetricReader

    @cached_property
    def words(self) -> QuestionReader:
        """Return the reader of words to which 换成, 只看 or instead say nothing more."""
        vocabulary = self.reader.words.vocabulary.copy()
        for marker in [*lexicon()["follow_up"], *metric_words()["follow_up"]]:
            vocabulary.add(str(marker).rstrip("*"), Word("function", ()))
        marks = {**metric_words()["levels"], **metric_words()["turns"]}
        for mark, wordings in marks.items():
            for wording in wordings:
                vocabulary.add(str(wording), Word("mark", (str(mark),)))
        return replace(self.reader.words, vocabulary=vocabulary)

    @cached_property
    def _strong(self) -> list[tuple[str, ...]]:
        return [key_of(marker.rstrip("*")) for marker in lexicon()["follow_up"] if marker.endswith("*")]

    @cached_property
    def _back(self) -> BackReferences:
        return BackReferences.build(self.reader.catalog)

    def refers_back(self, text: str, today: dt.date, allowed: Allowed) -> bool:
        """Tell whether a message speaks of the rows just shown: 它们, 这几个, of those three."""
        return (
            self._back.find(text, today, lambda start: self._names_before(text, start, today, allowed))
            is not None
        )

    def _names_before(self, text: str, start: int, today: dt.date, allowed: Allowed) -> bool:
        """Tell whether a message itself names, before some place, what a pronoun there stands for."""
        parts = read_parts(
            self.words.read(text[:start], today, allowed), self.reader.catalog, self.reader.known.columns
        )
        return bool(parts.of("dimension", "value"))

    def points_back(self, text: str, today: dt.date, allowed: Allowed) -> bool:
        """Tell whether a message speaks of what only the talk before can tell: its, there, 那里."""
        found = pointer(text)
        if found is None:
            return False
        read = self.words.read(text[: found.start], today, allowed)
        named = read_parts(read, self.reader.catalog, self.reader.known.columns)
        return not named.of("dimension", "value", *(("metric",) if found.to_things else ()))

    def is_marked(self, text: str) -> bool:
        """Tell whether a message says itself that it follows: 那…呢, what about, instead."""
        names = key_of(text)
        return len(names) <= MOST_UNITS and any(_holds(names, marker) for marker in self._strong)

    def takes_away(self, text: str) -> bool:
        """Tell whether a message begins by taking something out of what was shown: drop the phone orders."""
        words = metric_words()["turns"]["not"]
        begins = (key_of(str(one)) for one in words)
        return any(key_of(text)[: len(one)] == one for one in begins)

    def edit(
        self, before: MetricQuery, text: str, today: dt.date, allowed: Allowed
    ) -> Edited | Ambiguous | None:
        """Return the query a message leads to, or its readings; None where a word says otherwise."""
        if len(key_of(text)) > MOST_UNITS:
            return None
        step, language = _step_from(before, text, today), language_of(text)
        if step is not None:
            text = f"{text[: step.span[0]]} {text[step.span[1] :]}"
        back = self._back_to_rows(before, text, today, allowed) if chooses(before) else None
        if back is not None:
            if not may_keep(before, self.reader.catalog, back.number):
                return None
            text = f"{text[: back.span[0]]} {text[back.span[1] :]}"
        pieces = replace(self.words.read(text, today, allowed), language=language)
        return self._edited(before, pieces, step, today, {}, keeps=back is not None)

    def _back_to_rows(self, before: MetricQuery, text: str, today: dt.date, allowed: Allowed) -> Back | None:
        """Return the words for the rows just shown; there, her and 那里 are the one row there is."""
        back = self._back.find(text, today, lambda start: self._names_before(text, start, today, allowed))
        found = pointer(text)
        if back is not None or found is None or found.to_things:
            return back
        named = self._names_before(text, found.start, today, allowed)
        return None if named else Back((found.start, found.end), 1)

    def _edited(
        self,
        before: MetricQuery,
        pieces: Pieces,
        step: Step | None,
        today: dt.date,
        choices: dict[str, str],
        *,
        keeps: bool = False,
    ) -> Edited | Ambiguous | None:
        parts = read_parts(pieces, self.reader.catalog, self.reader.known.columns)
        binding = Binding(self.reader.known, parts, pieces.language, today)
        binding.choices = choices
        edit = _Edit(before, parts, binding, step, keeps)
        try:
            query = edit.query()
        except Stop:
            return None
        except Unclear as unclear:
            if choices:
                return None
            tried = [
                self._edited(before, pieces, step, today, {unclear.place: one}, keeps=keeps)
                for one in unclear.choices
            ]
            read = [one for one in tried if isinstance(one, Edited)]
            if read and unclear.place == BESIDE_OR_INSTEAD:  # the only one that can be is a guess too
                return Ambiguous(tuple(one.query for one in read), pieces.language)
            return _either(read)
        if query.key == before.key and not edit.chart and not edit.says_something:
            return None
        guessed = tuple(binding.guessed)
        return Edited(query, pieces.language, edit.chart, edit.widened, skipped(parts), guessed)


class _Edit(CutEdits):
    """All steps of one message, each accounting for what it understands."""

    def query(self) -> MetricQuery:
        """Apply each part of the message and return the query, or raise Stop where a part is left."""
        binding, before = self.binding, self.before
        binding.before = before.metrics
        binding.refuse_unknown()
        if binding.recently or (self.keeps and self.parts.has("total", *RANKS)):
            raise Stop(self.unread())
        now = self._metrics(before)
        binding.metrics = list(now.metrics)
        now = self._time(now)
        now = self._values(now)
        now = self._splits(now)
        now = self._conditions(now)
        now = self._turned(self._which(now))
        now = self._ranking(now)
        now = self._filled(self._extras(now))
        binding.metrics, binding.splits, binding.grain = list(now.metrics), list(now.splits), now.grain
        now = replace(now, windows=binding.ended(now.windows, now.ranking))
        binding.refuse_other_units()
        self.parts.use("singular", "plural", "respectively", "some", "total", "count", "per")
        for mark in [part for part in self.parts.left("mark") if part.token.startswith("chart:")]:
            mark.used = True
            self.chart = mark.token.partition(":")[2]
        binding.require_all_used()
        if self.keeps and replace(now, metrics=before.metrics).key != before.key:
            raise Stop(self.unread())  # another time or cut might show other rows
        return binding.checked(now)

    @property
    def says_something(self) -> bool:
        """Tell whether the message names a time, figure, member, cut or order: what it asks for may stand."""
        named = ("metric", "period", "value", "dimension", "grain", "comparison", "comparison_word")
        return self.step is not None or self.ordered or bool(self.parts.of(*named))

    def _metrics(self, now: MetricQuery) -> MetricQuery:
        """Put another figure in the place of the one before, or beside it where the words add."""
        self.binding.name_ratio()
        self._cut_by_things()
        named = self.parts.left("metric") or self.parts.left("weak")[:1]
        names = [self.binding.chosen_metric(part)[0] for part in named]
        for part in [*named, *self.parts.left("weak")]:
            part.used = True
        if not names:
            return now
        if self.keeps:
            return replace(now, metrics=tuple(dict.fromkeys([*chosen_by(now), *names])))
        adds = self.adds
        metrics = tuple(dict.fromkeys([*now.metrics, *names] if adds else names))
        ranking = now.ranking
        if ranking and ranking.metric not in metrics:
            ranking = replace(ranking, metric=metrics[0])
            if now.good and now.good != (good := self._good(metrics[0])):
                now = replace(now, good=good)  # the best by another figure
                ranking = replace(ranking, direction="top" if ranking.direction == "bottom" else "bottom")
        grown = [
            replace(one, metric=metrics[0]) for one in now.conditions if one.of_growth and not one.number
        ]
        return replace(now, metrics=metrics, ranking=ranking, conditions=tuple(grown))

    def _cut_by_things(self) -> None:
        """Let by before a word that names a figure and its things cut by the things: by employee."""
        by = [part for part in self.parts.of("function") if part.text in metric_words()["by"]]
        for mark in [*self.parts.marks("per"), *by]:
            part = self.parts.after(mark)
            if part is None or part.kind != "metric" or self.parts.has(*RANKS):
                continue
            if not part.dimensions:
                raise Stop(self.unread())
            part.kind = "dimension"

    def _good(self, metric: str) -> str:
        return "low" if is_better_low(self.binding.catalog.metrics[metric]) else "high"

    def _conditions(self, now: MetricQuery) -> MetricQuery:
        """Keep the groups whose figure compares so: 超过100万的有哪些."""
        self.binding.bind_conditions()
        if not self.binding.conditions:
            return now
        if not now.splits or now.compared:
            raise Stop(self.unread())
        return replace(now, conditions=tuple(self.binding.conditions), ranking=None)

    def _which(self, now: MetricQuery) -> MetricQuery:
        """Show the groups that were only counted: which ones, 是哪些."""
        asks = self.parts.use("singular") or self.says("which") or self.says("which_after")
        return replace(now, counted=False) if now.counted and asks and not self.says_something else now

    def _turned(self, now: MetricQuery) -> MetricQuery:
        """Turn an order round, or show all again where only the first so many were kept."""
        if self.parts.use("reverse"):
            if now.ranking or not now.splits:
                raise Stop(self.unread())
            return replace(now, ascending=not now.ascending)
        alone = not any(part.token != "total" for part in self.parts.left("mark"))
        if alone and not self.says_something and self.parts.use("total"):
            cut = not (now.share or now.running or now.average in now.splits)
            if not cut:
                raise Stop(self.unread())
            return replace(now, splits=(), grain="", ranking=None, conditions=(), ascending=False)
        if self.parts.use("everything"):
            kept = any(not one.negated for one in now.filters)
            left = tuple(one for one in now.filters if not one.negated)
            narrowed = now.ranking is not None or bool(now.conditions)
            if (kept and not narrowed) or (narrowed and len(left) < len(now.filters)):
                raise Stop(self.unread())
            filters = now.filters if narrowed else left
            return replace(now, ranking=None, conditions=(), others=False, filters=filters)
        return now

    def _judged(self, now: MetricQuery) -> MetricQuery:
        """Let best and worst be high or low as the figure ranked is good; any other order judges nothing."""
        orders = self.parts.marks(*RANKS)
        for part in orders:
            self.binding.turn(part, now.ranking.metric if now.ranking else now.metrics[0])
        return replace(now, good=self.binding.good) if orders else now

    def _ordered(self, now: MetricQuery) -> MetricQuery:
        """Put the groups in the order that is asked for: worst first, 从低到高."""
        up, down = self.parts.use("rank_up"), self.parts.use("rank")
        self.ordered = bool(up or down)
        if up:
            return replace(now, ascending=True)
        judges = down and self.binding.good
        return replace(now, ascending=False) if judges and not now.ranking else now

    def _ranking(self, now: MetricQuery) -> MetricQuery:
        now = self._ordered(self._judged(now))
        directions = self.parts.use("top", "bottom")
        numbers = self.parts.left("number")
        if not directions and not numbers:
            return now
        grows = self.binding.by_growth(directions)
        if grows and not now.compared:
            raise Stop(self.unread())  # since when?
        of_time = bool(directions and now.grain and not (now.splits or now.ranking or numbers))
        if self.parts.use("which_time") or of_time:
            return self._best_time(now, directions, numbers)
        if len(numbers) > 1 or not (now.splits or (now.grain and now.ranking)):
            raise Stop(self.unread())
        if now.grain and now.splits and not now.ranking:
            if self.parts.of("grain"):
                raise Stop(self.unread())  # the worst one by month is two steps
            now = replace(now, grain="", running=False)  # the first of all areas, not of all months
        number = now.ranking.number if now.ranking else None
        if {part.text for part in directions} & set(metric_words()["first_of_rows"]) and not numbers:
            if self.parts.of("metric", "weak"):
                raise Stop(self.unread())  # the first one's orders: of one row shown
            number = 1
        for part in numbers:
            part.used = True
            value = part.piece.number
            if value is None or value != int(value) or not 1 <= value <= MOST_TOP:
                raise Stop(self.unread())
            number = int(value)
        tokens = {part.token for part in directions}
        if len(tokens) > 1 and "倒数" not in {part.text for part in directions}:
            raise Stop(self.unread())
        direction = "bottom" if "bottom" in tokens else "top"
        if now.ranking and not tokens:
            direction = now.ranking.direction
        elif now.ranking and tokens and {p.text for p in directions} & {"前", "头", "top", "first"}:
            direction = now.ranking.direction if direction == "top" else direction
        if now.ranking:
            by = "growth" if grows else now.ranking.by
            changed = replace(now.ranking, direction=direction, number=number, by=by, place=False)  # type: ignore[arg-type]
            return replace(now, ranking=changed)
        if number is None:
            number = 1
        by = "growth" if grows else "value"
        ranking = Ranking(direction, number, now.metrics[0], by, within=now.splits[:-1])  # type: ignore[arg-type]
        return replace(now, ranking=ranking, conditions=())

    def _best_time(self, now: MetricQuery, directions: list[Part], numbers: list[Part]) -> MetricQuery:
        """Name the day or month with the most or least of the one figure shown: 哪天最高."""
        tokens = {part.token for part in directions}
        plain = not (now.splits or now.compared or now.share or now.average or now.running or now.conditions)
        if not (now.grain and plain) or len(tokens) != 1 or numbers or len(now.metrics) != 1:
            raise Stop(self.unread())
        ranking = Ranking(tokens.pop(), 1, now.metrics[0])  # type: ignore[arg-type]
        return replace(now, ranking=ranking, ascending=False, filled=False)

    def _extras(self, now: MetricQuery) -> MetricQuery:
        if self.parts.use("share", "distribution"):
            if not now.splits or now.compared:
                raise Stop(self.unread())  # of which of the two times is not said
            within = (f"{now.grain}_start",) if now.grain else ()
            now = replace(now, share=True, share_within=now.share_within or within, compared=None, average="")
        if self.parts.use("avg"):
            units = [part for part in self.parts.left("grain") if part.token in GRAINS]
            if len(units) != 1 or now.grain:
                raise Stop(self.unread())
            units[0].used = True
            now = replace(now, average=units[0].token, share=False, compared=None, running=False)
        if self.parts.use("cumulative"):
            if not now.grain:
                raise Stop(self.unread())
            now = replace(now, running=True)
        changes = self.parts.use(*CHANGES)
        if changes and not now.compared:
            raise Stop(self.unread())
        if now.compared:
            self.parts.use("compare")
        return now

    def _filled(self, now: MetricQuery) -> MetricQuery:
        """Ask for days without data too, or go on asking where what is cut by allows it."""
        asked = take_fill(self.parts, now.grain, bool(now.splits))
        if asked is None:
            raise Stop(self.unread())
        return replace(now, filled=asked or (now.filled and fillable(now, self.binding.catalog)))


def _step_from(before: MetricQuery, text: str, today: dt.date) -> Step | None:
    """Return the step a message takes from the time before; the previous month only from a month."""
    step = read_step(text)
    if step is None or read_time(text, today).comparisons:
        return None
    return step if step.sure or step.unit == unit_of(before) else None


def _either(edits: list[Edited]) -> Edited | Ambiguous | None:
    """Return what all readings of a message come to, or the queries to choose from."""
    distinct = {one.query.key: one for one in edits}
    if len(distinct) == 1:
        return edits[0]
    if not distinct:
        return None
    return Ambiguous(tuple(one.query for one in distinct.values()), edits[0].language)


def _holds(names: tuple[str, ...], part: tuple[str, ...]) -> bool:
    return any(names[at : at + len(part)] == part for at in range(len(names) - len(part) + 1))
