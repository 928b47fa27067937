"""Parts of a question that a model's one statement leaves out: each is written, run and told by itself."""

import logging
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Any

from agent.context import Context
from agent.state import AgentState
from analysis.given import analysis_given
from analysis.outcome import Said
from analysis.words import worded
from answers.agreement import same_figures
from answers.analysis import Analysis, analyse
from answers.cautions_told import words_in
from answers.checks import FigureCheck
from answers.figures import figures, is_number
from answers.gaps import part_meant
from answers.scopes import basis_of
from answers.statements import listed
from config.wording import say
from database.connections import hash_sql
from database.result import QueryResult
from errors import WenshuError
from reasoning.reasoner import Draft, MetricDraft, NoSql, PastTurn, SqlDraft
from tools.analysing import carry_out, not_read
from tools.beside import show_statements
from tools.briefing import brief_for, drafted
from tools.further import read_further
from tools.like_for_like import like_for_like, with_its_query
from tools.meaning import background, by_names, question_of
from tools.part_rows import show_instead
from tools.part_words import in_short, words_of
from understanding.metric.apart import ways_apart

_SAID_AGAIN = 0.75  # of a decline's words
_ASKED = 0.3  # of a part's words, by which it is one of the question's
_BY_CHANCE = 2  # cells that are alike by chance
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Also:
    """What is said of the parts, and what the state keeps where the rows of one stand for the answer's."""

    words: str = ""
    stands: dict[str, Any] = field(default_factory=dict)


async def told_also(state: AgentState, context: Context, answer: str, *, looked: bool = False) -> Also:
    """Return the answers of the parts that the answer's own statement leaves out; of none nothing is said.

    Nor is one said again that all stands in the `answer`. Each is one more statement through all walls,
    within the calls and statements a question has. How each was computed is left on the desk. One that a
    model thought of and nobody asked is not missed; nor is it told where the answer's writer `looked`.
    A list that was asked for beside a figure is shown in the place of that one row, which the words tell.
    """
    if context.care == "fast":
        return Also()
    telling, known = _Telling(state, context, answer), {hash_sql(state["sql"])}
    for part, open_ in _parts(state, context):
        own = _is_asked(part, state["question"])
        if own or not looked:
            said = await _told(part, open_, known, state, context, answer)
            await telling.take(part, said, own=own)
    return telling.done()


@dataclass
class _Telling:
    """What is said of the parts so far."""

    state: AgentState
    context: Context
    answer: str
    words: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    statements: list[tuple[str, str]] = field(default_factory=list)
    stands: dict[str, Any] = field(default_factory=dict)
    declined: set[str] = field(default_factory=set)

    async def take(self, part: str, said: "_Part | None", *, own: bool) -> None:
        """Keep what a part came to: its words, its rows, or that it has no answer."""
        context, whole = self.context, part == self.state["question"]
        if said is None:
            self.words += [say("agent.part_missed", context.language)] if whole else []
            self.missed += [part] if own and not whole else []
            return
        shown = said.result if own and not self.stands and self._is_one_row() else None
        if shown is not None:
            self.stands = await show_instead(part, said.sql, shown, said.analysis, self.state, context)
        told = said.words or ("" if self.stands or whole or not own else _named(part, said, context))
        if not told or is_told(told, said.names, self.answer) or _is_again(said, self.declined):
            told = ""
        if told or shown is not None:
            self.words += [told] if told else []
            context.desk.also_told += [say("agent.clause", context.language, question=part), *said.lines]
            self.statements += [(part, said.sql)] if said.sql else []

    def done(self) -> Also:
        """Show the statements, and return the words with what has no answer."""
        if self.statements:
            show_statements(self.statements, self.context)
        language = self.context.language
        quoted = [say("agent.quoted", language, word=one) for one in self.missed]
        clauses = say("interpretation.comma", language).join(quoted)
        left = [say("agent.also_missed", language, clauses=clauses)] if self.missed else []
        return Also("\n\n".join([*self.words, *left]), self.stands)

    def _is_one_row(self) -> bool:
        """Tell one row whose every figure the words tell, beside which no other reading stands."""
        result, second = self.context.desk.result, self.context.desk.second
        alone = second is None or second.agrees or second.judged
        if not self.state["sql"] or result is None or result.row_count != 1 or not alone:
            return False
        told = figures(self.answer)
        return all(any(one.is_written_of(cell) for one in told) for cell in result.rows[0] if is_number(cell))


def _named(part: str, said: "_Part", context: Context) -> str:
    """Return the one line for a table that no sentence holds, which is shown when it is asked alone."""
    if said.result is None:
        return ""
    context.desk.leads_on += (part,)
    bare = part.strip().rstrip("?？。.!！")
    return say("agent.also_table", context.language, part=bare, count=said.result.row_count)


def _parts(state: AgentState, context: Context) -> Iterator[tuple[str, str]]:
    """Yield the parts left out, each with what a sentence that was not shown says to be open of it."""
    yield from ((part, "") for part in context.desk.also)
    for gap in context.desk.gaps if not context.desk.also else ():
        clauses = next(ways_apart(state["question"]), ())
        yield part_meant(gap, clauses) or state["question"], gap


def _is_asked(part: str, question: str) -> bool:
    """Tell a part of what was asked from a question that a model put beside it.

    >>> _is_asked("10月处理投诉最多的是谁？", "上个月多少投诉，谁处理得最多")
    True
    >>> _is_asked("How much did revenue grow in November?", "sales are up 14%. is it just the new sites?")
    False
    """
    words = words_in(part)
    return len(words & words_in(question)) >= _ASKED * len(words)


