"""What a new chat says to whoever has nothing to ask."""

from types import SimpleNamespace

import pytest

from appdb.users import User
from chat import opening
from errors import NotFoundError


@pytest.mark.parametrize(
    ("connections", "features", "language", "says"),
    [
        ([], {"admin", "files"}, "zh", ["管理", "拖进聊天"]),
        ([], {"files"}, "zh", ["请管理员", "拖进聊天"]),
        ([], {"files"}, "en", ["Ask your administrator", "dropped into the chat"]),
        (["shop"], {"files"}, "en", None),
    ],
)
async def test_who_has_no_database_is_told_what_is_next_before_asking(
    monkeypatch: pytest.MonkeyPatch,
    connections: list[str],
    features: set[str],
    language: str,
    says: list[str] | None,
) -> None:
    sent: list[str] = []

    class Message:
        def __init__(self, content: str) -> None:
            self.content = content

        async def send(self) -> None:
            sent.append(self.content)

    async def person() -> User:
        return User("vic", "viewer")

    access = SimpleNamespace(features=lambda user: features)
    none = SimpleNamespace(nothing=lambda: NotFoundError("no_connection"))
    monkeypatch.setattr(opening, "services", lambda: SimpleNamespace(access=access, databases=none))
    monkeypatch.setattr(opening, "current_user", person)
    monkeypatch.setattr(opening, "open_connections", lambda user: connections)
    monkeypatch.setattr(opening, "interface_language", lambda: language)
    monkeypatch.setattr(opening.cl, "Message", Message)
    await opening.say_what_is_missing()
    assert len(sent) == (says is not None)
    assert all(word in sent[0] for word in says or ())
