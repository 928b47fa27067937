"""Days and months without data that are asked for too: how that is said, and where it can be answered."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from knowledge.metrics import Catalog
from language.units import key_of
from understanding.metric.parts import Part, Parts, parts_of
from understanding.metric.vocabulary import metric_words
from understanding.question import MetricQuery
from understanding.words.closed import BARE_GRAINS
from understanding.words.pieces import Pieces

MOST_ROWS = 1000  # MariaDB and MySQL count no further by themselves
SOMETHING = "?"  # what is missing is not named: days, or areas
FIGURES = ("metric", "thing")
PAUSES = frozenset("，,;；。、()（）")


def fillable(query: MetricQuery, catalog: Catalog) -> bool:
    """Tell whether there is one plain way to give every day or month of a query a row."""
    if not query.grain or not query.windows or (query.compared and query.compared.kind == "named"):
        return False
    if query.splits and query.ranking and query.ranking.number is not None:
        return False
    first, last = min(one.start for one in query.windows), max(one.end for one in query.windows)
    if replace(query.windows[0], start=first, end=last).units(query.grain) > MOST_ROWS:
        return False
    cut = [catalog.dimensions[name] for name in query.splits]
    kept = [catalog.dimensions[one.dimension] for one in query.filters]
    by_days = any(one.days or one.on_time for one in cut) or any(one.on_time for one in kept)
    return query.grain != "day" or not by_days  # no day is both a Monday and a Tuesday


def read_parts(pieces: Pieces, catalog: Catalog, columns: dict[str, list[str]]) -> Parts:
    """Return a question's parts, with what asks for days without data as parts of their own kind."""
    parts = parts_of(pieces, catalog, columns)
    _Filling(parts).settle()
    return parts


@lru_cache(maxsize=1)
def _texts() -> Mapping[str, frozenset[str]]:
    """Return the words of each part they play, as the pieces of a question have them."""
    fill = metric_words()["fill"]
    return {
        part: frozenset(("" if not one.isascii() else " ").join(key_of(one)) for one in map(str, fill[part]))
        for part in ("asking", "lacking", "things")
    }


@dataclass
class _Filling:
    parts: Parts

    def settle(self) -> None:
        """Make parts that ask for days without data say so; what only could have is an unknown word."""
        could = self.parts.of("mark", "number", "other")
        gaps = [(part, run) for part in could if (run := self._gap(part))]
        lacking = [part for part, _ in gaps]
        asked = [part for part in self.parts.marks("fill") if not self._is_refused([part], lacking)]
        for part, run in gaps:
            if self._is_refused(run, lacking):
                continue
            asking = [one for step in (-1, 1) for one in self._beside(run, step) if self._asks(one)]
            if not asking and not asked:
                continue
            unit = next((found for one in run if (found := _unit(one))), "")
            token = unit or (SOMETHING if _is(part, "lacking") and not asked else "")
            for one in [*run, *(one for one in asking if one.kind != "function")]:
                one.kind, one.token = "fill", token
        for part in asked:
            part.kind, part.token = "fill", part.token if part.kind == "fill" else ""
        for part in self.parts.of("mark"):
            if part.token in ("fill", "gap", "asking") or part.token.startswith("unit:"):
                part.kind = "other"

    def _gap(self, part: Part) -> list[Part]:
        """Return the parts that say of days that there is nothing, around the one that says nothing."""
        if part.token == "gap":
            unit = self._next([part], 1, _unit) or self._next([part], -1, _unit)
            return [part, *unit]
        none = part.piece.number == 0 if part.kind == "number" else _is(part, "lacking")
        if not none:
            return []
        figure = self._next([part], 1, lambda one: one.kind in FIGURES or _is(one, "things"))
        after = self._next([part, *figure], 1, _unit)
        if after:  # 没有订单的日期, zero days
            return [part, *figure, *after]
        before = self._next([part], -1, _unit)
        if before:  # days without orders
            return [*before, part, *figure]
        behind = self._beside([part, *figure], 1)
        bare = part.kind == "mark" and any(map(self._asks, behind)) and behind[0].text == "的"
        return [part, *figure] if bare else []  # 没有的补零

    def _next(self, run: list[Part], step: int, wanted: Callable[[Part], object]) -> list[Part]:
        """Return the next part over function words where it is one that is wanted."""
        beside = [one for one in self._beside(run, step) if one.kind != "function"]
        return beside[:1] if beside and wanted(beside[0]) else []

    def _is_refused(self, run: list[Part], lacking: list[Part]) -> bool:
        """Tell whether such days are not wanted: 不补零."""
        near = [one for step in (-1, 1) for one in self._beside(run, step) if one not in lacking]
        return any(one.kind == "mark" and one.token in ("not", "besides") for one in near)

    def _asks(self, part: Part) -> bool:
        if part.kind == "number":
            return part.piece.number == 0
        return (part.kind == "mark" and part.token in ("fill", "asking")) or _is(part, "asking")

    def _beside(self, run: list[Part], step: int) -> list[Part]:
        """Return the parts next to a run, in its clause, up to the first that says something else."""
        every, found = self.parts.every, list[Part]()
        places = sorted(every.index(one) for one in run)
        at = places[0] if step < 0 else places[-1]
        while 0 <= at + step < len(every):
            left, right = sorted((at, at + step))
            gap = self.parts.text[every[left].piece.span[1] : every[right].piece.span[0]]
            if PAUSES & set(gap):
                break
            at += step
            found.append(every[at])
            if every[at].kind != "function" and not self._asks(every[at]):
                break
        return found


def _unit(part: Part) -> str:
    """Return which unit of time a bare word names: days, 月份."""
    if part.kind == "grain" and part.text in BARE_GRAINS:
        return part.token
    return part.token.removeprefix("unit:") if part.kind == "mark" and part.token.startswith("unit:") else ""


def _is(part: Part, role: str) -> bool:
    return part.kind in ("function", "other", "mark") and part.text in _texts()[role]
