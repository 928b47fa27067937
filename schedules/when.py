"""When something is due: five cron fields in a time zone, as people write them and as they read them."""

import datetime as dt
import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from apscheduler.triggers.cron import CronTrigger

from config.wording import Language, say
from errors import InputError

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
WORKDAYS = "mon-fri"
QUARTERS = "1,4,7,10"  # the months they begin with
SHORTEST_MONTH = 28  # days
MOST_COUNTED = 1000  # of times that were missed

_HAN_DAY = "一二三四五六日天"
_CLOCK = re.compile(
    r"(?P<half>凌晨|早上|上午|中午|下午|晚上)?\s*(?P<hour>\d{1,2})\s*(?:[:：点]\s*(?P<minute>\d{1,2}|半)?\s*分?)?"
    r"\s*(?P<meridiem>am|pm)?|(?P<noon>noon|正午)",
    re.IGNORECASE,
)
_EVERY = re.compile(
    r"(?P<workday>(?:每个?)?工作日|周一(?:到|至)周?五|(?:every\s+)?weekdays?\b|(?:every\s+)?working\s+days?\b)"
    r"|(?P<last>每个?月最后一天|(?:on\s+)?the\s+last\s+day\s+of\s+(?:the|every|each)\s+month)"
    r"|(?P<quarter>每个?季度?(?:的?第一天|初|\s*1\s*[日号])|(?:on\s+)?the\s+first\s+day\s+of\s+(?:the|every|each)\s+quarter)"
    r"|每个?月\s*(?P<han_date>\d{1,2})\s*[日号]"
    r"|(?:on\s+)?(?:the\s+)?(?P<date>\d{1,2})(?:st|nd|rd|th)\s+of\s+(?:the|every|each)\s+month"
    rf"|(?:每个?)?(?:周|星期|礼拜)\s*(?P<han_days>[{_HAN_DAY}](?:\s*[、,，和]?\s*(?:周|星期)?[{_HAN_DAY}])*)"
    r"|(?:(?:every|on)\s+|(?=[a-z]+days\b))(?P<days>(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*"
    r"(?:\s*(?:,|and)\s*(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*)*)"
    r"|(?P<daily>每天|每日|every\s+day|daily)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class When:
    """Minute, hour, day of month, month and day of week (by name, Monday is mon) in an IANA time zone."""

    cron: str
    timezone: str

    def after(self, moment: dt.datetime) -> dt.datetime | None:
        """Return the first time after a moment; None where there is none any more.

        An hour that the clocks show twice in autumn counts once, one they leave out in spring comes after it.
        """
        trigger, zone = _trigger(self.cron, self.timezone), ZoneInfo(self.timezone)
        found = moment
        while True:
            start = (found.astimezone(dt.UTC) + dt.timedelta(microseconds=1)).astimezone(zone)
            following: dt.datetime | None = trigger.get_next_fire_time(None, start)
            if following is None or not following.fold:
                return following.astimezone(dt.UTC) if following else None
            found = following

    def last_due(self, due: dt.datetime, now: dt.datetime) -> tuple[dt.datetime, int]:
        """Return the last time there was from one that was due up to now, and how many came before it.

        After MOST_COUNTED of them now itself stands for the last.
        """
        count = 0
        while count < MOST_COUNTED and (following := self.after(due)) is not None and following <= now:
            due, count = following, count + 1
        return (due if count < MOST_COUNTED else now), count


def read_when(text: str, timezone: str) -> When:
    """Return when something is due, from cron fields or words of either language, or raise InputError.

    >>> read_when("every Monday 8:00", "Asia/Shanghai").cron
    '0 8 * * mon'
    >>> read_when("每月1日 上午9点", "Asia/Shanghai").cron
    '0 9 1 * *'
    """
    try:
        ZoneInfo(timezone)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise InputError("timezone_unknown", name=timezone) from error
    fields = text.split()
    cron = _from_fields(fields) if len(fields) == 5 and _looks_like_cron(fields) else _from_words(text)
    if cron is None:
        raise InputError("when_unread", text=text[:100])
    try:
        _trigger(cron, timezone)
    except ValueError as error:
        raise InputError("when_unread", text=text[:100]) from error
    return When(cron, timezone)


def require_apart(when: When, now: dt.datetime, least_minutes: int) -> dt.datetime:
    """Return the first time after now, or raise InputError where there is none or they come too often."""
    times = [first] if (first := when.after(now)) else []
    while times and len(times) < 30 and (following := when.after(times[-1])) is not None:
        times.append(following)
    if not times:
        raise InputError("when_never")
    if any(later - earlier < dt.timedelta(minutes=least_minutes) for earlier, later in pairwise(times)):
        raise InputError("when_too_often", minutes=least_minutes)
    return times[0]


def say_when(when: When, language: Language) -> str:
    """Return when something is due in words, or the fields where no words say them."""
    minute, hour, date, month, day = when.cron.split()
    quarterly = (date, month, day) == ("1", QUARTERS, "*")
    if not (minute.isdigit() and hour.isdigit() and (month == "*" or quarterly)):
        return say("schedules.when.cron", language, cron=when.cron, zone=when.timezone)
    clock = {"time": f"{int(hour)}:{int(minute):02}", "zone": when.timezone}
    if quarterly:
        return say("schedules.when.quarterly", language, **clock)
    if date == "*" and day == "*":
        return say("schedules.when.daily", language, **clock)
    if date == "*" and day == WORKDAYS:
        return say("schedules.when.workdays", language, **clock)
    if date == "*" and set(day.split(",")) <= set(DAYS):
        names = say("schedules.when.days", language).split("|")
        chosen = say("schedules.when.and", language).join(names[DAYS.index(one)] for one in day.split(","))
        return say("schedules.when.weekly", language, days=chosen, **clock)
    if day == "*" and date == "last":
        return say("schedules.when.last_day", language, **clock)
    if day == "*" and date.isdigit():
        wording = "monthly" if int(date) <= SHORTEST_MONTH else "some_months"
        return say(f"schedules.when.{wording}", language, date=int(date), **clock)
    return say("schedules.when.cron", language, cron=when.cron, zone=when.timezone)


def _looks_like_cron(fields: list[str]) -> bool:
    return all(re.fullmatch(r"[\d*/,\-]+|last|[a-z]{3}([,\-][a-z]{3})*", field.lower()) for field in fields)


def _from_fields(fields: list[str]) -> str | None:
    """Return the fields with days of the week by name: in cron 0 is Sunday, in APScheduler Monday."""
    minute, hour, date, month, day = (field.lower() for field in fields)
    if re.search(r"\d", day):
        numbers = _numbers(day)
        if numbers is None:
            return None
        day = ",".join(name for place, name in enumerate(DAYS) if (place + 1) % 7 in numbers)
        day = WORKDAYS if day == "mon,tue,wed,thu,fri" else day
    return f"{minute} {hour} {date} {month} {day}"


def _numbers(field: str) -> set[int] | None:
    """Return the days of the week that a cron field names, Sunday being 0."""
    found: set[int] = set()
    for part in field.split(","):
        match = re.fullmatch(r"(\*|\d)(?:-(\d))?(?:/(\d))?", part)
        if match is None:
            return None
        first, last, step = match.groups()
        low = 0 if first == "*" else int(first)
        high = int(last) if last else 6 if first == "*" or step else low
        if low > 7 or high > 7 or high < low or step == "0":
            return None
        found |= {number % 7 for number in range(low, high + 1, int(step or 1))}
    return found


def _from_words(text: str) -> str | None:
    every = _EVERY.search(text)
    if every is None:
        return None
    rest = f"{text[: every.start()]} {text[every.end() :]}"
    rest = re.sub(r"[,，]|\b(?:at|on)\b|的", " ", rest, flags=re.IGNORECASE).strip()
    clock = _CLOCK.fullmatch(rest)
    if clock is None:
        return None
    if clock["noon"]:
        return f"0 12 {_days_of(every)}"
    hour, minute = int(clock["hour"]), 30 if clock["minute"] == "半" else int(clock["minute"] or 0)
    half, meridiem = clock["half"] or "", (clock["meridiem"] or "").lower()
    if meridiem == "am" and hour == 12:
        hour = 0
    elif hour < 12 and (meridiem == "pm" or half in ("下午", "晚上") or (half == "中午" and hour < 11)):
        hour += 12
    if hour > 23 or minute > 59:
        return None
    return f"{minute} {hour} {_days_of(every)}"


def _days_of(every: re.Match[str]) -> str:
    if every["daily"]:
        return "* * *"
    if every["workday"]:
        return f"* * {WORKDAYS}"
    if every["last"]:
        return "last * *"
    if every["quarter"]:
        return f"1 {QUARTERS} *"
    if date := every["han_date"] or every["date"]:
        return f"{int(date)} * *"
    if han := every["han_days"]:
        named = {DAYS[min(_HAN_DAY.index(char), 6)] for char in han if char in _HAN_DAY}
    else:
        named = {
            word[:3].lower() for word in re.findall(r"[A-Za-z]+", every["days"]) if word.lower() != "and"
        }
    return f"* * {','.join(day for day in DAYS if day in named)}"


@lru_cache(maxsize=256)
def _trigger(cron: str, timezone: str) -> CronTrigger:
    minute, hour, day, month, day_of_week = cron.split()
    return CronTrigger(
        minute=minute, hour=hour, day=day, month=month, day_of_week=day_of_week, timezone=ZoneInfo(timezone)
    )
