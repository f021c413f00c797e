"""Prove who shares the pairing secret (docs/protocol.md, "Pairing").

The proof is HMAC-SHA256 over what both sides have just made up.
"""

import hashlib

_BLOCK = 64


def make(secret, role, host_nonce, board_nonce, device, boot):
    """Return the proof of one side as 64 hex digits.

    `role` is "board" or "host"; `secret` is hex too.
    """
    text = "\n".join(("lairkeeper-1", role, host_nonce, board_nonce, device, boot))
    return hmac(bytes.fromhex(secret), text.encode()).hex()


def same(a, b):
    """Return True when two texts are equal, in a time that does not tell where they differ."""
    if not isinstance(a, str) or not isinstance(b, str) or len(a) != len(b):
        return False
    differ = 0
    for i in range(len(a)):
        differ |= ord(a[i]) ^ ord(b[i])
    return not differ


def hmac(key, message):
    """Return the HMAC-SHA256 (RFC 2104) of a message; MicroPython has the hash only."""
    if len(key) > _BLOCK:
        key = hashlib.sha256(key).digest()
    key = key + bytes(_BLOCK - len(key))
    inner = hashlib.sha256(bytes([b ^ 0x36 for b in key]))
    inner.update(message)
    outer = hashlib.sha256(bytes([b ^ 0x5C for b in key]))
    outer.update(inner.digest())
    return outer.digest()
