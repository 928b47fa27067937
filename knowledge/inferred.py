"""Keys that nobody declared: told by names and types, then by the values that are found where they point."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sqlglot import exp

from database.dialects import Dialect
from database.schema import Column, ForeignKey, Schema, Table
from knowledge.profiles import TableProfile, kind_of
from knowledge.profiling.together import one_query
from language.words import pieces, stem

SAMPLED = 200  # values of a column that are looked for where it may point
LEAST_FOUND = 0.95
LEAST_SHORT = 3  # letters of a table's name that stand for it: cust_id
LEAST_TAIL = 5  # letters that a column and a key end in alike: sbtxcustid, sbcustid
MOST_ALIKE = 8  # tables that a name may mean before it means none
LEAST_NUMBERS = 20  # small numbers are found in every numbered table
ENDINGS = ("id", "key", "code", "no", "num", "number", "ref", "fk", "sk")
WITHOUT_ENDING = 10  # from_airport says less plainly than airport_id where it points
WEAK = 12
NATURAL = 20  # a column of two words called as one that is unique elsewhere: state_name
PARENT = "parent"  # parent_id points at the same table

Keys = Mapping[str, tuple[ForeignKey, ...]]  # by `schema.table`, lower case


@dataclass(frozen=True)
class Candidate:
    """A column that may point at another table's; the lower the rank, the plainer its name says so."""

    table: Table
    column: str
    target: Table
    to: str
    rank: int
    is_number: bool

    @property
    def key(self) -> ForeignKey:
        """Return the key it would be."""
        return ForeignKey((self.column,), self.target.schema, self.target.name, (self.to,), inferred=True)


def candidates(schema: Schema, profiles: Mapping[str, TableProfile]) -> list[Candidate]:
    """Return what columns may point at by name and type, where no key is declared."""
    owners = _owners(schema, profiles)
    return [
        found
        for table in schema.tables
        if not table.is_view
        for column in _open_columns(table)
        for found in _of_column(table, column, owners)
    ]


def overlap_query(asked: Sequence[Candidate], dialect: Dialect) -> str:
    """Return one query of how many of each column's values there are, and stand where it may point."""
    return one_query([_overlap(one, place) for place, one in enumerate(asked)], dialect)


def chosen(found: Iterable[tuple[Candidate, int, int]]) -> dict[str, tuple[ForeignKey, ...]]:
    """Return the keys that hold, by table: of each column the plainest, and none where two are as plain.

    A column without a value has its name alone to go by, and that must then be the plainest.
    """
    best: dict[tuple[str, str], list[Candidate]] = {}
    for one, values, held in found:
        if not _holds(one, values, held):
            continue
        kept = best.setdefault((one.table.full_name, one.column), [])
        if kept and one.rank < kept[0].rank:
            kept.clear()
        if not kept or one.rank == kept[0].rank:
            kept.append(one)
    sure = {place: several[0] for place, several in best.items() if len(several) == 1}
    keys: dict[str, tuple[ForeignKey, ...]] = {}
    for one in sure.values():
        back = sure.get((one.target.full_name, one.to))
        if (
            back
            and (back.target.full_name, back.to) == (one.table.full_name, one.column)
            and _yields(one, back)
        ):
            continue
        name = one.table.full_name.lower()
        keys[name] = (*keys.get(name, ()), one.key)
    return keys


def _yields(one: Candidate, back: Candidate) -> bool:
    """Tell which of two columns that point at each other points: as its name says, or at the shorter name."""
    return (one.rank, len(one.target.name)) > (back.rank, len(back.target.name))


def _holds(one: Candidate, values: int, found: int) -> bool:
    """Tell whether the values bear the name out; where there are none, the plainest name is enough."""
    if not values:
        return one.rank == 0
    if one.is_number and one.rank >= WEAK and values < LEAST_NUMBERS:
        return False
    return found >= LEAST_FOUND * values


