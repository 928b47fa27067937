"""Reads a question as rows of one table, alone or as a change of the list before it."""

import datetime as dt
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial

from config.wording import language_of
from knowledge.definitions.column_words import words_of
from knowledge.values import Allowed
from language.period.moments import read_moments
from language.periods import read_time
from language.roots import root
from language.units import key_of
from understanding.chart.cover import Covering, coverings
from understanding.chart.saturation import Rule, saturated
from understanding.chart.spans import Sized, Span, found_in, sized
from understanding.metric.vocabulary import metric_words
from understanding.rows.cover import price
from understanding.rows.edit import edited
from understanding.rows.frame import Condition, Read, RowsQuery
from understanding.rows.measuring import Every, every_of
from understanding.rows.names import Names
from understanding.rows.reading import changes, default_columns, read, told_of_the_last
from understanding.rows.rules import RULES
from understanding.rows.rules.seeds import SEEDS, columns, lapsed, members, says_lapsed, things_in
from understanding.rows.saying import said
from understanding.rows.spans import Text
from understanding.rows.standing import standing_no_more, stood_then
from understanding.rows.view import Known, View
from understanding.rows.words import rows_words

MOST_TABLES = 6
LONGEST = 80  # units of a question; a longer one asks for more than rows
KEPT_VIEWS = 128
REMEMBERED = 128  # texts, each over one table: what follows a question reads that again


@dataclass(frozen=True)
class RowsReading:
    """The one query a question comes to with certainty, or those it may mean, or the words not read."""

    query: RowsQuery | None = None
    meant: tuple[RowsQuery, ...] = ()
    unread: tuple[str, ...] = ()
    edits: bool = False  # it goes on from the question before


