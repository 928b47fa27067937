"""No picture's address reaches the page."""

import pytest

from chat.markdown import without_images


@pytest.mark.parametrize(
    "text, shown",
    [
        ("a ![x](https://evil.example/?d=1) b", "a x b"),
        ("![](https://evil.example)", ""),
        ("![x][ref]\n\n[ref]: https://evil.example", "x\n\n[ref]: https://evil.example"),
        ("![x]", "x"),
        ("[a link](https://example.com)", "[a link](https://example.com)"),
        ("5! [sic]", "5! [sic]"),
    ],
)
def test_a_picture_becomes_its_words(text: str, shown: str) -> None:
    assert without_images(text) == shown
