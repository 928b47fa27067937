"""Rows as a Markdown table."""

import pytest

from answers.table import markdown_table


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        (None, ""),
        (12.5, "12.5"),
        ("a|b", r"a\|b"),
        ("a\\|b", r"a\\\|b"),  # its own backslash must not take the escape away
        ("two\nlines", "two lines"),
        ("[here](http://evil.example)", "here"),
        ("<b>", "&lt;b>"),
        ("a\u202eb", "a⟨U+202E⟩b"),
    ],
)
def test_a_cell_breaks_no_table_and_leads_nowhere(value: object, cell: str) -> None:
    assert markdown_table(["n|m"], [[value]]) == f"| n\\|m |\n| --- |\n| {cell} |"
