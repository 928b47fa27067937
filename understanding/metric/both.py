"""Two conditions on different figures, each read as a question by itself: 营业额达标但车流没达标的服务区."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from config.wording import Language
from query.metric_query import MetricQuery
from understanding.metric.parts import Part, Parts
from understanding.readings import Ambiguous, MetricReading, NotMine

Outcome = MetricReading | Ambiguous | NotMine
Read = Callable[[str], Outcome]
JOINERS = re.compile(
    r"[,，、]?\s*(?:但是|但|却|而且|并且|同时|而|且|又|[,，、]|\b(?:but(?: also)?|while|yet|and)\b)\s*"
)
OPENERS = re.compile(r"既|\bboth\b")
LIMITS = ("change", "decline", "gt", "ge", "lt", "le")
LINKS = re.compile(r"^(?:where|that|which|whose)\b\s*")  # before what is said of those asked for


@dataclass(frozen=True)
class _Sides:
    """What two conditions share, and each by itself: of whom, when, and set against what."""

    parts: Parts
    before: tuple[Part, ...]
    after: tuple[Part, ...]
    at: tuple[int, int]  # from where to where the joiner stands
    language: Language

    def first(self, kind: str) -> Part | None:
        """Return the one part of a kind that both share; None where there is none or one on each side."""
        found = [part for part in (*self.before, *self.after) if part.kind == kind]
        return found[0] if len(found) == 1 else None

    def said(self, part: Part | None) -> str:
        """Return how a part is written."""
        return self.parts.text[slice(*part.piece.span)] if part else ""


def both_conditions(parts: Parts, language: Language, read: Read) -> MetricReading | Ambiguous | None:
    """Return who meets two conditions at once, where each side is read for certain with what both share."""
    for joiner in JOINERS.finditer(parts.text):
        sides = _Sides(
            parts,
            tuple(one for one in parts.every if one.piece.span[1] <= joiner.start()),
            tuple(one for one in parts.every if one.piece.span[0] >= joiner.end()),
            joiner.span(),
            language,
        )
        whom = sides.first("dimension")
        if whom is None or not (_limits(sides.before) and _limits(sides.after)):
            continue
        first, second = _questions(sides, whom)
        if (joint := _joint(read(first), read(second))) is not None:
            return joint
    return None


def _limits(parts: Sequence[Part]) -> bool:
    """Tell whether some parts may say a condition: a change, a limit, a state, or what is not so."""
    return any(
        one.kind in ("state", "value") or (one.kind == "mark" and one.token in (*LIMITS, "not"))
        for one in parts
    )


def _questions(sides: _Sides, whom: Part) -> list[str]:
    """Return each condition as a question, with what the other side alone says of both."""
    text, when = sides.parts.text, sides.first("period")
    start = whom.piece.span[0]
    head = start < sides.at[0]
    tail = "" if head else text[start:].strip()
    gone = [part for part in (whom, when) if part is not None]
    left, right = ((0, sides.at[0]), (sides.at[1], len(text) if head else start))
    cores = [_core(sides, gone, span) for span in (left, right)]
    if head and (asking := re.match(r"\s*(?:哪些|哪几个|有哪些|which|what)\s*", cores[0])):
        cores[0] = cores[0][asking.end() :]
    cores = [OPENERS.sub("", one).strip() for one in cores]
    cores = list(_with_figures(sides, cores))
    named, time = sides.said(whom), sides.said(when)
    if sides.language == "zh":
        return [f"{time}{core.removesuffix('的')}的{tail or named}" for core in cores]
    led = tuple(sides.said(one).lower() for one in sides.parts.of("metric"))
    cores = [re.sub(r"^(?=an? )", "had ", core) for core in cores]
    asks = [f"in which {named} did" if core.lower().startswith(led) else f"which {named}" for core in cores]
    return [f"{ask} {core} {time}".strip() for ask, core in zip(asks, cores, strict=True)]


def _core(sides: _Sides, gone: Sequence[Part], span: tuple[int, int]) -> str:
    """Return what a side says, without what both share."""
    text = sides.parts.without(gone)[slice(*span)]
    text = re.sub(r"\b(?:in|on|during)\s*$|\b(?:in|on|during)(?=\s{2,})", "", text)
    return LINKS.sub("", re.sub(r"\s+", " " if sides.language == "en" else "", text).strip())


def _with_figures(sides: _Sides, cores: Sequence[str]) -> Iterator[str]:
    """Yield what each side says, with the figure and the comparison that only the other names."""
    for core, side, other in (
        (cores[0], sides.before, sides.after),
        (cores[1], sides.after, sides.before),
    ):
        said, figures = core, [one for one in other if one.kind == "metric"]
        if len(figures) == 1 and not any(one.kind in ("metric", "state") for one in side):
            named = sides.said(figures[0])
            said = f"{named}{core}" if sides.language == "zh" else f"with {named} {core}"
        if any(one.kind == "state" for one in other):  # met one target but not the other
            said = re.sub(r"^not (?:the |their )?", "missed the ", said)
        yield _against(sides, said, side)


def _against(sides: _Sides, said: str, side: Sequence[Part]) -> str:
    """Return a change with what it is set against, where only the other side says that."""
    changes = [one for one in side if one.kind == "mark" and one.token in ("change", "decline")]
    against = sides.first("comparison")
    if not changes or against is None or against in side:
        return said
    if sides.language == "en":
        return f"{said} {sides.said(against)}"
    return said.replace(sides.said(changes[0]), f"{sides.said(against)}{sides.said(changes[0])}", 1)


def _joint(first: Outcome, second: Outcome) -> MetricReading | Ambiguous | None:
    """Return both as one; where each may be set against two times, for each of these."""
    queries = [
        joined
        for one in _queries(first)
        for other in _queries(second)
        if (joined := _joined(one, other)) is not None
    ]
    read = [one for one in (first, second) if isinstance(one, MetricReading)]
    if len(queries) == 1 and read:
        return replace(read[0], query=queries[0])
    if queries and isinstance(first, Ambiguous) and isinstance(second, Ambiguous):
        return replace(first, queries=tuple(queries))
    return None


def _queries(found: Outcome) -> tuple[MetricQuery, ...]:
    if isinstance(found, MetricReading):
        sure = not (found.figure_assumed or found.unread or found.guessed)
        return (found.query,) if sure else ()
    return found.queries if isinstance(found, Ambiguous) else ()


def _joined(one: MetricQuery, other: MetricQuery) -> MetricQuery | None:
    """Return two queries for members that meet a condition as one for those that meet both."""
    alike = replace(other, metrics=one.metrics, conditions=one.conditions, compared=one.compared) == one
    limited = bool(one.conditions and other.conditions) and not {*one.conditions} & {*other.conditions}
    moved = [{each.metric for each in some.conditions if each.of_growth} for some in (one, other)]
    if moved[0] & moved[1]:
        return None  # what rose did not fall
    against = {each.compared for each in (one, other) if each.compared is not None}
    if not alike or not limited or len(against) > 1:
        return None
    metrics = tuple(dict.fromkeys((*one.metrics, *other.metrics)))
    return replace(
        one,
        metrics=metrics,
        conditions=(*one.conditions, *other.conditions),
        compared=next(iter(against), None),
    )
