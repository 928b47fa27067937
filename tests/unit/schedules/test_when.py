"""When something is due, in words, in cron fields, and over the days on which clocks are changed."""

import datetime as dt

import pytest

from errors import InputError
from schedules.when import MOST_COUNTED, When, read_when, require_apart, say_when

SHANGHAI = "Asia/Shanghai"
NOW = dt.datetime(2026, 11, 20, 4, 0, tzinfo=dt.UTC)  # a Friday, noon in Shanghai


@pytest.mark.parametrize(
    ("text", "cron"),
    [
        ("every Monday 8:00", "0 8 * * mon"),
        ("每周一 8:00", "0 8 * * mon"),
        ("每周一、三上午9点30", "30 9 * * mon,wed"),
        ("每天下午3点", "0 15 * * *"),
        ("每天中午12点", "0 12 * * *"),
        ("每个工作日 8:30", "30 8 * * mon-fri"),
        ("weekdays 8am", "0 8 * * mon-fri"),
        ("每月最后一天 18:00", "0 18 last * *"),
        ("每周一上午8点半", "30 8 * * mon"),
        ("every Friday at noon", "0 12 * * fri"),
        ("Mondays at 8", "0 8 * * mon"),
        ("每季度第一天 9:00", "0 9 1 1,4,7,10 *"),
        ("on the first day of every quarter at 9:00", "0 9 1 1,4,7,10 *"),
        ("on the 1st of every month at 9 am", "0 9 1 * *"),
        ("every Monday and Thursday at 5:30 pm", "30 17 * * mon,thu"),
        ("daily at 12 am", "0 0 * * *"),
        ("0 8 * * 1", "0 8 * * mon"),
        ("0 8 * * 1-5", "0 8 * * mon-fri"),
        ("0 8 * * 0", "0 8 * * sun"),
        ("0 8 * * 7", "0 8 * * sun"),
        ("0 8 * * sat,sun", "0 8 * * sat,sun"),
        ("*/30 * * * *", "*/30 * * * *"),
    ],
)
def test_time_is_read_as_people_and_cron_write_it(text: str, cron: str) -> None:
    assert read_when(text, SHANGHAI).cron == cron


@pytest.mark.parametrize(
    "text",
    ["", "周一", "soon", "every day 25:00", "每天", "0 8 * * 9", "61 8 * * *", "every Monday 8:00 or so"],
)
def test_what_cannot_be_read_is_not_guessed(text: str) -> None:
    with pytest.raises(InputError) as refused:
        read_when(text, SHANGHAI)
    assert refused.value.code == "when_unread"


@pytest.mark.parametrize("zone", ["Mars/Phobos", "../etc/passwd", ""])
def test_unknown_time_zone_is_refused(zone: str) -> None:
    with pytest.raises(InputError) as refused:
        read_when("每天 8:00", zone)
    assert refused.value.code == "timezone_unknown"


def test_next_time_is_in_its_own_time_zone() -> None:
    assert read_when("every Monday 8:00", SHANGHAI).after(NOW) == dt.datetime(
        2026, 11, 23, 0, 0, tzinfo=dt.UTC
    )
    assert read_when("every Monday 8:00", "UTC").after(NOW) == dt.datetime(2026, 11, 23, 8, 0, tzinfo=dt.UTC)


def test_hour_that_clocks_show_twice_counts_once() -> None:
    when, moment, found = When("30 1 * * *", "America/New_York"), dt.datetime(2026, 10, 31, tzinfo=dt.UTC), []
    for _ in range(3):
        following = when.after(moment)
        assert following is not None
        moment = following
        found.append(f"{moment:%d %H}")
    assert found == ["31 05", "01 05", "02 06"]


def test_hour_that_clocks_leave_out_is_not_lost() -> None:
    when = When("30 2 * * *", "America/New_York")
    assert when.after(dt.datetime(2026, 3, 8, 0, 0, tzinfo=dt.UTC)) == dt.datetime(
        2026, 3, 8, 7, 30, tzinfo=dt.UTC
    )


def test_missed_times_are_counted_and_the_last_stands_for_them() -> None:
    when, due = When("0 8 * * *", "UTC"), dt.datetime(2026, 11, 10, 8, tzinfo=dt.UTC)
    assert when.last_due(due, dt.datetime(2026, 11, 20, 9, tzinfo=dt.UTC)) == (
        due + dt.timedelta(days=10),
        10,
    )
    assert when.last_due(due, due + dt.timedelta(minutes=1)) == (due, 0)


def test_counting_what_was_missed_has_an_end() -> None:
    often, now = When("* * * * *", "UTC"), NOW + dt.timedelta(days=300)
    assert often.last_due(NOW, now) == (now, MOST_COUNTED)


def test_too_often_and_never_are_refused() -> None:
    for text, code in (("*/5 * * * *", "when_too_often"), ("0 8 30 2 *", "when_never")):
        with pytest.raises(InputError) as refused:
            require_apart(read_when(text, SHANGHAI), NOW, 15)
        assert refused.value.code == code
    assert require_apart(read_when("*/15 * * * *", SHANGHAI), NOW, 15) == NOW + dt.timedelta(minutes=15)


def test_time_is_said_in_the_readers_language() -> None:
    monday, last = read_when("0 8 * * 1,3", SHANGHAI), read_when("每月最后一天 18:00", SHANGHAI)
    assert say_when(monday, "zh") == "每周一、周三 8:00（Asia/Shanghai）"
    assert say_when(monday, "en") == "every Monday, Wednesday at 8:00 (Asia/Shanghai)"
    ninth, end = read_when("每月9日 8:00", SHANGHAI), read_when("每月31日 8:00", SHANGHAI)
    assert say_when(ninth, "zh") == "每月 9 日 8:00（Asia/Shanghai）"
    assert "没有 31 日的月份不发" in say_when(end, "zh") and "months without it" in say_when(end, "en")
    assert say_when(read_when("0 9 1 1,4,7,10 *", SHANGHAI), "zh") == "每季度第一天 9:00（Asia/Shanghai）"
    assert say_when(last, "en") == "on the last day of every month at 18:00 (Asia/Shanghai)"
    assert (
        say_when(read_when("*/30 9-17 * * 1-5", SHANGHAI), "zh") == "*/30 9-17 * * mon-fri（Asia/Shanghai）"
    )
