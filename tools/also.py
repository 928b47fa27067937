"""Parts of a question that a model's one statement leaves out: each is written, run and told by itself."""

import logging
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from typing import Any

from agent.context import Context
from agent.state import AgentState
from analysis.given import analysis_given
from analysis.outcome import Said
from analysis.words import worded
from answers.agreement import same_figures
from answers.analysis import analyse
from answers.cautions_told import words_in
from answers.checks import FigureCheck
from answers.figures import figures, is_number
from answers.gaps import part_meant
from answers.named_days import days_in
from answers.scopes import basis_of
from answers.statements import listed
from answers.table import markdown_table
from config.wording import Language, say
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
from understanding.metric.apart import ways_apart

_SAID_AGAIN = 0.75  # of a decline's words
_ASKED = 0.3  # of a part's words, by which it is one of the question's
_BY_CHANCE = 2  # cells that are alike by chance
_SHORT = 120  # characters of a sentence that leads a table
MOST_ROWS = 20  # of a part's table; the words tell how many there are
_log = logging.getLogger(__name__)


async def told_also(state: AgentState, context: Context, answer: str, *, looked: bool = False) -> str:
    """Return the answers of the parts that the answer's own statement leaves out; of none nothing is said.

    Nor is one said again that all stands in the `answer`. Each is one more statement through all walls,
    within the calls and statements a question has. How each was computed is left on the desk. One that a
    model thought of and nobody asked is not missed; nor is it told where the answer's writer `looked`.
    """
    if context.care == "fast":
        return ""
    words, statements, missed = [], [], []
    known = {hash_sql(state["sql"])}
    declined = set[str]()
    for part, open_ in _parts(state, context):
        own = _is_asked(part, state["question"])
        if looked and not own:
            continue
        try:
            said = await _told(part, open_, known, state, context, answer)
        except WenshuError as error:
            _log.info("part_not_told", extra={"cause": repr(error)})
            said = None
        if said is None:
            if part == state["question"]:
                words.append(say("agent.part_missed", context.language))
            elif own:
                missed.append(say("agent.quoted", context.language, word=part))
            continue
        if not said.words or is_told(said.words, said.names, answer) or _is_again(said, declined):
            continue
        words.append(said.words)
        context.desk.also_told += [say("agent.clause", context.language, question=part), *said.lines]
        statements += [(part, said.sql)] if said.sql else []
    if statements:
        show_statements(statements, context)
    if missed:
        clauses = say("interpretation.comma", context.language).join(missed)
        words.append(say("agent.also_missed", context.language, clauses=clauses))
    return "\n\n".join(words)


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
    return await _read(sql, part, context, answer)


async def _read(sql: str, part: str, context: Context, answer: str) -> _Part:
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
    space = " " if context.language == "en" else ""
    further = filter(None, (alike.sentence if alike else "", found.restriction))
    said = space.join((*found.statements, *further))
    # Of one row its columns' heads do not say what, of whom and of when; a metric's statement does.
    of = "" if asked.query is not None else part
    words = _listed_once(said, found.statements, of or part, result, context.language, named=bool(of))
    names = frozenset(row[0] for row in result.rows if isinstance(row[0], str))
    lines = (*found.interpretation, *([alike.line] if alike and alike.line else ()), *found.rights)
    return _Part(approved.sql, words, lines, names)


def _listed_once(
    words: str, statements: Sequence[str], part: str, result: QueryResult, language: Language, *, named: bool
) -> str:
    """Return words with a table of what they leave out; one whose rows they all name stands for them.

    With `named` the part that one row answers is told behind it: the figure comes first.
    """
    part = part.strip().rstrip("?？。.!！")
    if result.row_count < 2:
        of = {"words": words.rstrip("。.") if named else words, "part": part}
        return say("agent.also_of", language, **of) if named and result.row_count else words
    stated, days = figures(words), {*days_in(words)}

    def is_told(cell: Any) -> bool:
        if is_number(cell):
            return any(one.is_written_of(cell) for one in stated)
        return cell is None or str(cell) in words or days.issuperset([*days_in(str(cell))] or [(0, 0)])

    if all(is_told(cell) for row in result.rows for cell in row):
        return words
    names = [cell for row in result.rows for cell in row[:1]]
    said = words
    if all(isinstance(one, str) and one in words for one in names):  # a list of them again, but for its first
        first = statements[0] if statements and len(statements[0]) <= _SHORT else ""
        said = say("agent.also_list", language, part=part, words=first).rstrip()
    return f"{said}\n\n{_table(result, language)}"


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


def _table(result: QueryResult, language: Language) -> str:
    """Return a part's rows as a table; of more than it holds it says how many there are."""
    rows = [[_shown(cell) for cell in row] for row in result.rows[:MOST_ROWS]]
    table = markdown_table([one.name for one in result.columns], rows)
    if result.row_count <= MOST_ROWS:
        return table
    return f"{table}\n\n{say('agent.part_rows', language, shown=MOST_ROWS, count=result.row_count)}"


def _shown(cell: Any) -> Any:
    """Return a figure as it is read: -2.66, not -2.662691398588781.

    >>> _shown(-2.662691398588781), _shown(0.012345), _shown(12), _shown("a")
    (-2.66, 0.0123, 12, 'a')
    """
    return round(cell, 2 if abs(cell) >= 1 else 4) if isinstance(cell, float) else cell
