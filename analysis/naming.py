"""Names of figures and members are set aside before a question is told: 降雨量 says nothing of a fall."""

from analysis.asked import Recognised, asks_for_one, is_ours, recognise
from analysis.target.aims import names_a_target
from understanding.metric.desk import MetricDesk
from understanding.metric.parts import SURE
from understanding.metric.vocabulary import METRIC

_SHORTEST = 2  # characters of a name that could hold a word of ours


def recognised_beside_names(text: str, desk: MetricDesk) -> Recognised | None:
    """Return the analysis a question asks for, told from the words that are no part of a defined name."""
    if not asks_for_one(text):
        return None
    return recognise(text, names_in(text, desk))


def names_in(text: str, desk: MetricDesk) -> tuple[str, ...]:
    """Return the names of figures and members that a text has, as they are written, the longest first."""
    parts = desk.answers.reader.parts(text, desk.today, desk.allowed)
    found = set()
    for part in parts.of("metric", "value"):
        sure = part.kind == "metric" and part.token.startswith(METRIC)
        sure = sure or any(score >= SURE for _, _, score in part.members)
        plain = not (is_ours(part.text) or (part.kind == "metric" and names_a_target(part.text)))
        if sure and plain and len(part.text) >= _SHORTEST and part.text in text:
            found.add(part.text)
    return tuple(sorted(found, key=lambda one: (-len(one), one)))
