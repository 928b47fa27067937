"""From a covering to what is asked of the rows, or why it is none."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from language.units import key_of
from language.words import has_run
from understanding.chart.cover import Covering
from understanding.metric.apart import asks_which_they_are
from understanding.rows.frame import Condition, Figure, Read, RowsQuery
from understanding.rows.keeping import conditions_of
from understanding.rows.lasting import first_to_come, of_those_running
from understanding.rows.measuring import figure_of, is_figure, meanings
from understanding.rows.names import Thing
from understanding.rows.ordering import Ordering, ordering_of
from understanding.rows.showing import asked_columns, shown_columns
from understanding.rows.spans import Text
from understanding.rows.timing import in_time, of_those_now, told_by_time
from understanding.rows.view import View
from understanding.rows.voided import left_out
from understanding.rows.wishes import is_bare, is_wish
from understanding.rows.words import rows_words

ASKED_OF_ONE = ("when", "who", "which", "asked", "how_much")
WHO = (key_of("who"), key_of("谁"))
CLAUSE_END = re.compile(r"[，,：:；;。、]")


@dataclass(frozen=True)
class _Asked:
    """What the clauses of a covering ask of the rows, each by itself."""

    conditions: tuple[Condition, ...]
    ordering: Ordering
    columns: tuple[str, ...]

    def of(self, view: View, columns: tuple[str, ...] = (), defined: str = "") -> RowsQuery:
        """Return the query that they make together."""
        order = self.ordering
        return RowsQuery(view.table, columns, self.conditions, order.order, order.first, defined)

    @property
    def says_nothing(self) -> bool:
        """Tell whether nothing is said of the rows: who is it, of everybody."""
        return not (self.conditions or self.columns or self.ordering.order)

    def is_of_the_most(self, covering: Covering) -> bool:
        """Tell who did most of something, which is no order of the rows: who approved the most orders."""
        return _asks_who(covering) and not self.ordering.sure

    def is_sure(self, covering: Covering) -> bool:
        """Tell whether nothing was taken for granted, and somebody who did it did it to some of the rows."""
        some = self.conditions or covering.of("period", "list") or not _asks_who(covering)
        return bool(some) and self.ordering.sure and covering.sure


def _is_no_list(text: Text, covering: Covering, asked: _Asked, *, named: bool) -> bool:
    """Tell what is told apart, who did most, and of rows nobody named nothing, or who did what is unknown."""
    if covering.of("split") or asked.is_of_the_most(covering):
        return True
    if named:
        return False
    nothing = asked.says_nothing and not covering.of("period", "as_of", "list")
    did = any(has_run(text.keys, key_of(word)) for word in rows_words()["who_did"])
    return nothing or (did and not _asks_who(covering))


def _asks_for_kinds(covering: Covering, asked: _Asked, view: View) -> bool:
    """Tell kinds that are asked for, and no rows of them: 服务区等级有哪些, which levels are there."""
    if asked.conditions or asked.ordering.order or len(asked.columns) != 1:
        return False
    kinds = [one for one in covering.of("column") if one.value.name == asked.columns[0]]
    coded = [one for one in kinds if one.value.coded and view.owns(one.value.name)]
    which = [one for one in covering.of("which", "asked") if one.value not in WHO]
    rows = covering.of("rows")
    ahead = any(one.end == kind.start for one in which for kind in coded)
    behind = any(kind.end == one.start for one in which for kind in coded)
    return ahead or (behind and all(one.end <= kind.start for one in rows for kind in coded))


def _asks_who(covering: Covering) -> bool:
    """Tell whether it is asked who did something: who approved it."""
    return any(one.rule == "doers" for one in covering.of("column"))


def read(text: Text, covering: Covering, view: View, *, alone: bool) -> list[Read]:
    """Return the queries that a covering may mean; `alone` where its table need not be named."""
    things = {one.value for one in covering.leaves if one.type == "rows"}
    if len(things) > 1 or not (things or alone) or not is_wish(text, covering, view):
        return []
    thing = next(iter(things), Thing(view.table))
    if not is_figure(covering):
        return _listed(text, told_by_time(covering, view), view, thing, named=bool(things))
    which = asks_which_they_are(text.raw)
    return [
        Read(_of_them(meant.query, view) if which else meant.query, meant.sure and one.sure)
        for one in _figures(covering, view, thing)
        for meant in meanings(one.query, covering, view)
    ]


def _of_them(query: RowsQuery, view: View) -> RowsQuery:
    """Return the rows whose number was read, where it is asked which they are: a list tells how many."""
    if query.columns or query.figure != Figure("count"):
        return query
    rows = replace(query, figure=None)
    return replace(rows, columns=default_columns(rows, view))


def changes(covering: Covering, view: View) -> list[Read]:
    """Return what a covering changes of these rows: conditions, order, columns, or their number."""
    if is_figure(covering):
        return _figures(covering, view)
    asked = _asked(covering, view)
    which = covering.of("which") and not covering.of("those")  # of those, which are cashiers
    if asked is None or which or covering.of("how_much"):
        return []
    query = asked.of(view, asked.columns)
    if covering.of("list", "asked") and covering.of("those"):
        return [Read(query, asked.ordering.sure)]
    shows = asked.columns and covering.of("as_shown", "when")
    if not (asked.conditions or asked.ordering.order or covering.of("period", "as_of", "age") or shows):
        return []
    sure = asked.ordering.sure and covering.sure
    return [replace(one, sure=one.sure and sure) for one in in_time(query, covering, view)]


def told_of_the_last(covering: Covering, before: RowsQuery, view: View) -> Read | None:
    """Return the rows at the end of an order with what alone is asked of them: who did it, when, 多少分."""
    asked = [one for one in covering.spans if one.type != "empty"]
    others = any(one.type not in (*ASKED_OF_ONE, "column") for one in asked)
    if not before.first or before.figure or others or not covering.of(*ASKED_OF_ONE, "column"):
        return None
    own = [one.value.name for one in covering.of("column") if view.owns(one.value.name)]
    days = [one.column for one in before.order if view.is_time(one.column)] if covering.of("when") else []
    shown = tuple(dict.fromkeys(view.pointed_at(one) or one for one in (*own, *days)))
    asks = bool(covering.of(*ASKED_OF_ONE)) or any(one.rule == "asked_in_units" for one in asked)
    if not (shown and asks and covering.sure):
        return None
    return Read(replace(before, columns=shown_columns(shown, before, view)))


def default_columns(query: RowsQuery, view: View) -> tuple[str, ...]:
    """Return the columns of a query that names none."""
    return shown_columns((), query, view)


def _asked(covering: Covering, view: View) -> _Asked | None:
    conditions, order = conditions_of(covering, view), ordering_of(covering, view)
    if conditions is None or order is None:
        return None
    if covering.of("next"):
        coming = first_to_come(covering, view)
        if coming is None:
            return None
        conditions, order = tuple(sorted((*conditions, coming[0]), key=repr)), coming[1]
    columns = asked_columns(covering, conditions, view)
    return _Asked(conditions, order, tuple(columns)) if columns is not None else None


def _listed(text: Text, covering: Covering, view: View, thing: Thing, *, named: bool) -> list[Read]:
    """Return the lists that a covering may mean; `named`: it has a word for the rows."""
    asked = _asked(covering, view)
    if asked is None or _is_no_list(text, covering, asked, named=named):
        return []
    if _asks_for_kinds(covering, asked, view):
        return []
    found = _lists(asked, covering, view, thing)
    if named and not (asked.columns or asked.ordering.order) and is_bare(covering, view):
        return [*(_number_of(one) for one in found), *(replace(one, sure=False) for one in found)]
    if not covering.of("exists") and not (named and covering.of("list")):  # are there any called so
        found = [one for one in found if not _tells_nothing(one.query, view)]
    heads = _heads(text, covering) or (not named and any(map(view.is_name, asked.conditions)))
    sure = heads and asked.is_sure(covering)
    return [replace(one, sure=one.sure and sure) for one in found]


def _lists(asked: _Asked, covering: Covering, view: View, thing: Thing) -> list[Read]:
    """Return what is asked as lists, each with its columns, in its time, of those there are now or ever."""
    defined = "" if covering.of("every") else _defined(thing, asked.conditions, view)
    query = _that_stand(asked.of(view, defined=defined), view)
    timed = [
        replace(one, query=_that_count(one.query, covering, view)) for one in in_time(query, covering, view)
    ]
    if not covering.of("every"):
        timed = [now for one in timed for now in of_those_now(one, view)]
        timed = [now for one in timed for now in of_those_running(one, covering, view)]
    shown = ((shown_columns(asked.columns, one.query, view), one) for one in timed)
    return [replace(one, query=replace(one.query, columns=columns)) for columns, one in shown]


def _that_stand(query: RowsQuery, view: View) -> RowsQuery:
    """Return the rows that a level counts as those it counts today: open complaints, not all there were."""
    metric = view.names.catalog.metrics.get(query.defined)
    if metric is None or not metric.until or not metric.time:
        return query
    begins, ends = (view.names.catalog.column_of(metric, one) for one in (metric.time, metric.until))
    return query.also(Condition(begins, "ongoing", (view.today,), ends, defined=query.defined))


def _number_of(found: Read) -> Read:
    """Return how many rows of a list there are, as one of two things that its words may mean."""
    return Read(replace(found.query, columns=(), figure=Figure("count")), sure=False)


def _tells_nothing(query: RowsQuery, view: View) -> bool:
    """Tell whether only what was named is shown again: who supplies bone powder, with nobody's name."""
    fixed = {one.column for one in query.conditions if one.op == "is" and len(one.values) == 1}
    if len(fixed) != len(query.conditions):
        return False
    alike = {frozenset((one, view.names.twin(one) or one)) for one in fixed}
    return len(alike) == 1 and {*query.columns} <= {*alike.pop()}


