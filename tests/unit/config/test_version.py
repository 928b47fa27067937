"""The release's number."""

import re
import tomllib

from config.settings import ROOT
from config.version import VERSION


def test_program_package_and_changelog_agree_on_the_release() -> None:
    package = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert package == VERSION
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    headings = re.findall(r"^## (Unreleased|\d+\.\d+\.\d+)\b", changelog, re.MULTILINE)
    released = [heading for heading in headings if heading != "Unreleased"]
    ours, _, unfinished = VERSION.partition(".dev")
    assert (headings[0] == "Unreleased") == bool(unfinished)
    assert [_numbers(number) for number in released] == sorted(map(_numbers, released), reverse=True)
    assert _numbers(ours) > _numbers(released[0]) if unfinished else ours == released[0]


def _numbers(release: str) -> list[int]:
    return [int(part) for part in release.split(".")]
