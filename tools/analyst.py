"""Lets a model look further into an analysis and word it; every figure and day is held against the facts."""

import asyncio
import datetime as dt
import logging
import re
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from agent.context import Context
from agent.state import AgentState
from analysis.outcome import Amount, Outcome, Read, Said
from analysis.same_year import beside_its_year
from analysis.words import names_in, worded
from answers.alone import alone_in
from answers.checks import ProseCheck, SentenceGate, is_in
from answers.evidence import EvidenceCheck
from answers.figures import IN_PERCENT, figures, figures_but_days
from answers.held import Held
from answers.named_days import days_in
from answers.row_names import RowNames
from answers.sentences.times import day
from answers.series import GROWTH
from answers.unrounded import unrounded
from config.wording import Language, say
from database.result import QueryResult
from errors import WenshuError
from knowledge.metrics import Catalog
from query.metric_query import Window
from reasoning.analyst import Analyst, Evidence, LookWanted, Report, Seen
from reasoning.prompting import clipped
from reasoning.reasoner import Brief
from reasoning.rewriting import Faulted
from tools.briefing import brief_for
from tools.came_and_went import came_and_went
from tools.further_looks import Looked, take_looks
from tools.seen_steps import seen_step
from understanding.metric.desk import MetricDesk
from understanding.metric.vocabulary import metric_words

_log = logging.getLogger(__name__)
_MOST_ROWS = 62  # of one table in a prompt: two months of days
_MOST_COLUMNS, _MOST_CELLS = 40, 1200  # nine figures beside a year ago are 27 columns
_CELL_CHARS = 60
_SMALL_RATE = 10  # percent, that are told to a hundredth
_LEAST_TENTH = 0.05  # percent, of which a tenth says nothing
_LEFT_S = 1.0  # to show what is there
_PART = 0.5  # of the answer's time: the computed words have been there since its first second


@dataclass(frozen=True)
class Told:
    """An analyst's words, and every look it took."""

    words: str
    looks: tuple[Looked, ...] = ()

    @property
    def by_model(self) -> bool:
        """Tell whether a statement was written by a model."""
        return any(one.by_model for one in self.looks)


async def report(
    found: Outcome, read: Mapping[str, Read], state: AgentState, desk: MetricDesk, context: Context
) -> Told | None:
    """Return the words of a model for what was computed from `read`, or None where the computed ones stand.

    They stand where no model is set, where it may see no values, fails or is late, and where the answer
    itself cannot be borne out.
    """
    analyst = analyst_of(context)
    if analyst is None:
        return None
    try:
        async with asyncio.timeout(_time_left(context)):
            return await _Desk(analyst, state, desk, context).told(found, read)
    except (WenshuError, TimeoutError) as error:
        _log.warning("report_fell_back", extra={"cause": repr(error)})
    except Exception:  # the computed words are there: nothing a model writes may cost them
        _log.exception("report_failed")
    return None


def analyst_of(context: Context) -> Analyst | None:
    """Return who words an analysis: a model, where there is one and it may see the values."""
    settings, reasoner = context.settings, context.reasoner
    allowed = settings.result_summary and settings.analysis_rounds > 0 and context.care != "fast"
    return reasoner if allowed and isinstance(reasoner, Analyst) else None


_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_HOLES = ("why.gap", *(f"anomaly.silent{one}" for one in ("", "_all", "_many", "_least")))
_ABOUT = 0.05
_NOT_OVER = re.compile(
    r"[未没]有?结束|到目前|至今|截至|时间已过|前\s*\d+\s*天"
    r"|\b(?:so far|to date|not (?:yet )?over|unfinished|first \d+ days|of the time)\b"
)
_CUT_OFF = re.compile(r"[；，;,]$")  # what came behind it was withheld


