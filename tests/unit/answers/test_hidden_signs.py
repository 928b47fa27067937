"""A sign nobody sees is written out wherever an answer comes out, whichever text holds it."""

import datetime as dt
import io
import json
from dataclasses import replace

import pytest
from rich.console import Console

from agent.events import Answer, values_of
from answers.markdown import InertStream, fenced, harmless, inert
from appdb.turns import Turn
from chat.cards import follow_ups
from chat.export import exported
from commands.ask import show
from schedules.message import answer_message
from web.api.problems import Told
from web.mcp.server import _result
from web.mcp.told import told_answer

EVIL, SHOWN = "南\u202e城\u200b", "南⟨U+202E⟩城⟨U+200B⟩"
PLAIN = Answer("data", "一", "问")
TAUGHT = {
    "answer": replace(PLAIN, answer=f"术语：{EVIL}"),
    "suggestion": replace(PLAIN, suggestions=[f"各{EVIL}营业额"]),
    "note": replace(PLAIN, interpretation=[f"沿用已验证的问题：{EVIL}"]),
    "sql": replace(PLAIN, sql=f"SELECT 1 WHERE name = '{EVIL}'"),
    "rows": replace(PLAIN, columns=[{"name": EVIL, "type": "text"}], rows=[[EVIL]], row_count=1),
}


def _terminal(answer: Answer) -> str:
    out = io.StringIO()
    show(answer, Console(file=out, width=200), "en")
    return out.getvalue()


def _file(kind: str, answer: Answer) -> str:
    at = dt.datetime(2026, 11, 20, tzinfo=dt.UTC)
    turn = Turn("t", "ann", "th", "demo", "问", "done", values_of(answer), at, at)
    return exported([turn], kind, "zh", "UTC", sees_sql=True)


def _sent(answer: Answer) -> str:
    message = answer_message(answer, subject="问", before=(), link="", foot="", language="zh")
    return json.dumps([message.text, message.data], ensure_ascii=False)


def _mcp(answer: Answer) -> str:
    return _result(told_answer(answer, "zh", 10, sees_sql=True)).model_dump_json()


OUT = {
    "api": lambda answer: Told(values_of(answer)).body.decode(),
    "mcp": _mcp,
    "schedule": _sent,
    "terminal": _terminal,
    "json": lambda answer: json.dumps(answer.to_json(), ensure_ascii=False),
    "md": lambda answer: _file("md", answer),
    "html": lambda answer: _file("html", answer),
    "next": lambda answer: str(follow_ups(answer.suggestions, language="zh")),
}
NOT_THERE = (
    {("suggestion", out) for out in ("md", "html", "schedule")}
    | {("sql", "schedule")}
    | {(name, "next") for name in TAUGHT} - {("suggestion", "next")}
)


@pytest.mark.parametrize("out", OUT)
@pytest.mark.parametrize("taught", TAUGHT)
def test_hidden_sign_is_written_out(taught: str, out: str) -> None:
    told = OUT[out](TAUGHT[taught])
    assert "\u202e" not in told and "\u200b" not in told
    assert (SHOWN in told) is ((taught, out) not in NOT_THERE)


@pytest.mark.parametrize("write", [inert, harmless, fenced])
def test_words_and_sql_on_a_page_hold_none(write) -> None:
    assert write(EVIL) == SHOWN


@pytest.mark.parametrize("text", ["a &#x202e; b", "a &ZeroWidthSpace; b"])
def test_spelled_as_an_entity_it_is_written_out_too(text: str) -> None:
    assert "⟨U+" in inert(text)


@pytest.mark.parametrize("text", ["www.evil.example", "WWW\\.evil.example", "می\u200cشود", "👩\u200d🔧"])
def test_words_that_passed_before_stay_as_they_are(text: str) -> None:
    assert inert(inert(text)) == inert(text) and "⟨" not in inert(text)


@pytest.mark.parametrize("text", ["می\u200cشود", "👩\u200d🔧"])
def test_joiner_in_a_text_that_comes_in_pieces_stays(text: str) -> None:
    stream = InertStream()
    assert "".join([*map(stream.feed, text), stream.feed(" ")]) == f"{text} "
