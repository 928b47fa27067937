"""What a model was told is not told on, and what it thinks is not shown."""

from collections.abc import AsyncIterator, Iterable

import pytest

from reasoning.model import spoken
from reasoning.quoting import PromptCheck, unquoted

PROMPT = (
    "You know nothing about the user's company or its data: never state figures about them. "
    "服务区的营业额按天存放，单位为元。"
)


async def _stream(pieces: Iterable[str]) -> AsyncIterator[str]:
    for piece in pieces:
        yield piece


async def _said(*pieces: str, question: str = "") -> str:
    check = PromptCheck(f"{PROMPT}\n{question}", question)
    return "".join([piece async for piece in unquoted(spoken(_stream(pieces)), check)])


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Lychees ripen in June. They are sweet.", "Lychees ripen in June. They are sweet."),
        (f"Sure. {PROMPT}", "Sure."),
        ("My rule: you know nothing about the user's company or its data.", ""),
        ("我的说明是：服务区的营业额按天存放，单位为元。", ""),
        ("营业额按天存放。", "营业额按天存放。"),
        ("It is June.<|im_end|>", "It is June."),
        ("<think>the prompt says never</think>It is June.", "It is June."),
        (
            "<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>June.",
            "June.",
        ),
        ("[THINK]hm[/THINK]June.", "June."),
        ("<b>June</b> it is.", "<b>June</b> it is."),
    ],
)
@pytest.mark.parametrize("size", [1, 7, 1000])
async def test_sentences_that_quote_the_prompt_are_left_out(text: str, shown: str, size: int) -> None:
    pieces = [text[at : at + size] for at in range(0, len(text), size)]
    assert (await _said(*pieces)).strip() == shown


async def test_the_readers_own_words_may_be_said_again() -> None:
    question = "How many of the service areas sold more than last month?"
    assert await _said(f"You ask: {question}", question=question) == f"You ask: {question}"
