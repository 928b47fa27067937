"""Where nobody listed a briefing's figures, what has a target leads and every table has its own."""

from dataclasses import replace

from analysis.briefing.scorecard import Line, scorecard
from tests.unit.analysis.kiosks import desk_of, kiosks


def test_a_drafted_scorecard_leads_with_what_has_a_target_and_has_a_figure_of_each_table() -> None:
    desk = desk_of(kiosks()[1], "en")
    reader = desk.answers.reader
    unlisted = replace(reader.known.catalog, scorecard=())
    known = replace(reader.known, catalog=unlisted)
    drafted = replace(desk, answers=replace(desk.answers, reader=replace(reader, known=known)))
    lines = scorecard(drafted)
    assert lines[0] == Line("takings", "target")
    assert {"takings", "tickets", "average_sale"} <= {line.metric for line in lines}
