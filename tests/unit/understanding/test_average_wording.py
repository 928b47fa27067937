"""An average over a unit of time can be said back."""

from typing import get_args

import pytest

from config.wording import LANGUAGES, Language, say
from query.metric_query import Grain


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("unit", [unit for unit in get_args(Grain) if unit])
def test_an_average_of_every_grain_has_words(unit: str, language: Language) -> None:
    assert say(f"metrics.ask.average_day.{unit}", language)
