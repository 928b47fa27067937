"""Answers a question with a verified pair's SQL when only the typed slots differ. Near is not same."""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import permutations

from config.wording import Language
from database.dialects import POSTGRES, Dialect
from database.schema import Schema
from errors import KnowledgeError
from knowledge.items import Assumption, KnowledgeItem, ReuseHit
from knowledge.values import SURE_NAME, WHOLE, Allowed, FoundValue, ValueIndex
from knowledge.view import next_of
from knowledge.vocabulary import Vocabulary, general_vocabulary
from language.calendar import MONTHS, Holidays, Period, in_whole_units, whole
from language.periods import as_a_whole, find_periods, is_named_alone
from language.units import key_of
from understanding.metric.apart import asks, ways_apart
from understanding.metric.unread import with_a_role
from understanding.pairs.clauses import ENDED, Clauses, Said, clauses_of
from understanding.pairs.opening import open_values
from understanding.pairs.spans import NamedValue
from understanding.pairs.templates import (
    Slots,
    Template,
    fill,
    make_template,
    opened,
    period_dates,
    same_column,
)
from understanding.rows.words import has_gone_by
from understanding.words.closed import MOST_TOP
from understanding.words.pieces import QuestionReader

MONTH = 27  # days that are less than any month
SURER = 0.05  # by so much surer in another column, a value is that column's: 广州 the city, not the branch
REMEMBERED = 128  # questions
_RANK = Said("", "rank")
BUILT_ON = dt.date(2026, 1, 15)  # taught questions are read on it; what they name matters, not its dates


@dataclass(frozen=True)
class Wording:
    """One question of a template, read: which of its values and numbers fill which slot."""

    template: Template
    clauses: Clauses
    value_slots: tuple[str, ...]  # for each value of the question, its slot or "" where it must be equal
    number_slots: tuple[str, ...]


@dataclass(frozen=True)
class Refused:
    """A pair, or one wording of it, that cannot be reused, and why."""

    item_id: str
    question: str
    reason: str


@dataclass
class TemplateSet:
    """All verified pairs of one knowledge version, by what their questions ask."""

    reader: QuestionReader
    dialect: Dialect
    wordings: dict[tuple[object, ...], list[Wording]] = field(default_factory=dict)
    refused: list[Refused] = field(default_factory=list)
    spoken: dict[str, set[Language]] = field(default_factory=dict)  # the languages each pair is taught in
    monthly: frozenset[str] = frozenset()  # schema.table.column, small, of what stands by the month: targets
    last: Mapping[str, dt.date] = field(
        default_factory=dict
    )  # the last day in each such column, also to come

    @classmethod
    def build(
        cls,
        pairs: Iterable[KnowledgeItem],
        *,
        dialect: Dialect = POSTGRES,
        schema: Schema | None = None,
        terms: Iterable[KnowledgeItem] = (),
        values: ValueIndex | None = None,
        vocabulary: Vocabulary | None = None,
        fiscal_start: int = 1,
        holidays: Holidays | None = None,
        good: Mapping[str, str] | None = None,
        monthly: frozenset[str] = frozenset(),
        last: Mapping[str, dt.date] | None = None,
    ) -> "TemplateSet":
        """Read every pair once; a pair that cannot be reused is noted in `refused`, the others work.

        `good` says of what figures are called which way is better, high or low, for best and worst.
        """
        words = (vocabulary or general_vocabulary()).extended(schema, terms)
        for wording, way in (good or {}).items():
            word = words.get(wording)
            words.good.update(dict.fromkeys(word.tokens if word else (), way))
        reader = QuestionReader(words, values, fiscal_start, holidays)
        templates = cls(reader, dialect, monthly=monthly, last=last or {})
        for item in pairs:
            if item.kind == "pair":
                templates._add(item, schema)
        return templates

    def understand(self, question: str, today: dt.date, allowed: Allowed = lambda _: True) -> Clauses:
        """Return what a question says; one that is followed is asked for several times."""
        return self._understood(question, today, allowed)

    @cached_property
    def _understood(self) -> Callable[[str, dt.date, Allowed], Clauses]:
        def understood(question: str, today: dt.date, allowed: Allowed) -> Clauses:
            return clauses_of(self.reader.read(question, today, allowed), self.reader.vocabulary)

        return lru_cache(maxsize=REMEMBERED)(understood)

    def _add(self, item: KnowledgeItem, schema: Schema | None) -> None:
        try:
            template = make_template(
                item.id, item.title, item.content, self.dialect, schema, item.verified_by or item.author
            )
        except KnowledgeError as error:
            self.refused.append(Refused(item.id, item.title, error.code))
            return
        for question in (item.title, *(str(text) for text in item.payload.get("variants", ()))):
            asked = self.understand(question, BUILT_ON)
            wording = _wording_opened(template, asked, schema) or _wording(template, asked)
            if isinstance(wording, str):
                self.refused.append(Refused(item.id, question, wording))
            else:
                self.wordings.setdefault(asked.key, []).append(wording)
                self.spoken.setdefault(item.id, set()).add(asked.language)


