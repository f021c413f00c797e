"""``lairkeeper tls``: an authority and a certificate of your own, for https on the home network."""

from __future__ import annotations

import click

from .options import LANGUAGE, data_file

FOLDER = "tls"
"""The folder of the own authority in the user's data folder."""


@click.command()
@click.argument("addresses", metavar="[ADDRESS]...", nargs=-1)
@click.option("--forget", is_flag=True, help="Delete the authority, the certificate and the keys.")
@click.option("--lang", type=LANGUAGE, default="en", envvar="LAIRKEEPER_LANG", help="Language.")
def tls(addresses: tuple[str, ...], forget: bool, lang: str) -> None:
    """Make a certificate for https on the home network, and say what a phone needs.

    It is for this machine's ADDRESSes and names. Run it again when they have changed or the certificate expires: phones
    that trust the authority need nothing then.
    """
    from lairkeeper.web.lan import LanError, OwnCertificate, machine_addresses, offered, said
    from lairkeeper.web.lan.addresses import typed_address

    def tell(code: str, **values: object) -> None:
        click.echo(said(lang, code, values))

    own = OwnCertificate(data_file(FOLDER))
    if forget:
        tell("tls-forgotten" if own.forget() else "tls-nothing")
        return
    try:
        found = machine_addresses()
        ips = tuple(typed_address(each, found) for each in addresses) or tuple(each.ip for each in offered(found))
        own.make(ips)
        tell("tls-made", path=own.folder)
        tell("tls-signed", day=own.until.date().isoformat(), names=", ".join(own.names))
        tell("tls-start")
        click.echo()
        tell("tls-phones")
        tell("tls-copy", path=own.authority)
        tell("tls-android")
        tell("tls-iphone")
        tell("tls-fingerprint", fingerprint=own.fingerprint)
        click.echo()
        tell("tls-means")
        tell("tls-remove")
    except LanError as error:
        raise click.ClickException(said(lang, error.code, error.values)) from None
