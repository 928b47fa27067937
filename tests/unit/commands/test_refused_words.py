"""What the terminal refuses before anything is built: one sentence on standard error, and nothing else."""

import pytest
from typer.testing import CliRunner

from cli import app


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["ask", "--batch", "/no/such.jsonl"], "/no/such.jsonl"),
        (["sql", "--batch", "/no/such.jsonl"], "/no/such.jsonl"),
        (["check-sql", "--batch", "/tmp"], "/tmp"),
        (["retrieve", "--batch", "/no/such.jsonl"], "/no/such.jsonl"),
        (["ask"], "QUESTION"),
        (["sql"], "SQL"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else value,
)
def test_words_that_cannot_be_followed_are_answered_in_a_sentence(words: list[str], said: str) -> None:
    done = CliRunner().invoke(app, words)
    assert (done.exit_code in (1, 2), done.stdout) == (True, "")
    assert said in done.stderr and "Traceback" not in done.stderr