@dataclass(frozen=True)
class RowsReader:
    """Reads questions over one connection's tables."""

    known: Known
    rules: Sequence[Rule] = RULES

    @cached_property
    def _view(self) -> Callable[[str, Allowed, dt.date], View]:
        """Return a table's view as one group of people has it, with what was made of its names."""
        return lru_cache(maxsize=KEPT_VIEWS)(partial(View, self.known))

    def read(
        self, question: str, today: dt.date, allowed: Allowed, previous: str | None = None
    ) -> RowsReading:
        """Return what a question comes to; `previous` is the question it may follow."""
        text = Text.of(question)
        if _asks_for_more(text):
            return RowsReading()
        views = [self._view(table, allowed, today) for table in self._tables(text, allowed)]
        covered = [(view, self._covered(text, view)) for view in views]
        found = [
            replace(one, sure=one.sure and not self._may_be_others(text, way, view))
            for view, ways in covered
            for way in self._read_whole(text, ways, view)
            for one in self._of_these(text, way, view)
        ]  # fmt: skip
        if not found and previous is None:
            found = self._by_columns(text, allowed, today)
        before = self._before(previous, text, today, allowed) if previous else None
        changed = self._changed(text, before, allowed, today) if before else None
        best = [ways[0] for _, ways in covered]
        fewest = min(best, key=lambda one: len(one.unread), default=Covering((), ()))
        judged = _judged(found, self.known.names)
        if found and changed:
            return _follows(changed, judged, [way for _, ways in covered for way in ways], best)
        return (judged if found else changed) or RowsReading(unread=_written(text, fewest.unread))

    def words(self, query: RowsQuery, question: str, today: dt.date, allowed: Allowed) -> str:
        """Return a query as a question in the language of one, or nothing where that is read otherwise."""
        view = self._view(query.table, allowed, today)
        own = self.known.names.naming(query.table)
        plain = query.figure is not None or query.columns == default_columns(query, view)
        shown = () if plain else tuple(one for one in query.columns if one != own)
        ways: tuple[Every, ...] = (every_of(query, view), "any_state")  # drivers, all staff or one kind
        named = _names_a_lost_state(question, query, view)
        ways = tuple(one for one in ways if one != "any_state" or not named)
        words = (said(query, shown, self.known.names, language_of(question), every=one) for one in ways)
        return next((one for one in words if self.read(one, today, allowed).query == query), "")

    def chart(self, question: str, view: View) -> tuple[Span, ...]:
        """Return every span that is read of a question over the rows of a table."""
        text = Text.of(question)
        return saturated((one for seed in SEEDS for one in seed(text, view)), self.rules)

    def _of_these(self, text: Text, way: Covering, view: View) -> list[Read]:
        """Return what a covering asks of the rows of a table, told by the key that the question names."""
        if _tells_our_people(way, view):
            spans = (replace(one, sure=one.sure or one.type == "rows") for one in way.spans)
            way = replace(way, spans=tuple(spans))
        found = read(text, way, view, alone=view.table in self._unnamed(text, view))
        return [one for one in found if not _says_another_end(text, one.query, view)]

    def _covered(self, text: Text, view: View) -> list[Covering]:
        return self._coverings(text.raw, view.table, view.allowed, view.today)

    @cached_property
    def _coverings(self) -> Callable[[str, str, Allowed, dt.date], list[Covering]]:
        """Return the ways to read a text over the rows of a table; they are shared: never change them."""

        def found(question: str, table: str, allowed: Allowed, today: dt.date) -> list[Covering]:
            chart = self.chart(question, self._view(table, allowed, today))
            return coverings(chart, len(Text.of(question).units), price)

        return lru_cache(maxsize=REMEMBERED)(found)

    def _tables(self, text: Text, allowed: Allowed) -> list[str]:
        """Return the tables whose rows may be asked for: named, else of a member, else the only one."""
        seen = [one.full_name for one in self.known.names.schema.tables if allowed(f"{one.full_name}.*")]
        if len(seen) == 1:
            return seen
        named = [thing.table for _, _, thing in things_in(text, allowed, self.known.names)]
        named = named or [one for one in self._people(text) if one in seen]
        found = (one.column.rpartition(".")[0] for one in self.known.values.find(text.raw, allowed))
        roles = (one.rpartition(".")[0] for one in self.known.names.roles if allowed(one))
        return list(dict.fromkeys((*named, *(one for one in (*found, *roles) if one in seen))))[:MOST_TABLES]

    def _people(self, text: Text) -> tuple[str, ...]:
        """Return the one table of those who work here where who or how many people is asked for: who left."""
        people = self.known.names.people
        return (people,) if people and found_in(text.keys, _of_people()) else ()

    def _may_be_others(self, text: Text, way: Covering, view: View) -> bool:
        """Tell rows that may be some of their kind, and who joined, which may be others than our people."""
        named = any(one.type == "rows" or one.rule in ("ourselves", "members") for one in way.leaves)
        people = view.table == self.known.names.people and not named and bool(way.of("who"))
        return people or _names_a_kind(text, way, view)

    def _read_whole(self, text: Text, ways: Sequence[Covering], view: View) -> list[Covering]:
        return [one for one in ways if not (one.unread or self._is_lacked(text, one, view))]

    def _is_lacked(self, text: Text, way: Covering, view: View) -> bool:
        """Tell a kind of rows that other things have none of: stores without a barista are no staff."""
        lacking = tuple(map(str, metric_words()["fill"]["lacking"]))
        denied = [one for one in way.leaves if one.type in ("not", "no_value")]
        lacks = any(text.written(one.start, one.end).lower().startswith(lacking) for one in denied)
        kept = [one.value for one in way.of("condition") if isinstance(one.value, Condition)]
        kinds = any(one.op == "is_not" and one.column in view.names.roles for one in kept)
        if not (lacks and kinds) or any(one.type == "rows" for one in way.leaves):
            return False
        return any(one[2].table != view.table for one in things_in(text, view.allowed, self.known.names))

    def _by_columns(self, text: Text, allowed: Allowed, today: dt.date) -> list[Read]:
        """Return the figures that a question without a table may mean: of the one table they fit."""
        named = {one.full_name: 0 for one in self.known.names.schema.tables if allowed(f"{one.full_name}.*")}
        called = found_in(text.forms, self.known.names.tables_by_column)
        for tables in {text.forms[start:end]: tables for start, end, tables in called}.values():
            for table in tables & named.keys():
                named[table] += 1
        views = [self._view(table, allowed, today) for table in named]
        late = says_lapsed(text)
        views = [one for one in views if named[one.table] or (late and any(lapsed(text, one)))]
        fits = [
            [
                replace(one, sure=False)
                for way in self._covered(text, view) if not way.unread
                for one in read(text, way, view, alone=True) if _is_of(one.query, view)
            ]
            for view in sorted(views, key=lambda one: -named[one.table])[:MOST_TABLES]
        ]  # fmt: skip
        found = [one for one in fits if one]
        return found[0] if len(found) == 1 else []

    def _unnamed(self, text: Text, view: View) -> tuple[str, ...]:
        """Return the table that need not be named: the only one, or the one whose row is named."""
        names = self.known.names
        if len(names.schema.tables) == 1 or view.table in self._people(text):
            return (view.table,)
        own = names.naming(view.table)
        called = {own, names.twin(own)} if own else set()
        called |= {*names.roles, *names.numbers(view.table)}
        is_named = any(one.sure and one.value[0] in called for one in members(text, view))
        nouns = [one for one in things_in(text, view.allowed, names) if one[2].table == view.table]
        held = [one for one in members(text, view) if one.value[0].rpartition(".")[0] == view.table]
        named = [*held, *(one for one in columns(text, view) if one.type == "column" and one.sure)]
        within = any(one.start <= start and end <= one.end and one.end - one.start > end - start
                     for one in named for start, end, _ in nouns)  # fmt: skip
        return (view.table,) if is_named or within else ()

    def _before(self, previous: str, text: Text, today: dt.date, allowed: Allowed) -> RowsQuery | None:
        """Return what was asked before; of those there are now or ever either, where a day is asked of."""
        found = self.read(previous, today, allowed)
        either = found.meant[:1] if read_moments(text.raw, today) or read_time(text.raw, today).ends else ()
        return found.query or next(iter(either), None)

    def _changed(self, text: Text, before: RowsQuery, allowed: Allowed, today: dt.date) -> RowsReading | None:
        """Return the list before with a message's changes, where that is all the message says."""
        view = self._view(before.table, allowed, today)
        rows = replace(before, figure=None, columns=())
        listed = replace(rows, columns=default_columns(rows, view)) if before.figure else before
        ways = [way for way in self._covered(text, view) if not way.unread]
        found = [
            Read(
                _shown_anew(_put_in(one, one_before, view), one_before, one.query, view),
                one.sure or _counts_those(one.query, one_before),
            )
            for way in ways
            for one_before in (listed if way.of("list", "asked") else before,)
            for one in changes(way, view)
            if one.query.figure is None or one_before.first is None  # no figure is of the first few alone
        ]
        found = [one for one in found if one.query != before]  # a message that says nothing new of the rows
        of_the_last = [told for way in ways if (told := told_of_the_last(way, before, view))]
        judged = _judged(of_the_last or found, self.known.names) if of_the_last or found else None
        return RowsReading(judged.query, judged.meant, edits=True) if judged else None


