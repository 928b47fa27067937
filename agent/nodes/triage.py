"""What kind of message this is, told without a model; unsure counts as data: the writer's refusal decides."""

import re
from typing import Any

from langgraph.runtime import Runtime

from agent.context import Context
from agent.stages import stage
from agent.state import AgentState, Triage

_END = r"[\s,，。.!！?？~～:：)）(（😀-🙏👋]*$"
_GREETING = re.compile(
    r"^\s*(你好|您好|嗨|哈喽|在吗|在么|(早上|上午|下午|晚上)好|早"
    r"|hi|hello|hey|good (morning|afternoon|evening))"
    r"(呀|啊|哦|there|all)?" + _END,
    re.IGNORECASE,
)
_THANKS = re.compile(
    r"^\s*(谢谢|多谢|感谢|辛苦了|好的?|知道了|明白了|再见|拜拜"
    r"|thanks?( you)?( (a lot|so much))?|ok(ay)?|got it|bye)"
    r"(你|您|啦|了)?" + _END,
    re.IGNORECASE,
)
_HELP = re.compile(
    r"^\s*(/help|help|帮助|你(能|可以|会)(做|干|帮我做|帮我)?(些)?什么|怎么(用|使用)(你|这个)?|你是谁|"
    r"what can (you|i) (do|ask)|who are you|how (do|can) i use (this|you)|how does this work)"
    r"(呢|呀|啊|for me)?" + _END,
    re.IGNORECASE,
)
_TABLES = re.compile(
    r"(有|包含|可以查|能查)(哪些|什么|哪几张|多少张)(数据)?表|有(哪些|什么)(数据|资料)(可以查|能查)?"
    + _END
    + r"|(数据库|库里).{0,4}(有|包含)(哪些|什么)(表|数据)|^\s*(show|list)( me)?( all)?( the)? tables"
    r"|(what|which) (tables|data)( (do you have|are there|is there|can i (ask|query)|exist|are available))",
    re.IGNORECASE,
)
_COLUMNS = re.compile(
    r"(?:有|包含)(?:哪些|什么)(?:字段|列)|的?(?:字段|表结构|列)(?:有哪些|是什么|说明)"
    r"|(?:what|which|list|show)(?: me)?(?: all)?(?: the)? (?:columns|fields)"
    r"|(?:describe|structure of)(?: the)? table",
    re.IGNORECASE,
)
_TERM = re.compile(
    r"^\s*[“\"「]?(?P<zh>[^，。？?]{2,12}?)[”\"」]?(的口径|的定义|是什么意思|怎么(算|计算|定义)|是怎么(算|计算|定义)的?|口径)"
    r"(是什么|是啥)?(的)?" + _END + r"|^\s*(what does (?P<en>[\w \-]{2,30}) mean"
    r"|how is (?P<en2>[\w \-]{2,30}) (defined|calculated|computed))" + _END,
    re.IGNORECASE,
)
_FOLLOW_UP = re.compile(
    r"^\s*(那(么)?|再|只看|只要|按(?!时|照)|去掉|排除|不(含|包括|算)|换成|改成|加上|同样|同一|上面|其中|它|这些|呢"
    r"|and\b|what about|how about|same\b|only\b|by \w+\s*$|without|exclud|instead|as a |now\b|sort|those"
    r"|them\b|it\b)"
    r"|呢" + _END,
    re.IGNORECASE,
)
_FOLLOW_UP_CHARS = 60


@stage
async def triage(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Tell small talk, help, schema questions and follow-ups from data questions."""
    mode = runtime.context.settings.routing_mode
    if mode in ("database_direct", "chat_direct"):
        return {"triage": Triage(kind="data", confidence=1.0, reason=mode, method="setting")}
    return {"triage": classify(state["asked"], follows=bool(state.get("history")))}


def classify(text: str, *, follows: bool = False) -> Triage:
    """Return the kind of a message and which sign told it."""
    for kind, reason, pattern in _SIGNS:
        if pattern.search(text):
            return Triage(kind=kind, confidence=0.95, reason=reason, method="pattern")
    if follows and len(text) <= _FOLLOW_UP_CHARS and _FOLLOW_UP.search(text):
        return Triage(kind="follow_up", confidence=0.8, reason="refers_back", method="pattern")
    return Triage(kind="data", confidence=0.5, reason="no_other_sign", method="default")


def term_asked(text: str) -> str:
    """Return the term whose definition is asked for, or nothing."""
    match = _TERM.search(text)
    if match is None:
        return ""
    return next((match[name].strip() for name in ("zh", "en", "en2") if match[name]), "")


_SIGNS = (
    ("chat", "greeting", _GREETING),
    ("chat", "thanks", _THANKS),
    ("help", "help", _HELP),
    ("schema", "columns", _COLUMNS),
    ("schema", "tables", _TABLES),
    ("schema", "term", _TERM),
)