def _wording(template: Template, asked: Clauses) -> Wording | str:
    """Match a taught question with its SQL's slots, or return why it cannot be."""
    slots = template.slots
    if slots.period and len(asked.periods) != 1:
        return "period_not_one"
    moves = any(period.relative and not period.holiday for period in asked.periods)
    if not slots.period and moves and ENDED not in asked.said:
        return "period_without_slot"
    value_slots = _assigned_values(slots.values, asked.values)
    if value_slots is None:
        return "value_not_found"
    number_slots = _assigned_numbers(template, asked)
    if number_slots is None:
        return "number_not_found"
    return Wording(template, asked, value_slots, number_slots)


def _wording_opened(template: Template, asked: Clauses, schema: Schema | None) -> Wording | None:
    """Match a taught question whose SQL holds the value it names: another of its column may be asked of."""
    if template.slots.values or not asked.values:
        return None  # whoever made a slot of one value meant the others to stay
    tree = open_values(template.tree, asked.values, schema)
    wording = _wording(opened(template, tree, schema), asked) if tree is not None else None
    return wording if isinstance(wording, Wording) else None


def _assigned_values(slots: Mapping[str, str], values: Sequence[NamedValue]) -> tuple[str, ...] | None:
    assigned = [""] * len(values)
    for name, column in slots.items():
        fitting = [
            at
            for at, value in enumerate(values)
            if not assigned[at] and any(same_column(column, found.column) for found in value.candidates)
        ]
        if len(fitting) != 1 and len(slots) == 1:
            return None
        if not fitting:
            return None
        assigned[fitting[0]] = name
    return tuple(assigned)


def _assigned_numbers(template: Template, asked: Clauses) -> tuple[str, ...] | None:
    assigned = [""] * len(asked.numbers)
    if template.slots.top:
        tops = [at for at, slot in enumerate(asked.numbers) if slot.role == "top"]
        if len(tops) != 1:
            return None
        assigned[tops[0]] = "top_n"
    others = [at for at, slot in enumerate(asked.numbers) if slot.role == "other"]
    if template.slots.numbers:
        if len(others) != len(template.slots.numbers):
            return None
        for at, name in zip(others, template.slots.numbers, strict=True):
            assigned[at] = name
    return tuple(assigned)


@dataclass(frozen=True)
class Fit:
    """A wording that asks what the question asks, and what the question puts into its slots."""

    wording: Wording
    dates: Mapping[str, dt.date]
    values: Mapping[str, FoundValue]
    numbers: Mapping[str, str]
    exact: bool

    @property
    def template(self) -> Template:
        """Return the wording's template."""
        return self.wording.template

    def sql(self, dialect: Dialect) -> str:
        """Return the template's SQL, filled in."""
        values = {name: (found.value, found.number) for name, found in self.values.items()}
        return fill(self.template, dialect, self.dates, values, self.numbers)