def _names_a_lost_state(question: str, query: RowsQuery, view: View) -> bool:
    """Tell a question that names a state its reading does not keep to: 在职员工 are of one."""
    told, names = {one.column for one in query.conditions}, view.names
    lost = (one for one in names.doubtful(query.table) if one not in told)
    codes = (labels for one in lost for labels in names.codes.get(one, {}).values())
    called = (str(label).lower() for labels in codes for label in labels)
    return not query.defined and any(label in question.lower() for label in called)


def _counts_those(change: RowsQuery, before: RowsQuery) -> bool:
    """Tell whether the rows just listed are counted: which of all count, their list has said."""
    plain = change.figure is not None and change.figure.kind == "count" and not change.conditions
    return plain and before.figure is None and bool(before.conditions)


def _shown_anew(query: RowsQuery, before: RowsQuery, change: RowsQuery, view: View) -> RowsQuery:
    """Return a changed list with the columns that suit it, where nobody chose those of the one before."""
    if query.figure is not None or before.columns != default_columns(before, view):
        return query
    columns = (*default_columns(query, view), *change.columns)
    return replace(query, columns=tuple(dict.fromkeys(columns)))


def _put_in(change: Read, before: RowsQuery, view: View) -> RowsQuery:
    rows = standing_no_more(before, change.query, view)
    return stood_then(before, change.query, view) or edited(rows, change.query)


@lru_cache(maxsize=1)
def _of_people() -> Sized[bool]:
    """Return what asks for people without a noun for them: 谁, 多少人."""
    return sized({key_of(str(one)): True for one in rows_words()["asking_for_people"]})


def _tells_our_people(way: Covering, view: View) -> bool:
    """Tell people who can only be those who work here, by a state of theirs: 休假的人, not 博罗的人.

    Beside a time a state is rather what happened: 今年离职的有哪些人.
    """
    if view.table != view.names.people or way.of("period"):
        return False
    told = [one.value for one in way.of("condition") if one.sure and isinstance(one.value, Condition)]
    return any(one.op == "is" and view.owns(one.column) and _is_theirs_alone(one, view) for one in told)