@dataclass(frozen=True)
class _Desk:
    """One report in the making."""

    analyst: Analyst
    state: AgentState
    metrics: MetricDesk
    context: Context

    async def told(self, found: Outcome, read: Mapping[str, Read]) -> Told | None:
        """Look further as often as is wanted and allowed, then let the words through that are borne out."""
        language, result = self.context.language, found.result
        said = (*found.statements, *found.cautions)
        statements = tuple(worded(one, self.metrics.catalog, language) for one in said)
        main = (_seen(say("analysis.table", language), result),) if result else ()
        brief = await brief_for(self.state, self.context)
        evidence = Evidence(
            brief,
            statements,
            main,
            self.context.settings.analysis_rounds,
            came_and_went=await came_and_went(read, self.metrics, self.context, self.state["question"]),
            names=named_in(said, self.metrics.catalog, language),
        )
        looks: tuple[Looked, ...] = ()
        reply = await self._written(evidence)
        while reply.looks:
            taken = await self._taken(reply.looks, read)
            looks, evidence = (*looks, *taken), _with(evidence, taken)
            reply = await self._written(evidence)
        check = await asyncio.to_thread(self._check, evidence, result, looks)
        words, withheld = await asyncio.to_thread(self._borne_out, reply.words, evidence, check)
        if withheld:
            marked = replace(evidence, looks_left=0, report=reply.words.strip(), unfounded=withheld)
            again = await self._written(marked)
            words, withheld = await asyncio.to_thread(self._borne_out, again.words, evidence, check)
        if withheld:
            _log.info("sentences_withheld", extra={"count": len(withheld)})
        if words and found.statements[0].code.startswith("why."):
            words = _with_alone(words, looks, brief.question, language)
        words = with_mix(words, found.statements, self.metrics.catalog, language)
        words = _with_running(words, looks, brief)
        words = with_size(words, found.statements, self.metrics.catalog, language)
        words = with_reach(words, found.statements, self.metrics.catalog, language)
        return Told(words, looks) if words else None

    async def _written(self, evidence: Evidence) -> Report:
        language = self.context.language
        with seen_step("analyse", say("analysis.step.writing", language), self.context) as step:
            written = await self.analyst.write_report(evidence)
            step.note = say("analysis.step.thought", language)
        return written

    async def _taken(self, wanted: Sequence[LookWanted], read: Mapping[str, Read]) -> tuple[Looked, ...]:
        wanted = [replace(one, query=beside_its_year(one.query, read)) for one in wanted]
        language, question = self.context.language, self.state["question"]
        what = say("analysis.semicolon", language).join(one.label for one in wanted)
        fresh = self.state.get("fresh", False)
        with seen_step("analyse", say("analysis.step.further", language, what=what), self.context) as step:
            taken = await take_looks(wanted, self.metrics, self.context, question, fresh=fresh)
            step.note = say("analysis.step.looked", language, what=what)
        return taken

    def _check(
        self, evidence: Evidence, result: QueryResult | None, looks: Sequence[Looked]
    ) -> EvidenceCheck:
        """Return what knows all that was computed and shown to the model."""
        brief = evidence.brief
        notes = (note for one in looks for note in one.notes)
        tables = [_held(one) for one in looks if one.result is not None]
        if result is not None:
            label = say("analysis.table", self.context.language)
            tables.insert(0, Held(_cut(result), whole=_is_whole(result), label=label))
        also = (brief.question, brief.today, brief.data_until, *evidence.came_and_went, *notes)
        called = _called(self.metrics.catalog, self.context.language)
        return EvidenceCheck(evidence.every, tables, also, evidence.names, called)

    def _borne_out(
        self, words: str, evidence: Evidence, check: EvidenceCheck
    ) -> tuple[str, tuple[Faulted, ...]]:
        """Return the words without sentences that nothing bears out, and these.

        There are none where the first of them goes, where no figure is left of those computed, or where they
        are in the other language.
        """
        if not words.strip():
            return "", ()
        if not is_in(words, language := self.context.language):
            return "", (Faulted(words.strip(), say("analysis.other_language", language)),)
        check = check.reading(words)
        gate = SentenceGate(check, ProseCheck(), named=check.named)
        shown = gate.feed(words.strip()) + gate.close()
        first = gate.withheld and words.strip().startswith(gate.withheld[0])
        tells = figures_but_days(shown) or not any(map(figures, evidence.every))
        self.context.desk.trace.withheld(gate.withheld, gate.reasons)
        reasons = zip(gate.withheld, gate.reasons, strict=True)
        found = [Faulted(one.lstrip("- "), why, check.tables_of(one, why)) for one, why in reasons]
        return _tidy(shown) if tells and not first else "", tuple(found)


def named_in(said: Sequence[Said], catalog: Catalog, language: Language) -> tuple[str, ...]:
    """Return who is named in planned words; what a figure is called names nobody."""
    called = _called(catalog, language)
    return tuple(dict.fromkeys(name for one in said for name in names_in(one) if name not in called))


def _called(catalog: Catalog, language: Language) -> frozenset[str]:
    return frozenset(one.label(language) for one in catalog.metrics.values())


