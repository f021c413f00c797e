"""Which Lairkeeper answers, and the tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lairkeeper import __version__
from lairkeeper.i18n import LANGUAGES
from lairkeeper.table.public_records import iso_time

from .call import Call
from .endpoint import Endpoint
from .problems import ApiError
from .scopes import ANYBODY, MANAGERS
from .types import About, Running, TokenEntry, TokenList

if TYPE_CHECKING:
    from .tokens import KeptToken

VERSION: Final = "1.0.0"
"""The version of the API: the first number changes when something is taken away or means something else."""


def about(call: Call) -> About:
    """Return the versions, what runs, and whose token this is."""
    return About(
        name="lairkeeper",
        version=__version__,
        api=VERSION,
        games=sorted(call.site.hub.games),
        languages=list(LANGUAGES),
        running=_running(call) if call.may_read else None,
        token=_entry(call.token),
    )


def _running(call: Call) -> Running | None:
    table = call.site.hub.table
    if table is None:
        return None
    state = table.history.state
    return Running(
        match=table.match, n=table.history.last.n, game=table.game.id, level=state.level, finished=state.finished
    )


def tokens(call: Call) -> TokenList:
    """Return all tokens, without their secrets."""
    return TokenList(tokens=[_entry(each) for each in call.site.api.tokens.all()])


def revoke(call: Call) -> TokenList:
    """Revoke a token, and return those that are left."""
    if not call.site.api.tokens.revoke((call.path or {})["number"]):
        raise ApiError("no-such-token")
    return tokens(call)


def _entry(token: KeptToken) -> TokenEntry:
    return TokenEntry(
        number=token.number,
        name=token.name,
        scopes=[str(each) for each in token.scopes],
        seat=token.seat,
        created=iso_time(token.created) or "",
        used=iso_time(token.used),
        expires=iso_time(token.expires),
    )


ENDPOINTS: Final = (
    Endpoint(
        method="GET", path="/", name="about", summary="Versions, what runs, and whose token this is",
        needs=ANYBODY, handle=about, answers=About,
    ),
    Endpoint(
        method="GET", path="/tokens", name="listTokens", summary="The tokens of all programs, without their secrets",
        needs=MANAGERS, handle=tokens, answers=TokenList,
    ),
    Endpoint(
        method="DELETE", path="/tokens/{number}", name="revokeToken",
        summary="Revoke a token; its open streams end at once",
        needs=MANAGERS, handle=revoke, answers=TokenList, refuses=("no-such-token",),
    ),
)  # fmt: skip
