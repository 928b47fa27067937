"""From what is asked of rows back into words, which are read again as the same."""

import datetime as dt
from collections.abc import Collection, Sequence
from dataclasses import replace
from decimal import Decimal

from config.wording import Language, say
from knowledge.definitions.inflecting import plural
from language.calendar import Period
from understanding.metric.vocabulary import STATES, metric_words
from understanding.readings import Clause, Listed
from understanding.rows.called import ALSO, verb_of
from understanding.rows.frame import OF_OTHERS, Condition, Figure, Order, RowsQuery, Scalar
from understanding.rows.names import Names

COMPARED = ("gt", "ge", "lt", "le")
DAY = dt.timedelta(days=1)


def said(
    query: RowsQuery, shown: tuple[str, ...], names: Names, language: Language, *, every: str = ""
) -> str:
    """Return the question that asks for this; `shown` are the columns that must be named.

    `every`: how a figure is said to be of all rows, those too that may not be meant.
    """
    return _Words(query, names, language).whole(shown, every)


def as_called(query: RowsQuery) -> RowsQuery:
    """Return a query without what its rows' own name says: open complaints are in progress."""
    told = tuple(one for one in query.conditions if one.op != "ongoing" or not one.defined)
    return replace(query, conditions=told)


def figure_label(query: RowsQuery, figure: Figure, names: Names, language: Language) -> str:
    """Return what the column of a figure is headed, its rows by their own name."""
    words = _Words(query, names, language)
    rows = words.counted(names.counted_thing(query.table, language, query.defined), 2)
    return say(f"rows.figure.head_{figure.kind}", language, rows=rows, **words.measured(figure))


def others_label(one: Condition, names: Names, language: Language) -> str:
    """Return what the column is headed that counts the rows which belong to others."""
    label = _Words(RowsQuery("", ()), names, language).rows_of(replace(one, times=None))
    return label[:1].upper() + label[1:]


def measured(query: RowsQuery, names: Names, language: Language) -> Listed:
    """Return what the sentence over a figure of rows needs: which rows they are."""
    query = as_called(query)
    words = _Words(query, names, language, told=True)
    timed = [one for one in query.conditions if one.op == "within"]
    stood = [one for one in query.conditions if one.op == "stood"] if not query.columns else []
    told = [one for one in query.conditions if one not in (*timed, *stood) or len(timed) > 1]
    counts = query.figure is not None and query.figure.kind == "count" and not query.columns
    return Listed(
        words.noun(1, told) or words.rows(1),
        words.noun(2, told) or words.rows(2),
        _Words(query, names, language).which_measured(),
        figure=True,
        members=words.members(told),
        kinds=words.kinds(told),
        clauses=words.clauses(told),
        counts=counts and len(timed) < 2,
        verb=words.verb_by_day(timed[0]) if len(timed) == 1 else "",
        stood=_day_of(stood),
    )


def listed(query: RowsQuery, names: Names, language: Language, asked: Sequence[Period] = ()) -> Listed:
    """Return what the sentence over the rows of a query needs; `asked` are the times the question names."""
    query = as_called(query)
    words, own = _Words(query, names, language, told=True), names.naming(query.table)
    shown = [one for one in query.columns if one != own]
    dated = words.dated()
    keys = names.table(query.table).primary_key
    stood = [one for one in query.conditions if one.op == "stood"]
    left = [one for one in query.conditions if one is not dated and one not in stood]
    span, told_as = words.span_of(dated, asked)
    told = Listed(
        words.noun(1, left) or words.rows(1),
        words.noun(2, left) or words.rows(2),
        words.which(dated),
        _named_alone(query, {own, names.twin(own)} if own else set()),
        tuple(map(words.column, shown)),
        bool(own) and query.columns[:1] == (own,),
        tuple(words.column(one) for one in words.said_of() if one in shown),
        words.end(),
        bool(query.columns) and query.columns[0] in {f"{query.table}.{one}" for one in keys},
        members=words.members(left),
        kinds=words.kinds(left),
        clauses=words.clauses(left),
        units=tuple(map(words.unit, shown)),
        verbs=tuple(map(words.verb_of_time, shown)),
        span=span,
        words=told_as,
        verb=words.verb_of_rows(dated) if dated else "",
        stood=_day_of(stood),
        table=query.table,
    )
    counted = tuple(others_label(one, names, language) for one in query.conditions if one.times)
    return replace(
        told,
        columns=told.columns + counted,
        told=told.told + counted,
        units=told.units + ("",) * len(counted),
        verbs=told.verbs + ("",) * len(counted),
    )


