"""What a row came to, where no column says so: quantity times price, less the discount beside it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from database.schema import Column
from knowledge.definitions.column_words import draft_words, says, words_of
from knowledge.definitions.columns import Columns
from knowledge.definitions.discounts import Discount, discount_of, is_discount, is_of_each, reduced

Quoted = Callable[[str], str]


@dataclass(frozen=True)
class Amount:
    """An amount's expression of one row, and how its discount was read; none where it has none."""

    expression: str
    discount: Discount | None = None
    price: str = ""
    count: str = ""


def amount_of(columns: Columns, quoted: Quoted) -> Amount | None:
    """Return quantity times price, or a price less its discount, where no column holds the amount."""
    measured = columns.of("summed", "averaged")
    counts = [one for one in measured if _is_count(one)]
    price = _price(measured)
    if price is None or len(counts) > 1 or has_amount(columns):
        return None
    discounts = [
        one for one in columns.table.columns if is_discount(one) and one.name not in columns.pointing
    ]
    if not counts and not (discounts and is_paid(price)):
        return None
    whole = f"{quoted(counts[0].name)} * {quoted(price.name)}" if counts else quoted(price.name)
    found = Amount(whole, None, price.name, counts[0].name if counts else "")
    if len(discounts) != 1:
        return Amount(whole, "unclear", found.price, found.count) if discounts else found
    form = discount_of(discounts[0], columns.values(discounts[0]))
    each = quoted(counts[0].name) if counts and is_of_each(discounts[0]) else ""
    less = reduced(whole, form, quoted(discounts[0].name), each=each, may_lack=discounts[0].nullable)
    return Amount(less, form, found.price, found.count)


def paid(columns: Columns) -> list[Column]:
    """Return the columns that hold what a row cost, where it is of one and has no amount of its own."""
    measured = columns.of("summed", "averaged")
    if has_amount(columns) or any(_is_count(one) for one in measured):
        return []
    return [one for one in measured if is_paid(one)]


def is_paid(column: Column) -> bool:
    """Tell what one row cost from the price of one of several, or one that is only listed."""
    known, last = draft_words()["paid"], words_of(column.name)[-1:]
    found = last in [(word,) for word in known["last"]] or says(column.name, known["chinese"])
    return found and not says(column.name, known["not_with"])


def may_be_of_each(column: Column, columns: Columns) -> bool:
    """Tell a fee or a cost beside a quantity, which may be of one piece or of the row."""
    measured = columns.of("summed", "averaged")
    counts = [one for one in measured if _is_count(one)]
    return bool(counts) and says(column.name, draft_words()["multiplied"]["cost"]) and not _is_price(column)


def has_amount(columns: Columns) -> bool:
    """Tell whether a column of its own holds what a row came to."""
    known = draft_words()["multiplied"]
    return any(
        says(one.name, known["amount"])
        and not says(one.name, known["not_amount"])
        and not (_is_price(one) or _is_count(one) or is_discount(one))
        for one in columns.of("summed", "averaged")
    )


def _is_count(column: Column) -> bool:
    known = draft_words()["multiplied"]
    return says(column.name, known["count"]) and not (
        says(column.name, known["price"]) or is_discount(column)
    )


def _is_price(column: Column) -> bool:
    known, words = draft_words()["multiplied"], words_of(column.name)
    return says(column.name, known["price"]) or (words[:1] == ("unit",) and says(column.name, known["cost"]))


def _price(measured: Sequence[Column]) -> Column | None:
    """Return the price of one: a price before a cost, one that is asked before one that is only listed."""
    known = draft_words()
    found = [one for one in measured if _is_price(one) and not is_discount(one)]
    listed = [word for word in known["paid"]["not_with"] if word not in ("unit", "per", "each", "单价")]
    found = [one for one in found if not says(one.name, listed)] or found
    return min(found, key=lambda one: not says(one.name, known["multiplied"]["price"]), default=None)
