"""Reads one version of what was taught: links questions to it; which version, the class over it says."""

import asyncio
import datetime as dt
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from config.settings import Settings
from config.wording import Language
from database.rights import Rights
from database.schema import Schema
from knowledge.budget import Fitted, fitted
from knowledge.inferred import Keys
from knowledge.items import KnowledgeItem, Linked, LinkedValue, PeriodText
from knowledge.levels import Notes
from knowledge.retrieval import RankedTable
from knowledge.snapshot import Links, Snapshot, Wanted
from knowledge.tables import table_payload
from language.calendar import Holidays, Period, whole
from language.periods import contrasted, find_periods

FEWEST_NAME_TOKENS = 4  # of a table that is only named: more tables than that are never ranked
VALUE_SHARE = 0.35
MONTH_SHARE = 0.8  # tables of one month or day are named 201707, 20170701
MOST_MONTHS = 24

FindValues = Callable[[str, str, Rights], Awaitable[Sequence[LinkedValue]]]
FindNotes = Callable[[str, Rights], Awaitable[Notes]]
FindKeys = Callable[[str], Keys]


class KnowledgeView(ABC):
    """Retrieves from the version that `snapshot` returns."""

    def __init__(
        self,
        settings: Settings,
        find_values: FindValues | None = None,
        find_notes: FindNotes | None = None,
        find_keys: FindKeys | None = None,
    ) -> None:
        self._settings = settings
        self._find_values = find_values
        self._find_notes = find_notes
        self._find_keys = find_keys

    @abstractmethod
    async def snapshot(self, connection: str) -> Snapshot | None:
        """Return the version that is read, in memory, or None where there is none."""

    async def newest(self, connection: str) -> Snapshot | None:
        """Return the version that is published, once it is in memory."""
        return await self.snapshot(connection)

    @abstractmethod
    async def version(self, connection: str) -> int:
        """Return its number, 0 where there is none."""

    @abstractmethod
    def _given(self, connection: str, linked: Linked) -> None:
        """Take note of what a question was given."""

    @abstractmethod
    def in_memory(self, connection: str) -> Snapshot | None:
        """Return the version that is in memory, without asking or waiting for anything."""

    async def retrieve(
        self,
        question: str,
        connection: str,
        *,
        rights: Rights,
        today: dt.date,
        budget_tokens: int,
        history: Sequence[str] = (),
        examples: bool = True,
        wanted_tables: Sequence[str] = (),
        holidays: Holidays | None = None,
    ) -> Linked:
        """Return the tables, documents, examples, values and periods a question needs, within the budget.

        `history` holds the thread's earlier questions: the last one lends a follow-up its words. Without
        `examples` none are looked for. `wanted_tables`, named as somebody calls them, are written out if this
        person may see them.
        """
        _, linked = await self.retrieve_ranked(
            question,
            connection,
            rights=rights,
            today=today,
            budget_tokens=budget_tokens,
            history=history,
            examples=examples,
            wanted_tables=wanted_tables,
            holidays=holidays,
        )
        self._given(connection, linked)
        return linked

    async def retrieve_ranked(
        self,
        question: str,
        connection: str,
        *,
        rights: Rights,
        today: dt.date,
        budget_tokens: int,
        history: Sequence[str] = (),
        examples: bool = True,
        wanted_tables: Sequence[str] = (),
        holidays: Holidays | None = None,
    ) -> tuple[list[RankedTable], Linked]:
        """Return what `retrieve` does and, before the budget, the tables this person may see, best first."""
        periods = self._periods(question, today, holidays)
        snapshot = await self.snapshot(connection)
        if snapshot is None:
            return [], Linked(periods=periods)
        values = tuple(await self._find_values(question, connection, rights)) if self._find_values else ()
        notes = await self._find_notes(connection, rights) if self._find_notes else {}
        few = self._settings.few_shot_top_k if self._settings.few_shot_enabled and examples else 0
        wanted = Wanted(
            tables=budget_tokens // FEWEST_NAME_TOKENS + 1,
            examples=few,
            least_similarity=self._settings.few_shot_min_similarity or 0.0,  # the embedding has its own
            boosts={value.table: VALUE_SHARE * value.score for value in values},
            terms=_month_terms(periods),
            needed=tuple(wanted_tables),
            keys=self._keys(connection),
            masked=(*(value.text for value in values), *(period.text for period in periods)),
        )
        asked = _with_last(history, question)
        links, fit = await asyncio.to_thread(_linked, snapshot, asked, rights, wanted, budget_tokens, notes)
        told = snapshot.asked_about(asked, values)  # a table may be linked for a code that is not told
        return links.tables, _together(links, fit, told, periods)

    def retrieve_lexical(
        self,
        question: str,
        connection: str,
        *,
        rights: Rights,
        today: dt.date,
        budget_tokens: int,
        history: Sequence[str] = (),
        wanted_tables: Sequence[str] = (),
        holidays: Holidays | None = None,
    ) -> Linked:
        """Return tables and documents by words alone, from what is in memory: where `retrieve` failed.

        Asks no database, no vectors and no values, and waits for nothing; empty only where no version is in
        memory yet.
        """
        periods = self._periods(question, today, holidays)
        snapshot = self.in_memory(connection)
        if snapshot is None:
            return Linked(periods=periods)
        wanted = Wanted(
            tables=budget_tokens // FEWEST_NAME_TOKENS + 1,
            examples=0,
            least_similarity=0.0,
            terms=_month_terms(periods),
            needed=tuple(wanted_tables),
            keys=self._keys(connection),
            vectors=False,
        )
        links, fit = _linked(snapshot, _with_last(history, question), rights, wanted, budget_tokens, {})
        return _together(links, fit, (), periods)

    def _keys(self, connection: str) -> Keys:
        return self._find_keys(connection) if self._find_keys else {}

    def _periods(self, question: str, today: dt.date, holidays: Holidays | None) -> tuple[PeriodText, ...]:
        return tuple(
            PeriodText(
                period.text,
                period.start.isoformat(),
                period.end.isoformat(),
                _runs_until(period),
                next_of(period, today),
            )
            for period in contrasted(
                find_periods(
                    question, today, fiscal_start=self._settings.fiscal_year_start_month, holidays=holidays
                ),
                today,
            )
        )

    async def nearest_questions(
        self, question: str, connection: str, k: int, rights: Rights, language: Language
    ) -> list[str]:
        """Return the questions nearest to this one that verified pairs answer."""
        snapshot = await self.snapshot(connection)
        if snapshot is None:
            return []
        return await asyncio.to_thread(snapshot.nearest_questions, question, k, rights, language)

    async def published_pairs(self, connection: str) -> list[KnowledgeItem]:
        """Return the verified pairs that are served now."""
        snapshot = await self.snapshot(connection)
        return snapshot.pairs if snapshot else []

    async def tables(self, connection: str) -> list[dict[str, Any]]:
        """Return the taught tables, as their payloads."""
        snapshot = await self.snapshot(connection)
        return [table_payload(table) for table in snapshot.linker.tables] if snapshot else []

    async def schema(self, connection: str) -> Schema:
        """Return the taught tables as a schema."""
        snapshot = await self.snapshot(connection)
        return snapshot.schema if snapshot else Schema()


