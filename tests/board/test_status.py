"""Messages of a link to a screen."""

from __future__ import annotations

import pytest

from lairkeeper.board.status import MESSAGES
from lairkeeper.i18n import LANGUAGES, arguments, flatten, read_catalog, shared_texts


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_message_has_its_sentence(lang: str) -> None:
    table = read_catalog(shared_texts(), lang)["board"]
    sentences = dict(flatten(table))
    assert set(sentences) == set(MESSAGES)
    for message, sentence in sentences.items():
        assert isinstance(sentence, str)
        assert arguments(sentence) <= set(MESSAGES[message])
