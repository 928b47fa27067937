"""What a question comes to without the words that nothing reads, and when that is near enough to ask back."""

import datetime as dt
import re
from dataclasses import dataclass, replace

from knowledge.metrics import Metric
from knowledge.values import Allowed
from language.numerals import HAN_NUMERALS
from language.units import key_of, units
from language.words import is_han
from understanding.metric.answers import MetricAnswers
from understanding.metric.known import plain
from understanding.metric.parts import Part, Parts
from understanding.metric.reader import MetricReader
from understanding.metric.unread import whole_words
from understanding.metric.vocabulary import metric_words
from understanding.question import Ambiguous, MetricHit, MetricReading, NotMine
from understanding.words.closed import JOINING

Span = tuple[int, int]
MOST_ROUNDS = 3  # reading stops at the first step that meets words it does not know
# The margin, found on three spent sets (docs/metrics.md): one run of words, at most so much of a question.
MOST_SHARE = 1 / 3
WAITING = ("mark", "comparison", "number", "other")  # what follows these is what they speak of
NAMED = ("metric", "weak", "dimension", "value", "thing", "number", "grain")
CLAUSE = re.compile(r"[，,;；。:：（）()\n]|\.\s")


@dataclass(frozen=True)
class LeftOut:
    """A run of words that nothing reads, as it was written, with the parts beside it."""

    text: str
    span: Span
    before: Part | None
    after: Part | None
    known: bool = False  # the general words give it a meaning, which no step has a use for


@dataclass(frozen=True)
class Rest:
    """A question without the words that nothing reads: what it comes to, and those words."""

    question: str
    text: str
    found: MetricReading | Ambiguous | NotMine
    words: tuple[LeftOut, ...]


def rest_of(question: str, reader: MetricReader, today: dt.date, allowed: Allowed) -> Rest:
    """Return a question read again without what no step of reading knew; the words keep their places."""
    text, words = question, list[LeftOut]()
    found = reader.read(text, today, allowed)
    for _ in range(MOST_ROUNDS):
        if not (isinstance(found, NotMine) and found.reason == "word"):
            break
        parts = reader.parts(text, today, allowed)
        unread = [one for one in _runs(parts, found.words) if one.text.strip()]
        if not unread:
            break
        text = parts.text
        for one in unread:
            text = text[: one.span[0]] + " " * (one.span[1] - one.span[0]) + text[one.span[1] :]
        words += unread
        found = reader.read(text, today, allowed)
    return Rest(question, text, found, tuple(sorted(words, key=lambda one: one.span)))


def near_reading(rest: Rest, answers: MetricAnswers, today: dt.date, allowed: Allowed) -> MetricHit | None:
    """Return the reading of a question but for one small run of words, to be asked back.

    None where the words left out may change what is asked: which rows, which figure, which time.
    """
    reader, question = answers.reader, rest.question
    if not isinstance(rest.found, MetricReading) or "slip" in reader.doubts(question, today, allowed):
        return None
    hit = answers.answer(rest.text, today, allowed)
    if not isinstance(hit, MetricHit) or hit.assumed or not _is_little(rest):
        return None
    (word,) = rest.words
    whole = _whole(word, question, reader, today, allowed)
    if not _says_enough(rest.found) or changes_meaning(word.text):
        return None
    covered = any(_says(reader.catalog.metrics[name], whole) for name in hit.query.metrics)
    if not covered and (_may_narrow(word) or reader.known.speaks_of(word.text, allowed)):
        return None
    said = whole if covered else word.text
    return replace(hit, message=question, assumed=("unread",), unread=(said,))


def takes_out(question: str) -> bool:
    """Tell whether a question says somewhere that something is not meant: without, excluding, 不算, 除了."""
    return bool(
        _told("taking_out", key_of(question), question) or _told("negating", key_of(question), question)
    )


