"""The settings as a backup keeps them: what was set, without a secret, and the files that settings name."""

import json

from pydantic import SecretStr

from config.logging import redactor
from config.settings import Settings, provider_environment

NOT_KEPT = "# {name} was set; secrets are not in a backup."


def settings_kept(settings: Settings) -> dict[str, str]:
    """Return texts by file name: settings.env, access.yaml, connections.yaml."""
    redact = redactor(settings)
    files = {"access.yaml": settings.access_file, "connections.yaml": settings.connections_file}
    named = {name: redact(path.read_text("utf-8")) for name, path in files.items() if path and path.exists()}
    return {"settings.env": redact(_lines(settings)), **named}


def _lines(settings: Settings) -> str:
    lines = []
    for name in sorted(settings.model_fields_set & set(type(settings).model_fields)):
        value = getattr(settings, name)
        if isinstance(value, SecretStr):
            lines.append(NOT_KEPT.format(name=name.upper()))
        elif value is not None:
            lines.append(f"{name.upper()}={_quoted(str(value))}")
    lines += [NOT_KEPT.format(name=name) for name in sorted(provider_environment())]
    return "\n".join(lines) + "\n"


def _quoted(value: str) -> str:
    return value if value.replace("-", "").replace("/", "").replace(".", "").isalnum() else json.dumps(value)
