"""``lairkeeper token``: made, listed and revoked, the secret on standard output alone."""

from __future__ import annotations

from pathlib import Path

from lairkeeper.store import Store
from lairkeeper.web.api.tokens import ApiTokens

from .test_listing import lairkeeper


def test_a_token_from_first_to_last(tmp_path: Path) -> None:
    db = str(tmp_path / "lair.db")
    made = lairkeeper("token", "create", "Phone of Ana", "--scope", "play", "--scope", "read:seat", "--seat", "Ana",
                      "--days", "3", "--db", db)  # fmt: skip
    secret = made.stdout.strip()
    assert made.returncode == 0 and secret.startswith("lair_") and "\n" not in secret
    assert "Copy it now" in made.stderr and secret not in made.stderr
    with Store.open(db) as store:
        found = ApiTokens(store.settings, lambda: 0.0).found(secret)
    assert found is not None and (found.name, found.seat, list(found.scopes)) == (
        "Phone of Ana",
        "Ana",
        ["read:seat", "play"],
    )
    listed = lairkeeper("token", "list", "--db", db).stdout
    assert "Phone of Ana  [read:seat play] seat Ana" in listed and "used never, ends " in listed
    assert secret not in listed
    assert "Token 1 is revoked." in lairkeeper("token", "revoke", "1", "--db", db).stdout
    assert "No token yet" in lairkeeper("token", "list", "--db", db).stdout
    gone = lairkeeper("token", "revoke", "1", "--db", db)
    assert gone.returncode == 1 and "token list" in gone.stderr


def test_what_does_not_go_together(tmp_path: Path) -> None:
    db = str(tmp_path / "lair.db")
    for words, says, status in (
        (("--scope", "read:seat"), "Name it with --seat", 1),
        (("--scope", "red"), "is not one of 'read', 'read:seat', 'play', 'manage'", 2),
        ((), "Missing option '--scope'", 2),
        (("--scope", "read", "--days", "0"), "0 is not in the range", 2),
    ):
        done = lairkeeper("token", "create", "x", *words, "--db", db)
        assert done.returncode == status and says in done.stderr, done.stderr
