"""Questions of two clauses: a number before the one with most of it, and what is asked of what was found."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from understanding.chart.spans import Span
from understanding.figures.frame import Cut, Frame, Order, Rank
from understanding.figures.sentence import Sentence
from understanding.metric.vocabulary import metric_words

ENDS = ("first", "figure_first")
CUTS = ("kind", "so_many", "cut", "unit", "by", "which_time", "each_of_them")
SAYING_NO_MORE = ("empty", "and", "but", "respectively", "figure", "weak", "verb")


@dataclass(frozen=True)
class Clause:
    """One clause of a question as it was written, with the spans that begin in it."""

    text: str
    spans: tuple[Span, ...]
    joined: bool = False  # the next one is asked beside it: and which, 以及

    def has(self, *types: str) -> bool:
        """Tell whether a span of some types is anywhere in it."""
        return any(_holds(one, types) for one in self.spans)

    def matches(self, words: str) -> bool:
        """Tell whether it is written with one of a kind of words."""
        return re.search(metric_words()["clauses"][words], self.text.lower()) is not None


def with_the_whole(frame: Frame, sentence: Sentence) -> Iterator[Frame]:
    """Yield a question's ranking, behind the number asked for before it: 退了多少，最多的是哪个."""
    clauses = clauses_of(sentence)
    ended = next((at for at, one in enumerate(clauses) if one.has(*ENDS)), 0)
    whole = next((one for one in clauses[:ended] if _asks_a_number(one)), None)
    if whole is not None and any(isinstance(one, Rank) for one in frame.operators):
        left = (Rank, Order) if whole.has(*CUTS) else (Rank, Order, Cut)
        kept = tuple(one for one in frame.operators if not isinstance(one, left))
        yield replace(frame, operators=kept)
    yield frame


def asks_what(text: str) -> bool:
    """Tell words that ask for something: what happened."""
    return re.search(metric_words()["clauses"]["asking_what"], text.lower()) is not None


def _asks_a_number(clause: Clause) -> bool:
    return clause.has("figure") and (clause.joined or clause.matches("asking_a_number"))


def lost(sentence: Sentence) -> tuple[str, ...]:
    """Return the clauses that ask what, and add nothing to what the rest asks: 各投诉了什么.

    So is one that asks for all, or by a kind, before the share a member has: 车流合计多少，其中货车占多少.
    """
    clauses = clauses_of(sentence)
    told = (
        one.text
        if (at and _asks_what(one) and _adds_nothing(at, clauses)) or _is_whole_of_a_share(at, clauses)
        else _object(one, sentence)
        for at, one in enumerate(clauses)
    )
    return tuple(dict.fromkeys(filter(None, told)))


def _is_whole_of_a_share(place: int, clauses: tuple[Clause, ...]) -> bool:
    clause = clauses[place]
    shares = any(one.has("share") and one.has("keep") for one in clauses[place + 1 :])
    whole = clause.has("cut") or (_asks_a_number(clause) and not clause.has("keep"))
    return shares and whole and not clause.has("share")


def _asks_what(clause: Clause) -> bool:
    rest = re.sub(metric_words()["clauses"]["saying_no_more"], "", clause.text.lower())
    return clause.matches("asking_what") and re.search(r"\w", rest) is not None


def _adds_nothing(place: int, clauses: tuple[Clause, ...]) -> bool:
    clause = clauses[place]
    others = {name for at, one in enumerate(clauses) if at != place for name in _figures(one)}
    return all(one.type in SAYING_NO_MORE for one in clause.spans) and _figures(clause) <= others


def _object(clause: Clause, sentence: Sentence) -> str:
    """Return a figure's verb with its object that ends a clause: 投诉了什么."""
    spans = () if clause.has("main") else clause.spans  # 主要投诉什么: by its kinds
    for at, one in enumerate(spans):
        tail = "".join(map(sentence.written, spans[at + 1 :]))
        if one.type == "figure" and tail and re.fullmatch(metric_words()["clauses"]["object"], tail):
            return sentence.written(one) + tail
    return ""


def _figures(clause: Clause) -> set[str]:
    return {
        one.value.metric
        for span in clause.spans
        for one in _within(span)
        if one.type in ("figure", "figure_first")
    }


def clauses_of(sentence: Sentence) -> tuple[Clause, ...]:
    """Return the clauses of a question, in order."""
    text, units = sentence.question.text, sentence.question.units
    ends = list(re.finditer(metric_words()["clauses"]["ends"], text, re.IGNORECASE))
    starts, made = [0, *(one.end() for one in ends)], list[Clause]()
    for at, start in enumerate(starts):
        end = ends[at].start() if at < len(ends) else len(text)
        spans = tuple(one for one in sentence.covering.spans if start <= units[one.start].start < end)
        joined = at < len(ends) and bool(re.search(r"\w", ends[at].group()))
        if text[start:end].strip():
            made.append(Clause(text[start:end].strip(), spans, joined))
    return tuple(made)


def _holds(span: Span, types: tuple[str, ...]) -> bool:
    return any(one.type in types for one in _within(span))


def _within(span: Span) -> Iterator[Span]:
    yield span
    for child in span.children:
        yield from _within(child)
