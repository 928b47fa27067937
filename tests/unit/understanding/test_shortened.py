"""Words written short are read as the one word they stand for, where nothing else reads them."""

import pytest

from tests.unit.understanding.test_asking import ANSWERS
from tests.unit.understanding.test_nearest import TODAY, everyone
from understanding.metric.desk import MetricDesk
from understanding.metric.shortened import written_out
from understanding.words.pieces import spelled_out

DESK = MetricDesk(ANSWERS, "en", TODAY, everyone)


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("sales by rgn last month", "sales by region last month"),
        ("average visit lngth in hrs", "average visit length in hours"),
        ("orders by prdct last month", "orders by product last month"),
        ("sales n orders last month", "sales and orders last month"),
        ("sales by region, best n worst", "sales by region, best and worst"),
        ("orders by prod last month", "orders by product last month"),
        ("top 5 regs by sales", "top 5 regions by sales"),
        ("sales in sept n oct", "sales in sept and oct"),
        ("sales & orders last month", "sales and orders last month"),
        ("which regions are new n what have they sold", "which regions are new and what have they sold"),
        ("n how much of that was returned", "and how much of that was returned"),
        ("sales n orders of the top n regions", "sales and orders of the top n regions"),
        ("conv rate last month", "conversion rate last month"),
        ("cust orders last month", "customer orders last month"),
        ("which region sells most n average visit", "which region sells most and average visit"),
        ("NEW CSTMRS LAST MONTH", "NEW customers LAST MONTH"),
    ],
)
def test_a_word_without_its_vowels_is_read_as_the_one_it_stands_for(text: str, whole: str) -> None:
    assert written_out(spelled_out(text), DESK)[0] == whole  # as a turn does


@pytest.mark.parametrize(
    "text",
    [
        "sales of RGN last month",  # written as a name or a code is
        "sales act by region",  # a word of its own
        "sales in kg, gdp and csv",  # letters of no word that is known here
        "top n regions by sales",  # how many, not and
        "orders of the prof last month",  # a professor, of whom nothing here is called
        "conv by region",  # begins one, and makes no name with the words beside it
        "sales & so on",  # no name behind it
        "sales by rgt last month",  # more than one consonant is missing
        "revenue by st",  # two letters may stand for too much
    ],
)
def test_what_may_be_another_word_stays_as_it_is(text: str) -> None:
    assert written_out(text, DESK) == (text, ())