def _with_alone(words: str, looks: Sequence[Looked], question: str, language: Language) -> str:
    """Return the words of a why with the one that makes most of a look's change, unless they name it.

    Of a look at others than whom the question names, beside it, nobody is told.
    """
    found = (one for one in looks if one.result and not _names_one_of(question, one.result))
    alone = (it for one in found if one.result and (it := alone_in(one.result)) is not None)
    unnamed = [one for one in alone if one.name.lower() not in words.lower()]
    for one in sorted(unnamed, key=lambda it: -it.share)[:1]:
        way = "up" if one.now > one.before else "down"
        ends = {
            "before": _plain(one.before),
            "now": _plain(one.now),
            "share": f"{100 * one.share:.0f} %",
        }
        told = {"figure": one.figure, "name": one.name, **ends}
        line = say(f"analysis.alone_{way}", language, **told)
        words += f"\n- {line[:1].upper()}{line[1:]}"
    return words


def _with_running(words: str, looks: Sequence[Looked], brief: Brief) -> str:
    """Return words of a target with how far the data run of a time that is not over, unless they say so."""
    until, spoken = _until(brief), words.lower()
    runs = any(one.runs for one in looks) and any(map(spoken.__contains__, map(str, metric_words()["goals"])))
    days = {(one.month, one.day) for one in (until, until - dt.timedelta(days=1))}  # the last of them in part
    if not runs or days & set(days_in(words)) or _NOT_OVER.search(spoken):
        return words
    return f"{words}\n- {say('analysis.target_whole', brief.language, day=day(until, brief.language))}"


def _running(look: Looked, brief: Brief) -> str:
    return say(
        "analysis.look_running", brief.language, label=look.label, day=day(_until(brief), brief.language)
    )


def _until(brief: Brief) -> dt.date:
    return dt.date.fromisoformat(brief.data_until or brief.today)


def _names_one_of(question: str, table: QueryResult) -> bool:
    """Tell whether a question names a row of a table."""
    names = RowNames([list(column) for column in zip(*table.rows, strict=True)])
    return bool(names.within(question))


def _plain(value: float) -> str:
    """Return a figure as it is read: of thousands no part of one.

    >>> _plain(1726192.49), _plain(40.5), _plain(0)
    ('1,726,192', '40.5', '0')
    """
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.10g}"


def with_mix(words: str, said: Sequence[Said], catalog: Catalog, language: Language) -> str:
    """Return words of a rate with what makes its move, other weights, right behind their first line.

    The line that tells two of the sentence's figures goes there, else the computed sentence.
    """
    mix = next((it for one in said for it in _all_of(one) if it.code == "why.by_mix"), None)
    if not words or mix is None:
        return words
    text = worded(mix, catalog, language)
    told = {*_NUMBER.findall(text)}
    lead, *lines = (one for one in words.splitlines() if one.strip())
    telling = [one for one in (lead, *lines) if len(told & {*_NUMBER.findall(one)}) > 1]
    if lead in telling or (lines and lines[0] in telling):
        return words
    first = telling[0] if telling else f"- {text}"
    return "\n".join((lead, "", first, *(one for one in lines if one != first)))


def with_size(words: str, said: Sequence[Said], catalog: Catalog, language: Language) -> str:
    """Return words with what days of nothing usually bring, on the line that tells their first day alone."""
    lines = words.splitlines()
    for hole in (it for one in said for it in _all_of(one) if it.code in _HOLES):
        given = hole.params.get("usual")
        usual = given.params.get("usual") if isinstance(given, Said) else given
        when = next((it for it in _flat(hole.params.values()) if isinstance(it, Window)), None)
        if not isinstance(usual, Amount) or when is None:
            continue
        first, size = (when.start.month, when.start.day), float(usual.value)
        at = next((at for at, one in enumerate(lines) if first in set(days_in(one))), None)
        if at is not None and not any(_is_about(one, size) for one in _NUMBER.findall(words)):
            told = worded(Said("why.gap_size", {"usual": usual}), catalog, language)
            body = lines[at].rstrip("。.")
            lines[at] = body + told + lines[at][len(body) :]
    return "\n".join(lines)


def _all_of(value: Any) -> Iterator[Said]:
    """Yield planned words and those within them."""
    if isinstance(value, Said):
        yield value
    for one in (
        value.params.values() if isinstance(value, Said) else value if isinstance(value, tuple) else ()
    ):
        yield from _all_of(one)


def _flat(values: Iterable[Any]) -> Iterator[Any]:
    for one in values:
        yield from one if isinstance(one, tuple) else (one,)


def _is_about(number: str, size: float) -> bool:
    """Tell a number that is a size to a twentieth, in any scale it may be told in.

    >>> _is_about("32.8", 327_928), _is_about("33", 327_928), _is_about("35", 327_928)
    (True, True, False)
    """
    told = float(number.replace(",", ""))
    return any(abs(told * scale - size) <= _ABOUT * size for scale in (1, 1e3, 1e4, 1e6, 1e8))


