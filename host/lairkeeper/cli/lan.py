"""``lairkeeper lan``: the addresses for phones, and what to try when none gets through."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from .options import DEFAULT_PORT, LANGUAGE

if TYPE_CHECKING:
    from lairkeeper.web.lan import LanNote, MachineAddress


@click.command()
@click.argument("address", required=False)
@click.option("--check", is_flag=True, help="Look whether the app answers there, and name the next step.")
@click.option("--port", type=click.IntRange(1, 65535), default=DEFAULT_PORT, show_default=True,
              envvar="LAIRKEEPER_PORT", help="Port of the app.")  # fmt: skip
@click.option("--lang", type=LANGUAGE, default="en", envvar="LAIRKEEPER_LANG", help="Language.")
@click.pass_context
def lan(context: click.Context, address: str | None, check: bool, port: int, lang: str) -> None:
    """Show at which ADDRESS phones on the home network reach the app.

    With --check: look whether it answers there, and say what to try when no phone gets through. The exit status is 1
    when nothing answers.
    """
    from lairkeeper.web.lan import LanError, home_address, machine_addresses, offered, routed_address
    from lairkeeper.web.lan.addresses import holding, typed_address

    found = machine_addresses()
    try:
        typed = typed_address(address, found) if address is not None else None
    except LanError as error:
        raise click.ClickException(_say(lang, error.code, error.values)) from None
    at = holding(found, typed) if typed is not None else home_address(found, routed_address())
    others = ", ".join(each.ip for each in offered(found) if at is None or each.ip != at.ip)
    if at is None:
        raise click.ClickException(_say(lang, "no-network", {"there": others or "-"}))
    ip = typed or at.ip
    if check:
        context.exit(_check(lang, ip, port, at, found))
    click.echo(_say(lang, "usual", {"network": at.network, "adapter": at.adapter, "address": ip}))
    if others:
        click.echo(_say(lang, "also", {"there": others}))


def _check(lang: str, ip: str, port: int, at: MachineAddress, found: Sequence[MachineAddress]) -> int:
    """Say whether the port answers, and what to try; return the exit status."""
    from lairkeeper.web.lan import next_steps
    from lairkeeper.web.lan.addresses import host_of

    where = {"url": f"{host_of(ip)}:{port}"}
    if not asyncio.run(_answers(ip, port)):
        click.echo(_say(lang, "silent", where), err=True)
        return 1
    click.echo(_say(lang, "answers", where))
    for step in next_steps(port, at, found):
        _tell(lang, step)
    return 0


def _tell(lang: str, step: LanNote) -> None:
    click.echo(f"* {_say(lang, step.code, step.values)}")
    if step.command:
        click.echo(f"    {step.command}")


async def _answers(ip: str, port: int) -> bool:
    """Return True when something takes connections there. A firewall in between cannot be seen from this machine."""
    with contextlib.suppress(OSError, TimeoutError):
        async with asyncio.timeout(3):
            _, writer = await asyncio.open_connection(ip, port)
        writer.close()
        return True
    return False


def _say(lang: str, code: str, values: Any) -> str:
    from lairkeeper.web.lan import said

    return said(lang, code, values)
