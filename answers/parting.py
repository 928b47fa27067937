"""How a text is cut: into sentences, parts between semicolons, clauses between commas, and phrases."""

import re
from collections.abc import Iterator

# A full stop ends a sentence only where no digit follows: 3.5 is one number. So does a comma: 1,645 is one.
_STOP = r"[。！？!?\n]|\.(?=\s|$)"
_COMMA = r"(?<!\d)[，,]|[，,](?!\d{3}(?!\d))"
_SENTENCE = re.compile(_STOP)
_PART = re.compile(rf"{_STOP}|[;；]")
_CLAUSE = re.compile(rf"{_STOP}|[;；]|{_COMMA}")
_PHRASE = re.compile(rf"{_STOP}|[;；、：()（）]|:\s|{_COMMA}")


def sentences(text: str) -> list[str]:
    """Return the sentences of a text."""
    return [one for one in _SENTENCE.split(text) if one.strip()]


def leading(text: str, most: int) -> str:
    """Return the whole sentences a text begins with, in so many characters at most, without its tables.

    >>> leading("Up 3.5 in May. By branch:\\n| A | B |\\nA led. B fell.", 32)
    'Up 3.5 in May. By branch:\\nA led.'
    """
    told = "\n".join(line for line in text.splitlines() if not line.startswith("|"))
    if len(told) <= most:
        return told
    return told[
        : max((one.end() for one in _SENTENCE.finditer(told) if one.end() <= most), default=0)
    ].rstrip()


def parts(text: str) -> list[str]:
    """Return what semicolons part in each sentence; those within brackets do not.

    >>> parts("Up 3.5 (A 2; B 1.5); C fell. 升了 2；降了 1。")
    ['Up 3.5 (A 2; B 1.5)', ' C fell', ' 升了 2', '降了 1']
    """
    return list(_outside_brackets(text, _PART))


def clauses(text: str) -> list[str]:
    """Return what commas part too; brackets belong to the clause around them.

    >>> clauses("国庆 883 次，10-08 起 5,931 次, 24 days (A, B)")
    ['国庆 883 次', '10-08 起 5,931 次', ' 24 days (A, B)']
    """
    return list(_outside_brackets(text, _CLAUSE))


def phrases(text: str) -> list[str]:
    """Return what any mark parts, brackets too."""
    return [one for one in _PHRASE.split(text) if one.strip()]


def sentence_end(text: str) -> re.Match[str] | None:
    """Return where the first part of a text ends."""
    return next(_marks(text, _PART), None)


def comma_after(text: str, at: int) -> Iterator[int]:
    """Yield where clauses begin behind a place in a text."""
    return (found.end() for found in _CLAUSE.finditer(text, at))


def within_brackets(before: str) -> bool:
    """Tell whether what follows a text stands in brackets that it opened."""
    return sum(map(before.count, "(（")) > sum(map(before.count, ")）"))


def _marks(text: str, marks: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """Yield the marks that part a text: the ends of sentences, and what stands in no brackets."""
    for found in marks.finditer(text):
        if _SENTENCE.match(text, found.start()) or not within_brackets(text[: found.start()]):
            yield found


def _outside_brackets(text: str, marks: re.Pattern[str]) -> Iterator[str]:
    begins = 0
    for found in (*_marks(text, marks), None):
        part = text[begins : found.start() if found else len(text)]
        begins = found.end() if found else begins
        if part.strip():
            yield part
