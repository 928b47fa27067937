"""What stands is told as of the day that it is counted on, wherever rows go further."""

import datetime as dt
from dataclasses import replace

import pytest

from tests.unit.analysis.depots import TODAY, depots
from understanding.readings import MetricHit


@pytest.mark.parametrize("ends", [TODAY - dt.timedelta(days=1), TODAY])
@pytest.mark.parametrize("question", ["现在网点数是多少", "Depots in operation now"])
def test_the_day_named_is_the_one_counted_on(question: str, ends: dt.date) -> None:
    answers = depots()[1]
    known = answers.reader.known
    catalog = replace(known.catalog, data_ends=frozenset([ends]))
    known = replace(known, catalog=catalog, spans={**known.spans, "depots.open_date": (TODAY, TODAY)})
    found = replace(answers, reader=replace(answers.reader, known=known)).answer(
        question, TODAY, lambda _: True
    )
    assert isinstance(found, MetricHit) and f"'{ends}'" in found.sql
    lines = [one for one in found.interpretation if "2026" in one]
    assert lines and all(f"（{ends}）" in one or f"({ends})" in one for one in lines), lines