def with_reach(words: str, said: Sequence[Said], catalog: Catalog, language: Language) -> str:
    """Return words of a look with what it looked at in total only, where they do not say so."""
    wholes = (one.params.get("whole") for one in said)
    for one in (it for it in wholes if isinstance(it, Said) and it.code == "anomaly.whole_alone"):
        text = worded(one, catalog, language).strip("；;。 ")
        if words and text.lower() not in words.lower():
            words += f"\n- {text[:1].upper()}{text[1:]}{'。' if language == 'zh' else '.'}"
    return words


def _with(evidence: Evidence, taken: Sequence[Looked]) -> Evidence:
    """Return the evidence with what a round of looks came to."""
    taken = [
        replace(one, notes=(*one.notes, _running(one, evidence.brief))) if one.runs else one for one in taken
    ]
    return replace(
        evidence,
        further=(*evidence.further, *((one.label, one.statements) for one in taken if one.statements)),
        tables=(*evidence.tables, *(_seen(one.label, one.result, one.notes) for one in taken if one.result)),
        missed=(*evidence.missed, *(f"{one.label}: {one.fault}" for one in taken if one.fault)),
        looks_left=evidence.looks_left - 1,
    )


def _held(look: Looked) -> Held:
    """Return a look as a report is held against it: as shown, without what its statement wrote."""
    assert look.result is not None
    shown = _cut(look.result)
    rows = tuple(
        tuple(
            None if at in look.constant and not isinstance(cell, str) else cell for at, cell in enumerate(row)
        )
        for row in shown.rows
    )
    sql = " ".join(text for _, text in look.sql)
    return Held(
        replace(shown, rows=rows),
        whole=_is_whole(look.result),
        ours=not look.by_model,
        days=sql,
        bases=look.bases,
        label=look.label,
        notes=look.notes,
    )


def _cut(result: QueryResult) -> QueryResult:
    """Return the rows and columns that a prompt holds."""
    columns = result.columns[:_MOST_COLUMNS]
    most = min(_MOST_ROWS, _MOST_CELLS // max(1, len(columns)))
    rows = tuple(row[:_MOST_COLUMNS] for row in result.rows[:most])
    return unrounded(replace(result, columns=columns, rows=rows))


def _is_whole(result: QueryResult) -> bool:
    return not result.truncated and _cut(result).row_count == result.row_count


def _seen(label: str, result: QueryResult, notes: tuple[str, ...] = ()) -> Seen:
    shown = _cut(result)
    headings = tuple(column.name for column in shown.columns)
    percents = [_percent_places(name, at, shown) for at, name in enumerate(headings)]
    rows = tuple(tuple(map(_cell, row, percents)) for row in shown.rows)
    left = len(result.columns) - len(headings)
    more = (f"{left} columns more",) if left else ()
    return Seen(label, headings, rows, result.row_count, (*notes, *more), result.truncated)


def _percent_places(heading: str, at: int, result: QueryResult) -> int | None:
    """Return how many decimals the percentages of a column have, all alike; None of what is none.

    Changes have one, so that nobody rounds them twice, rates two where all are small; and where one would
    be nothing at one decimal.
    """
    if not IN_PERCENT.search(heading):
        return None
    cells = [row[at] for row in result.rows]
    sizes = [abs(float(cell)) for cell in cells if isinstance(cell, int | float | Decimal)]
    small = all(one < _SMALL_RATE for one in sizes) and not ("%" in heading and GROWTH.search(heading))
    return 2 if small or any(0 < one < _LEAST_TENTH for one in sizes) else 1


def _cell(value: Any, places: int | None) -> str:
    """Return a cell as it is told: percentages with as many decimals as their column has."""
    if isinstance(value, float | Decimal):
        return f"{value:.{2 if places is None else places}f}"
    return "" if value is None else clipped(str(value), _CELL_CHARS)


def _tidy(text: str) -> str:
    """Return lines without those of which nothing was let through; what was cut off ends in a full stop."""
    lines = [
        _CUT_OFF.sub(lambda end: "。" if end[0] in "；，" else ".", line.rstrip())
        for line in text.splitlines()
    ]
    kept = [line for line in lines if line.strip(" -")]
    first, *others = kept or [""]
    return "\n".join((first, "", *others)) if others and others[0].startswith("-") else "\n".join(kept)


def _time_left(context: Context) -> float | None:
    if context.deadline == float("inf"):
        return None
    left = context.deadline - time.monotonic() - _LEFT_S
    return max(0.0, min(left, context.settings.answer_timeout_s * _PART))
