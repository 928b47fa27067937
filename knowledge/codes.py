"""Codes that a column's comment explains: 状态：1 未开始 2 处理中; 1 = multiplex, 2 = drive-in."""

import re

_CODE = r"-?\d{1,4}|[A-Z][A-Z_]{0,9}"
_SHORT = r"-?\d{1,4}|[A-Z]{1,2}"  # what ends a name where only a space does: 初诊 2 复诊
_IS = r"\s*[ =:：\-—]\s*"
LISTED = re.compile(
    rf"(?:^|(?<=[，,；;、/\s（(]))(?P<code>{_CODE}){_IS}"
    rf"(?P<name>(?:[^\s，,；;、/（()）=\d]|\d[A-Za-z])[^，,；;、/（()）=\d]*?)"
    rf"(?=\s*(?:$|[，,；;、/（()）=\d])|\s+(?:{_SHORT}){_IS}\S)"
)


def codes_in(comment: str) -> list[tuple[str, str]]:
    """Return the codes a comment lists with what each is called: all behind its colon, or all of it."""
    colon = re.search(r"[:：]", comment)
    told = list(LISTED.finditer(comment[colon.end() :].strip() if colon else comment.strip()))
    if colon is None and (not told or told[0].start()):
        return []  # a sentence with a number in it is no list
    return [(one["code"], one["name"].strip()) for one in told]


def lists_codes(comment: str) -> bool:
    """Tell a comment that is a list of codes and says nothing else: 1 退款，2 投诉."""
    return not re.search(r"[:：]", comment) and len(codes_in(comment)) > 1