def _figures(covering: Covering, view: View, thing: Thing | None = None) -> list[Read]:
    """Return the figures that a covering may ask for, whichever rows count."""
    conditions, told = conditions_of(covering, view), figure_of(covering, view)
    if conditions is None or told is None:
        return []
    figure, by = told
    if figure.kind == "count" and not covering.of("ties") and any(map(view.is_name, conditions)):
        return []  # of one thing that is named there is one: what it has is asked for
    defined = _defined(thing, conditions, view) if thing and not covering.of("every") else ""
    query = _that_stand(RowsQuery(view.table, by, conditions, defined=defined, figure=figure), view)
    return [
        Read(_that_count(_with_both_days(one.query, view), covering, view), one.sure and covering.sure)
        for one in in_time(query, covering, view)
    ]


def _that_count(query: RowsQuery, covering: Covering, view: View) -> RowsQuery:
    """Return rows that are still open without those that do not count, unless all are asked for."""
    return query if covering.of("every") else query.also(*left_out(query, view))


def _with_both_days(query: RowsQuery, view: View) -> RowsQuery:
    """Return days between two of a row's own of those rows that have both."""
    ends = (query.figure.since, query.figure.column) if query.figure and query.figure.since else ()
    told = {one.column for one in query.conditions if one.op not in ("null", "is_not")}
    lacking = (one for one in ends if view.names.of(one).nullable and one not in told)
    return query.also(*(Condition(one, "not_null") for one in lacking))