def _is_theirs_alone(state: Condition, view: View) -> bool:
    """Tell a state that no other people are in: active may be the staff as well as the customers."""
    names = view.names
    called = {word for one in state.values for word in names.codes.get(state.column, {}).get(str(one), ())}
    others = (
        word
        for column, codes in names.codes.items()
        if not view.owns(column) and names.called_as_people(column.rpartition(".")[0])
        for words in codes.values()
        for word in words
    )
    return bool(called) and called.isdisjoint(others)


def _says_another_end(text: Text, query: RowsQuery, view: View) -> bool:
    """Tell words for another of several keys than the one rows are told by: rides ending at, by start_id."""
    catalog, said = view.names.catalog, set(map(root, words_of(text.raw)))
    for table in {one.column.rpartition(".")[0] for one in query.conditions} - {query.table}:
        way = catalog.path(query.table, table) or ()
        keys = catalog.own_keys(query.table, way[0].to_table) if way else ()
        own = {root(one) for step in way[:1] for one in words_of(step.columns[0])}
        if said & ({root(one) for step in keys for one in words_of(step.columns[0])} - own):
            return True
    return False


def _is_of(query: RowsQuery, view: View) -> bool:
    """Tell whether a figure is of a table's own column, or of rows that are told by what became of them."""
    figure = query.figure
    if figure is None:
        return False
    if figure.column:
        return view.owns(figure.column)
    ends = view.names.ends(view.table)
    return any(ends and ends in (one.column, one.until) for one in query.conditions)


def _names_a_kind(text: Text, way: Covering, view: View) -> bool:
    """Tell whether the word for the rows is that of some of them as well: 销售, all staff or one kind."""
    kinds = {(one.start, one.end) for one in members(text, view)}
    nouns = (one for one in way.leaves if one.type == "rows" and not way.of("every"))
    return any((one.start, one.end) in kinds for one in nouns)


def _follows(
    changed: RowsReading, alone: RowsReading, ways: Sequence[Covering], best: Sequence[Covering]
) -> RowsReading:
    """Return what a message means that may change the list before, or ask for itself: both where it may.

    It asks for itself where it names its rows, and goes on where it points back: only those, sort by.
    """
    if any(one.of("rows") for one in best):
        return alone
    if any(one.of("those", "sorted", "as_shown") for one in ways):
        return changed
    both = (changed.query, *changed.meant, alone.query, *alone.meant)
    return RowsReading(meant=tuple(dict.fromkeys(one for one in both if one)), edits=True)


def _asks_for_more(text: Text) -> bool:
    """Tell a long question, or two clauses that each ask how many: 员工有多少人，保洁多少.

    How much money is of those that are counted.
    """
    asks = re.compile(metric_words()["asked_twice"], re.IGNORECASE)
    money = [word for words in metric_words()["asked_in_money"].values() for word in words]
    clauses = [one.lower() for one in re.split("[，,；;]", text.raw)]
    counted = [one for one in clauses if not any(word in one for word in money)]
    return len(text.units) > LONGEST or sum(bool(asks.search(one)) for one in counted) > 1


def _judged(found: Sequence[Read], names: Names) -> RowsReading:
    """Return the one query that is sure, or all that may be meant; of two that keep the same codes one."""
    denied = sorted(found, key=lambda one: any(kept.op == "is_not" for kept in one.query.conditions))
    alike: dict[RowsQuery, RowsQuery] = {}
    for one in denied:
        alike.setdefault(_by_codes_kept(one.query, names), one.query)
    meant = list(dict.fromkeys(alike[_by_codes_kept(one.query, names)] for one in found))
    sure = list(dict.fromkeys(alike[_by_codes_kept(one.query, names)] for one in found if one.sure))
    return RowsReading(sure[0]) if len(sure) == 1 else RowsReading(meant=tuple(meant))


def _by_codes_kept(query: RowsQuery, names: Names) -> RowsQuery:
    """Return a query with the codes that are left where it says which are not kept."""
    return replace(query, conditions=tuple(_kept(one, names) for one in query.conditions))


def _kept(condition: Condition, names: Names) -> Condition:
    left = tuple(sorted({*names.codes.get(condition.column, ())} - {*map(str, condition.values)}))
    return replace(condition, op="is", values=left) if condition.op == "is_not" and left else condition


def _written(text: Text, places: Sequence[int]) -> tuple[str, ...]:
    """Return the words at some places, neighbours together."""
    runs: list[list[int]] = []
    for place in places:
        if runs and runs[-1][-1] == place - 1:
            runs[-1].append(place)
        else:
            runs.append([place])
    return tuple(text.written(run[0], run[-1] + 1) for run in runs)
