"""Whether a question asks two sources together, and what of it each of them is to read.

Nothing is guessed: the name of the other source, its figures and the words that compare are taken out, and
what is left must be read to the last word by the source whose figures it asks.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

Kind = Literal["beside", "without", "with"]

_JOINER = (
    r"(?:\b(?:against|versus|vs|compared\s+(?:with|to)|together\s+with|with|and|to|from|in|of|on)\b\.?"
    r"|以及|对比|比较|对照|相比|和|与|跟|同|及|比|在|用)"
)
_ARTICLE = (
    r"(?:(?:the|this|my)\s+)?(?:(?:file|list|sheet|spreadsheet|database)\s+)?(?:文件|表格|名单|数据库)?"
)
_BEHIND = r"(?:里面|里边|里|中|上)?(?:的)?(?:\s+(?:file|list|sheet|spreadsheet|database)\b)?"
_THIS = (
    r"(?:\b(?:this|the|my)\s+(?:file|list|sheet|spreadsheet)\b"
    r"|(?:这|该|此)(?:个|份|张)?(?:名单|文件|表格|清单|表)|(?:名单|文件|表格|清单)(?=里|中|上|内|的))"
)
_COMPARING = re.compile(
    r"\b(?:compare|comparison(?:\s+(?:of|between))?|side\s+by\s+side|against|versus|vs"
    r"|(?:attainment|achievement|completion)(?:\s+rates?)?(?:\s+of)?|gaps?(?:\s+to)?|shortfalls?|variances?)\b\.?"
    r"|对比|比较|对照|相比|完成率|达成率|完成情况|达成情况|差距|差额|差异|差多少",
    re.IGNORECASE,
)
_ACTUAL = re.compile(r"\bactuals?\b|实际(?:的|完成的?)?|真实的?|一下|分别|各自", re.IGNORECASE)
_AIM = re.compile(
    r"target|plan|budget|goal|quota|aim|forecast|目标|计划|预算|指标|任务|预测|定额", re.IGNORECASE
)
_MATCHING = re.compile(
    r"[\s,，(（]*(?:\bmatch(?:ed|ing)?\s+(?:on|by)\s+(?P<en>[^?？)）]+?)|[用按](?P<zh>[^用按?？]+?)来?(?:对应|匹配))"
    r"\s*[)）]?\s*(?=[?？.。]*\s*$)",
    re.IGNORECASE,
)
_LACKING_EN = re.compile(
    r"^(?:(?:which|what|list|show(?:\s+me)?|name)\s+)?(?:(?:of\s+)?(?:the|these|those)\s+)?(?P<who>.+?)\s+"
    r"(?:(?:that|who)\s+)?(?:(?P<no>(?:have|has|had|with|placed|made)\s+(?:no|not\s+any)|without(?:\s+any)?"
    r"|(?:do|does|did)(?:\s+not|n.t)\s+have(?:\s+any)?)|(?:have|has|had|placed|made)(?:\s+any)?)\s+(?P<what>.+)$",
    re.IGNORECASE,
)
_LACKING_ZH = (
    re.compile(
        r"^(?P<when>.*?)(?:(?P<no>没有过?|没|无)|有过?)(?P<what>.+?)的(?P<who>.+?)(?:都?有哪些|是哪些|有谁|是谁)?$"
    ),
    re.compile(r"^(?:有?哪些|有?哪几个|哪个)(?P<who>.+?)(?P<no>没有过?|没|无)(?P<what>.+?)(?:的|吗|呢)?$"),
    re.compile(r"^(?:有?哪些|有?哪几个|哪个)(?P<who>.+?)(?<!没)有过?(?P<what>.+?)(?:的|吗|呢)?$"),
)
_ENDS = re.compile(rf"^(?:{_JOINER}|[\s,，、:：;；的—-])+|(?:{_JOINER}|[\s,，、:：;；的—-])+$", re.IGNORECASE)
_APART = ", "
_FOLLOWED = r"(?=$|[\s,，、?？.。的和与跟同及以对比在各每按分完达差v]|\W)"


@dataclass(frozen=True)
class Named:
    """A question without the name of the other source, and whether it was named."""

    text: str
    named: bool
    compares: bool = False  # it asks how far the two are apart
    match_on: str = ""  # the column the person said names are matched by


@dataclass(frozen=True)
class Asked:
    """What is left of a question for the source of its figures, and what it asks of the other one.

    *beside*: the other's `measures` beside them. *without* and *with*: which of the other's names have none
    of the figures, or some. `texts` are ways to word what is left, the plainest first.
    """

    kind: Kind
    texts: tuple[str, ...]
    measures: tuple[str, ...] = ()
    compares: bool = False


def mentioned(question: str, names: Mapping[str, Sequence[str]]) -> list[str]:
    """Return which sources a question names, those with the longest name first."""
    found = {
        source: max((len(name) for name in said if _name(name).search(question)), default=0)
        for source, said in names.items()
    }
    return sorted((source for source in found if found[source]), key=lambda source: -found[source])


def without_name(question: str, names: Sequence[str], own: Sequence[str] = (), *, this: bool) -> Named:
    """Return a question without the names of the other source, and of its `own` where it has them too.

    `this` list is a name where the conversation asks one.
    """
    match = _MATCHING.search(question)
    text = (question[: match.start()] + question[match.end() :]) if match else question
    on = ((match["en"] or match["zh"]).strip() if match else "").strip("“”\"'「」")
    compares = bool(_COMPARING.search(text) or any(map(is_aim, (*names, *own))))
    left = _without(_without(text, names), own)
    left = _placed(_THIS).sub(_APART, left) if this and left == text else left
    return Named(_tidy(left), left != text, compares, on)


def _without(text: str, names: Sequence[str]) -> str:
    """Return a text without the longest of these names that it holds.

    What stood before and behind it stays apart: 营业额和 targets.csv 里的目标 names no 营业额目标.
    """
    tried = (_name(name).sub(_APART, text) for name in sorted(names, key=len, reverse=True))
    return next((left for left in tried if left != text), text)


def asked_of(text: str, measures: Mapping[str, Iterable[str]]) -> Iterator[Asked]:
    """Yield what a question without the other source's name may ask of both; `measures` are the other's."""
    members = list(_members(text))
    yield from members
    if any(one.kind == "without" for one in members):
        return
    rest, found = _without_measures(text, measures)
    compares = any(is_aim(word) for one in found for word in measures[one])
    plain = _tidy(_ACTUAL.sub(" ", _COMPARING.sub(" ", rest)))
    if plain:
        yield Asked("beside", (plain,), found, compares)


def is_aim(name: str) -> bool:
    """Tell whether a figure's name is that of something to be reached: a target, a plan, a budget."""
    return bool(_AIM.search(name))


