"""A message that changes the question before it: another period, place, figure or cut; all else stays."""

import datetime as dt
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import pairwise

from config.wording import language_of
from knowledge.values import Allowed
from language.units import key_of
from query.metric_query import MetricQuery
from understanding.figures.edits.reader import Edit, EditReader, Message
from understanding.metric.back import Back, BackReferences, chooses, may_keep
from understanding.metric.parts import Part, Parts, parts_of
from understanding.metric.reader import REMEMBERED, MetricReader
from understanding.metric.referents import may_speak_of_a_kind, of_a_kind
from understanding.metric.vocabulary import metric_words
from understanding.readings import Ambiguous
from understanding.words.pieces import Pieces, QuestionReader
from understanding.words.pointing import pointer

ASKING = ("singular", "plural", "top", "bottom", "high", "low", "count")


@dataclass
class FollowUps:
    """Edits queries with one reader's words."""

    reader: MetricReader

    @cached_property
    def words(self) -> QuestionReader:
        """Return the reader of words to which 换成, 只看 or instead say nothing more."""
        return replace(self.reader.words, vocabulary=self._edits.leaves.vocabulary)

    @cached_property
    def _edits(self) -> EditReader:
        return EditReader.over(self.reader.known)

    @cached_property
    def _back(self) -> BackReferences:
        return BackReferences.build(self.reader.catalog)

    def refers_back(self, text: str, today: dt.date, allowed: Allowed) -> bool:
        """Tell whether a message speaks of the rows just shown: 它们, 这几个, of those three."""
        return (
            self._back.find(text, today, lambda start: self._names_before(text, start, today, allowed))
            is not None
        )

    def rows_spoken_of(self, text: str, today: dt.date, allowed: Allowed) -> tuple[int, int] | None:
        """Return where a message speaks of the rows just shown, up to the end of the noun behind."""
        back = self._back.find(text, today, lambda start: self._names_before(text, start, today, allowed))
        if back is None:
            return None
        start, end = back.span
        kinds = self._parts(text, today, allowed).of("dimension")
        behind = (one.piece.span[1] for one in kinds if not text[end : one.piece.span[0]].strip())
        return start, next((last for last in behind if last > end), end)

    def _names_before(self, text: str, start: int, today: dt.date, allowed: Allowed) -> bool:
        """Tell whether a message itself names, before some place, what a pronoun there stands for."""
        parts = self._parts(text[:start], today, allowed)
        return bool(parts.of("value") or _told(parts))

    def points_back(self, text: str, today: dt.date, allowed: Allowed) -> bool:
        """Tell whether a message speaks of what only the talk before can tell: its, there, 那里.

        A code is no place nor person: complaints still open there are not in complaints.
        """
        if may_speak_of_a_kind(text) and of_a_kind(self._parts(text, today, allowed)) is not None:
            return True  # that branch
        found = pointer(text)
        if found is None:
            return False
        named = self._parts(text[: found.start], today, allowed)
        if self._takes_up(named, text[found.end :], today, allowed):
            return False
        if found.to_things:
            figures = () if _is_of_a_preposition(text, found.start) else named.of("metric")
            return not (named.of("value") or figures) and not _told(named)
        members = [name for part in named.of("value") for name, _, _ in part.members]
        return not _told(named) and all(self.reader.catalog.dimensions[name].values for name in members)

    @cached_property
    def _pieces(self) -> Callable[[str, dt.date, Allowed], Pieces]:
        return lru_cache(maxsize=REMEMBERED)(self.words.read)

    def _parts(self, text: str, today: dt.date, allowed: Allowed) -> Parts:
        read = self._pieces(text, today, allowed)
        return parts_of(read, self.reader.catalog, self.reader.known.columns)

    def _takes_up(self, named: Parts, behind: str, today: dt.date, allowed: Allowed) -> bool:
        """Tell whether what stands behind a pronoun was asked for ahead: which pier …, that pier's."""
        said = self._parts(behind, today, allowed).every
        kinds = {*said[0].dimensions} if said and said[0].kind == "dimension" else set()
        return any(kinds & {*one.dimensions} for one in named.of("dimension"))

    def takes_away(self, text: str) -> bool:
        """Tell whether a message begins by taking something out of what was shown: drop the phone orders."""
        return _begins_with(text, metric_words()["turns"]["not"])

    def narrows(self, text: str) -> bool:
        """Tell whether a message begins by keeping some of what was shown: only storage fees, 只看南城.

        A single sign may begin a name as well: 单店, 光伏.
        """
        words = [one for one in map(str, metric_words()["only"]) if one.isascii() or len(one) > 1]
        return _begins_with(text, words)

    def edit(
        self, before: MetricQuery, text: str, today: dt.date, allowed: Allowed
    ) -> Edit | Ambiguous | None:
        """Return the query a message leads to, or its readings; None where a word says otherwise."""
        back = self._back_to_rows(text, today, allowed) if chooses(before) else None
        if back is not None and not may_keep(before, self.reader.catalog, back.number):
            return None
        found = self._edits.read(Message(text, before, today, back), allowed)
        if len(found) == 1 and found[0].settled:
            return found[0]
        return Ambiguous(tuple(one.query for one in found), language_of(text)) if found else None

    def _back_to_rows(self, text: str, today: dt.date, allowed: Allowed) -> Back | None:
        """Return the words for the rows just shown; there, her and 那里 are the one row there is."""
        back = self._back.find(text, today, lambda start: self._names_before(text, start, today, allowed))
        found = pointer(text)
        if back is not None or found is None or found.to_things:
            return back
        named = self._names_before(text, found.start, today, allowed)
        return None if named else Back((found.start, found.end), 1)


def _begins_with(text: str, words: Iterable[str]) -> bool:
    units, known = key_of(text), _keys(tuple(words))
    return any(units[:size] in known for size in {*map(len, known)})


@lru_cache(maxsize=8)
def _keys(words: tuple[str, ...]) -> frozenset[tuple[str, ...]]:
    return frozenset(key_of(str(word)) for word in words)


def _is_of_a_preposition(text: str, at: int) -> bool:
    """Tell a pronoun that no figure of its own clause can stand behind: how many calls did we lose on it."""
    words = text[:at].lower().split()
    return bool(words) and words[-1] in metric_words()["prepositions"]


def _told(parts: Parts) -> list[Part]:
    """Return the kinds of things a text speaks of, but for those it asks for: which city, the best rep."""
    asking = {*ASKING, *map(str, metric_words()["asking_which"])}
    return [
        one
        for before, one in pairwise([None, *parts.every])
        if one is not None and one.kind == "dimension"
        if before is None or not {before.token, before.text} & asking
    ]
