"""The card of a file that is asked as data."""

from typing import Any

import pytest

from appdb.own_files import OwnFile
from chat.understood import as_data
from config.wording import LANGUAGES, Language

PROFILE: dict[str, Any] = {"tables": [], "notes": []}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_head_of_the_page_is_told_the_file_only_while_it_is_asked(language: Language) -> None:
    asked = as_data(OwnFile("file-1", "ann", "sales.csv", asked=True, profile=PROFILE), [], 30, language)
    left = as_data(OwnFile("file-1", "ann", "sales.csv", asked=False, profile=PROFILE), [], 30, language)
    assert (asked["asks"], left["asks"]) == ("sales.csv", "")
