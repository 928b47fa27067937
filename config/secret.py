"""What signs sessions and keys masks: the setting's, or one made once under DATA_DIR."""

import contextlib
import os
import secrets

from config.settings import Settings
from errors import SettingsError

LEAST_SECRET_CHARS = 32
PLACEHOLDERS = ("changeme", "change-me", "placeholder", "example", "secret-secret", "your-secret")


def auth_secret(settings: Settings) -> str:
    """Return what signs the sessions: the setting's, or one made once under DATA_DIR."""
    if settings.auth_secret:
        given = settings.auth_secret.get_secret_value()
        weak = len(given) < LEAST_SECRET_CHARS or len(set(given)) < 8
        if weak or any(word in given.lower() for word in PLACEHOLDERS):
            raise SettingsError("auth_secret_weak")
        return given
    path = settings.data_dir / "auth_secret"
    with contextlib.suppress(FileExistsError):
        made = path.with_name(f"auth_secret.{os.getpid()}")
        made.touch(mode=0o600)
        made.write_text(secrets.token_urlsafe(48))
        try:
            os.link(made, path)  # whole or not at all, and the first of two wins
        finally:
            made.unlink()
    return path.read_text().strip()
