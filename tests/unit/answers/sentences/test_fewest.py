"""Who has fewest of what happens is told only where members without any are among the rows."""

import pytest

from answers.sentences.asked import Asked, Measure, Thing
from answers.sentences.planning import plan
from config.wording import Language
from tests.unit.answers.test_chart import result

AREAS = [chr(ord("A") + at) for at in range(14)]


def told(language: Language, counts: list[int], *, none_left_out: bool) -> str:
    asked = Asked(
        language, (Measure(1, "Faults", adds=True),), things=(Thing(0, "Area"),), is_whole=True,
        none_left_out=none_left_out,
    )  # fmt: skip
    rows = [list(row) for row in zip(AREAS, counts, strict=True)]
    return " ".join(one.worded(language) for one in plan(asked, result("Area:text Faults:integer", rows)))


@pytest.mark.parametrize(("language", "lowest"), [("zh", "最低的是N"), ("en", "the lowest: N")])
def test_whoever_has_none_may_have_fewest(language: Language, lowest: str) -> None:
    counts = [*range(14, 1, -1), 1]
    assert lowest in told(language, counts, none_left_out=False)
    assert lowest not in told(language, counts, none_left_out=True)


def test_ties_are_not_cut_among_the_first() -> None:
    said = told("en", [3, 2, *[1] * 12], none_left_out=True)
    assert "A 3" in said and "B 2" in said and "C 1" not in said
