"""What a choice between readings was about, so that it need not be asked for again."""

import datetime as dt
from collections.abc import Mapping, Sequence

from language.periods import find_periods
from language.units import key_of

_ASKED, _READ = "asked ", "read "
_ANY_DAY = dt.date(2020, 1, 1)  # which words are times does not depend on the day


def subjects(question: str, readings: Sequence[str]) -> tuple[str, str]:
    """Return the names under which a choice is kept: by what the readings differ in, and by the question.

    What they share counts too, but for its time: a choice made for branches is none for vets.

    >>> subjects("上个月的车流", ["上个月的入区车辆", "上个月的断面车辆"])[0] == subjects(
    ...     "昨天的车流", ["昨天的断面车辆", "昨天的入区车辆"]
    ... )[0]
    True
    """
    differences = " | ".join(sorted(difference.casefold() for difference in parts(readings).values()))
    return f"{_READ}{differences} | {_timeless(_rest(readings))}", _ASKED + " ".join(key_of(question))


def parts(readings: Sequence[str]) -> dict[str, str]:
    """Return each reading with the words it does not share with the beginning and end of all others."""
    cut = [_pieces(reading) for reading in readings]
    head = _shared(cut)
    tail = _shared([pieces[head:][::-1] for pieces in cut])
    own = ["".join(piece[head : len(piece) - tail]).strip() for piece in cut]
    return dict(zip(readings, own if all(own) else readings, strict=True))


def chosen_before(question: str, readings: Sequence[str], kept: Mapping[str, str]) -> str | None:
    """Return the reading that what was kept under these subjects comes to, or None."""
    by_difference, by_question = subjects(question, readings)
    wanted = kept.get(by_difference)
    found = next((reading for reading, own in parts(readings).items() if own.casefold() == wanted), None)
    asked = kept.get(by_question)
    return found or (asked if asked in readings else None)


def choices(question: str, readings: Sequence[str], chosen: str) -> dict[str, str]:
    """Return what is kept of a choice, by its subjects."""
    by_difference, by_question = subjects(question, readings)
    return {by_difference: parts(readings)[chosen].casefold(), by_question: chosen}


def _rest(readings: Sequence[str]) -> str:
    """Return what all readings begin and end with."""
    cut = [_pieces(reading) for reading in readings]
    head = _shared(cut)
    tail = _shared([pieces[head:][::-1] for pieces in cut])
    return "".join(cut[0][:head] + cut[0][len(cut[0]) - tail :]) if cut else ""


def _timeless(text: str) -> str:
    """Return a text's units without the times it names."""
    for period in reversed(find_periods(text, _ANY_DAY)):
        text = f"{text[: period.span[0]]} {text[period.span[1] :]}"
    return " ".join(key_of(text))


def _shared(texts: Sequence[Sequence[str]]) -> int:
    """Return how many pieces all begin with."""
    return next(
        (n for n, same in enumerate(zip(*texts, strict=False)) if len(set(same)) > 1), min(map(len, texts))
    )


def _pieces(text: str) -> list[str]:
    """Return a text's words with the space before each, Han characters one by one."""
    pieces: list[str] = []
    for char in text:
        joins = pieces and char.isascii() and char.isalnum() and pieces[-1][-1].isascii()
        if joins and (pieces[-1][-1].isalnum() or pieces[-1] == " "):
            pieces[-1] += char
        else:
            pieces.append(char)
    return pieces
