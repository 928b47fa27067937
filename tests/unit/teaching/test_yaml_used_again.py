"""Parts of a YAML file that are used again are taken, unless they would grow beyond all bounds."""

import pytest

from teaching.loaders.aliases import MOST_UNFOLDED, overgrown_line
from teaching.loaders.metrics import load_metrics

SHARED = """
temperatures: &codes {FROZEN: [冷冻, Frozen], DEEP: [超低温, Deep]}
done: &done {table: movement, time: move_date, filters: ["move_status = 'DONE'"]}
metrics:
  - {<<: *done, name: throughput, expression: SUM(pallets)}
  - {<<: *done, name: orders, expression: COUNT(move_id), filters: []}
dimensions:
  - {name: temp, column: movement.temp_class, values: *codes}
"""
LAUGHTER = "l0: &l0 [ha, ha]\n" + "".join(
    f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 9)}]\n" for n in range(1, 9)
)


def test_parts_used_again_are_written_once() -> None:
    report = load_metrics(SHARED, "cold.yaml")
    assert report.refused == []
    throughput, orders, temp = (item.payload for item in report.items)
    assert (throughput["table"], throughput["filters"]) == ("movement", ["move_status = 'DONE'"])
    assert (orders["time"], orders["filters"]) == ("move_date", [])
    assert temp["values"]["DEEP"] == ["超低温", "Deep"]


@pytest.mark.parametrize(
    "text, line",
    [
        (LAUGHTER, 7),
        ("a: &a " + "x" * 1000 + "\nb:\n" + "  - *a\n" * 1000, 1002),
        ("a: &a [1, *a]\n", 1),
        ("a: &a\n  b:\n    c: *a\n", 3),
        (SHARED, None),
        ("a: &a " + "x" * (MOST_UNFOLDED - 1) + "\nb: *a\n", None),
        ("no: part is used\n" * 3, None),
    ],
    ids=["nested", "long", "itself", "deep itself", "shared", "as much as may be", "none"],
)
def test_what_grows_beyond_all_bounds_is_refused_by_its_line(text: str, line: int | None) -> None:
    assert overgrown_line(text) == line
