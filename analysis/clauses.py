"""The clauses of a question, and the spans in them that carry meaning for an analysis."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from analysis.asked import Recognised, asks_for_a_figure, cue_spans, leans
from analysis.naming import is_our_word, names_in
from analysis.target.aims import names_a_target
from understanding.metric.desk import MetricDesk
from understanding.metric.parts import Part, Parts, is_small_member

Span = tuple[int, int]
FIGURES = ("metric", "weak", "state", "thing")
_HELD = (*FIGURES, "value", "period", "comparison", "dimension", "grain", "number", "end")
_WEIGHTS = {"metric": 3, "weak": 2, "state": 2, "thing": 2, "period": 3, "comparison": 1, "value": 3}
_PAUSE = re.compile(
    r"[，。；？！,;?!：:—…]|\.(?=\s|$)|(?<=\s)-(?=\s)|(?=是不是|是因为)|(?=跟[^，。？]*有(?:没有)?关系)"
    r"|\b(?:and|but|so|then)\b(?= (?:what|how|does|do|is|are|can|will|he|she|i|it|we|asked|where"
    r"|could|would|please|just|tell|give|show|list|which|who)\b)",
    re.IGNORECASE,
)
_SUPPOSES = re.compile(
    r"^\s*(?:是(?!什么|啥|为)|会不会|难道|跟|和|(?:or|are|is|was it|because|could)\b)", re.IGNORECASE
)
_BESIDE_CUES = ("set_beside", "period", "comparison")  # whatever words tell the kind
SET_BESIDE = ("compare", "vs", "versus", "against", "than", "lt", "gt")
_A_LITTLE = 3  # characters by which a cue that is longer than a name is no longer the name itself


@dataclass(frozen=True)
class Held:
    """One span of a question that carries meaning for an analysis."""

    kind: str
    span: Span
    part: Part

    @property
    def weight(self) -> int:
        """Return how much it tells of what the analysis is of."""
        return _WEIGHTS.get(self.kind, 0)


@dataclass(frozen=True)
class Clause:
    """A stretch between two pauses, with what it holds."""

    text: str
    span: Span
    held: list[Held]

    @property
    def weight(self) -> int:
        """Return how much it tells, each kind of span once; a supposition tells nothing."""
        return sum({one.kind: one.weight for one in self.held}.values())

    @property
    def supposes(self) -> bool:
        """Tell whether it asks if something was the cause: that it was better than last year is none."""
        return supposes(self.text) and not self.of("comparison")

    @property
    def asks(self) -> bool:
        """Tell whether it asks for a figure: by a wish, an order, or a word for how many or which."""
        return asks_for_a_figure(self.text)

    def of(self, *kinds: str) -> list[Held]:
        """Return what it holds of some kinds."""
        return [one for one in self.held if one.kind in kinds]


def supposes(text: str) -> bool:
    """Tell words that only ask if something was so: is it because of the rain."""
    return _SUPPOSES.search(text) is not None


def clauses_of(parts: Parts, found: Recognised, desk: MetricDesk) -> list[Clause]:
    """Return a question's clauses, and what each holds beside the words that tell its kind."""
    held = list(_held(parts, found, desk))
    within = [one.span for one in held]
    ends = [
        match.span()
        for match in _PAUSE.finditer(parts.text)
        if not any(start < match.end() and match.start() < end - 1 for start, end in within)
    ]
    bounds = list(
        zip([0, *(end for _, end in ends)], [*(start for start, _ in ends), len(parts.text)], strict=True)
    )
    return [
        Clause(parts.text[start:end], (start, end), [one for one in held if start <= one.span[0] < end])
        for start, end in bounds
        if parts.text[start:end].strip()
    ]


def _held(parts: Parts, found: Recognised, desk: MetricDesk) -> Iterator[Held]:
    cues, names = cue_spans(found.kind, parts.text), names_in(parts.text, desk)
    seen: set[Span] = set()
    for part in parts.every:
        span = part.piece.span
        kind = "set_beside" if part.kind == "mark" and part.token in SET_BESIDE else part.kind
        if span in seen or kind not in (*_HELD, "set_beside"):
            continue
        is_own = kind in _BESIDE_CUES or part.text in names
        if not is_own and _is_of_a_cue(kind, span, cues):
            continue
        if not _means_none(kind, part, found, parts, desk):
            seen.add(span)
            yield Held(kind, span, part)


def _is_of_a_cue(kind: str, span: Span, cues: Sequence[Span]) -> bool:
    """Tell a span within the words that tell the kind, but a name within longer ones."""
    over = [end - start for start, end in cues if start <= span[0] and span[1] <= end]
    named = kind in (*FIGURES, "value") and min(over, default=0) > span[1] - span[0] + _A_LITTLE
    return bool(over) and not named


def _means_none(kind: str, part: Part, found: Recognised, parts: Parts, desk: MetricDesk) -> bool:
    """Tell the word for a target, a figure that is a verb of what is pointed at, and a value that is none."""
    if kind == "state":
        return found.kind == "target" and names_a_target(part.text)
    if kind == "weak":
        return leans(parts.text[part.piece.span[1] :].lstrip()) == 0  # make it is no making
    return kind == "value" and (is_our_word(part, parts) or _is_none(part, parts.text, desk))


def _is_none(part: Part, text: str, desk: MetricDesk) -> bool:
    """Tell a word of grammar that a code is called by, or a kind of day."""
    known = [desk.catalog.dimensions[name] for name, _, _ in part.members]
    days = bool(known) and all(one.days or one.on_time for one in known)
    return days or is_small_member(part, text, desk.catalog)