def _defined(thing: Thing, conditions: Sequence[Condition], view: View) -> str:
    """Return the metric whose rows are meant, unless what is asked for goes against its filters.

    Of things that a level counts these are what it counts. Things that are told by their days, as hired
    this year, are those whatever has become of them, and so are those told by how they ended, and by how
    often something was.
    """
    defined = thing.defined or view.names.catalog.standing_count(view.table)
    if not defined or view.tells_of_ends(conditions) or any(one.times for one in conditions):
        return ""
    if view.names.naming(view.table) and any(
        view.owns(one.column) and view.is_time(one.column) for one in conditions
    ):
        return ""
    filters = " ".join(view.names.catalog.metrics[defined].filters).lower()
    columns = {one.column.rpartition(".")[2].lower() for one in conditions}
    return "" if any(re.search(rf"\b{re.escape(one)}\b", filters) for one in columns) else defined


def _heads(text: Text, covering: Covering) -> bool:
    """Tell whether what is listed is what the question is of: the first noun, in Chinese a clause's last."""
    nouns = [one for one in covering.leaves if one.rule == "tables" and one.end <= _clause(text)]
    nouns.sort(key=lambda one: one.start)
    chinese = any("\u4e00" <= one <= "\u9fff" for one in text.keys)
    asked = [one for one in covering.of("which") if one.end < len(text.keys)]
    behind = [noun for mark in asked for noun in nouns if noun.start >= mark.end]
    if behind:
        return behind[0].type == "rows"
    return not nouns or nouns[-1 if chinese else 0].type == "rows"


def _clause(text: Text) -> int:
    """Return how many units the first clause has."""
    found = CLAUSE_END.search(text.raw)
    end = found.start() if found else len(text.raw)
    return sum(one.end <= end for one in text.units) or len(text.units)
