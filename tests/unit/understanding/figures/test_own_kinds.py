"""Which kind there was most of is of the kinds that are said to be measured by that count."""

import datetime as dt
from functools import lru_cache

import pytest

from tests.unit.understanding.small_business import answers_of
from understanding.metric.answers import MetricAnswers
from understanding.readings import MetricHit

TABLES = """
CREATE TABLE jobs (job_id INT PRIMARY KEY, work TEXT NOT NULL, leak TEXT, done_on DATE NOT NULL);
"""
DEFINED = """
metrics:
  - {name: leaks, names: {zh: 漏水, en: Leaks}, table: jobs, expression: COUNT(job_id), time: done_on,
     filters: ["work = 'L'"]}
  - {name: jobs, names: {zh: 工单, en: Jobs}, table: jobs, expression: COUNT(job_id), time: done_on}
dimensions:
  - {name: work, names: {zh: 工单类型, en: Job type}, column: jobs.work,
     values: {L: [漏水单, Leak], M: [换表, Meter]}}
  - {name: leak, names: {zh: 漏水类型, en: Leak type}, column: jobs.leak, measured_by: leaks,
     values: {P: [管道, Pipe], V: [阀门, Valve]}}
"""


@lru_cache(maxsize=1)
def waterworks() -> MetricAnswers:
    """Return the definitions of a waterworks, whose jobs are of two kinds at once."""
    return answers_of(TABLES, DEFINED, {"jobs.work": []})


ASKED = ["上个月哪种漏水最多", "10月哪类漏水最多", "most common leak last month"]


@pytest.mark.parametrize("question", ASKED)
def test_kinds_measured_by_the_count_come_first(question: str) -> None:
    found = waterworks().answer(question, dt.date(2026, 11, 28), lambda _: True)
    assert isinstance(found, MetricHit)
    assert (found.query.metrics, found.query.splits) == (("leaks",), ("leak",))


def test_of_several_kinds_none_is_guessed() -> None:
    found = waterworks().answer("上个月哪种工单最多", dt.date(2026, 11, 28), lambda _: True)
    assert not isinstance(found, MetricHit) or found.assumed
