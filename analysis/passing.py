"""Words of a question that nothing reads and that narrow nothing: they are passed over and told."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from analysis.asked import is_quiet, narrows
from analysis.clauses import Clause, Held
from analysis.hearing import TELLS_NO_MORE, Hearing

_BY_THE_WAY = ("grain", "set_beside", "dimension")
# Small words at the ends of a phrase that is quoted.
_SMALL_ENDS = re.compile(
    r"^(?:(?:我们?|你们?|在|是|的|和|就|也|把|被|给|对|从|跟|了|有)|(?:and|but|or|so|than|then|yet|though|as|while|which|that"
    r"|the|a|an|of|for|to|in|on|at|by|is|are|was|were|be|it|we|our|my|did|does|do|with|from)\b\s*)+"
    r"|(?:[的了吗呢啊]|\s*\b(?:and|but|or|so|than|then|yet|as|which|that|the|a|an|of|for|to|in|on|at|by|is|are|was"
    r"|were|be|it|did|does|do|with|from))+$",
    re.IGNORECASE,
)


def passed_over(heard: Hearing) -> tuple[str, ...]:
    """Return what is heard and not taken into account, as it was written."""
    told: list[str] = []
    for clause in heard.clauses:
        if clause is heard.main:
            told += _words_passed(heard)
        elif _is_left_out(clause, heard) or (narrows(clause.text) and not is_quiet(clause.text)):
            told.append(clause.text.strip(" .、"))
    return tuple(dict.fromkeys(told))


def _is_left_out(clause: Clause, heard: Hearing) -> bool:
    """Tell whether a clause holds what the analysis does not take."""
    left = [one for one in clause.held if one.kind not in _BY_THE_WAY and heard.misses(one)]
    named = clause.of("metric")
    return any((one.kind != "number" or named) and not _begins(one, heard) for one in left)


def _begins(one: Held, heard: Hearing) -> bool:
    """Tell whether the names of figures that are shown begin with a word: charging, of charging income."""
    names = (heard.desk.catalog.metrics[name] for name in heard.shown)
    return any(metric.label("en").lower().startswith(one.part.text.rstrip("~")) for metric in names)


def _words_passed(heard: Hearing) -> Iterator[str]:
    """Yield the phrases of the clause that tells most in which something is not read, whole."""
    text, taken = heard.parts.text, {one.span for one in heard.used}
    missed = {
        one.span for one in heard.main.held if one.kind not in (*_BY_THE_WAY, "number") and heard.misses(one)
    }
    runs: list[_Run] = []
    for part in heard.stretch:
        first, last = heard.bare(part.piece.span)
        if part.piece.span in taken or first >= last:
            continue
        if not runs or text[runs[-1].seen : first].strip():
            runs.append(_Run(first, first, first))
        run = runs[-1]
        run.seen = last
        if part.kind != "mark" or part.token not in TELLS_NO_MORE:
            run.last = last  # 往常 of 往常高, but 大幅
        says_more = part.kind == "other" and not (heard.says_nothing(part) or heard.is_size(part))
        run.unread = run.unread or says_more or part.piece.span in missed
    for run in runs:
        phrase = _SMALL_ENDS.sub("", text[run.first : run.last]).strip(" .、'")
        if run.unread and phrase:
            yield phrase


@dataclass
class _Run:
    """Words side by side that are not used: up to where they are seen, and quoted."""

    first: int
    last: int
    seen: int
    unread: bool = False