def find_reuse(
    question: str,
    templates: TemplateSet,
    today: dt.date,
    *,
    allowed: Allowed = lambda _: True,
) -> ReuseHit | None:
    """Return the verified pair that asks the same but for its slots, with SQL filled in; None where unsure.

    A period in the future is answered of days known ahead, or as it was taught word for word; one without
    data is told of before the SQL runs.
    """
    asked = templates.understand(question, today, allowed)
    fit = find_fit(asked, templates, today)
    if fit is None or (not fit.exact and _passes_over(asked, templates, today, allowed)):
        return None
    values = templates.reader.values or ValueIndex()
    guessed = [] if fit.exact else [value for value in asked.values if _is_guessed(value, fit, values)]
    instead = _named_whole(asked, guessed, fit, templates, today, allowed) if guessed else ""
    unread = () if fit.exact else tuple(sorted(asked.small - fit.wording.clauses.small - with_a_role()))
    part: tuple[Assumption, ...] = ("part_of_name",) if guessed else ()
    return ReuseHit(
        fit.template.item_id,
        fit.template.question,
        fit.sql(templates.dialect),
        fit.exact,
        _shown(fit.dates, fit.values, fit.numbers),
        fit.template.verified_by,
        assumed=(*part, "unread") if unread else part,
        instead=(instead,) if instead and not unread else (),
        unread=unread,
        variant=said if (said := fit.wording.clauses.text) != fit.template.question else "",
    )


def _passes_over(asked: Clauses, templates: TemplateSet, today: dt.date, allowed: Allowed) -> bool:
    """Tell two questions in one, of which a statement answers one: 投诉多少，都投诉啥."""
    for first, *others in ways_apart(asked.text):
        said, last = (templates.understand(one, today, allowed) for one in (first, others[-1]))
        again = bool(last.said) and said.key == asked.key
        apart = bool(last.values) and not said.values and asks(first)
        if len(others) == 1 and asks(others[-1]) and (again or apart):
            return True
    return False


def _is_guessed(value: NamedValue, fit: Fit, values: ValueIndex) -> bool:
    """Tell a value called by a part of its name, or by what is the whole name of another: in Guangzhou."""
    taken = [found for found in value.candidates if found in fit.values.values()]
    surest = max(found.score for found in value.candidates)
    part = bool(taken) and max(found.score for found in taken) < WHOLE
    columns = {found.column for found in value.candidates}
    other = any(e.column not in columns for found in value.candidates for e in values.namesakes(found.value))
    return surest < SURE_NAME or (part and (other or surest == WHOLE))


def _named_whole(
    asked: Clauses,
    guessed: Sequence[NamedValue],
    fit: Fit,
    templates: TemplateSet,
    today: dt.date,
    allowed: Allowed,
) -> str:
    """Return the question with whole names in the place of their parts, where it comes to the same SQL."""
    text = asked.text
    for value in sorted(guessed, key=lambda one: one.span, reverse=True):
        taken = next((one for one in value.candidates if one in fit.values.values()), value.candidates[0])
        text = text[: value.span[0]] + taken.value + text[value.span[1] :]
    again = templates.understand(text, today, allowed)
    found = find_fit(again, templates, today)
    same = found is not None and found.sql(templates.dialect) == fit.sql(templates.dialect)
    values = templates.reader.values or ValueIndex()
    sure = found is not None and not any(_is_guessed(one, found, values) for one in again.values)
    return text if same and sure else ""


def find_fit(asked: Clauses, templates: TemplateSet, today: dt.date) -> Fit | None:
    """Return the wording that asks the same as a question, with what fills its slots."""
    best = _best_of(candidates(asked.key, templates), asked, templates, today)
    if best is None or best.wording.clauses.language == asked.language:
        return best
    if asked.language in templates.spoken[best.template.item_id]:
        return None  # it is asked as it is taught in that language: staff turnover is no 营业额 of staff
    return _in_its_language(best, asked, templates, today) or best


def _in_its_language(fit: Fit, asked: Clauses, templates: TemplateSet, today: dt.date) -> Fit | None:
    """Return the pair in the question's language that is taught with the same meaning as one in another.

    "Payment method mix" is said of the Chinese pair alone, whose headings and names nobody reads in English.
    """
    taught = templates.wordings
    keys = [key for key, said in taught.items() if any(one.template == fit.template for one in said)]
    mine = [one for key in keys for one in taught[key] if one.clauses.language == asked.language]
    return _best_of(mine, asked, templates, today)


def _best_of(
    wordings: Sequence[Wording], asked: Clauses, templates: TemplateSet, today: dt.date
) -> Fit | None:
    """Return the best of some wordings that ask the same as a question."""
    timed = {one.template.slots.times for one in wordings if one.template.slots.period and asked.periods}
    times = {one: _dates(asked, templates, today, one) for one in timed}
    fits = [_fitted(one, asked, templates, today, times) for one in wordings]
    return _best([one for one in fits if one is not None], asked, templates.dialect)


