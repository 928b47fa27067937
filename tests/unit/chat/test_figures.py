"""A chart is drawn only where the page can draw it."""

import json

import pytest

from chat.figures import INK, drawable


def test_a_known_figure_keeps_its_layout_and_gets_ink_for_both_themes() -> None:
    layout = {"height": 500, "width": 9, "template": {}}
    made = drawable({"data": [{"type": "bar", "y": [1, float("nan")]}], "layout": layout})
    assert made is not None
    drawn = json.loads(made, parse_constant=pytest.fail)
    assert drawn["layout"]["height"] == 500 and drawn["layout"]["font"]["color"] == INK
    assert "width" not in drawn["layout"] and "template" not in drawn["layout"]
    assert drawn["data"][0]["y"] == [1, None]


@pytest.mark.parametrize(
    "figure",
    [{}, {"data": []}, {"data": [{"type": "scattermap"}]}, {"data": [{"type": "bar"}, {"type": "image"}]}],
)
def test_what_the_page_would_leave_empty_is_not_drawn(figure: dict[str, object]) -> None:
    assert drawable(figure) is None
