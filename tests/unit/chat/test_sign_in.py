"""What a sign-in provider vouches for."""

from typing import Any

import pytest

from chat.sign_in import identity_of

VERIFIED = {"email": "mei@example.com", "primary": True, "verified": True}


@pytest.mark.parametrize(
    ("provider", "told", "email"),
    [
        ("google", {"email": "mei@example.com", "verified_email": True}, "mei@example.com"),
        ("google", {"email": "mei@example.com", "verified_email": False}, ""),
        ("keycloak", {"email": "mei@example.com", "email_verified": False}, ""),
        ("generic", {"email": "mei@example.com", "email_verified": "false"}, ""),
        ("generic", {"email": "mei@example.com"}, "mei@example.com"),
        ("generic", {}, ""),
        ("github", {"email": "typed@example.com", "emails": [VERIFIED]}, "mei@example.com"),
        ("github", {"email": "typed@example.com", "emails": [{**VERIFIED, "verified": False}]}, ""),
        ("github", {"email": "typed@example.com", "emails": [{**VERIFIED, "primary": False}]}, ""),
        ("azure-ad", {"mail": "boss@example.com", "userPrincipalName": "mei@example.com"}, "mei@example.com"),
    ],
)
def test_only_a_verified_address_counts(provider: str, told: dict[str, Any], email: str) -> None:
    assert identity_of(provider, told, "mei").email == email


def test_groups_come_along() -> None:
    assert identity_of("keycloak", {"groups": ["branch-managers", 7]}, "mei").groups == ("branch-managers",)
