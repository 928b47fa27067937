"""Text for any reader: nothing in it fetches or leads elsewhere, and no sign in it is unseen."""

import html
import re

from answers.visible import visible

PAIR = re.compile(r"!?\[([^\[\]]*)\](?:\((?:[^()\\]|\\.|\([^()]*\))*\)|\[[^\[\]]*\])")
PICTURE = re.compile(r"!(?=\[)")
BINDING = re.compile(r"\](?=[(:\[])")  # would bind words to an address, here or further down
AUTOLINK = re.compile(r"<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*)>")
# The page also links bare addresses, and reads escapes and entities before it looks for them.
ADDRESS = re.compile(r"(?:https?|ftp)\\?:\\?/\\?/|(?:mailto|xmpp)\\?:(?=\S)", re.IGNORECASE)
WWW = re.compile(r"(www)(?=\\?\.)", re.IGNORECASE)
ENTITY = re.compile(r"&(?:#\d+|#x[0-9a-f]+|\w+);", re.IGNORECASE)
TAG = re.compile(r"<(?=[A-Za-z/!?])")
FENCE = re.compile(r"`{3,}|~{3,}")
JOINER = "\u2060"  # keeps the letters together and the page from seeing an address
# The last two: a joiner in a word or an emoji, which only its neighbours tell from a hidden one.
UNFINISHED = re.compile(
    r"[\[\]<!:&\\]|[A-Za-z]$|[\u0600-\u0dff\u2600-\u27bf\ufe0f\U0001f000-\U0001faff]$|[\u200c\u200d]"
)


def inert(text: str) -> str:
    """Return Markdown whose pictures and links are their words, whose addresses and hidden signs are text."""
    before = None
    while before != text:  # taking one thing away may put another together
        before = text
        if ENTITY.search(text):
            text = html.unescape(text)
        text = visible(text)
        text = PAIR.sub(r"\1", text)
        text = AUTOLINK.sub(r"\1", text)
        text = ADDRESS.sub("", text)
    text = PICTURE.sub("", text)
    return WWW.sub(rf"\1{JOINER}", BINDING.sub("] ", text))


def harmless(text: str) -> str:
    """Return inert text for any reader of ours: what would be a tag on a page is text too."""
    return TAG.sub("&lt;", inert(text))


def fenced(text: str) -> str:
    """Return text that cannot end the code block it is shown in, nor read otherwise than it runs."""
    return FENCE.sub(lambda found: JOINER.join(found[0]), visible(text))


class InertStream:
    """The same for text that comes in pieces: a word that may become an address waits for its end."""

    def __init__(self) -> None:
        self._held = ""

    def feed(self, piece: str) -> str:
        """Return what may be shown now."""
        self._held += piece
        words = max(self._held.rfind(space) for space in " \n\t") + 1
        cut = words if UNFINISHED.search(self._held[words:]) else len(self._held)
        shown, self._held = self._held[:cut], self._held[cut:]
        return inert(shown)