def _day_of(stood: Sequence[Condition]) -> dt.date | None:
    """Return the one day on which rows are told as they were then."""
    days = [value for one in stood for value in one.values if isinstance(value, dt.date)]
    return days[0] if len(days) == 1 else None


def _named_alone(query: RowsQuery, called: Collection[str]) -> str:
    """Return whom a query is of that has no other condition than a name."""
    of = [one for one in query.conditions if one.column in called and one.op == "is" and len(one.values) == 1]
    return str(of[0].values[0]) if of and len(query.conditions) == 1 else ""


class _Words:
    """Puts one query into words of a language; what is only `told` need not be read again as the same."""

    def __init__(self, query: RowsQuery, names: Names, language: Language, *, told: bool = False) -> None:
        self.query, self.names, self.language, self.told = as_called(query), names, language, told

    def whole(self, shown: tuple[str, ...], every: str) -> str:
        """Return the whole question."""
        if self.query.figure is not None:
            return self._figure(self.query.figure, every)
        parts = [*map(self._condition, self.query.conditions), *map(self._ordered, self.query.order)]
        if shown:
            columns = self._say("and").join(map(self.column, shown))
            parts.append(self._say("showing", columns=columns))
        parts += [self._say(f"figure.{every}")] if every else []
        told = self._say("parts", parts=self._say("between").join(parts)) if parts else ""
        return self._say("list", rows=self.rows(2), parts=told)

    def _figure(self, figure: Figure, every: str) -> str:
        """Return the question for a figure; `every`: how it is said to be of all rows."""
        parts = [*map(self._condition, self.query.conditions)]
        parts += [self._say("figure.by", column=self.column(one)) for one in self.query.columns]
        parts += [self._say(f"figure.{every}")] if every else []
        told = self._say("parts", parts=self._say("between").join(parts)) if parts else ""
        return self._say(f"figure.{figure.kind}", rows=self.rows(2), parts=told, **self.measured(figure))

    def verb_of_time(self, column: str) -> str:
        """Return the verb of a column of days: signed of signed_on; nothing of others."""
        is_time = self.names.kind(column) == "time"
        return verb_of(self.names.of(column), self.language) if is_time else ""

    def measured(self, figure: Figure) -> dict[str, str]:
        """Return what the columns are called that a figure is of."""
        found = {"column": figure.column, "since": figure.since}
        return {key: self.column(one) if one else "" for key, one in found.items()}

    def rows(self, count: int) -> str:
        """Return what so many rows are called."""
        return self.counted(self.names.thing(self.query.table, self.language, self.query.defined), count)

    def counted(self, thing: str, count: int) -> str:
        """Return so many of a thing."""
        if self.language == "zh":
            return thing
        *before, last = thing.lower().split(" ")
        return " ".join((*before, last if count == 1 else plural(last)))

    def dated(self) -> Condition | None:
        """Return the one condition that says with a verb when the rows were: shops that opened."""
        timed = [one for one in self.query.conditions if one.op == "within"]
        own = len(timed) == 1 and timed[0].column.rpartition(".")[0] == self.query.table
        return timed[0] if own and self._verb(timed[0]) else None

    def span_of(
        self, dated: Condition | None, asked: Sequence[Period]
    ) -> tuple[tuple[dt.date, dt.date] | None, str]:
        """Return when the rows were and what the question calls it; nothing where no verb says it."""
        if dated is None:
            return None, ""
        start, end = dated.values
        assert isinstance(start, dt.date) and isinstance(end, dt.date)
        words = {one.text for one in asked if one.start == start and end <= one.end}
        return (start, end), words.pop() if len(words) == 1 else ""

    def verb_of_rows(self, dated: Condition) -> str:
        """Return what was done then; inspections of this year need not have been inspected then."""
        verb = self._verb(dated)
        return "" if verb.removesuffix("ed") in self.rows(2) else verb

    def verb_by_day(self, timed: Condition) -> str:
        """Return what was done on a day by which rows are counted, where another day could be meant."""
        known = self.names.times(self.query.table) == (timed.column,)
        return (
            "" if known else self.verb_of_rows(timed) or self._say("of_day", column=self.column(timed.column))
        )

    def noun(self, count: int, told: Sequence[Condition]) -> str:
        """Return what rows are called by the one code that says what they are: managers, of the staff."""
        roles = [one for one in told if self._is_role(one)]
        if len(roles) != 1:
            return ""
        return self.counted(self._value(roles[0].column, roles[0].values[0]), count)

    def _is_role(self, one: Condition) -> bool:
        return one.op == "is" and len(one.values) == 1 and one.column in self.names.roles

    def members(self, told: Sequence[Condition]) -> tuple[tuple[str, str], ...]:
        """Return what the rows belong to: the column that names it and its value as stored."""
        found = []
        for one in told:
            table = one.column.rpartition(".")[0]
            own = self.names.naming(table) if table != self.query.table else ""
            called = own and one.column in (own, self.names.twin(own))
            if one.op == "is" and len(one.values) == 1 and (one.named or called):
                found.append((one.named or one.column, str(one.values[0])))
        return tuple(found)

    def kinds(self, told: Sequence[Condition]) -> tuple[str, ...]:
        """Return what the codes of rows mean, in the words of the language alone; no member is one."""
        roles = [one for one in told if self._is_role(one)]
        left = [one for one in told if not self.members([one])]
        found = [one for one in left if self._is_kind(one) and not (len(roles) == 1 and one in roles)]
        return tuple(
            self._say("or").join(self._value(one.column, value) for value in one.values) for one in found
        )

    def _is_kind(self, one: Condition) -> bool:
        values = [str(value) for value in one.values]
        known = one.op == "is" and one.column in self.names.codes and not isinstance(one.values[0], bool)
        return known and all(self._value(one.column, value) != value for value in values)

    def clauses(self, told: Sequence[Condition]) -> tuple[Clause, ...]:
        """Return what else rows must hold; that they still are is said by the state they are in."""
        kinds, members = [one for one in told if self._is_kind(one)], self.members(told)
        table = self.names.table(self.query.table)
        span = self.names.catalog.lifespans.get(table.full_name)
        found = []
        for one in told:
            own = (one.named or one.column, str(one.values[0]) if one.values else "")
            ends = span is not None and one.column == f"{self.query.table}.{span.ends}"
            if (
                one in kinds
                or own in members
                or (ends and one.op == "null" and any(map(self._tells_state, kinds)))
            ):
                continue
            found.append(self._clause(one))
        return tuple(found)

    def _tells_state(self, kind: Condition) -> bool:
        column = self.names.col(kind.column)
        return any(column.says(str(one)) for one in metric_words()["alike_kinds"][STATES])

    def _clause(self, one: Condition) -> Clause:
        if one.op in OF_OTHERS:
            if one.named:
                return Clause(one.op, one.named, (str(one.values[0]),))
            days = tuple(value for value in one.values if isinstance(value, dt.date))
            rows = self._many(one) or self.rows_of(one)
            return Clause(one.op, "", words=rows, span=(days[0], days[1]) if days else None)
        numbers = [value for value in one.values if isinstance(value, Decimal)]
        if len(numbers) == len(one.values) and (one.op in COMPARED or one.op == "between") and numbers:
            values = tuple(format(value.normalize(), "f") for value in numbers)
            return Clause(one.op, self.column(one.column), values, self.unit(one.column))
        kind = one.op if one.op in ("null", "not_null", "is") else ""
        return Clause(kind, self.column(one.column), words=self._condition(one))

    def unit(self, column: str) -> str:
        """Return the unit that a column's comment has in brackets, or that its name ends with."""
        if self.names.kind(column) != "number":
            return ""
        found = self.names.of(column)
        told = ALSO.findall(found.comment)
        if self.names.col(column).in_percent:
            return "%"
        return told[0] if told else found.name.rpartition("_")[2] if "_" in found.name else ""

    def which(self, dated: Condition | None) -> str:
        """Return which rows they are: their other conditions, and of several orders what they lead."""
        order = self.query.order if self.query.first and not self.end() else ()
        conditions = [one for one in self.query.conditions if one is not dated]
        return self._say("between").join((*map(self._condition, conditions), *map(self._ordered, order)))

    def end(self) -> str:
        """Return the end of an order that the rows are of: the highest score, nothing of several orders."""
        if self.query.first is None or len(self.query.order) != 1:
            return ""
        one = self.query.order[0]
        return self._say(f"end.{self._way(one)}", column=self.column(one.column))

    def said_of(self) -> tuple[str, ...]:
        """Return the columns that what rows are called says: of their conditions and the end of an order."""
        ordered = [one.column for one in self.query.order] if self.end() else []
        return (*(one.column for one in self.query.conditions), *ordered)

    def which_measured(self) -> str:
        """Return which rows a figure is of: all conditions; of the one time, told elsewhere, its column."""
        timed = [one for one in self.query.conditions if one.op == "within"]
        by_day = timed if len(timed) == 1 else []
        known = (one.column for one in by_day if self.names.times(self.query.table) == (one.column,))
        told = [one for one in self.query.conditions if one.column not in known or one not in by_day]
        return self._say("between").join(
            self._say("told_by", column=self.column(one.column)) if one in by_day else self._condition(one)
            for one in told
        )

    def _verb(self, one: Condition) -> str:
        return verb_of(self.names.of(one.column), self.language)

    def _others(self, one: Condition) -> str:
        """Return that there are any or none of the rows that point here: no orders from … to …"""
        when = ""
        if one.values and not one.named:
            start, end = one.values
            assert isinstance(end, dt.date)
            when = self._say("others_when", start=start, end=end - DAY)
        return self._say(one.op, rows=self._many(one) or self.rows_of(one), when=when)

    def _many(self, one: Condition) -> str:
        """Return the rows that point here with how many they must be, or nothing."""
        if one.times is None:
            return ""
        how, number = one.times
        return self._say(f"many_{how}", rows=self.rows_of(one), number=int(number))

    def rows_of(self, one: Condition) -> str:
        """Return what the rows are called that point here, with what they must be."""
        if one.named:
            return self._value(one.named, one.values[0])
        count = 1 if one.times and one.times[1] == 1 else 2
        rows = self.counted(
            self.names.thing(one.column.rpartition(".")[0], self.language, one.defined), count
        )
        kinds = " ".join(self._value(column, code) for column, code in one.codes)
        kinds = kinds.lower() if self.language == "en" else kinds
        return self._say("of_kind", kind=kinds, rows=rows) if kinds else rows

    def _condition(self, one: Condition) -> str:
        if one.op in OF_OTHERS:
            return self._others(one)
        column = self.column(one.column)
        if one.op == "between" or one.op in COMPARED:
            return self._compared(one, column)
        if one.op == "within":
            start, end = one.values
            assert isinstance(end, dt.date)
            return self._say("within", column=column, start=start, end=end - DAY)
        if one.op == "stood":
            return self._say("stood", day=one.values[0])
        if one.op in ("overdue", "late"):
            return self._say(one.op)
        if one.op == "null" and (told := self.names.undone(one.column, self.language)):
            return told
        if one.op in ("is", "is_not") and isinstance(one.values[0], bool):
            return self._say("flag" if one.values[0] else "no_flag", column=column)
        if one.op in ("is", "is_not"):
            values = self._say("or").join(self._value(one.column, value) for value in one.values)
            return self._say(one.op, column=column, values=values)
        return self._say(one.op, column=column)

    def _compared(self, one: Condition, column: str) -> str:
        """Say a column over, under or between numbers, before or after a day."""
        day = one.values[0]
        if isinstance(day, dt.date):
            before = one.op == "lt"
            told = str(day if before else day - DAY)
            return self._say("before" if before else "after", column=column, day=told)
        unit = "%" if self.names.col(one.column).in_percent else ""
        numbers = [
            format(number.normalize(), "f") + unit for number in one.values if isinstance(number, Decimal)
        ]
        if one.op == "between":
            return self._say("amid", column=column, low=numbers[0], high=numbers[1])
        return self._say(one.op, column=column, number=numbers[0])

    def _ordered(self, one: Order) -> str:
        column, first = self.column(one.column), self.query.first
        if first is None:
            return self._say("down" if one.descending else "up", column=column)
        return self._say(self._way(one), column=column, count=first)

    def _way(self, one: Order) -> str:
        timed = self.names.kind(one.column) == "time"
        high, low = ("latest", "earliest") if timed else ("top", "bottom")
        return high if one.descending else low

    def column(self, column: str) -> str:
        """Return what a column is called, with whose it is."""
        table = column.rpartition(".")[0]
        label = self.names.label(column, self.language)
        label = label.lower() if self.language == "en" else label
        if table == self.query.table:
            return label
        thing = (self.names.counted_thing if self.told else self.names.thing)(table, self.language)
        if column == self.names.naming(table):
            return thing
        return self._say("of", table=thing, column=label)

    def _value(self, column: str, value: Scalar) -> str:
        return self.names.code_label(column, str(value), self.language)

    def _say(self, key: str, **params: object) -> str:
        return say(f"rows.{key}", self.language, **params)
