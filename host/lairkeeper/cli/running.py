"""A running table: the store, the hub, the boards and the pages, until somebody ends it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import webbrowser
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .options import data_file

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from lairkeeper.board import SimulatedBoard
    from lairkeeper.sinks import Sink
    from lairkeeper.store import Store
    from lairkeeper.table import Hub
    from lairkeeper.table.trouble import Trouble
    from lairkeeper.web.lan import Lan

    from .lan_option import LanWords

HOST = "127.0.0.1"
STAND_STILL_SECONDS = 0.03
"""Seconds that pages, buttons and links may stand still for another program that has the database."""


@contextlib.contextmanager
def opened(db: Path) -> Iterator[Store]:
    """Yield the store, with its folder made if need be."""
    from lairkeeper.store import Store

    with Store.open(db) as store:
        kept = getattr(store.restored, "kept", None)
        if kept is not None:
            click.echo(f"A backup was put in place. The database of before is kept as {kept}.")
        yield store


def make_hub(store: Store, *, board: SimulatedBoard | None, ports: tuple[str, ...], lang: str | None) -> Hub:
    """Return the hub over its boards; without a port and without a simulated board it looks for one by itself."""
    from lairkeeper.board import AnyBoard, Pairings
    from lairkeeper.table import Hub
    from lairkeeper.table.installation import installation_of

    installation_of(store)
    store.wait_at_most(STAND_STILL_SECONDS)
    searching = [] if board is not None or ports else [AnyBoard()]
    pairings = Pairings(data_file("pairings.json"))
    hub = Hub(store, simulated=board, ports=[*ports, *searching], pairings=pairings)
    if lang is not None:
        hub.set_language(lang)
    return hub


def tell_trouble(hub: Hub) -> None:
    """Say on standard error what the pages say of a damaged log, the disk and sinks: now, and as it changes."""
    from .hub import say

    told: list[Trouble] = []

    def tell() -> None:
        now = hub.troubles.all
        for each in now:
            if each not in told:
                click.echo(say(hub, f"trouble.{each.code}", each.args), err=True)
        told[:] = now

    tell()
    hub.subscribe(tell)


def run_pages(
    hub: Hub, port: int, lan: LanWords, *, pages: tuple[str, ...], browser: bool, sinks: tuple[Sink, ...] = ()
) -> None:
    """Serve until Ctrl-C. Raises ``WebPortError`` before anything is opened, and ``LanError``."""
    from lairkeeper.web import open_port

    sock = open_port(HOST, port)
    address = f"http://{HOST}:{sock.getsockname()[1]}"
    for page in pages:
        click.echo(f"  {address}{page}")
    click.echo("Ctrl-C ends it; the match is kept.")

    async def main() -> None:
        from lairkeeper.web import create_app, serve, tell_screens
        from lairkeeper.web.lan import LanError, said

        stop = asyncio.Event()
        app = create_app(hub, stop=stop)
        tell_screens(app, hub)
        running = asyncio.ensure_future(hub.run(stop))
        serving = asyncio.ensure_future(serve(app, HOST, port, stop, sock=sock))
        home = _home_network(app, hub, sock.getsockname()[1])
        try:
            await lan.open(home, hub.store)
        except LanError as error:
            stop.set()
            await asyncio.gather(running, serving)
            raise click.ClickException(said(hub.language, error.code, error.values)) from None
        if browser:
            await asyncio.to_thread(_open_browser, [address + page for page in pages])
        try:
            await _until_done(stop, running, serving, *_delivering(hub, sinks, stop))
        finally:
            await home.close()

    _run(main)
    _say_whether_kept(hub)


def _home_network(app: Starlette, hub: Hub, port: int) -> Lan:
    """Return the switch of the home network. It announces its name, and says on the terminal what phones open."""
    from lairkeeper.web.lan import said
    from lairkeeper.web.lan.announcer import MulticastAnnouncer

    home: Lan = app.state.site.lan
    home.usual_port, home.announcer = port, MulticastAnnouncer()
    told: list[str] = []

    def tell() -> None:
        now = [*(f"  {url}" for url in home.urls), *(said(hub.language, each.code, each.values) for each in home.notes)]
        for line in now:
            if line not in told:
                click.echo(line)
        told[:] = now

    hub.subscribe(tell)
    return home


def run_headless(hub: Hub, *, sinks: tuple[Sink, ...] = ()) -> None:
    """Run only the boards and the store, until Ctrl-C."""
    click.echo("No pages (--headless). Ctrl-C ends it; the match is kept.")

    async def main() -> None:
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        hub.subscribe(_boards_told(hub))
        if os.name == "posix":  # elsewhere Ctrl-C raises KeyboardInterrupt
            for sign in (signal.SIGINT, signal.SIGTERM):
                loop.add_signal_handler(sign, stop.set)
        await _until_done(stop, asyncio.ensure_future(hub.run(stop)), *_delivering(hub, sinks, stop))

    _run(main)
    _say_whether_kept(hub)


def _boards_told(hub: Hub) -> Callable[[], None]:
    """Return a function that says on standard error how the boards are, each time that this changes."""
    from .hub import say_board

    told: dict[int, str] = {}

    def tell() -> None:
        for n, board in enumerate(hub.boards):
            if board.message in ("", "closed"):
                continue
            said = say_board(hub, board)
            if told.get(n) != said:
                told[n] = said
                click.echo(said, err=True)

    return tell


def _delivering(hub: Hub, sinks: tuple[Sink, ...], stop: asyncio.Event) -> list[asyncio.Future[None]]:
    """Begin to send records to the sinks."""
    if not sinks:
        return []
    from lairkeeper.sinks import Delivery

    return [asyncio.ensure_future(Delivery(hub, sink).run(stop)) for sink in sinks]


async def _until_done(stop: asyncio.Event, *tasks: asyncio.Future[None]) -> None:
    """Wait for the first to end, let the others end too, and raise what went wrong."""
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    stop.set()
    await asyncio.gather(*tasks)


def _run(main: Callable[[], object]) -> None:
    from .memory import settle

    settle()
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(main())  # type: ignore[arg-type]


def _say_whether_kept(hub: Hub) -> None:
    """Say that all is kept. When its file has gone, save it to a new one, and raise ``ClickException``."""
    from lairkeeper.store import StoreError

    from .hub import say

    try:
        asyncio.run(hub.save_elsewhere())
    except StoreError as error:
        lost = {**error.values, "path": hub.store.path, "saved": error.values["path"]}
        raise click.ClickException(say(hub, "trouble.gone-lost", lost)) from None
    if hub.problem is not None and hub.problem.code == "gone-saved":
        raise click.ClickException(say(hub, f"trouble.{hub.problem.code}", hub.problem.args))
    click.echo("Kept. See you at the table.")


def _open_browser(addresses: list[str]) -> None:
    """Open the pages; without a browser the addresses printed above are enough."""
    try:
        opened_all = all(list(map(webbrowser.open, addresses)))
    except webbrowser.Error:
        opened_all = False
    if not opened_all:
        click.echo("No browser opened: open the addresses above by hand, on this computer.", err=True)
