"""Codes that a column's comment explains: 状态：1 未开始 2 处理中; 1 = multiplex, 2 = drive-in."""

import re
from collections.abc import Sequence

from config.wording import Language, language_of

_CODE = r"-?\d{1,4}|[A-Z][A-Z_]{0,9}|(?:\d[A-Z]){2,3}(?=[\u4e00-\u9fff])"
_SHORT = r"-?\d{1,4}|[A-Z]{1,2}"  # what ends a name where only a space does: 初诊 2 复诊
_GLUED = r"(?=[\u4e00-\u9fff])"
_IS = rf"(?:\s*[ =:：\-—]\s*|{_GLUED})"
YEAR = 4  # digits
SHORTEST = 3  # letters of a code that is a word
LEAST_NAMED = 2  # codes with a name among bare ones
LISTED = re.compile(
    rf"(?:^|(?<=[，,；;、/\s（(]))(?P<code>{_CODE}){_IS}"
    rf"(?P<name>(?:[^\s，,；;、/（()）=\d]|\d[A-Za-z])[^，,；;、/（()）=\d]*?)"
    rf"(?=\s*(?:$|[，,；;、/（()）=\d])|\s+(?:(?:{_SHORT}){_IS}|(?:{_CODE})(?:{_GLUED}|\s*=\s*))\S)"
)

_BOTH = re.compile(r"([\u4e00-\u9fff][^A-Za-z]*?)\s+(?:[/|]\s*)?([A-Za-z][A-Za-z .'-]+)")
_LATIN_FIRST = re.compile(
    r"([A-Za-z][A-Za-z .'-]*[a-z]{3}[A-Za-z .'-]*?)\s+(?:[/|]\s*)?([\u4e00-\u9fff][^A-Za-z]*)"
)
_BARE = re.compile(r"[A-Z][A-Z_]+(?:\s*[/|]\s*[A-Z][A-Z_]+)+(?![A-Za-z])")  # DONE / CANCELLED
# What stands behind the last code: VOID 作废, CANCELLED (未发生作业).
_TOLD = re.compile(r"\s*(?:[（(]\s*([^（()）]+?)\s*[)）]|([\u4e00-\u9fff]+))\s*$")
_BEFORE = re.compile(r"[\u4e00-\u9fff]{2,8}(?:\s+|\s*[（(])")
# Codes one after the other, some with their name glued to them: PAID OPEN PART部分支付 VOID作废.
_ONE = r"[A-Z][A-Z_]+(?:[\u4e00-\u9fff]+)?"
_MIXED = re.compile(rf"(?:[\u4e00-\u9fff]{{2,8}}[\s:：]+)?(?P<codes>{_ONE}(?:[\s/|,，、]+{_ONE})+)\s*")
# Codes and their names by turns, a space between all of them: TASTE 口味 COLD_FOOD 饭菜凉.
_PAIR = r"[A-Z][A-Z0-9_]+\s+[\u4e00-\u9fff]+"
_IN_TURN = re.compile(rf"(?:[\u4e00-\u9fff]{{2,8}}[\s:：]+)?(?P<codes>{_PAIR}(?:[\s,，、;；]+{_PAIR})+)\s*")
_KIND = re.compile(r"(?:^|[;；])\s*[\u4e00-\u9fff]{2,8}\s*[:：]")  # 报修: PLUMB水路; 投诉: NOISE噪音


def codes_in(comment: str) -> list[tuple[str, str]]:
    """Return the codes a comment lists with their names: behind its colon or its own name, or all of it.

    Behind a code written without a space stand names, no unit: 1个月 3个月 says nothing of codes.

    >>> codes_in("R在用 S停用"), codes_in("租期 1个月 3个月"), codes_in("OPEN/VOID 作废")
    ([('R', '在用'), ('S', '停用')], [], [('OPEN', 'open'), ('VOID', '作废')])
    >>> codes_in("YB=医保 TP=太平洋 MSH=万欣和")
    [('YB', '医保'), ('TP', '太平洋'), ('MSH', '万欣和')]
    >>> codes_in("投诉原因：TASTE 口味 PORTION 份量")
    [('TASTE', '口味'), ('PORTION', '份量')]
    >>> codes_in("PAID PART部分支付 VOID作废")
    [('PAID', 'paid'), ('PART', '部分支付'), ('VOID', '作废')]
    """
    if mixed := _mixed_codes(comment) or _codes_in_turn(comment):
        return mixed
    if bare := _BARE.match(comment.strip()):
        return _bare_codes(bare, comment.strip())
    colon = re.search(r"[:：]", comment)
    text = comment[colon.end() :].strip() if colon else comment.strip()
    told = list(LISTED.finditer(text.partition("。")[0]))  # what is said behind them lists none
    told = told if len(told) > 1 else list(LISTED.finditer(text))
    if colon is None and not told:
        return []
    before = "" if colon else comment.strip()[: told[0].start()]
    if before and (len(told) < 2 or not _BEFORE.fullmatch(before)):
        return []  # a sentence with a number in it is no list
    if _are_none(told):
        return []
    first: dict[str, str] = {}
    for one in told:
        # Told again it is explained no more: OK cleared, FAIL declined; only OK is money.
        first.setdefault(one["code"], one["name"].strip(" -–—~～"))
    return [pair for pair in first.items() if pair[0] != "NULL"]


