"""What a discount beside a price is, by its name and what it holds: a share, percents, money, the rest."""

from collections.abc import Sequence
from typing import Any, Literal

from database.schema import Column
from knowledge.definitions.column_words import draft_words, says, words_of

Discount = Literal["share", "percent", "left", "money", "unclear"]
HUNDRED = 100


def is_discount(column: Column) -> bool:
    """Tell a column of discounts."""
    return says(f"{column.name} {column.comment}", draft_words()["discounts"]["any"])


def discount_of(column: Column, values: Sequence[Any]) -> Discount:
    """Return how a discount is written; without a value that differs from none it stays unclear.

    Of shares, those of which most are 1 are what is left to pay, as 折扣 0.85 is: most rows have no discount.
    """
    known, numbers = draft_words()["discounts"], [float(value) for value in values]
    telling = [one for one in numbers if one not in (0, 1)]
    if telling and all(0 <= one <= 1 for one in numbers):
        none, whole = numbers.count(0), numbers.count(1)
        return "unclear" if none == whole else "left" if whole > none else "share"
    if says(column.name, known["percent"]) or "%" in column.comment:
        return "percent" if telling and all(0 <= one <= HUNDRED for one in numbers) else "unclear"
    if says(column.name, known["money"]) or (numbers and max(numbers) > HUNDRED):
        return "money"
    return "unclear"


def reduced(amount: str, form: Discount, discount: str, *, each: str = "", may_lack: bool = True) -> str:
    """Return an amount less its discount, as SQL; `each` is how many it is of, where it is taken off each."""
    held = f"COALESCE({discount}, {1 if form == 'left' else 0})" if may_lack else discount
    if form == "money":
        return f"{amount} - {f'{each} * ' if each else ''}{held}"
    factor = {"share": f"(1 - {held})", "percent": f"(1 - {held} / 100.0)", "left": held}.get(form, "")
    return f"{amount} * {factor}" if factor else amount


def is_of_each(column: Column) -> bool:
    """Tell a discount on each piece from one on the row."""
    return bool(set(words_of(column.name)) & set(draft_words()["discounts"]["each"]))
