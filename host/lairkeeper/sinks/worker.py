"""A thread for what may block. It ends with the program, whatever it waits for."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue

_Job = tuple[Callable[[], None], asyncio.AbstractEventLoop, "asyncio.Future[None]"]


class Worker:
    """One thread that does one thing after the other. An executor's thread would keep the program from ending."""

    def __init__(self, name: str) -> None:
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        threading.Thread(target=self._run, name=name, daemon=True).start()

    def do(self, work: Callable[[], None]) -> asyncio.Future[None]:
        """Do ``work`` in the thread; the future has what it raises."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        self._jobs.put((work, loop, future))
        return future

    def end(self) -> None:
        """Let the thread end after what it has to do."""
        self._jobs.put(None)

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            work, loop, future = job
            try:
                work()
            except BaseException as error:  # whatever it is, it belongs to whoever waits
                self._tell(loop, future, error)
            else:
                self._tell(loop, future, None)

    @staticmethod
    def _tell(loop: asyncio.AbstractEventLoop, future: asyncio.Future[None], error: BaseException | None) -> None:
        def tell() -> None:
            if future.done():
                return
            if error is None:
                future.set_result(None)
            else:
                future.set_exception(error)

        with suppress(RuntimeError):  # the loop has ended, and nobody waits
            loop.call_soon_threadsafe(tell)