def _best(fits: Sequence[Fit], asked: Clauses, dialect: Dialect) -> Fit | None:
    """Choose by the same words, then the same language, then a pair's own question before its variants."""
    better: tuple[Callable[[Fit], bool], ...] = (
        lambda fit: fit.exact,
        lambda fit: fit.wording.clauses.language == asked.language,
        lambda fit: fit.wording.clauses.text == fit.template.question,
    )
    for wanted in better:
        kept = [fit for fit in fits if wanted(fit)]
        fits = kept or fits
    by_template = {fit.template.item_id: fit for fit in reversed(fits)}
    if len(by_template) <= 1 or len({fit.sql(dialect) for fit in by_template.values()}) == 1:
        return next(iter(by_template.values()), None)
    return None


def candidates(key: tuple[object, ...], templates: TemplateSet) -> list[Wording]:
    """Return the wordings that say what a question's key says; one that ranks may be of an order."""
    said, found = key[0], list(templates.wordings.get(key, ()))
    if found or not isinstance(said, frozenset) or _RANK not in said:
        return found
    plain = (said - {_RANK}, *key[1:])
    return [wording for wording in templates.wordings.get(plain, ()) if wording.template.ordered]


def _fitted(
    wording: Wording,
    asked: Clauses,
    templates: TemplateSet,
    today: dt.date,
    times: Mapping[frozenset[str], Mapping[str, dt.date]],
) -> Fit | None:
    slots = wording.template.slots
    exact = key_of(asked.text) == key_of(wording.clauses.text)
    if not exact and (
        _is_to_come(asked, slots, templates, today) or _is_of_two_years(asked, slots, templates, today)
    ):
        return None
    values = _fitted_values(wording, asked)
    numbers = _fitted_numbers(wording, asked)
    if values is None or numbers is None:
        return None
    if slots.period and not _same_comparisons(asked):
        return None
    if not slots.period and not _same_periods(wording, asked, templates, today):
        return None
    dates = times.get(slots.times, {}) if slots.period else {}
    if dates and not exact and wording.template.slots.last_year and not _as_long(dates):
        return None
    if dates and not exact and not _in_equal_months(slots.times, dates, templates.monthly, today):
        return None
    return Fit(wording, dates, values, numbers, exact)


def _is_to_come(asked: Clauses, slots: Slots, templates: TemplateSet, today: dt.date) -> bool:
    """Tell a time that is to come, or the end of one that still runs, of what is not known ahead."""
    if ENDED in asked.said and any(period.end > today for period in asked.periods):
        return True
    coming = any(period.start > today for period in asked.periods)
    return coming and not (slots.period and _is_known_ahead(slots.times, templates, today))


def _is_of_two_years(asked: Clauses, slots: Slots, templates: TemplateSet, today: dt.date) -> bool:
    """Tell a holiday without its year that may be the last or the next, of days known ahead: 元旦到店."""
    if len(asked.periods) != 1 or not is_named_alone(asked.periods[0]) or not slots.period:
        return False
    named = f"{asked.periods[0].start.year + 1} {asked.periods[0].holiday}"
    again = find_periods(named, today, holidays=templates.reader.holidays)
    last = [templates.last.get(one, today) for one in slots.times]
    return bool(again) and bool(last) and today < again[0].start <= min(last)


def _in_equal_months(
    times: frozenset[str], dates: Mapping[str, dt.date], monthly: frozenset[str], today: dt.date
) -> bool:
    """Tell whether days and what stands by the month cover the same months; one that runs, as far as it goes.

    Else some days of a month would be set against all of its target.
    """
    if times.isdisjoint(monthly) or times <= monthly:
        return True
    month = whole("month", today)[0]
    start, end = dates["period_start"], dates["period_end"]
    if start == month:
        return end >= today
    return start.day == 1 and end.day == 1 and end <= month


def _as_long(dates: Mapping[str, dt.date]) -> bool:
    """Tell whether a time is as long as it was a year before, but for a day of February: no 3 days and 1.

    Totals of unlike lengths have no growth that a statement can tell.
    """
    now, then = (dates[f"{name}_end"] - dates[f"{name}_start"] for name in ("period", "last_year"))
    return now == then or (abs((now - then).days) == 1 and now.days > MONTH)