def _runs_until(period: Period) -> str:
    """Return the end of a week, month, quarter or year that still runs: its target is of all of it."""
    if not period.unfinished or period.unit not in ("week", "month", "quarter", "year"):
        return ""
    start, end = whole(period.unit, period.start)
    return end.isoformat() if start == period.start and end > period.end else ""


def next_of(period: Period, today: dt.date) -> str:
    """Return the first day of a month to come this year that was read as last year's: 12月 in November."""
    if period.unit != "month" or period.start.year != today.year - 1:
        return ""
    at_its_end = find_periods(period.text, dt.date(today.year, 12, 31))
    start = at_its_end[0].start if at_its_end else period.start
    return start.isoformat() if start > today else ""


def months(period: PeriodText) -> list[str]:
    """Return the months a period touches, as `201707`."""
    first, end = dt.date.fromisoformat(period.start), dt.date.fromisoformat(period.end)
    last = end - dt.timedelta(days=1)
    numbers = range(first.year * 12 + first.month - 1, last.year * 12 + last.month)
    return [f"{number // 12:04d}{number % 12 + 1:02d}" for number in numbers]


def _month_terms(periods: Sequence[PeriodText]) -> dict[str, float]:
    return {month: MONTH_SHARE for period in periods for month in months(period)[:MOST_MONTHS]}


def _with_last(history: Sequence[str], question: str) -> str:
    return f"{history[-1]}\n{question}" if history else question


def _linked(
    snapshot: Snapshot, question: str, rights: Rights, wanted: Wanted, budget: int, notes: Notes
) -> tuple[Links, Fitted]:
    links = snapshot.link(question, rights, wanted)
    return links, fitted(links, question, rights, budget, notes)


def _together(
    links: Links, fit: Fitted, values: tuple[LinkedValue, ...], periods: tuple[PeriodText, ...]
) -> Linked:
    return Linked(
        tables=tuple(fit.tables),
        documents=tuple(fit.documents),
        examples=tuple(fit.examples),
        values=values,
        periods=periods,
        tokens=fit.tokens,
        best_score=round(links.best_score, 4),
        likeliest=links.likeliest,
        whole=fit.whole,
        by_words=links.by_words,
    )
