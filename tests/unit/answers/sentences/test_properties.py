"""Whatever is asked, the answer names its figure, its unit and its time, in one language and briefly."""

import re

import pytest

from answers.checks import FigureCheck
from answers.figures import figures
from answers.sentences.asked import Asked
from answers.sentences.planning import plan
from config.wording import LANGUAGES, Language
from database.result import QueryResult
from query.metric_query import MetricQuery
from tests.unit.answers.sentences.shop import asked, drawn

SEEDS = range(220)
LONGEST = 700  # characters; five names of ten letters with their figures are 300
HAN = re.compile(r"[\u4e00-\u9fff]")
NO_FIGURE = re.compile(
    r"\d{1,2} 月|第 \d+|[Nn]umber \d+|The [2-4] |Q[1-4]|\d{1,2}(–\d{1,2})? [A-Z][a-z]{2}\b"
    r"|(19|20)\d\d(-\d\d){0,2}|\d\d-\d\d"
)


def cases() -> list[tuple[int, MetricQuery]]:
    """Return the drawn queries that make sense."""
    return [(seed, query) for seed in SEEDS if (query := drawn(seed)) is not None]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_answer_names_what_was_asked_in_one_language(language: Language) -> None:
    wrong, many = [], cases()
    assert len(many) > 100
    for seed, query in many:
        found, result = asked(query, language)
        told = [one.worded(language) for one in plan(found, result)]
        wrong += [(seed, fault, told) for fault in faults(found, result, told, language)]
    assert wrong == []


def faults(found: Asked, result: QueryResult, told: list[str], language: Language) -> list[str]:
    """Return what is wrong with an answer."""
    whole = " ".join(told)
    faulty = [] if told and len(told) <= 4 and len(whole) <= LONGEST else ["length"]
    if not result.rows:
        return faulty
    names = {str(cell) for row in result.rows for cell in row if isinstance(cell, str)}
    members = re.split("[、,的且]| and ", f"{found.about},{found.kind},{found.without}")
    plain = whole
    for name in sorted([*names, *members], key=len, reverse=True):
        plain = plain.replace(name, "·") if name.strip() else plain
    if language == "en" and HAN.search(plain):
        faulty.append("Han in English")
    lead, counts = found.main, found.counted or bool(found.main.counts)
    if lead.label.lower() not in whole.lower() and not counts:
        faulty.append("measure")
    values = [row[lead.index] for row in result.rows if row[lead.index] is not None]
    shown = lead.unit in whole or lead.unit.rstrip("s") in whole
    if values and not shown and not counts and "没有数据" not in whole and "no data" not in whole:
        faulty.append("unit")
    if found.when and found.when not in whole:
        faulty.append("time")
    percents = [at for at, column in enumerate(result.columns) if "%" in column.name]
    check = FigureCheck(result.rows, result.row_count, also=[found.conditions], percents=percents)
    counted = {str(number) for number in (len(values), *range(len(result.rows) + 1), *(found.unlike or ()))}
    left = [one for one in check.unfounded(NO_FIGURE.sub(" ", plain)) if one not in counted]
    left = [one for one in left if not _derived(one, result)]
    return faulty + ([f"figures {left}"] if left else [])


def _means_of_whole(result: QueryResult) -> list[float]:
    """Return the means of each column without its first, its last or both: periods that are not whole."""
    columns = [
        [float(one) for one in column if isinstance(one, int | float)]
        for column in zip(*result.rows, strict=True)
    ]
    parts = [column[first:last] for column in columns for first in (0, 1) for last in (None, -1)]
    return [sum(part) / len(part) for part in parts if part]


def _derived(text: str, result: QueryResult) -> bool:
    """Tell a difference or ratio of two figures of the result, as far as it was rounded."""
    (figure,) = figures(text)
    points = 100 if "个百分点" in text else 1
    value, slack = abs(figure.value) * points, figure.tolerance * points * 1.01 + 1e-9
    cells = [float(cell) for row in result.rows for cell in row if isinstance(cell, int | float)]
    if any(abs(abs(mean) - value) <= slack for mean in _means_of_whole(result)):
        return True
    for one in cells:
        for other in cells:
            if abs(abs(one - other) - value) <= slack:
                return True
            if other and abs(abs((one - other) / other) - value) <= slack:
                return True
    return False
