"""What the cards of public/elements are given: plain JSON, every word already in the reader's language."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from agent.events import Answer, RowsReady, Source
from answers.cells import plain, shown_rows
from answers.chart import MAX_BARS
from answers.chart_drawing import MAX_SLICES
from answers.visible import visible
from config.wording import Language, keys, say

TOPS = (3, 5, 10)
PLACES = {name: f"{{{name}}}" for name in ("n", "page", "pages", "time")}  # the card fills these in itself


def words(section: str, language: Language) -> dict[str, str]:
    """Return the texts under `chat.<section>` by their last name, for a card that has none of its own."""
    return dict(_words(section, language))


@lru_cache(maxsize=32)  # looked up among 3,400 texts: 0.5 ms, twice an answer
def _words(section: str, language: Language) -> Mapping[str, str]:
    prefix = f"chat.{section}."
    found = (key for key in keys(language) if key.startswith(prefix))
    return {key.removeprefix(prefix): say(key, language, **PLACES) for key in found}


def result_card(
    rows: RowsReady,
    *,
    language: Language,
    sql: str | None,
    source: Source | None,
    interpretation: Sequence[str],
    export: bool,
    turn: str = "",
    question: str = "",
    remembered: str = "",
    understood: str = "",
    answer: Answer | None = None,
    edits: bool = False,
    teaches: bool = False,
    held: list[list[Any]] | None = None,
) -> dict[str, Any]:
    """Return what ResultCard shows of a result; as many rows as one card may hold, or those `held` already.

    `answer` is the finished one the rows belong to: what can be done with its chart and its columns; `edits`
    says that its SQL may be changed and run, `teaches` that it may then be offered as verified.

    `remembered` is when the rows were read, where that was not for this answer.
    """
    held = shown_rows(rows.rows) if held is None else held
    return {
        "language": language,
        "columns": [{**column, "name": visible(column["name"])} for column in rows.columns],
        "rows": held,
        "row_count": rows.row_count,
        "truncated": rows.truncated or len(held) < len(rows.rows),
        "sql": visible(sql),
        "source": source,
        "interpretation": visible(list(interpretation)),
        "download": f"/results/{rows.result_id}" if export and rows.result_id else None,
        "trace": f"/trace/{turn}" if turn else None,
        "link": answer.id if answer and rows.result_id else None,
        "schedule": f"/schedules?turn={answer.id}" if export and answer and answer.kind == "data" else None,
        "refresh": question if remembered else None,
        "remembered": remembered,
        "understood": say("chat.understood", language, question=visible(understood)) if understood else "",
        "totals": _totals(answer),
        "turn": answer.id if answer else "",
        "parts": answer.parts if answer else [],
        "edits": edits and _may_edit(sql, answer),
        "teaches": teaches,
        "chart": chart_of(answer, rows, language) if answer else None,
        "words": words("card", language),
    }  # fmt: skip


def _may_edit(sql: str | None, answer: Answer | None) -> bool:
    """Tell whether SQL can be changed as it is shown: with its hidden signs written out it is another."""
    return bool(sql and visible(sql) == sql and answer and answer.id)


def chart_of(answer: Answer, rows: RowsReady, language: Language) -> dict[str, Any] | None:
    """Return how a chart can be switched, or why there is none where a table has more than one row."""
    if answer.chart and not answer.charts:  # an analysis draws its own
        return {"turn": answer.id, "views": [{"kind": "own", "tops": []}]}
    if not answer.charts:
        why = answer.no_chart if answer.row_count > 1 else ""
        return {"why": say("chart.why_none", language, why=why)} if why else None
    held = len(rows.rows) == rows.row_count
    return {
        "turn": answer.id,
        "views": [
            {"kind": spec["kind"], "tops": tops_of(spec, answer.row_count) if held else []}
            for spec in (answer.charts if held else answer.charts[:1])
        ],
    }


def tops_of(spec: Mapping[str, Any], count: int) -> list[int]:
    """Return how many bars or slices may be chosen, the largest being what is shown first."""
    if spec.get("series") is not None or spec["kind"] not in ("bar", "pie"):
        return []
    most = MAX_SLICES if spec["kind"] == "pie" else MAX_BARS
    return [top for top in TOPS if top < min(most, count)] + [min(most, count)] if count > TOPS[0] else []


def _totals(answer: Answer | None) -> dict[str, Any] | None:
    """Return the sums under the columns that may be summed, and whether they are of all or of those shown."""
    if answer is None or not answer.totals:
        return None
    query = answer.query or {}
    some = bool(query.get("rank") or query.get("having")) and not query.get("others")
    return {"of": "some" if some else "all", "values": list(map(plain, answer.totals))}


def follow_ups(questions: Sequence[str], *, language: Language, choosing: bool = False) -> dict[str, Any]:
    """Return what FollowUps shows: questions to ask next, or readings to choose from."""
    title = say("chat.follow_ups.choose" if choosing else "chat.follow_ups.title", language)
    return {
        "title": title,
        "questions": [visible(question) for question in questions if question.strip()][:6],
    }