def _members(text: str) -> Iterator[Asked]:
    bare = _tidy(text)
    if match := _LACKING_EN.match(bare):
        who, what = match["who"].strip(", "), re.sub(r"^any\s+", "", match["what"].strip())
        one = re.sub(r"(?<=[a-z])s$", "", who)
        texts = (f"{what} by {one}", f"{what} by {who}", f"number of {what} by {one}")
        yield Asked("without" if match["no"] else "with", texts)
    for pattern in _LACKING_ZH:
        if match := pattern.match(bare):
            parts = {"when": "", "no": "", **match.groupdict()}
            who, what = parts["who"], parts["what"]
            asked = f"{parts['when']}各{who}{what}"
            yield Asked("without" if parts["no"] else "with", (asked, f"{asked}数"))


def _without_measures(text: str, measures: Mapping[str, Iterable[str]]) -> tuple[str, tuple[str, ...]]:
    """Return the text without the other source's figures and the word that joins them, and which they are."""
    found: list[str] = []
    wordings = sorted(
        ((word, name) for name, said in measures.items() for word in said), key=lambda one: -len(one[0])
    )
    for word, name in wordings:
        bounded = rf"(?<![A-Za-z0-9_]){re.escape(word)}" if word[:1].isascii() else re.escape(word)
        bounded += r"(?![A-Za-z0-9_])" if word[-1:].isascii() else _FOLLOWED
        joined = re.compile(rf"{_JOINER}\s*(?:the\s+)?{bounded}|{bounded}(?:\s*{_JOINER})?", re.IGNORECASE)
        left = joined.sub(" ", text, count=1)
        if left != text and name not in found:
            found.append(name)
            text = left
    return text, tuple(found)


def _name(name: str) -> re.Pattern[str]:
    edge = r"(?<![A-Za-z0-9_])" if name[:1].isascii() else ""
    behind = r"(?![A-Za-z0-9_])" if name[-1:].isascii() else ""
    return _placed(rf"[\"“”「《']?{edge}{re.escape(name)}{behind}[\"“”」》']?")


def _placed(name: str) -> re.Pattern[str]:
    """Return a pattern of a name with the words that tie it to the rest of a question."""
    return re.compile(rf"(?:{_JOINER}\s*)*{_ARTICLE}{name}\s*{_BEHIND}", re.IGNORECASE)


def _tidy(text: str) -> str:
    plain = re.sub(r"\s+", " ", re.sub(r"(?:\s*,)+\s*", _APART, text.strip().rstrip("?？.。!！ ")))
    plain = re.sub(r"(?<=[一-鿿])\s+(?=[一-鿿])", "", plain)
    return _ENDS.sub("", plain)
