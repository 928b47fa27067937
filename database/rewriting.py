"""One query on its way through its user's rights: what stands where each table stood.

A restricted table is replaced by a query of its own rows and columns. A view over restricted tables is
replaced by what it selects, with the rights written into that in the same way; nothing of it may mean
anything but the database's own tables, whatever names stand around it.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial

from sqlglot import exp

from database.coverage import TableRule, is_denied, may_see, rule_for
from database.dialects import Dialect
from database.groups import following
from database.guard import CheckedQuery, check
from database.headings import headings
from database.hidden import require_no_hidden
from database.leaks import could_peek
from database.masks import HASH_KEY, quoted
from database.own_calls import to_qualify
from database.rights import Rights
from database.schema import Schema, Table
from database.shape import shape_query
from database.shapes import require_same_meaning
from database.sources import folded
from database.type_names import TypeName
from errors import PolicyError, UnsafeSQLError

PLACE = re.compile(rf"\{{(user\.\w+|{re.escape(HASH_KEY)})\}}")
# PostgreSQL: a table without those that inherit from it, and with them, which is what its name means.
_ONLY, _EVERY = re.compile(r"\bonly\s*$", re.I), re.compile(r"\s*\*")
_SAMPLE = re.compile(r"\s+tablesample\s+\w+\s*\(\s*[\d.]+\s*\)(?:\s*repeatable\s*\(\s*[\d.]+\s*\))?", re.I)
_TABLE_WORD = re.compile(r"\btable\s*$", re.I)
# What may stand around a table's name and would not stand around a subquery.
_TABLE_ONLY = (
    "partition",
    "hints",
    "indexed",
    "system_time",
    "version",
    "when",
    "changes",
    "rows_from",
)


@dataclass(frozen=True)
class Edit:
    """What replaces a stretch of the text: `query` may name places for values, `tail` is taken as it is."""

    start: int
    end: int
    query: str = ""
    tail: str = ""


@dataclass
class Rewriting:
    """A checked query, whose rights it is held against, and the edits that write these into its text.

    `free` rights take nothing away. `fence` keeps the planner from trying the query's own conditions on
    rows that are dropped. `of` is the view whose query this is.
    """

    checked: CheckedQuery
    rights: Rights
    schema: Schema
    free: bool
    fence: bool
    of: Table | None = None
    rules: dict[int, TableRule] = field(default_factory=dict)
    names: dict[str, None] = field(default_factory=dict)
    edits: list[Edit] = field(default_factory=list)
    policies: dict[str, None] = field(default_factory=dict)
    by_table: dict[str, TableRule] = field(default_factory=dict)

    @property
    def dialect(self) -> Dialect:
        """Return the engine's dialect."""
        return self.checked.dialect

    def rule(self, table: Table) -> TableRule:
        """Return what the rights mean for a table, worked out once a query."""
        if table.full_name not in self.by_table:
            rule = rule_for(table, self.rights, self.schema, self.dialect)
            if rule.through:
                rule = replace(rule, source=self._selected(table))
            self.by_table[table.full_name] = rule
        return self.by_table[table.full_name]

    def cover(self) -> None:
        """Note every table, and the edits that restrict those that the rights do; refuse what cannot be."""
        for node in self.checked.sources:
            self._cover(node)
        own = [Edit(place, place, tail="pg_catalog.") for place in to_qualify(self.checked, self.schema)]
        self._require_open_types()
        require_no_hidden(self.checked.nodes, self.rules)
        require_same_meaning(self.checked.nodes, self.rules, self.dialect)
        for rule in self.rules.values():
            self.policies |= dict.fromkeys(rule.policies())
        if self.edits:
            if self.of is None:
                named = headings(self.checked, [edit.start for edit in self.edits])
                self.edits += [Edit(place, place, tail=name) for place, name in named]
            places = following(self.checked.nodes, self.rules, self.dialect)
            self.edits += [Edit(place, place, tail=names) for place, names in places]
            self._drop_schemas_of_columns()
        self.edits += own
        if self.edits:
            self._require_covered()

    def spliced(
        self, place: Callable[[str], str], plain: Callable[[str], str]
    ) -> tuple[str, list[tuple[int, int]]]:
        """Return the text with the edits made, and where the inserted queries now stand."""
        source, parts, spans, at, length = self.checked.sql, list[str](), list[tuple[int, int]](), 0, 0
        for edit in sorted(self.edits, key=lambda edit: edit.start):
            if edit.start < at:
                raise PolicyError("policy_unproven", why=source[edit.start : edit.end][:40])
            kept = plain(source[at : edit.start])
            words = PLACE.split(edit.query)  # text, place, text, place, … text
            query = "".join(place(word) if odd % 2 else plain(word) for odd, word in enumerate(words))
            inserted = query + plain(edit.tail)
            parts += [kept, inserted]
            spans.append((length + len(kept), length + len(kept) + len(query)))
            length += len(kept) + len(inserted)
            at = edit.end
        parts.append(plain(source[at:]))
        return "".join(parts), spans

    def _cover(self, node: exp.Table) -> None:
        if str(node.db).lower() == "information_schema":
            self.names[f"information_schema.{node.name.lower()}"] = None
            if not self.free:
                shown = shape_query(node.name.lower(), self.schema, self.rule, self.dialect)
                self._replace(node, lambda: shown, is_table=False)
            return
        table, clear = self._resolve(node)
        if table is None:
            self.names[_written(node, self.dialect)] = None
            return
        self.names[table.full_name.lower()] = None
        rule = self.rule(table)
        self.rules[id(node)] = rule
        if rule.restricts or not clear:
            fence = self.fence and bool(rule.predicate)
            self._replace(node, partial(rule.select, self.dialect, fence), is_table=not rule.source)
        elif self.of is not None and node.args.get("db") is None:
            self._qualify(node, table)

    def _selected(self, view: Table) -> str:
        """Return what a view selects, with the rights written in and places as `{user.name}`."""
        try:
            checked = _view_query(view.definition, self.dialect)
            if PLACE.search(checked.sql):
                raise PolicyError("policy_unproven", why=view.full_name)
            fence = self.fence or could_peek(checked)
            inner = Rewriting(checked, self.rights, self.schema, False, fence, view)
            inner.cover()
            inner._require_no_open_star()
        except (UnsafeSQLError, PolicyError) as exc:
            # What the view reads is not this user's to learn.
            raise PolicyError("policy_unproven", why=f"view {view.full_name}", detail=exc.code) from exc
        self.names |= inner.names
        self.policies |= inner.policies
        text, _ = inner.spliced(lambda name: "{" + name + "}", str)
        return f"({text}) AS {quoted(view.name, self.dialect)}"

    def _require_no_open_star(self) -> None:
        """Refuse `*` over a table with hidden columns in a view: its columns would no longer be these."""
        if any(rule.hidden for rule in self.rules.values()) and any(
            not isinstance(star.parent, exp.Count) for star in self.checked.nodes.of(exp.Star)
        ):
            raise PolicyError("policy_unproven", why="*")

    def _require_open_types(self) -> None:
        """Hold every type that is not built in against what the connection and the rights show."""
        for name in self.checked.types:
            if ".".join(name) in self.schema.types:
                self._require_open_home(name)
                continue
            table = next((t for t in self.schema.namesakes(name[-1]) if self._is_row_of(t, name)), None)
            if table is None:
                raise PolicyError("type_unlisted", type=".".join(name))
            self.names[table.full_name.lower()] = None
            if self.rule(table).hidden:
                raise PolicyError("policy_unproven", why=".".join(name))

    def _require_open_home(self, name: TypeName) -> None:
        """Refuse a type that is denied as tables are, or whose schema's tables are closed one and all."""
        types, path = self.schema.types, self.checked.search_path
        home = name[0] if len(name) > 1 else next((one for one in path if f"{one}.{name[0]}" in types), "")
        beside = [table.full_name.lower() for table in self.schema.tables if table.schema == home]
        closed = beside and not any(may_see(table, self.rights) for table in beside)
        if closed or is_denied(f"{home}.{name[-1]}".lower(), self.rights):
            raise PolicyError("type_forbidden", type=".".join(name))

    def _is_row_of(self, table: Table, name: TypeName) -> bool:
        """Tell whether a type can only be that of a table's rows: bare, one of the first schema searched."""
        return (table.schema, table.name) == (name if len(name) > 1 else (self.checked.search_path[0], *name))

    def _resolve(self, node: exp.Table) -> tuple[Table | None, bool]:
        """Return the table a name means and whether the engine could only mean that one."""
        if self.free:
            return None, True
        if node.args.get("catalog") is not None:
            raise PolicyError("policy_unproven", why=f"{node.catalog}.{node.db}.{node.name}")
        wanted = [folded(part, self.dialect) for part in (node.args.get("db"), node.this) if part is not None]
        if self.of is not None and len(wanted) == 1:
            wanted.insert(0, self.of.schema)  # a view looks in its own schema first
        found = [t for t in self.schema.namesakes(wanted[-1]) if _is_named(t, wanted, self.dialect)]
        if not found:
            raise PolicyError("table_unlisted", table=_written(node, self.dialect))
        order = {name: at for at, name in enumerate(self.checked.search_path)}
        found.sort(key=lambda table: order.get(table.schema.lower(), len(order)))
        return found[0], len(found) == 1

    def _replace(self, node: exp.Table, select: Callable[..., str], is_table: bool) -> None:
        """Put a query where a table's name stands, under the name the rest of the text knows it by."""
        unusual = next((key for key in _TABLE_ONLY if node.args.get(key)), None)
        if unusual:
            raise PolicyError("policy_unproven", why=f"{unusual.upper()} {node.name}")
        start, end = _span(node)
        text = self.checked.sql
        name = "" if node.args.get("alias") is not None else f" AS {text[node.this.meta['start'] : end]}"
        own: dict[str, str] = {}
        if self.dialect.name != "duckdb" and (node.args.get("only") or node.args.get("sample")):
            if not is_table:
                raise PolicyError("policy_unproven", why=str(node.name))
            start, own = self._around(node, start, end)
        if self.dialect.name == "postgres" and (every := _EVERY.match(text, end)):
            end = every.end()
        query = select(**own)
        word = _TABLE_WORD.search(text, 0, start)
        if word and node.args.get("alias") is None:  # TABLE orders
            self.edits.append(Edit(word.start(), end, f"SELECT * FROM ({query})", name))
        else:
            self.edits.append(Edit(start, end, f"({query})", name))

    def _around(self, node: exp.Table, start: int, end: int) -> tuple[int, dict[str, str]]:
        """Return where ONLY begins, and what goes with the table into its query; take its sample away."""
        text, alias, own = self.checked.sql, node.args.get("alias"), dict[str, str]()
        if node.args.get("only"):
            word = _ONLY.search(text, 0, start)
            if word is None:
                raise PolicyError("policy_unproven", why=f"ONLY {node.name}")
            start, own["only"] = word.start(), "ONLY "
        if node.args.get("sample"):
            sample = _SAMPLE.match(text, end if alias is None else alias.this.meta["end"] + 1)
            if sample is None:
                raise PolicyError("policy_unproven", why=f"TABLESAMPLE {node.name}")
            own["sample"] = sample.group()
            self.edits.append(Edit(*sample.span()))
        return start, own

    def _qualify(self, node: exp.Table, table: Table) -> None:
        """Write a view's table with its schema: bare, a CTE around the view could catch it."""
        start, _ = _span(node)
        self.edits.append(Edit(start, start, tail=f"{quoted(table.schema, self.dialect)}."))

    def _drop_schemas_of_columns(self) -> None:
        """Turn `public.orders.id` into `orders.id`: a subquery has no schema."""
        covered = {edit.start for edit in self.edits if edit.start < edit.end}
        bare = {
            str(node.name).lower()
            for node in self.checked.sources
            if _span(node)[0] in covered and node.args.get("alias") is None
        }
        for column in self.checked.nodes.of(exp.Column):
            if (schema := column.args.get("db")) is None:
                continue
            if (table := column.args.get("table")) is not None and table.name.lower() in bare:
                whole = (
                    column.args.get("catalog") is None and "start" in schema.meta and "start" in table.meta
                )
                if not whole:
                    raise PolicyError("policy_unproven", why=str(table.name))
                self.edits.append(Edit(schema.meta["start"], table.meta["start"]))

    def _require_covered(self) -> None:
        """Read the new text again: it passes the guard, restricted tables stand in inserted queries only."""
        text, spans = self.spliced(lambda name: ":" + name.replace(".", "_"), str)
        try:
            again = check(text, self.dialect, slots=True)
        except UnsafeSQLError as exc:
            raise PolicyError("policy_unproven", why=exc.code, detail=exc.detail) from exc
        for node in again.sources:
            start, _ = _span(node)
            if not any(first <= start < last for first, last in spans):
                self._require_free(node)

    def _require_free(self, node: exp.Table) -> None:
        if self.free:
            return
        table, clear = self._resolve(node)
        if table is None or not clear or self.rule(table).restricts:
            raise PolicyError("policy_unproven", why=str(node.name))


@lru_cache(maxsize=256)
def _view_query(definition: str, dialect: Dialect) -> CheckedQuery:
    """Return a view's query as the guard let it pass; the same for everybody."""
    return check(definition, dialect)


def _is_named(table: Table, wanted: list[str], dialect: Dialect) -> bool:
    names = [table.schema, table.name][-len(wanted) :]
    if dialect.name == "postgres":
        return names == wanted
    return [name.lower() for name in names] == [name.lower() for name in wanted]


def _written(node: exp.Table, dialect: Dialect) -> str:
    schema = node.db or dialect.default_schema
    return f"{schema}.{node.name}".lstrip(".").lower()


def _span(node: exp.Table) -> tuple[int, int]:
    parts = [part for part in (node.args.get("db"), node.this) if part is not None]
    if any("start" not in part.meta for part in parts):
        raise PolicyError("policy_unproven", why=str(node.name))
    return parts[0].meta["start"], parts[-1].meta["end"] + 1
