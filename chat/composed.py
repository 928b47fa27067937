"""A conversation as the page shows it, made from its turns: nothing of an answer is stored a second time.

Every part of a turn has the same id whether it is shown as it comes or read again later.
"""

import datetime as dt
import re
import uuid
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast
from zoneinfo import ZoneInfo

from chainlit.config import config
from chainlit.element import ElementDict
from chainlit.step import StepDict
from chainlit.types import FeedbackDict

from agent.events import Answer, RowsReady, StepFinished
from answers.chart import spec_from
from answers.chart_drawing import figure
from answers.markdown import fenced, inert
from appdb.turns import Turn
from chat.cards import follow_ups, result_card
from chat.figures import drawable
from config.wording import Language, say
from database.result import QueryResult, ResultColumn

PART = re.compile(r"([0-9a-f]{32})-[a-z]+(-\d+)?")
# The four tools, each with its picture; other stages go by unseen.
VISIBLE = {
    "analyse": "chart-column-decreasing",
    "together": "combine",
    "link": "search",
    "generate_sql": "pencil-line",
    "valid_sql": "shield-check",
    "run_sql": "database",
    "generate_summary": "text-search",
}


@dataclass(frozen=True)
class Look:
    """How an answer is shown to its reader."""

    language: Language
    features: frozenset[str]
    zone: str
    traced: bool
    steps: bool = True


LookFor = Callable[[Turn], Look]


def part(turn: str, name: str) -> str:
    """Return the id of a turn's part on the page."""
    return f"{turn}-{name}"


def run_of(turn: str) -> str:
    """Return the id of the run that holds a turn's parts; Chainlit's thumbs are on it."""
    return str(uuid.UUID(turn))


def turn_in(ident: str) -> str:
    """Return the turn that a part of the page or a run would belong to; empty where it is neither."""
    if match := PART.fullmatch(ident):
        return match[1]
    try:
        return uuid.UUID(ident).hex
    except ValueError:
        return ""


def is_part(ident: str) -> bool:
    """Tell whether an id is that of a turn's part."""
    return PART.fullmatch(ident) is not None


def card(
    look: Look,
    rows: RowsReady,
    answer: Answer | None,
    sql: str,
    source: Any,
    held: list[list[Any]] | None = None,
) -> dict[str, Any]:
    """Return what the card of an answer's rows shows; without an answer, of rows that have just come.

    `held` are these rows as an earlier card showed them.
    """
    return result_card(
        rows,
        language=look.language,
        sql=sql if "see_sql" in look.features and sql else None,
        source=(answer.source if answer else None) or source,
        interpretation=answer.interpretation if answer else (),
        export="export" in look.features,
        turn=answer.id if answer and look.traced else "",
        question=answer.question if answer else "",
        remembered=_clock(answer.as_of, look) if answer and answer.remembered and answer.as_of else "",
        understood=answer.understood if answer else "",
        answer=answer,
        edits="edit_sql" in look.features,
        teaches="train" in look.features,
        held=held,
    )


