"""The page of printed numbers: one form a kind, a file out and in, and the label of invented numbers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from urllib.parse import quote_plus

import pytest

from lairkeeper.games import all_games
from lairkeeper.table import Hub
from lairkeeper.tags.numberfile import export_numbers
from lairkeeper.web.security import BODY_LIMIT, FILE_LIMIT
from tests.core.test_printed import NUMBERED

from .conftest import Client, client_for
from .situations import begun, hub_of, scanned
from .test_table import part, text_of


@pytest.fixture
def hub() -> Iterator[Hub]:
    """Yield a hub with a game whose numbers are typed, and a match with the invented ones."""
    hub = hub_of(games={"toy": NUMBERED, **all_games()})
    begun(hub, "toy", ("Ana", "Bo", "Cy"))
    yield hub
    hub.store.close()


@pytest.fixture
def client(hub: Hub) -> Client:
    return client_for(hub)


def test_one_kind_after_the_other_is_typed(client: Client, hub: Hub) -> None:
    page = client.get("/numbers").text
    assert ">spade</a>" in page
    assert "not typed yet" in page
    saved = client.send_form("/numbers", game="toy", kind="spade", **{"field-points": "4"})
    assert saved.headers["location"] == "/numbers?game=toy&kind=gem"
    assert hub.numbers.of("toy") == {"spade": {"points": 4}}
    assert "Points 4" in text_of(client.get("/numbers").text)


def test_a_full_box_of_numbers_is_taken_over_in_one_form(client: Client, hub: Hub) -> None:
    proxy = json.loads(json.dumps({kind: dict(facts) for kind, facts in hub.printed("dc-forever").proxy.items()}))
    text = "\ufeff" + export_numbers("dc-forever", proxy, "json")
    assert len(quote_plus(text)) > BODY_LIMIT
    answer = client.send_form("/numbers/import", game="dc-forever", text=text)
    assert answer.status_code == 200, text_of(answer.text)
    assert hub.numbers.of("dc-forever").keys() == proxy.keys()


def test_a_file_has_its_bounds_and_other_forms_keep_theirs(client: Client) -> None:
    assert client.send_form("/numbers/import", game="toy", text="x" * FILE_LIMIT).status_code == 413
    assert client.send_form("/numbers/import", game="toy", text="x" * 1_000_001).status_code == 400
    assert client.send_form("/numbers", game="toy", kind="x" * BODY_LIMIT).status_code == 413


def test_copies_that_nobody_knows_are_called_invented(client: Client, hub: Hub) -> None:
    plots = "0 typed; that there are 20 is invented"
    assert plots in text_of(client.get("/numbers?game=evil-101").text)
    assert "Nobody has published how many" in client.get("/tags").text


def test_a_word_that_looks_mistyped_is_asked_about(client: Client, hub: Hub) -> None:
    for n, word in enumerate(("stars", "stars", "star"), 1):
        hub.pieces.set_numbers("evil-101", f"plot-{n}", {"points": 1, "symbols": word})
    question = "“star” is used once, on Plot 3. Did you mean “stars”?"
    page = client.get("/numbers?game=evil-101").text
    assert question in text_of(page)
    assert 'href="/numbers?game=evil-101&amp;kind=plot-3"' in page
    fields = {"game": "evil-101", "level": "full", "numbers": "typed"}
    asked = client.begin("Ana", "Bo", "Cy", **fields)
    assert asked.status_code == 422
    assert question in text_of(asked.text)
    assert 'name="sure"' in asked.text
    missing = client.begin("Ana", "Bo", "Cy", **fields, sure="1")
    assert missing.status_code == 422
    assert question not in text_of(missing.text), "the owner has answered"
    assert 'id="e-numbers"' in missing.text, "half typed: it says so beside the choice of numbers"
    assert 'href="/numbers?game=evil-101&amp;kind=' in missing.text


def test_a_wrong_value_stands_beside_its_field(client: Client, hub: Hub) -> None:
    answer = client.send_form("/numbers", game="toy", kind="spade", **{"field-points": "four"})
    assert answer.status_code == 422
    assert "“four” is no whole number" in answer.text
    assert 'value="four"' in answer.text
    assert hub.numbers.of("toy") == {}


def test_what_was_typed_can_be_edited_and_forgotten(client: Client, hub: Hub) -> None:
    hub.pieces.set_numbers("toy", "spade", {"points": 4})
    assert 'value="4"' in client.get("/numbers?game=toy&kind=spade").text
    assert client.send_form("/numbers", game="toy", kind="spade", forget="1").status_code == 303
    assert hub.numbers.of("toy") == {}


def test_words_of_a_list_are_typed_as_the_page_calls_them() -> None:
    quiet = hub_of()
    client = client_for(quiet)
    client.cookies.set("lang", "fr")
    page = client.get("/numbers?game=evil-league&kind=scheme-3").text
    assert "chacun avec son nombre : r\u00e9putation 1, pi\u00e8ces 2" in text_of(page)
    fields = {"field-difficulty": "3", "field-rewards": "Pi\u00e8ces 2, power:1"}
    assert client.send_form("/numbers", game="evil-league", kind="scheme-3", **fields).status_code == 303
    assert quiet.numbers.of("evil-league")["scheme-3"]["rewards"] == [["parts", 2], ["power", 1]]
    wrong = client.send_form("/numbers", game="evil-league", kind="scheme-3", **{**fields, "field-rewards": "or 2"})
    assert (
        "R\u00e9compenses : \u00ab or \u00bb n\u2019est pas dans : r\u00e9putation, pi\u00e8ces, butin, pouvoir"
        in text_of(wrong.text)
    )


@pytest.mark.parametrize("form", ["toml", "json"])
def test_a_file_goes_out_and_comes_in_again(client: Client, hub: Hub, form: str) -> None:
    hub.pieces.set_numbers("toy", "spade", {"points": 4})
    file = client.get(f"/numbers/file?game=toy&form={form}")
    assert f'filename="toy-numbers.{form}"' in file.headers["content-disposition"]
    hub.pieces.forget_numbers("toy", "spade")
    assert "1 card imported" in client.send_form("/numbers/import", game="toy", text=file.text).text
    assert hub.numbers.of("toy") == {"spade": {"points": 4}}


def test_a_file_that_does_not_fit_is_told(client: Client, hub: Hub) -> None:
    hub.pieces.set_numbers("toy", "spade", {"points": 4})
    other = json.dumps({"format": 1, "game": "toy", "kind": {"spade": {"points": 5}}})
    refused = client.send_form("/numbers/import", game="toy", text=other)
    assert refused.status_code == 422
    assert "Nothing was imported" in refused.text
    assert "spade: other numbers were typed here" in refused.text
    assert client.send_form("/numbers/import", game="toy", text="hello").status_code == 422
    client.cookies.set("lang", "fr")
    assert "ni du TOML ni du JSON" in client.send_form("/numbers/import", game="toy", text="hello").text
    client.cookies.delete("lang")
    assert client.send_form("/numbers/import", game="toy", text=other, replace="1").status_code == 200
    assert hub.numbers.of("toy")["spade"]["points"] == 5


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/numbers?game=forever-evil", 400),
        ("/numbers?game=chess", 400),
        ("/numbers?game=toy&kind=dragon", 404),
        ("/numbers/file?game=chess", 400),
    ],
)
def test_what_is_not_there_is_said(client: Client, address: str, status: int) -> None:
    assert client.get(address).status_code == status


def test_invented_numbers_are_labelled_on_the_table_page(client: Client, hub: Hub) -> None:
    assert "Invented numbers" in part(client, "now")
    client.cookies.set("lang", "fr")
    assert "Nombres inventés" in part(client, "now")
    begun(hub)
    assert "Nombres inventés" not in part(client, "now")


def test_a_new_match_says_which_numbers_it_has(client: Client, hub: Hub) -> None:
    assert "invented ones, for a try" in client.get("/new?game=toy").text
    hub.pieces.set_numbers("toy", "spade", {"points": 4})
    page = client.get("/new?game=toy").text
    assert page.index("those that were typed") < page.index("invented ones")
    assert 'name="numbers"' not in client.get("/new?game=forever-evil").text


def test_enrolment_asks_for_the_numbers_of_the_piece_just_tapped(client: Client, hub: Hub) -> None:
    assert hub.start_enrol("toy", "spade x1") is None
    scanned(hub, "tap", "04AABBCCDDEEFF")
    asked = part(client, "enrol", "/tags")
    assert "The numbers of" in asked
    assert "/numbers?game=toy&amp;kind=spade" in client.get("/tags").text
    hub.pieces.set_numbers("toy", "spade", {"points": 4})
    assert "The numbers of" not in part(client, "enrol", "/tags")


@pytest.mark.parametrize(("lang", "separator", "yes"), [("en", ",", "Yes"), ("fr", ";", "Oui")])
def test_a_sheet_goes_out_in_the_viewers_language_and_comes_in_again(
    client: Client, hub: Hub, lang: str, separator: str, yes: str
) -> None:
    client.cookies["lang"] = lang
    for game in ("toy", "dc-forever", "evil-101", "evil-league"):
        proxy = json.loads(json.dumps({kind: dict(facts) for kind, facts in hub.printed(game).proxy.items()}))
        hub.pieces.import_numbers(export_numbers(game, proxy, "json"))
        kept = hub.numbers.of(game)
        assert kept.keys() == proxy.keys()
        file = client.get(f"/numbers/file?game={game}&form=csv")
        assert f'filename="{game}-numbers.csv"' in file.headers["content-disposition"]
        sheet = file.content.decode()
        assert sheet.startswith(f"\ufefflairkeeper:{game}{separator}") and "text/csv" in file.headers["content-type"]
        assert yes in sheet.splitlines()[1] or game in ("evil-101", "evil-league")
        for kind in proxy:
            hub.pieces.forget_numbers(game, kind)
        assert client.send_form("/numbers/import", game=game, text=sheet).status_code == 200
        assert hub.numbers.of(game) == kept


def test_each_line_of_a_sheet_that_is_wrong_is_told(client: Client, hub: Hub) -> None:
    lines = client.get("/numbers/file?game=evil-101&form=csv").content.decode().splitlines()
    rows = {line.split(",")[0]: n for n, line in enumerate(lines)}
    for kind, cells in (("plot-1", ["9999", "disc", ""]), ("plot-2", ["many", "disc", ""])):
        at = rows[kind]
        lines[at] = ",".join((lines[at].split(",")[0], "x", *cells))
    answer = client.send_form("/numbers/import", game="toy", text="\n".join(lines))
    shown = text_of(answer.text)
    assert answer.status_code == 422 and "Nothing was imported: 2 cards do not fit." in shown
    assert f"Line {rows['plot-1'] + 1}, Plot 1: Points: 9999 does not fit." in shown
    assert f"Line {rows['plot-2'] + 1}, Plot 2: Points: “many” is no whole number." in shown
    assert hub.numbers.of("evil-101") == {}


def test_fields_are_checked_while_they_are_typed(client: Client) -> None:
    address = "/numbers/check?game=evil-101&kind=plot-1"
    told = client.get(f"{address}&field-points=many&field-symbols=").json()
    assert told["fields"]["points"].startswith("Points: “many” is no whole number")
    assert told["fields"]["symbols"] == "" and "Still missing on this card:" in told["missing"]
    told = client.get(f"{address}&field-copies=1&field-points=2&field-symbols=disc").json()
    assert set(told["fields"].values()) == {""} and told["missing"] == "Nothing is missing on this card."
    assert client.get("/numbers/check?game=evil-101&kind=dragon").status_code == 404
    assert client.get("/numbers/check?game=chess").status_code == 400


def test_what_is_missing_and_what_is_invented_is_told(client: Client, hub: Hub) -> None:
    page = text_of(client.get("/numbers?game=toy&kind=gem").text)
    assert "2 cards are missing" in page and "Still missing on this card: Points, Symbols." in page
    assert "invented: 3" in page and "invented: disc" in page
    hub.pieces.set_numbers("toy", "gem", {"points": 4, "symbols": "disc"})
    page = text_of(client.get("/numbers?game=toy&kind=gem").text)
    assert "invented" not in page.replace("uses invented ones", "") and "Nothing is missing on this card." in page
    assert "1 card is missing" in page
    hub.pieces.set_numbers("toy", "spade", {"points": 4})
    assert "All numbers are typed" in client.get("/numbers?game=toy").text