def _is_again(said: "_Part", declined: set[str]) -> bool:
    """Tell a decline that says again what another part's said, and keep its words."""
    if said.sql:
        return False
    words = words_in(said.words)
    again = bool(declined) and len(words & declined) >= _SAID_AGAIN * len(words)
    declined |= words
    return again


@dataclass(frozen=True)
class _Part:
    """One part as it was answered."""

    sql: str
    words: str
    lines: tuple[str, ...]
    names: frozenset[str] = frozenset()
    result: QueryResult | None = None  # a list's
    analysis: Analysis | None = None


def is_told(words: str, names: Set[str], answer: str) -> bool:
    """Tell a list whose figures and names all stand in an answer; a figure alone may stand there by chance.

    >>> is_told("郭伟 20, 许家豪 13.", {"郭伟", "许家豪"}, "39: 郭伟 (20), 许家豪 (13) and 周志强 (6).")
    True
    """
    stands = names and figures(words) and not FigureCheck.told(answer).unfounded(words)
    return bool(stands) and all(one in answer for one in names)


async def _told(
    part: str, open_: str, known: set[str], state: AgentState, context: Context, answer: str
) -> _Part | None:
    """Return one part as it is told; None where nobody wrote it or a wall holds."""
    try:
        return await _written_and_read(part, open_, known, state, context, answer)
    except WenshuError as error:
        _log.info("part_not_told", extra={"cause": repr(error)})
        return None


async def _written_and_read(
    part: str, open_: str, known: set[str], state: AgentState, context: Context, answer: str
) -> _Part | None:
    """Write, run and tell one part; None where nobody wrote it, no words where it is the answer's.

    That the data cannot answer it is said in the writer's words.
    """
    asked_for = say("agent.open_still", context.language, part=part, gap=open_) if open_ else part
    brief = await brief_for({**state, "question": asked_for, "faults": []}, context)
    before = PastTurn(state["question"], state["sql"])
    draft = await drafted(replace(brief, asked="", history=(*brief.history, before)), context)
    if isinstance(draft, NoSql) and draft.message and draft.reason in ("missing_data", "declined"):
        return _Part("", draft.message, ())
    if open_ and draft.question != asked_for:
        part = draft.question
    if isinstance(draft, MetricDraft) and draft.query.get("analysis"):
        return await _analysed(draft, part, state, context)
    sql = await _written(draft, part, context)
    if not sql:
        return None
    if hash_sql(sql) in known:
        return _Part(sql, "", ())
    known.add(hash_sql(sql))
    return await _read(sql, part, state, context, answer)


async def _read(sql: str, part: str, state: AgentState, context: Context, answer: str) -> _Part:
    """Run a part's statement and tell its rows; no words where they are the answer's.

    Growth is told without who is new, too, and not at all where only the answer's is known without them.
    """
    approved, result = await read_further(sql, context, "also", question=part)
    result = await by_names(result, approved.sql, context)
    if _is_answer(result, context.desk.result):
        return _Part(approved.sql, "", ())
    asked = question_of(part, approved.sql, context)
    about = await background(asked, context)
    about = replace(about, every=None, partial=None)  # the answer's own statement's
    found = analyse(asked, result, about, policies=approved.policies)
    asked = await with_its_query(asked, found.asked, context)
    alike = await like_for_like(asked, found.asked, result, context)
    grown = found.asked is not None and found.asked.related("before") is not None
    if grown and asked.query is None and basis_of(answer) == "without":
        return _Part(approved.sql, "", ())
    further = tuple(filter(None, (alike.sentence if alike else "", found.restriction)))
    found = replace(found, statements=(*found.statements, *further))
    words = await words_of(part, approved.sql, result, found, state, context, answer)
    words = words or in_short(part, result, found, context.language, defined=asked.query is not None)
    names = frozenset(row[0] for row in result.rows if isinstance(row[0], str))
    lines = (*found.interpretation, *([alike.line] if alike and alike.line else ()), *found.rights)
    return _Part(approved.sql, words, lines, names, result if result.row_count > 1 else None, found)


def _is_answer(part: QueryResult, answer: QueryResult | None) -> bool:
    """Tell rows that are the answer's own, however they are written; one number may be alike by chance."""
    apart = part.row_count > 1 or len([cell for row in part.rows for cell in row]) > _BY_CHANCE
    return answer is not None and apart and same_figures(part.rows, answer.rows)


async def _written(draft: Draft, part: str, context: Context) -> str:
    """Return a part's statement, written or composed of the metrics; nothing where nobody wrote one."""
    if isinstance(draft, SqlDraft):
        return draft.sql
    if not isinstance(draft, MetricDraft) or context.figures is None:
        return ""
    found = await context.figures.composed(
        draft.query, part, context.connection, context.rights, context.today, context.language
    )
    return found.sql if found else ""


async def _analysed(draft: MetricDraft, part: str, state: AgentState, context: Context) -> _Part | None:
    """Carry out the analysis that a part asks for and tell its first sentence; None if it breaks a rule."""
    if context.figures is None:
        return None
    desk = await context.figures.desk(context.connection, context.rights, context.today, context.language)
    asked = analysis_given(draft.query, part, desk) if desk else None
    if asked is None or desk is None:
        return None
    beyond, fresh = len(context.desk.further), state.get("fresh", False)
    done = await carry_out(asked, desk, context, part, fresh=fresh, beyond=beyond)
    found = done.outcome

    def told(said: Sequence[Said]) -> list[str]:
        return [worded(one, desk.catalog, context.language) for one in said]

    space = " " if context.language == "en" else ""
    first = [found.declined] if found.declined else found.statements[:1]
    words = space.join(told([*first, *not_read(done.missed, desk)]))
    return _Part(listed(done.statements(desk)), words, tuple(told(found.reading)))
