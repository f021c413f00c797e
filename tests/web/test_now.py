"""What is to be done now: whose it is, and whom it waits for."""

from __future__ import annotations

import re

from .conftest import Client
from .fake_hub import FakeHub
from .test_table import part


def test_a_question_to_several_in_nobodys_turn_says_whom_it_waits_for(client: Client, hub: FakeHub) -> None:
    table = hub.table
    assert table is not None
    assert 'data-kind="prompt"' in client.get("/").text
    assert 'class="waiting"' not in client.get("/").text
    client.send_form("/act", move="end-game", by="Ana", option="line-up")
    client.send_form("/act", move="done", prompt=str(table.view().prompt.id))
    assert table.view().active is None
    assert list(table.view().prompt.args["waiting"]) == ["Ana", "Bo", "Cleo"]
    page = client.get("/").text
    assert 'data-kind="everyone"' in page
    assert re.findall(r'<li data-key="w-(\d)">', page) == ["1", "2", "3"]
    assert "Everybody is asked" in part(client, "now")
    assert part(client, "seats").count("Asked") == 3
    assert part(client, "mini", "/virtual").count("Asked") == 3
    client.send_form("/act", move="sweep", by="Bo", card="Kick")
    client.send_form("/act", move="done", by="Bo", prompt=str(table.view().prompt.id))
    page = client.get("/").text
    assert re.findall(r'<li data-key="w-(\d)">', page) == ["1", "3"]
    assert part(client, "seats").count("Asked") == 2
    client.cookies.set("lang", "fr")
    assert "En attente de" in client.get("/").text
    assert "Tout le monde est concerné" in part(client, "now")
