"""The file of example settings."""

import re
from pathlib import Path

import pytest

from config.settings import ROOT, Settings, load_settings
from errors import SettingsError

EXAMPLE = ROOT / ".env.example"
LINE = re.compile(r"^# ([A-Z][A-Z0-9_]*)=(.*)$", re.MULTILINE)


def test_every_setting_stands_in_the_example_with_its_description() -> None:
    lines = EXAMPLE.read_text("utf-8").splitlines()
    for name, field in Settings.model_fields.items():
        places = [i for i, line in enumerate(lines) if line.startswith(f"# {name.upper()}=")]
        assert places, name
        assert field.description is not None
        assert lines[places[0] - 1].removeprefix("# ").startswith(field.description), name


def test_example_names_no_setting_that_is_not_there() -> None:
    named = {name.lower() for name, _ in LINE.findall(EXAMPLE.read_text("utf-8"))}
    assert named == set(Settings.model_fields)


def test_example_shows_the_defaults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first: dict[str, str] = {}
    for name, value in LINE.findall(EXAMPLE.read_text("utf-8")):
        first.setdefault(name, value)
    env = tmp_path / ".env"
    env.write_text("\n".join(f"{name}={value}" for name, value in first.items()), "utf-8")
    monkeypatch.chdir(ROOT)
    shown = Settings(_env_file=env)  # type: ignore[call-arg]
    paths = {"data_dir", "access_file"}
    assert shown.model_dump(exclude=paths) == Settings().model_dump(exclude=paths)
    assert {getattr(shown, name).resolve() for name in paths} == {getattr(Settings(), name) for name in paths}


def test_unreadable_setting_is_named() -> None:
    with pytest.raises(SettingsError) as refused:
        load_settings(port="eighty")
    assert (refused.value.code, refused.value.params["name"]) == ("setting_invalid", "PORT")