def with_inferred(tables: Iterable[Table], keys: Keys) -> list[Table]:
    """Return the tables with the inferred keys of columns that declare none.

    A taught name may lack its schema.
    """
    bare = _by_bare_name(keys)
    return [_with_keys(table, keys.get(table.full_name.lower()) or bare.get(table.full_name.lower(), ()))
            for table in tables]  # fmt: skip


def _with_keys(table: Table, inferred: Sequence[ForeignKey]) -> Table:
    held, taken = {c.name for c in table.columns}, {n for k in table.foreign_keys for n in k.columns}
    more = tuple(
        replace(key, to_schema=key.to_schema if table.schema else "")
        for key in inferred
        if held.issuperset(key.columns) and taken.isdisjoint(key.columns)
    )
    return replace(table, foreign_keys=table.foreign_keys + more) if more else table


def _by_bare_name(keys: Keys) -> dict[str, tuple[ForeignKey, ...]]:
    names = [name.rpartition(".")[2] for name in keys]
    return {
        bare: found
        for bare, found in zip(names, keys.values(), strict=True)
        if names.count(bare) == 1
    }  # fmt: skip


@dataclass(frozen=True)
class _Owner:
    """A table whose rows a column of it names; `words` are those of the table's name."""

    table: Table
    key: Column
    words: tuple[str, ...]
    key_words: tuple[str, ...]
    plain: int  # 0 the declared key, 1 the first column, 2 another one


class _Owners:
    """Finds the tables a name may mean, without looking at each."""

    def __init__(self, owners: Sequence[_Owner]) -> None:
        self.by_last: dict[str, list[_Owner]] = {}
        self.by_first: dict[str, list[_Owner]] = {}
        self.by_key: dict[tuple[str, ...], list[_Owner]] = {}
        self.by_tail: dict[str, list[_Owner]] = {}
        self.by_table: dict[str, list[_Owner]] = {}
        for owner in owners:
            if owner.words and _ending(owner.key_words):
                self.by_last.setdefault(owner.words[-1], []).append(owner)
                self.by_first.setdefault(owner.words[0][:LEAST_SHORT], []).append(owner)
            self.by_key.setdefault(owner.key_words, []).append(owner)
            self.by_tail.setdefault(_tail(owner.key.name), []).append(owner)
            self.by_table.setdefault(owner.table.full_name, []).append(owner)


def _owners(schema: Schema, profiles: Mapping[str, TableProfile]) -> _Owners:
    return _Owners(
        [
            _Owner(table, column, _words(table.name), _words(column.name), plain)
            for table in schema.tables
            if not table.is_view
            for column, plain in _key_columns(table, profiles.get(table.full_name))
        ]
    )


def _key_columns(table: Table, profile: TableProfile | None) -> Iterator[tuple[Column, int]]:
    """Yield the primary key, and columns that differ in each row, with how plainly each is a key."""
    for place, column in enumerate(table.columns):
        held = profile.columns.get(column.name) if profile else None
        if table.primary_key == (column.name,):
            yield column, 0
        elif held and held.is_unique and (not table.primary_key or kind_of(column.type) == "text"):
            yield column, 1 if place == 0 else 2


def _open_columns(table: Table) -> Iterator[Column]:
    """Yield the columns that no declared key is on and that are not the table's own."""
    declared = {name for key in table.foreign_keys for name in key.columns}
    for column in table.columns:
        if column.name not in declared and table.primary_key != (column.name,):
            yield column


def _of_column(table: Table, column: Column, owners: _Owners) -> Iterator[Candidate]:
    words = _words(column.name)
    ending = _ending(words)
    stems = words[:-1] if ending else words
    if not stems or (ending and _words(table.name)[-len(stems) :] == stems):
        return  # customers.customer_id is the table's own
    kind = kind_of(column.type)
    seen: set[tuple[str, str]] = set()
    for owner, rank in _near(
        (*_named(words, stems, owners), *_alike(table, column, words, stems, owners)), table
    ):
        place = (owner.table.full_name, owner.key.name)
        is_itself = owner.table is table and (owner.key is column or stems != (PARENT,))
        if place in seen or is_itself or kind_of(owner.key.type) != kind:
            continue
        seen.add(place)
        yield Candidate(table, column.name, owner.table, owner.key.name, rank, kind == "number")