def other_card(look: Look, other: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the card of a second reading shows."""
    return result_card(
        RowsReady("", other["columns"], other["rows"], other["row_count"], other["truncated"]),
        language=look.language,
        sql=other["sql"] if "see_sql" in look.features else None,
        source="generated",
        interpretation=[say("chat.other_reading", look.language, question=other["question"])],
        export=False,
    )


def words(look: Look, answer: Answer, streamed: str = "") -> str:
    """Return an answer's words as the page shows them."""
    text = inert(answer.answer or streamed) or say("errors.internal", look.language)
    if answer.kind == "general":
        return f"> {say('chat.general', look.language)}\n\n{text}"
    return text


def cut_short(look: Look, text: str, sentence: str) -> str:
    """Return the words of an answer that did not come to its end, and why."""
    return "\n\n".join(part for part in (text, say(sentence, look.language)) if part)


def output_of(look: Look, event: StepFinished) -> tuple[str, str | None]:
    """Return what a step shows, and the language it is coloured in."""
    if event.language != "sql":
        return inert(event.note), None
    return (fenced(event.note), "sql") if "see_sql" in look.features else ("", None)


def named(look: Look, event: StepFinished) -> str:
    """Return what a step that ended is called; an analysis reads in rounds, each told by what it read."""
    name = say(f"chat.step.{event.step}", look.language)
    return f"{name} · {inert(event.note)}" if event.step == "analyse" and event.note else name


def failed(event: StepFinished) -> bool:
    """Tell whether a step is marked as failed; to write no SQL is an answer too."""
    return not event.ok and event.step != "generate_sql"


def composed(turn: Turn, look: Look, verdicts: Mapping[str, FeedbackDict]) -> list[StepDict]:
    """Return a turn's question, steps and answer."""
    began, ended = _utc(turn.started_at), _utc(turn.finished_at or turn.started_at)
    run, asked = run_of(turn.id), part(turn.id, "question")
    steps = [
        _step(turn, asked, "user", "user_message", began, output=turn.question),
        _step(turn, run, "on_message", "run", began, parentId=asked, end=ended, feedback=verdicts.get(run)),
    ]
    if turn.status == "running":
        return steps
    steps += _tools(turn, look, began)
    answer = answer_of(turn)
    ident = part(turn.id, "answer")
    said = words(look, answer) if answer else cut_short(look, inert(_shown(turn, "text", "")), "chat.stopped")
    steps.append(
        _step(
            turn,
            ident,
            config.ui.name,
            "assistant_message",
            ended,
            parentId=run,
            output=said,
            isError=bool(answer and answer.kind == "failed"),
            metadata={"turn": turn.id},
            feedback=verdicts.get(ident),
        )
    )
    return steps


def elements(turn: Turn, look: Look) -> Iterator[ElementDict]:
    """Yield a turn's card, chart, second reading, notes and questions to go on with."""
    answer = answer_of(turn)
    if (rows := rows_of(turn, answer)) is not None:
        sql = (answer.sql if answer else None) or _shown(turn, "sql", "")
        shown = card(look, rows, answer, sql, _shown(turn, "source", None))
        yield _element(turn, "card", "ResultCard", props=shown)
    if chart_of(turn) is not None:
        drawn = {"type": "plotly", "size": "medium", "mime": "application/json"}
        yield _element(turn, "chart", "chart", url=f"/turns/{turn.id}/chart", **drawn)
    if answer is None:
        return
    if answer.other is not None:
        yield _element(turn, "other", "ResultCard", props=other_card(look, answer.other))
    if answer.kind == "teach":
        yield _element(turn, "notes", "NotesCard", props={"connection": turn.connection})
    if answer.suggestions:
        offered = follow_ups(answer.suggestions, language=look.language, choosing=answer.kind == "clarify")
        yield _element(turn, "next", "FollowUps", props=offered)


def answer_of(turn: Turn) -> Answer | None:
    """Return a turn's answer; None where it was stopped, or is not there yet."""
    return Answer(**turn.answer) if turn.answer is not None and turn.status != "stopped" else None


def rows_of(turn: Turn, answer: Answer | None) -> RowsReady | None:
    """Return the rows that were shown."""
    if rows := _shown(turn, "rows", None):
        return RowsReady(**rows)
    if answer is None or not answer.columns:
        return None
    return RowsReady(answer.result_id or "", answer.columns, answer.rows, answer.row_count, answer.truncated)


def chart_of(turn: Turn, view: int = 0, top: int | None = None) -> str | None:
    """Return a turn's chart as the page draws it, or None where it has none.

    `view` is its place among the charts that are right for the rows; `top` bounds its bars and slices.
    """
    if (view or top) and (anew := _drawn_anew(turn, view, top)):
        return drawable(anew)
    kept = (turn.answer or {}).get("chart") or _shown(turn, "chart", None)
    return drawable(kept) if kept else None


def _drawn_anew(turn: Turn, view: int, top: int | None) -> dict[str, Any] | None:
    """Draw another chart of the same rows, where the answer holds them all and says that it is right."""
    answer = answer_of(turn)
    rows = rows_of(turn, answer)
    if answer is None or rows is None or not 0 <= view < len(answer.charts):
        return None
    if len(rows.rows) != rows.row_count:
        return None
    result = QueryResult(
        tuple(ResultColumn(one["name"], one["type"]) for one in rows.columns),  # type: ignore[arg-type]
        tuple(tuple(row) for row in rows.rows),
        False,
        0.0,
    )
    spec = spec_from(answer.charts[view], result)
    return figure(spec, result, turn.how.get("language") or "en", top)


def _tools(turn: Turn, look: Look, began: str) -> Iterator[StepDict]:
    for number, kept in enumerate(_shown(turn, "steps", []) if look.steps else []):
        event = StepFinished(**kept)
        if event.step not in VISIBLE:
            continue
        output, language = output_of(look, event)
        yield _step(
            turn,
            part(turn.id, f"step-{number}"),
            named(look, event),
            "tool",
            began,
            parentId=run_of(turn.id),
            output=output,
            language=language,
            isError=failed(event),
            end=_later(began, event.ms),
            metadata={"step": event.step, "icon": VISIBLE[event.step]},
        )


def _step(turn: Turn, ident: str, name: str, kind: Any, at: str, **more: Any) -> StepDict:
    values: dict[str, Any] = {
        "id": ident,
        "name": name,
        "type": kind,
        "threadId": turn.thread,
        "parentId": None,
        "streaming": False,
        "isError": False,
        "metadata": {},
        "input": "",
        "output": "",
        "createdAt": at,
        "start": at,
        "end": at,
        "showInput": False,
        "language": None,
        "feedback": None,
        **more,
    }
    return cast(StepDict, values)


def _element(turn: Turn, name: str, shown_as: str, **more: Any) -> ElementDict:
    values: dict[str, Any] = {
        "id": part(turn.id, name),
        "threadId": turn.thread,
        "type": "custom",
        "name": shown_as,
        "display": "inline",
        "forId": part(turn.id, "answer"),
        "url": None,
        "chainlitKey": None,
        "objectKey": None,
        "props": {},
        "mime": None,
        **more,
    }
    return cast(ElementDict, values)


def _shown(turn: Turn, name: str, otherwise: Any) -> Any:
    return (turn.shown or {}).get(name, otherwise)


def _utc(at: dt.datetime) -> str:
    """Return a time as Chainlit writes its own."""
    return at.astimezone(dt.UTC).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


def _later(at: str, ms: float) -> str:
    return _utc(dt.datetime.fromisoformat(at) + dt.timedelta(milliseconds=ms))


def _clock(as_of: str, look: Look) -> str:
    return dt.datetime.fromisoformat(as_of).astimezone(ZoneInfo(look.zone)).strftime("%H:%M")
