"""What the terminal prints of an answer."""

import io

import pytest
from rich.console import Console

from agent.events import Answer
from commands.ask import show
from config.wording import Language

READ = ["Measure: Takings", "Time: 2026-10-01 to 2026-10-31 (no time was named; last month is taken)"]


def test_how_an_answer_was_read_is_printed_with_the_month_that_was_assumed() -> None:
    out = io.StringIO()
    answer = Answer("data", "Takings: 5.", "Takings?", sql="SELECT 5", interpretation=READ)
    show(answer, Console(file=out, width=200), "en")
    lines = out.getvalue().splitlines()
    places = [next(place for place, line in enumerate(lines) if said in line) for said in READ]
    assert places == sorted(places)
    assert lines.index("Takings: 5.") < places[0] and places[-1] < lines.index("SELECT 5")


@pytest.mark.parametrize(("language", "said"), [("en", "2 model calls"), ("zh", "调用模型 2 次")])
def test_what_stands_around_an_answer_is_in_the_answers_language_whatever_the_questions(
    language: Language, said: str
) -> None:
    out = io.StringIO()
    answer = Answer("data", "Takings: 5.", "营业额多少？", source="generated", model_calls=2)
    show(answer, Console(file=out, width=200), language)
    assert said in out.getvalue()
