"""Text for the page without what the page would fetch: a picture's address could carry data out."""

import re

IMAGE = re.compile(r"!\[([^\]]*)\](\([^)]*\)|\[[^\]]*\])?")


def without_images(text: str) -> str:
    """Return Markdown with each picture replaced by its words."""
    return IMAGE.sub(lambda found: found.group(1), text)