def changes_meaning(text: str) -> bool:
    """Tell words that change what is asked, whatever they stand beside: than, why, usually, median, a name.

    >>> changes_meaning("versus"), changes_meaning("平时"), changes_meaning("stopped")
    (True, True, False)
    """
    if any(char.isdigit() or char in HAN_NUMERALS for char in text) or text != text.lower():
        return True
    return any(_told(group, key_of(text), text) for group in metric_words()["never_left_out"])


def _told(group: str, keys: tuple[str, ...], text: str) -> bool:
    """Tell whether a text has a word of a group of those that are never left out."""
    stems = {plain(key) for key in keys}
    words = map(str, metric_words()["never_left_out"][group])
    return any(plain(one) in stems if one.isascii() else one in text for one in words)


def _runs(parts: Parts, unknown: tuple[str, ...]) -> list[LeftOut]:
    """Return the runs of neighbouring parts that reading stopped at."""
    every, found = parts.every, list[LeftOut]()
    for at, part in enumerate(every):
        if part.kind not in ("other", "end") or not (part.text in unknown or _made_of(part.text, unknown)):
            continue
        before, after = every[at - 1] if at else None, every[at + 1] if at + 1 < len(every) else None
        start, end = part.piece.span
        known = part.piece.kind != "unknown"
        if found and not parts.text[found[-1].span[1] : start].strip() and found[-1].after is part:
            last = found.pop()
            start, before, known = last.span[0], last.before, known or last.known
        found.append(LeftOut(parts.text[start:end], (start, end), before, after, known))
    return found


def _made_of(text: str, unknown: tuple[str, ...]) -> bool:
    """Tell whether all characters of a Chinese run are among these."""
    return is_han(text) and {*key_of(text)} <= {*unknown}


def _is_little(rest: Rest) -> bool:
    size = sum(len(units(one.text)) for one in rest.words)
    asked = len(re.findall(metric_words()["asked_twice"], rest.question.lower()))
    return len(rest.words) == 1 and asked < 2 and size <= MOST_SHARE * len(units(rest.question))


def _says_enough(found: MetricReading) -> bool:
    """Tell a figure that was named, of some time, place or cut, from a word that happens to be one."""
    query = found.query
    beside = query.windows or query.filters or query.splits or query.grain
    return bool(beside) and not (found.figure_assumed or query.period_assumed)


def _says(metric: Metric, text: str) -> bool:
    """Tell whether a metric's definition has a word where it takes nothing out."""
    key = key_of(text)
    clauses = (one for told in (metric.definition_zh, metric.definition_en) for one in CLAUSE.split(told))
    return any(_says_plainly(key_of(one), key) for one in clauses)


def _says_plainly(clause: tuple[str, ...], part: tuple[str, ...]) -> bool:
    """Tell whether a clause holds words, names nothing beside them and takes nothing out."""
    at = next((at for at in range(len(clause)) if part and clause[at : at + len(part)] == part), None)
    if at is None or JOINING & {*clause}:
        return False
    reach = clause[:at] if is_han(part[0]) else clause
    return not _told("taking_out", reach, "".join(reach))


def _may_narrow(word: LeftOut) -> bool:
    """Tell a word that by its place may say which rows are meant: unpaid fines, were cancelled, 超时的单.

    What a question opens with is what it is about; a Chinese verb shows by its 了 that it describes nothing.
    """
    before, after = word.before, word.after
    if word.known or before is None or _joins(before) or _joins(after) or before.kind in WAITING:
        return True
    if is_han(word.text):
        return after is None or after.text not in metric_words()["after_verbs"]
    leads = after is not None and (after.kind in NAMED or after.kind == "mark")
    return leads or before.kind in NAMED or before.text in metric_words()["before_what_narrows"]


def _joins(part: Part | None) -> bool:
    return part is not None and part.text in JOINING


def _whole(word: LeftOut, question: str, reader: MetricReader, today: dt.date, allowed: Allowed) -> str:
    """Return the word as a person typed it: not the character that was left over of it."""
    if len(word.text) > 1:
        return word.text
    parts = reader.parts(question, today, allowed)
    spans = whole_words(parts.text, parts.every)
    return next((parts.text[a:b] for a, b in spans if a <= word.span[0] < b), word.text)
