"""Signs a reader cannot see, shown: hidden or turned-round text could pass for another value."""

import re
from typing import Any

# Directions, zero-width and filling signs, tags, controls and half surrogates; tab and line ends are seen.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f"
    "\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)
# A joiner belongs to the script in Arabic, Persian and the scripts of India, and within one emoji; we put one
# ourselves where an address or the end of a code block would be.
_JOINED = re.compile(
    "(?<=[\u0600-\u0dff])[\u200c\u200d](?=[\u0600-\u0dff])|(?<=[\u2600-\u27bf\ufe0f\U0001f000-\U0001faff])\u200d"
    "|(?<=[Ww]{3})\u2060(?=\\\\?\\.)|(?<=`)\u2060(?=`)|(?<=~)\u2060(?=~)"
)


def visible(value: Any) -> Any:
    """Return a text with each unseen sign written as its number, as ⟨U+202E⟩, also within lists and JSON."""
    if not isinstance(value, str):
        if isinstance(value, dict):
            return {visible(name): visible(part) for name, part in value.items()}
        return [visible(part) for part in value] if isinstance(value, list | tuple) else value
    if (value.isascii() and value.isprintable()) or not _UNSEEN.search(value):
        return value
    kept = {found.start() for found in _JOINED.finditer(value)}
    return _UNSEEN.sub(lambda found: found[0] if found.start() in kept else f"⟨U+{ord(found[0]):04X}⟩", value)
