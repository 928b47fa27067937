"""YAML that repeats itself: parts used again are taken, a few lines that unfold into gigabytes are not."""

from collections.abc import Iterable

import yaml

MOST_UNFOLDED = 1_000_000  # characters that what is used again may add


def overgrown_line(text: str) -> int | None:
    """Return the line, counted from 1, at which parts used again hold themselves or add too much; or None.

    Raises YAMLError where the text is none. What an alias stands for is added up without being built.
    """
    sizes: dict[str, int] = {}  # by the name of a part, all it unfolds to
    open_parts: list[tuple[str, int]] = []  # the parts around, by name, with what they hold so far
    added = 0
    for event in _events(text):
        if isinstance(event, yaml.CollectionStartEvent):
            open_parts.append((event.anchor or "", 0))
            continue
        if isinstance(event, yaml.CollectionEndEvent):
            name, size = open_parts.pop()
        elif isinstance(event, yaml.ScalarEvent):
            name, size = event.anchor or "", len(event.value) + 1
        elif isinstance(event, yaml.AliasEvent):
            name, size = "", sizes.get(event.anchor or "", 0)
            added += size
            if added > MOST_UNFOLDED or any(event.anchor == around for around, _ in open_parts):
                return event.start_mark.line + 1 if event.start_mark else 1
        else:
            continue
        if name:
            sizes[name] = size
        if open_parts:
            around, held = open_parts.pop()
            open_parts.append((around, held + size + 1))
    return None


def _events(text: str) -> Iterable[yaml.Event]:
    found: Iterable[yaml.Event] = yaml.parse(text, Loader=yaml.CSafeLoader)
    return found
