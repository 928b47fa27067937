"""What an administrator reads of an attack: promise by promise, what was tried and what held."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, field

MOST_NAMED = 200


@dataclass(frozen=True)
class Outcome:
    """One attempt. `wrong` says what got through; empty is nothing. `skipped` says why it was not tried."""

    name: str
    wrong: str = ""
    skipped: str = ""


@dataclass
class Section:
    """The attempts against one promise."""

    title: str
    promise: str
    outcomes: list[Outcome] = field(default_factory=list)

    @property
    def failed(self) -> list[Outcome]:
        """Return what got through."""
        return [one for one in self.outcomes if one.wrong]

    @property
    def skipped(self) -> list[Outcome]:
        """Return what could not be tried here."""
        return [one for one in self.outcomes if one.skipped and not one.wrong]


def written(sections: Sequence[Section], target: str, at: dt.datetime) -> str:
    """Return the report in Markdown."""
    through = sum(len(section.failed) for section in sections)
    untried = [section.title for section in sections if not section.outcomes]
    verdict = (
        "Nothing got through." if not through and not untried else f"**{through} attempts got through.**"
    )
    if untried:
        verdict += f" Not tried at all: {', '.join(untried)}."
    lines = [
        "# Attack report",
        "",
        f"{at:%Y-%m-%d %H:%M} · {target}",
        "",
        verdict,
        "",
        "| What is promised | Tried | Held | Got through | Not tried |",
        "|---|---:|---:|---:|---:|",
    ]
    for section in sections:
        failed, skipped = len(section.failed), len(section.skipped)
        tried = len(section.outcomes) - skipped
        lines.append(f"| {section.promise} | {tried} | {tried - failed} | {failed} | {skipped} |")
    for section in sections:
        lines += ["", f"## {section.title}", "", section.promise, ""]
        lines += [f"- **got through** `{one.name}`: {_line(one.wrong)}" for one in section.failed]
        lines += [f"- not tried `{one.name}`: {_line(one.skipped)}" for one in section.skipped]
        held = [one for one in section.outcomes if not one.wrong and not one.skipped]
        lines += [f"- held `{one.name}`" for one in held[:MOST_NAMED]]
        if len(held) > MOST_NAMED:
            lines.append(f"- held: {len(held) - MOST_NAMED} more; tests/cases holds every case")
    return "\n".join(lines) + "\n"


def _line(text: str) -> str:
    return " ".join(text.split())[:300]
