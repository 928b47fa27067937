"""Tells a wish for rows from a bare name, a definition, and a question to answer with yes."""

from collections.abc import Callable
from functools import lru_cache

from language.units import key_of
from understanding.chart.cover import Covering
from understanding.chart.spans import Span
from understanding.rows.frame import Condition
from understanding.rows.measuring import ASKS_FOR_ROWS, is_figure
from understanding.rows.rules.times import LONGEST
from understanding.rows.spans import Text
from understanding.rows.view import View
from understanding.rows.words import Key, rows_words

Wish = Callable[[Text, Covering, View], bool]


def is_wish(text: Text, covering: Covering, view: View) -> bool:
    """Tell whether a covering asks for rows or a figure of them, in any of the ways that people do."""
    return is_figure(covering) or is_bare(covering, view) or any(one(text, covering, view) for one in WISHES)


def is_bare(covering: Covering, view: View) -> bool:
    """Tell words for what happened that ask for nothing: open complaints now, yesterday's orders."""
    asks = (
        *ASKS_FOR_ROWS,
        "how_much",
        "as_shown",
        "those",
        "column",
        "event",
        "sorted",
        "first",
        "and",
        "waited",
    )
    timed = covering.of("period") and covering.of("rows") and not covering.of("condition")
    return bool(covering.of("now") or timed) and not covering.of(*asks) and not view.names.naming(view.table)


def _in_words(text: Text, covering: Covering, view: View) -> bool:
    """Tell a wish that is spoken: list, who, when, sorted by."""
    asks = covering.of(
        "when", "who", "how_much", "asked", "list", "sorted", "first", "as_shown", "exists", "next"
    )
    longest = any(one.value[1] == LONGEST for one in covering.of("waited"))
    return bool(asks) or longest


def _which_rows(text: Text, covering: Covering, view: View) -> bool:
    """Tell which rows there are of some kind: which branches are still open; what is a pet asks for none."""
    named = covering.of("rows")[:1]
    which = [one for one in covering.of("which") if named and one.end <= named[0].start]
    chosen = covering.of("condition", "column", "period", "event", "as_of")
    return bool(chosen) and any(text.keys[one.start : one.end] != ("what",) for one in which)


def _both(text: Text, covering: Covering, view: View) -> bool:
    """Tell rows with what is named beside them: products and their supplier."""
    return bool(covering.of("column")) and len(covering.of("and", "rows")) > 1


def _which_of_one(text: Text, covering: Covering, view: View) -> bool:
    """Tell what one named thing has: 周凯是哪个厂的."""
    return bool(_names(covering, view) and covering.of("column") and covering.of("which"))


def _said(text: Text, covering: Covering, view: View) -> bool:
    """Tell what is said of rows, or is of one, and asks for no yes: 东湖店的员工, 王芳的电话."""
    named = _names(covering, view)
    chosen = [one for one in covering.of("condition") if one not in named]
    begun = any(text.keys[: len(key)] == key for key in _beginnings()) or _goes_on(text)
    chosen += covering.of("age", "waited")
    return bool(chosen or (named and covering.of("column"))) and not begun and not covering.of("which")


def _goes_on(text: Text) -> bool:
    """Tell a message that only puts something in the place of what was said before: 收银员呢, and drivers?"""
    openings = any(text.keys[: len(key)] == key for key in map(key_of, rows_words()["going_on"]))
    return openings or text.keys[-1:] == key_of("呢")


WISHES: tuple[Wish, ...] = (_in_words, _which_rows, _both, _which_of_one, _said)


def _names(covering: Covering, view: View) -> list[Span]:
    """Return the conditions that say what a thing is called."""
    conditions = covering.of("condition")
    return [one for one in conditions if isinstance(one.value, Condition) and view.is_name(one.value)]


@lru_cache(maxsize=1)
def _beginnings() -> tuple[Key, ...]:
    return tuple(key_of(str(word)) for word in rows_words()["not_lists"])
