"""https on the home network: certificates that cannot be used are refused in words, and our own is made and renewed."""

from __future__ import annotations

import asyncio
import os
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx2
import pytest
import trustme

from lairkeeper.web.lan import GivenCertificate, LanError, OwnCertificate
from lairkeeper.web.lan.handshakes import MOST_OF_ONE

from .conftest import FIRST, SECOND, at_home, needs_more_loopback, until


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


def files(folder: Path, authority: trustme.CA, name: str = "good", **dates: datetime) -> GivenCertificate:
    signed = authority.issue_cert("127.0.0.2", **dates)  # type: ignore[arg-type]
    given = GivenCertificate(folder / f"{name}.pem", folder / f"{name}.key")
    given.cert.write_bytes(b"".join(each.bytes() for each in signed.cert_chain_pems))
    given.key.write_bytes(signed.private_key_pem.bytes())
    return given


async def connected(at: str, port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.2", port, local_addr=(at, 0))


def code_of(given: GivenCertificate) -> str:
    with pytest.raises(LanError) as refused:
        given.files_for("127.0.0.2")
    assert str(given.cert.parent) in str(refused.value)
    return refused.value.code


def test_each_bad_file_is_refused_by_its_own_sentence(tmp_path: Path, authority: trustme.CA) -> None:
    good, other = files(tmp_path, authority), files(tmp_path, authority, "other")
    now = datetime.now(UTC)
    week = timedelta(days=7)
    old = files(tmp_path, authority, "old", not_before=now - 2 * week, not_after=now - week)
    early = files(tmp_path, authority, "early", not_before=now + week, not_after=now + 2 * week)
    junk, empty, locked = tmp_path / "junk", tmp_path / "empty", tmp_path / "locked"
    junk.write_bytes(b"\0\xff" * 500)
    empty.touch()
    locked.write_text("-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n")
    assert good.files_for("127.0.0.2").cert == good.cert
    assert code_of(GivenCertificate(tmp_path / "nope", good.key)) == "tls-missing"
    assert code_of(GivenCertificate(good.cert, tmp_path / "nope")) == "tls-missing"
    assert code_of(GivenCertificate(tmp_path, good.key)) == "tls-unreadable"
    assert code_of(GivenCertificate(good.cert, tmp_path)) == "tls-unreadable"
    assert code_of(GivenCertificate(good.key, good.cert)) == "tls-no-certificate"
    assert code_of(GivenCertificate(junk, good.key)) == "tls-no-certificate"
    assert code_of(GivenCertificate(good.cert, junk)) == "tls-no-key"
    assert code_of(GivenCertificate(good.cert, empty)) == "tls-no-key"
    assert code_of(GivenCertificate(good.cert, other.key)) == "tls-pair"
    assert code_of(GivenCertificate(good.cert, locked)) == "tls-passphrase"
    assert code_of(old) == "tls-expired"
    assert code_of(early) == "tls-not-yet"


@pytest.mark.skipif(os.name != "posix", reason="elsewhere files have no such modes")
def test_the_own_authority_is_for_its_owner_alone(tmp_path: Path) -> None:
    own = OwnCertificate(tmp_path / "tls")
    assert own.make(("127.0.0.2",))
    modes = {each.name: each.stat().st_mode & 0o777 for each in own.folder.iterdir()}
    assert modes == dict.fromkeys(("authority.pem", "authority.key", "server.pem", "server.key"), 0o600)
    assert own.folder.stat().st_mode & 0o777 == 0o700


def test_making_it_again_keeps_the_authority_that_phones_trust(tmp_path: Path) -> None:
    own = OwnCertificate(tmp_path / "tls")
    assert own.make(("127.0.0.2",))
    trusted, fingerprint = own.authority.read_bytes(), own.fingerprint
    assert not own.make(("127.0.0.3",))
    assert (own.authority.read_bytes(), own.fingerprint) == (trusted, fingerprint)
    assert "127.0.0.3" in own.names and "127.0.0.2" not in own.names
    assert "lairkeeper.local" in own.names
    assert timedelta(days=390) < own.until - datetime.now(UTC) < timedelta(days=398), "browsers refuse longer ones"
    assert own.forget()
    assert not own.forget()
    assert list(own.folder.iterdir()) == []


def test_it_is_signed_anew_for_another_address_or_when_it_soon_expires(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = OwnCertificate(tmp_path / "tls")
    with pytest.raises(LanError, match="lairkeeper tls"):
        own.files_for("127.0.0.2")
    own.make(("127.0.0.2",))
    kept = own.files.cert.read_bytes()
    own.files_for("127.0.0.2")
    assert own.files.cert.read_bytes() == kept
    own.files_for("127.0.0.3")
    assert own.files.cert.read_bytes() != kept
    with monkeypatch.context() as soon:
        soon.setattr("lairkeeper.web.lan.tls.VALID", timedelta(days=20))
        own.renew(("127.0.0.3",))
    kept = own.files.cert.read_bytes()
    own.files_for("127.0.0.3")
    assert own.files.cert.read_bytes() != kept
    own.files.key.write_text("damaged")
    own.files_for("127.0.0.3")
    assert "PRIVATE KEY" in own.files.key.read_text()
    own.authority.write_text("damaged")
    with pytest.raises(LanError, match="--forget"):
        own.files_for("127.0.0.9")


@needs_more_loopback
async def test_a_phone_that_trusts_the_authority_opens_the_pages_by_https(tmp_path: Path) -> None:
    own = OwnCertificate(tmp_path / "tls")
    own.make(("127.0.0.2",))
    trusting = ssl.create_default_context(cafile=own.authority)
    async with at_home(FIRST) as home:
        await home.lan.open("127.0.0.2", certificates=own)
        assert home.lan.url == f"https://127.0.0.2:{home.lan.port}/"
        async with home.phone(verify=trusting) as client:
            answer = await client.get("/tv")
            assert answer.status_code == 200
            assert "; Secure" in answer.headers["set-cookie"]
            form = {"lang": "fr", "theme": "dark", "back": "/"}
            headers = {"origin": home.url, "sec-fetch-site": "same-origin"}
            answer = await client.post("/prefs", data=form, headers=headers)
            cookies = answer.headers.get_list("set-cookie")
            assert len(cookies) == 2
            assert all(each.count("; Secure") == 1 for each in cookies)
        async with home.phone() as client:
            with pytest.raises(httpx2.ConnectError):
                await client.get("/tv")
        await until(lambda: home.announcer.told)
        assert home.announcer.told[-1] == ("127.0.0.2", home.lan.port, True)
        home.there[:] = [SECOND]
        await until(lambda: home.lan.address == "127.0.0.3")
        async with home.phone(verify=trusting) as client:
            assert (await client.get("/tv")).status_code == 200, "signed anew for the new address"


@needs_more_loopback
async def test_by_plain_http_cookies_are_not_secure() -> None:
    async with at_home(FIRST) as home:
        await home.lan.open("127.0.0.2")
        async with home.phone() as client:
            assert "Secure" not in (await client.get("/tv")).headers["set-cookie"]


@needs_more_loopback
async def test_a_bad_certificate_opens_nothing(tmp_path: Path, authority: trustme.CA) -> None:
    good, other = files(tmp_path, authority), files(tmp_path, authority, "other")
    async with at_home(FIRST) as home:
        with pytest.raises(LanError):
            await home.lan.open("127.0.0.2", certificates=GivenCertificate(good.cert, other.key))
        assert (home.lan.on, home.lan.address) == (False, None)


@needs_more_loopback
async def test_who_says_nothing_by_https_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lairkeeper.web.lan.listener.HANDSHAKE_S", 0.1)
    own = OwnCertificate(tmp_path / "tls")
    own.make(("127.0.0.2",))
    async with at_home(FIRST) as home:
        await home.lan.open("127.0.0.2", certificates=own)
        reader, writer = await asyncio.open_connection("127.0.0.2", home.lan.port)
        async with asyncio.timeout(5):
            assert await reader.read() == b""
        writer.close()


@needs_more_loopback
async def test_a_caller_with_many_handshakes_shuts_nobody_out(tmp_path: Path) -> None:
    own = OwnCertificate(tmp_path / "tls")
    own.make(("127.0.0.2",))
    trusting = ssl.create_default_context(cafile=own.authority)
    async with at_home(FIRST) as home:
        await home.lan.open("127.0.0.2", certificates=own)
        silent = [await connected("127.0.0.5", home.lan.port) for _ in range(MOST_OF_ONE + 20)]
        told: list[asyncio.StreamWriter] = []
        waits = [asyncio.ensure_future(reader.read()) for reader, _ in silent]
        await until(lambda: sum(each.done() for each in waits) >= 20)
        async with home.phone(verify=trusting) as client:
            assert (await client.get("/tv")).status_code == 200, "from another address"
        assert sum(each.done() for each in waits) == 20
        for _, writer in silent:
            writer.close()
        await asyncio.gather(*waits, return_exceptions=True)
        for _ in range(MOST_OF_ONE + 5):  # what has ended or is agreed counts no more
            _, writer = await asyncio.open_connection("127.0.0.2", home.lan.port, ssl=trusting)
            told.append(writer)
        for writer in told:
            writer.close()


@needs_more_loopback
async def test_plain_http_to_the_port_of_https_is_cut_off_without_a_traceback(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    own = OwnCertificate(tmp_path / "tls")
    own.make(("127.0.0.2",))
    async with at_home(FIRST) as home:
        await home.lan.open("127.0.0.2", certificates=own)
        async with httpx2.AsyncClient() as client:
            with pytest.raises(httpx2.TransportError):
                await client.get(f"http://127.0.0.2:{home.lan.port}/")
    assert not [each for each in caplog.records if each.exc_info]
