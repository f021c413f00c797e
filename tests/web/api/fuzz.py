"""Requests that schemathesis makes from the OpenAPI document, and its judgement of the answers."""

from __future__ import annotations

import json
import warnings
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.config import SchemathesisConfig

from lairkeeper.table import Hub
from lairkeeper.web import create_app
from lairkeeper.web.api.openapi import described
from lairkeeper.web.api.routes import ENDPOINTS

from ..conftest import Client
from ..situations import QuietBoard, begun, hub_of
from .conftest import EVERYTHING, Program

NOT_HERE = {"ignored_auth", "use_after_free", "ensure_resource_availability", "object_level_authorization"}
"""Checks that send more requests in their own way. ``test_tokens.py`` looks at what each token may do."""
TAKEN = ("method", "url", "headers", "params", "data", "json")
STREAM, SECONDS = "/events", "seconds"
"""The call that keeps a stream open, and its parameter that does not."""


class Fuzzed:
    """A match of a game, the requests that were sent to it, and the answers by status."""

    def __init__(self, game: str) -> None:
        self.hub: Hub = hub_of(board=QuietBoard())
        self.game = game
        self._begin()
        self.stranger = Program(Client(create_app(self.hub)))
        self.statuses: Counter[int] = Counter()
        self._program: Program | None = None
        load_all_checks()
        self.checks = [CHECKS.get_one(name) for name in CHECKS.get_all_names() if name not in NOT_HERE]
        document = json.loads(json.dumps(described(ENDPOINTS)))
        del document["security"], document["components"]["securitySchemes"]  # each request gets a token here
        self.schema = schemathesis.openapi.from_dict(document, config=SchemathesisConfig.from_dict({}))

    def _begin(self) -> None:
        low, _ = self.hub.games[self.game].players
        begun(self.hub, self.game, ("Ana", "Bo", "Cleo", "Di")[:low], proxy=True)

    @property
    def program(self) -> Program:
        """Return a program whose token is live, in front of a match."""
        if self.hub.table is None or self.hub.table.history.state.finished:
            self._begin()
        if self._program is None or not self._program.site.api.tokens.found(str(self._program.secret)):
            self._program = self.stranger.holder(*EVERYTHING)
        return self._program

    def operations(self) -> Iterator[Any]:
        for each in self.schema.get_all_operations():
            yield each.ok()

    def send(self, case: Any) -> None:
        """Send one request, and judge the answer. Raises what schemathesis finds wrong with it."""
        program = self.program
        if case.operation.path == STREAM and isinstance(case.query.get(SECONDS, 0), int):
            case.query[SECONDS] = min(0, case.query.get(SECONDS, 0))
        kwargs = case.as_transport_kwargs(base_url="http://127.0.0.1:8000/api/v1")
        kwargs = {
            name: kwargs[name] for name in ("method", "url", "headers", "params", "data", "json") if name in kwargs
        }
        ready = requests.Request(**kwargs).prepare()
        headers = dict(ready.headers) | {"authorization": f"Bearer {program.secret}"}
        body = ready.body.encode() if isinstance(ready.body, str) else ready.body
        answer = program.client.request(
            str(ready.method), str(ready.url), headers=[*headers.items()], content=body, follow_redirects=False
        )
        answer.elapsed = timedelta(0)
        self.statuses[answer.status_code] += 1
        assert answer.status_code < 500, (case.method, case.formatted_path, answer.text)
        case.validate_response(answer, checks=self.checks)

    def run(self, fresh: int, examples: int) -> None:
        """Send so many requests of each mode to each call."""
        for at, operation in enumerate(self.operations()):
            for mode in GenerationMode if _takes(operation) else [GenerationMode.POSITIVE]:
                with _quiet():
                    _each(self.send, operation.as_strategy(generation_mode=mode), fresh + at, examples)


def _takes(operation: Any) -> bool:
    """Return True for a call that can be called wrongly."""
    taken = [*operation.iter_parameters(), *operation.body]
    return any(getattr(each, "name", "") != "Accept-Language" for each in taken)


def _each(send: Any, cases: st.SearchStrategy[Any], fresh: int, examples: int) -> None:
    @seed(fresh)
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
    )
    @given(case=cases)
    def test(case: Any) -> None:
        send(case)

    test()


@contextmanager
def _quiet() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