def _near(found: Sequence[tuple[_Owner, int]], table: Table) -> Sequence[tuple[_Owner, int]]:
    """Return the owners in the table's own schema where there are any; of a great many none is meant."""
    own = [one for one in found if one[0].table.schema == table.schema]
    kept = own or found
    return sorted(kept, key=lambda one: one[1])[:MOST_ALIKE]


def _named(words: tuple[str, ...], stems: tuple[str, ...], owners: _Owners) -> Iterator[tuple[_Owner, int]]:
    """Yield the tables whose names a column's name says, the plainest first."""
    same = owners.by_last.get(stems[-1], [])
    weaker = WITHOUT_ENDING if words == stems else 0
    yield from ((one, one.plain + weaker) for one in same if one.words == stems)
    if weaker:
        yield from ((one, WEAK) for one in same if one.words == stems[-len(one.words) :])
        return
    yield from ((one, 5) for one in same if one.words[-len(stems) :] == stems)
    if len(stems) == 1 and len(stems[0]) >= LEAST_SHORT:
        short = owners.by_first.get(stems[0][:LEAST_SHORT], [])
        yield from ((one, 6) for one in short if len(one.words) == 1 and one.words[0].startswith(stems[0]))
    if len(stems) > 1:
        yield from ((one, 7) for one in same if one.words == stems[-len(one.words) :])


def _alike(
    table: Table, column: Column, words: tuple[str, ...], stems: tuple[str, ...], owners: _Owners
) -> Iterator[tuple[_Owner, int]]:
    """Yield the tables whose keys are called as a column is, or end as it does; a parent is of the table."""
    called = owners.by_key.get(words, [])
    if words != stems:
        yield from ((one, 3 + one.plain) for one in called)
        if kind_of(column.type) == "text":  # small numbers of one ending are found anywhere
            yield from (
                (one, 8) for one in owners.by_tail.get(_tail(column.name), []) if _ending(one.key_words)
            )
        yield from ((one, 3) for one in owners.by_table.get(table.full_name, []) if stems == (PARENT,))
    elif len(words) > 1 and kind_of(column.type) == "text":
        yield from ((one, NATURAL) for one in called)


def _tail(name: str) -> str:
    return name.lower()[-LEAST_TAIL:]


def _ending(words: tuple[str, ...]) -> str:
    return words[-1] if words and words[-1] in ENDINGS else ""


def _words(name: str) -> tuple[str, ...]:
    """Return a name's words in one form: customers and customer, customerId, custid and cust_id."""
    found = [stem(piece) for piece in pieces(name)]
    if len(found) == 1 and len(found[0]) > len("id") and found[0].endswith("id"):
        found = [stem(found[0].removesuffix("id")), "id"]
    return tuple(found)


def _overlap(one: Candidate, place: int) -> exp.Select:
    held = exp.column(one.column, "c", quoted=True)
    sampled = (
        exp.select(exp.alias_(held, "v"))
        .distinct()
        .from_(_source(one.table, "c"))
        .where(held.is_(exp.null()).not_())
        .limit(SAMPLED)
    )
    to = exp.column(one.to, "p", quoted=True)
    return (
        exp.select(
            exp.alias_(exp.Literal.number(place), "k"),
            exp.alias_(exp.Count(this=exp.column("v", "s")), "n"),
            exp.alias_(exp.Count(this=to), "found"),
        )
        .from_(sampled.subquery("s"))
        .join(
            _source(one.target, "p"),
            on=exp.EQ(this=to.copy(), expression=exp.column("v", "s")),
            join_type="left",
        )
    )


def _source(table: Table, alias: str) -> exp.Table:
    return exp.table_(table.name, db=table.schema or None, alias=alias, quoted=True)