def _are_none(told: Sequence[re.Match[str]]) -> bool:
    """Tell what looks like codes with names and is none: WX ALI BANK POS, 1个月 3个月, 2024年."""
    glued = [one for one in told if one.end("code") == one.start("name")]
    alike = len({one["name"] for one in glued}) < len(glued)
    bare = len(told) == 1 and told[0]["name"].isupper()  # none of them says what another is
    return bare or len(glued) == 1 or alike or any(_is_year(one["code"]) for one in glued)


def _is_year(code: str) -> bool:
    return code.isdigit() and len(code) == YEAR


def _mixed_codes(comment: str) -> list[tuple[str, str]]:
    """Return codes of which some, two at least, have their name behind them, and the others are words."""
    found = _MIXED.fullmatch(comment.strip())
    words = re.split(r"[\s/|,，、]+", found["codes"]) if found else []
    codes = [re.match(r"[A-Z_]+", one) for one in words]
    pairs = [(code[0], word[code.end() :]) for code, word in zip(codes, words, strict=True) if code]
    named = sum(bool(name) for _, name in pairs)
    bare = [code for code, name in pairs if not name]
    if named < LEAST_NAMED or not bare or min(map(len, bare)) < SHORTEST:
        return []
    return [(code, name or code.replace("_", " ").lower()) for code, name in pairs]


def _codes_in_turn(comment: str) -> list[tuple[str, str]]:
    """Return codes that stand with their names by turns, after the column's own name or alone.

    >>> _codes_in_turn("TASTE 口味 COLD_FOOD 饭菜凉"), _codes_in_turn("客户 VIP 会员")
    ([('TASTE', '口味'), ('COLD_FOOD', '饭菜凉')], [])
    """
    found = _IN_TURN.fullmatch(comment.strip())
    words = re.split(r"[\s,，、;；]+", found["codes"].strip()) if found else []
    return list(zip(words[::2], words[1::2], strict=True))


def lists_by_kind(comment: str) -> bool:
    """Tell a comment that lists the codes of several kinds of rows, and names the column by none of them.

    >>> lists_by_kind("报修: PLUMB水路 LEAK漏水; 投诉: NOISE噪音"), lists_by_kind("状态：1 在租；2 退租")
    (True, False)
    """
    return len(_KIND.findall(comment.strip())) > 1 and len(codes_in(comment)) > 1


def _bare_codes(bare: re.Match[str], comment: str) -> list[tuple[str, str]]:
    """Return codes that are words themselves, the last one with what stands behind it: OPEN/VOID 作废."""
    codes, told = re.split(r"\s*[/|]\s*", bare.group()), _TOLD.fullmatch(comment[bare.end() :])
    if min(map(len, codes)) < SHORTEST:
        return []  # LF/WQ/KS: no words
    said = [code.replace("_", " ").lower() for code in codes]
    return list(zip(codes, [*said[:-1], (told[1] or told[2]) if told else said[-1]], strict=True))


def lists_codes(comment: str) -> bool:
    """Tell a comment that begins with its codes and names nothing: 1 退款，2 投诉; PAID/OPEN/VOID 作废."""
    if _BARE.match(comment.strip()):
        return True
    mixed = _MIXED.fullmatch(comment.strip())
    if mixed and mixed.start("codes") == 0 and _mixed_codes(comment):
        return True
    if (turns := _IN_TURN.fullmatch(comment.strip())) and turns.start("codes") == 0:
        return True
    begins = LISTED.match(comment.strip())
    return begins is not None and not re.search(r"[:：]", comment) and len(codes_in(comment)) > 1


def in_both(text: str) -> tuple[str, ...]:
    """Return a name that a comment gives in two languages as two, Chinese first.

    >>> in_both("客户经理 account manager"), in_both("Seats / 座位数")
    (('客户经理', 'account manager'), ('座位数', 'Seats'))
    """
    if found := _BOTH.fullmatch(text):
        return found[1].strip(), found[2].strip()
    found = _LATIN_FIRST.fullmatch(text)
    return (found[2].strip(), found[1].strip()) if found else ()


def label_in(names: Sequence[str], language: Language) -> str:
    """Return the first of a code's names that a reader of a language knows, else the first.

    >>> label_in(["租户 tenant"], "en"), label_in(["租户 tenant"], "zh"), label_in(["租户"], "en")
    ('tenant', '租户', '租户')
    """
    told = [side for one in names for side in (*in_both(one), one)]
    return next((one for one in told if language_of(one) == language), names[0])
