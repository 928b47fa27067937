"""What no data here could tell is known by what was asked, and never where a figure is called so."""

from pathlib import Path

import pytest
import yaml

from config.wording import language_of
from tests.unit.analysis.kiosks import desk_of, kiosks
from understanding.beyond import beyond
from understanding.triage import classify, general_terms, term_asked, without_courtesies

FOLDER = Path(__file__).resolve().parents[2] / "cases" / "triage"
CASES = yaml.load((FOLDER / "beyond.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
TERMS = yaml.load((FOLDER / "terms.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
ASKED = [(text, kind) for kind in ("costs", "hours", "changes", "none") for text in CASES[kind]]


@pytest.mark.parametrize(("text", "kind"), ASKED, ids=[text for text, _ in ASKED])
def test_what_the_data_cannot_tell_is_known_by_what_is_asked(text: str, kind: str) -> None:
    found = beyond(text, desk_of(kiosks()[1], language_of(text)))
    assert (found.kind if found else "none") == kind


@pytest.mark.parametrize(
    ("said", "asked"), CASES["courtesies"], ids=[said for said, _ in CASES["courtesies"]]
)
def test_courtesies_are_no_part_of_a_question(said: str, asked: str) -> None:
    assert without_courtesies(said) == asked


@pytest.mark.parametrize("text", CASES["praise"])
def test_praise_is_thanked_for(text: str) -> None:
    assert classify(text).reason == "thanks"


@pytest.mark.parametrize("text", CASES["no_praise"])
def test_what_did_well_is_asked_of_the_data(text: str) -> None:
    assert classify(text).kind == "data"


@pytest.mark.parametrize("name", [name for name in TERMS if name not in ("two", "none")])
def test_a_term_of_business_is_known_by_its_names(name: str) -> None:
    assert [general_terms(term_asked(one))[0][1] for one in TERMS[name]] == [name] * len(TERMS[name])


def test_two_terms_are_both_known_or_neither() -> None:
    assert [[code for _, code in general_terms(term_asked(one))] for one in TERMS["two"]] == [
        ["year_on_year", "period_on_period"]
    ] * 2
    assert [one for one in TERMS["none"] if general_terms(term_asked(one))] == []
