"""Documentation in sections, and the terms it defines, from Markdown and plain text."""

import re
from collections.abc import Iterator

from knowledge.items import KnowledgeItem
from teaching.loaders.report import LoadReport

LONGEST_SECTION = 2000

_HEADING = re.compile(r"^(#{1,6})\s+(.+?)\s*#*\s*$")
_TERM = re.compile(
    r"^\s*[-*+]\s+\**(?P<name>[^*:：=（(`|]{1,40}?)\**\s*"
    r"(?:[（(](?P<synonyms>[^）)]{1,120})[）)]\**\s*)?(?:[:：=＝]|——|—)\s*(?P<definition>\S.*)$"
)
_BREAK = re.compile(r"[,，、;；/|]")
_CODE = re.compile(r"`([^`]+)`")


def load_document(text: str, file: str) -> LoadReport:
    """Return a file's sections as documentation and its definitions as terms."""
    report = LoadReport()
    seen: dict[str, int] = {}
    for title, body in _sections(text, file):
        for part in _parts(body):
            seen[title] = seen.get(title, 0) + 1
            name = title if seen[title] == 1 else f"{title} ({seen[title]})"
            report.items.append(KnowledgeItem("", "", "documentation", name, part, source=file))
    report.items.extend(_terms(text, file))
    return report


def _sections(text: str, file: str) -> Iterator[tuple[str, str]]:
    path: list[str] = []
    lines: list[str] = []
    title = file.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    for line in text.splitlines():
        heading = _HEADING.match(line)
        if heading is None:
            lines.append(line)
            continue
        if body := "\n".join(lines).strip():
            yield " › ".join(path) or title, body
        path = [*path[: len(heading[1]) - 1], heading[2]]
        lines = []
    if body := "\n".join(lines).strip():
        yield " › ".join(path) or title, body


def _parts(body: str) -> Iterator[str]:
    """Cut a long section at empty lines, so that each part fits beside tables in a prompt."""
    part = ""
    for paragraph in re.split(r"\n\s*\n", body):
        if part and len(part) + len(paragraph) > LONGEST_SECTION:
            yield part
            part = ""
        part = f"{part}\n\n{paragraph}" if part else paragraph
    if part:
        yield part


def definition_in(text: str) -> KnowledgeItem | None:
    """Return the term that one line of text defines, as `name = what it means`, or None."""
    return _term(f"- {text.strip()}", "note") if "\n" not in text.strip() else None


def _terms(text: str, file: str) -> Iterator[KnowledgeItem]:
    for line in text.splitlines():
        item = _term(line, file)
        if item is not None:
            yield item


def _term(line: str, file: str) -> KnowledgeItem | None:
    match = _TERM.match(line)
    if match is None:
        return None
    names = [name.strip() for name in _BREAK.split(match["name"]) if name.strip()]
    synonyms = [word.strip() for word in _BREAK.split(match["synonyms"] or "") if word.strip()]
    if not names:
        return None
    definition = match["definition"].strip()
    code = _CODE.search(definition)
    payload = {
        "synonyms": [*names[1:], *synonyms],
        "definition": definition,
        "expression": code[1] if code else "",
    }
    return KnowledgeItem("", "", "term", names[0], definition, payload, source=file)
