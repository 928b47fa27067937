"""A kind told by meaning: its weights are of the ways as they stand, and hold of ways nobody wrote down."""

import numpy as np
import pytest

from analysis.sensing.fitting import FOLDER, KINDS, state_of_ways, ways
from analysis.sensing.sensing import SURE, plain_form, sense, way_spans
from tests.unit.analysis.kiosks import desk_of, kiosks


def test_the_weights_are_of_the_ways_as_they_stand() -> None:
    with np.load(FOLDER / "weights.npz") as found:
        assert str(found["ways"]) == state_of_ways(), "run: python -m analysis.sensing.fitting"


def test_every_kind_has_ways_in_both_languages_and_none_is_of_two() -> None:
    every = [text for kind in KINDS for language in ("zh", "en") for text in ways()[kind][language]]
    assert len(every) == len(set(every))


def test_names_figures_and_times_do_not_decide_the_kind() -> None:
    _, answers = kiosks()
    asked = plain_form("what is eating into Hazel's takings in August", desk_of(answers, "en"))
    assert asked == "what is eating into branch sales in last month"


@pytest.mark.parametrize(
    ("language", "text", "kind"),
    [
        ("en", "Hazel's takings in August were miserable, what went on there?", "why"),
        ("en", "what are the causes of Hazel's bad August", "why"),
        ("en", "give me a sense of how Hazel is coming on", "briefing"),
        ("en", "Does something smell fishy in Hazel's August takings?", "anomaly"),
        ("en", "what will Hazel's takings come to by the end of next year", "ahead"),
        ("zh", "Hazel 8月收款额不行，毛病出在哪", "why"),
        ("zh", "Hazel最近混得怎么样", "briefing"),
        ("zh", "Hazel 8月的数据是不是有点蹊跷", "anomaly"),
        ("zh", "照这样下去年底收款额能冲到多少", "ahead"),
    ],
)  # fmt: skip
def test_a_kind_is_told_by_its_meaning(language: str, text: str, kind: str) -> None:
    _, answers = kiosks()
    found = sense(text, desk_of(answers, language))  # type: ignore[arg-type]
    assert found is not None and (found.kind, found.sure >= SURE) == (kind, True)


def test_words_of_asking_are_known_and_those_of_data_are_not() -> None:
    text = "getting the lychee stand"
    assert [text[first:last] for first, last in way_spans(text)] == ["getting", "the", "stand"]
