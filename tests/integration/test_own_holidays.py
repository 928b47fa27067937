"""A holiday named to a model has the days that the database itself keeps."""

import datetime as dt

from appdb.users import User
from language.calendar import Holidays
from services import Services
from tests.conftest import TODAY

OWN: Holidays = {"春节": [(dt.date(2027, 2, 5), dt.date(2027, 2, 13))]}


async def test_a_holiday_in_the_prompt_has_the_databases_own_days(services: Services) -> None:
    rights = services.access.rights(User("ann of holidays", "admin"), "demo")
    ends = []
    for own in (OWN, None):
        linked = await services.knowledge.retrieve(
            "vehicles over spring festival 2027",
            "demo",
            rights=rights,
            today=TODAY,
            budget_tokens=1000,
            holidays=own,
        )
        ends.append([(one.start, one.end) for one in linked.periods])
    assert ends[0] == [("2027-02-05", "2027-02-13")] and ends[1] != ends[0]