def _is_known_ahead(times: frozenset[str], templates: TemplateSet, today: dt.date) -> bool:
    """Tell whether a pair's slots stand against columns alone that hold days to come: leases that end."""
    ahead = (templates.last.get(one, today) > today and one not in templates.monthly for one in times)
    return bool(times) and all(ahead)


def _dates(
    asked: Clauses, templates: TemplateSet, today: dt.date, times: frozenset[str]
) -> dict[str, dt.date]:
    """Return the days for a pair's slots: all of a time that runs where its own days are known ahead.

    Of these a month named alone is the one to come: the contracts that expire in December.
    """
    period = asked.periods[0]
    if _is_known_ahead(times, templates, today):
        period = _coming(as_a_whole(period), asked.text, today)
    for grain in ("week", *MONTHS):
        if Said("per", grain) in asked.said:
            period = in_whole_units(period, grain)
    if asked.comparisons and period.start < today < period.end:
        period = replace(period, end=today, unfinished=True)  # both stretches end with the last whole day
    return period_dates(period, templates.reader.holidays)


def _coming(period: Period, text: str, today: dt.date) -> Period:
    """Return the month to come that is named without a year, unless it is said to have gone by."""
    first = "" if has_gone_by(text) else next_of(period, today)
    if not first:
        return period
    start, end = whole("month", dt.date.fromisoformat(first))
    return replace(period, start=start, end=end)


def _fitted_values(wording: Wording, asked: Clauses) -> dict[str, FoundValue] | None:
    """Match the values in some order: those of slots by column, the others by being equal."""
    wanted = wording.clauses.values
    for order in permutations(asked.values) if len(wanted) <= 3 else [asked.values]:
        found: dict[str, FoundValue] = {}
        for slot, mine, theirs in zip(wording.value_slots, wanted, order, strict=True):
            value = _fitting(wording.template.slots.values.get(slot, ""), mine, theirs)
            if value is None:
                break
            if slot:
                found[slot] = value
        else:
            return found
    return None


def _fitting(column: str, mine: NamedValue, theirs: NamedValue) -> FoundValue | None:
    if mine.negated != theirs.negated:
        return None
    if column:
        surest = max(found.score for found in theirs.candidates)
        fitting = [
            found
            for found in theirs.candidates
            if same_column(column, found.column) and found.score > surest - SURER
        ]
        return fitting[0] if len({found.value for found in fitting}) == 1 else None
    wanted = {(found.column, found.value) for found in mine.candidates}
    equal = [found for found in theirs.candidates if (found.column, found.value) in wanted]
    return equal[0] if equal and len(equal) == len(wanted) else None


def _fitted_numbers(wording: Wording, asked: Clauses) -> dict[str, str] | None:
    found: dict[str, str] = {}
    ours = sorted(range(len(wording.clauses.numbers)), key=lambda at: (wording.clauses.numbers[at].role, at))
    theirs = sorted(range(len(asked.numbers)), key=lambda at: (asked.numbers[at].role, at))
    for mine, other in zip(ours, theirs, strict=True):
        slot, number = wording.number_slots[mine], asked.numbers[other].number
        if not slot and wording.clauses.numbers[mine].number != number:
            return None
        if slot == "top_n" and not (number == int(number) and 1 <= number <= MOST_TOP):
            return None
        if slot:
            found[slot] = str(int(number) if number == int(number) else number)
    return found


def _same_periods(wording: Wording, asked: Clauses, templates: TemplateSet, today: dt.date) -> bool:
    """Tell whether periods that are no slots are equal, read on the same day."""
    if not asked.periods:
        return True
    ours = templates.understand(wording.clauses.text, today).periods
    return [(p.start, p.end) for p in ours] == [(p.start, p.end) for p in asked.periods]


def _same_comparisons(asked: Clauses) -> bool:
    """Refuse a comparison whose unit is not the period's: this quarter, month over month."""
    period = asked.periods[0]
    return all(one.unit in ("", period.unit) or one.kind == "last_year" for one in asked.comparisons)


def _shown(
    dates: Mapping[str, dt.date], values: Mapping[str, FoundValue], numbers: Mapping[str, str]
) -> dict[str, str]:
    shown = {name: day.isoformat() for name, day in dates.items() if name.startswith("period_")}
    return shown | {name: found.value for name, found in values.items()} | dict(numbers)
