"""Whether it was so there or then too, behind an analysis: that analysis again, of what is named."""

import re

from config.wording import language_of

_SO = "(?:这样|那样|如此|这么回事|这种情况|这个?样子?)"
_LIKEWISE_ZH = re.compile(
    rf"(?:那么?)?(?:是不是)?(?P<of>\S+?)(?:(?:是不是)?[也又](?:是|像|跟|有)?(?:{_SO}|一样|同样)|(?:是|和|跟)?(?:一样|同样))"
    r"(?:的|了)?(?:情况|问题)?(?:吗|么|嘛|呢)?[\s?？。]*"
)
_LIKE_THAT = r"(?:like (?:that|this)|the same(?: thing)?|so|this way|that way)"
_LIKEWISE_EN = re.compile(
    r"(?:(?:and|so),? )?(?:(?:was|is|were|did|does) (?:it|that|this|they|the same)"
    rf"(?: (?:also|happen|go|look))*(?: {_LIKE_THAT})?|(?:the )?same(?: thing)?|{_LIKE_THAT})"
    r" (?:(?:in|for|at|on|during|with) )?(?P<of>(?!as\b).+?)(?:,? (?:too|as well|also))?\s*\?*"
    r"|(?:(?:and|so),? )?(?:(?:in|for|at|on) )?(?P<too>[\w' ]+?),? (?:too|as well|also)\s*\?+",
    re.IGNORECASE,
)


def asked_of(text: str) -> str:
    """Return a message that asks whether it was so too as one that says only whom or when, else nothing.

    >>> asked_of("去年也这样吗"), asked_of("was it like that last year too?"), asked_of("去年营业额多少")
    ('去年呢', 'and last year?', '')
    """
    if language_of(text) == "zh":
        found = _LIKEWISE_ZH.fullmatch(text.strip())
        return f"{found['of']}呢" if found else ""
    found = _LIKEWISE_EN.fullmatch(text.strip())
    return f"and {found['of'] or found['too']}?" if found else ""
