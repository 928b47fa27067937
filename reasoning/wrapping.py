"""What models wrap a reply in: thoughts, channels, control tokens, the prompt said again, the next turn."""

import re

_NAMES = "think|thinking|thought|thoughts|reasoning|reflection|scratchpad|seed:think"
_OPENING = re.compile(rf"<({_NAMES})>|(\[)THINK\]|(◁)think▷", re.I)
_LATE_THOUGHT = re.compile(rf"\A.*(?:</(?:{_NAMES})>|\[/THINK\]|◁/think▷)", re.DOTALL | re.I)
_OPEN_THOUGHT = re.compile(rf"(?:<(?:{_NAMES})>|\[THINK\]|◁think▷).*\Z", re.DOTALL | re.I)
# gpt-oss: https://cookbook.openai.com/articles/openai-harmony
_CHANNEL = re.compile(
    r"<\|channel\|>\s{0,9}(\w+).{0,400}?<\|message\|>"
    r"(.*?)(?=<\|(?:end|return|call|start|channel)\|>|\Z)",
    re.DOTALL,
)
_BARE_CHANNEL = re.compile(r"\Aanalysis(?=[A-Z\s]).*?assistantfinal", re.DOTALL)
_CONTROL = re.compile(
    r"<\|[^\s|<>]{1,40}\|>|<｜[^\s｜<>]{1,40}｜>|</?s>|\[/?INST\]|<(?:start|end)_of_turn>|<[be]os>|\ufeff"
)
_NEXT_TURN = re.compile(
    r"<\|im_start\|>\s*user|<\|start_header_id\|>\s*user|<start_of_turn>\s*user|<\|user\|>|<｜User｜>|\[INST\]"
    r"|\n(?:#+ *)?(?:User|Human|用户)\s*[:：]"
)
# The prompt said again: its forms with their explanations, or its tables down to the question.
_FORMS = re.compile(
    r"\A.*NO_SQL:[^\n]{0,200}\|\s{0,9}(?:missing_data|ambiguous|not_data)[^\n]*(?:\n\s*REASON:[^\n]*)?(?:\n\s*OPTION:[^\n]*)?",
    re.DOTALL | re.I,
)
_TABLES = re.compile(r"^Tables\b[^\n]*:[ \t]*$", re.MULTILINE)
_ASKED = re.compile(r"^Question:[^\n]*$", re.MULTILINE)
_QUOTED_LINE = re.compile(r"^>[ \t]?", re.MULTILINE)
_QUOTED_REPLY = re.compile(r"^>[ \t]?(?:```|SELECT\b|WITH\b|NO_SQL|METRIC)", re.MULTILINE | re.I)


def without_thoughts(reply: str) -> str:
    """Remove what reasoning models think aloud, also where its marks are not paired."""
    text = _BARE_CHANNEL.sub("", _final_channel(reply))
    text = _without_paired(text)
    text = _LATE_THOUGHT.sub("", text)
    return _OPEN_THOUGHT.sub("", text).strip()


def unwrapped(reply: str) -> str:
    """Return what a reply says itself: no thoughts, no control tokens, no prompt and no next turn."""
    text = without_thoughts(reply)
    if (turn := _NEXT_TURN.search(text)) and text[: turn.start()].strip():
        text = text[: turn.start()]
    text = without_control(text)
    text = _without_context(_FORMS.sub("", text))
    if _QUOTED_REPLY.search(text):
        text = _QUOTED_LINE.sub("", text)
    return text.strip()


def _without_paired(text: str) -> str:
    """Remove thoughts between their marks, looking at each part once: thousands may open and never close."""
    parts, at, unclosed = list[str](), 0, set[str]()
    for opening in _OPENING.finditer(text):
        closing = f"</{opening[1]}>" if opening[1] else "[/THINK]" if opening[2] else "◁/think▷"
        if opening.start() < at or closing.lower() in unclosed:
            continue
        end = re.compile(re.escape(closing), re.I).search(text, opening.end())
        if end is None:
            unclosed.add(closing.lower())
            continue
        parts.append(text[at : opening.start()])
        at = end.end()
    return "".join([*parts, text[at:]])


def _without_context(text: str) -> str:
    """Remove the prompt's tables, said again, down to its last question."""
    asked = list(_ASKED.finditer(text))
    tables = _TABLES.search(text) if asked else None
    return text[asked[-1].end() :] if tables and tables.start() < asked[-1].start() else text


def without_control(text: str) -> str:
    """Remove the tokens of chat templates."""
    return _CONTROL.sub("", text)


def _final_channel(text: str) -> str:
    """Return what stands in the channel for the reader, else in a tool call's; never the analysis."""
    channels = _CHANNEL.findall(text)
    if not channels:
        return text
    said = [body for name, body in channels if name == "final"]
    return "\n".join(said or [body for name, body in channels if name != "analysis"])
