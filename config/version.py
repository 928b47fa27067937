"""The release this code is, or leads to; pyproject.toml and CHANGELOG.md say the same."""

VERSION = "0.3.0.dev0"
