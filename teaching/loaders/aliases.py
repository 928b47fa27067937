"""YAML that repeats itself: a few lines of aliases unfold into gigabytes."""

import yaml


def alias_line(text: str) -> int | None:
    """Return the line of the first alias in a YAML text, counted from 1; None where it has none."""
    for event in yaml.parse(text, Loader=yaml.CSafeLoader):
        if isinstance(event, yaml.AliasEvent):
            return event.start_mark.line + 1 if event.start_mark else 1
    return None
