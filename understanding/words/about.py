"""What counted things are about, where that is asked and not how many they are."""

import re

from understanding.metric.vocabulary import metric_words


def asks_of_what(question: str) -> bool:
    """Tell a question what counted things are about, and not how many they are: 投诉主要是关于什么的."""
    return bool(re.search(str(metric_words()["of_what"]), question.lower().strip(" ?？。.！!")))
