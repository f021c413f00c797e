"""Certificates for https on the home network: those that a person has, and those of a small authority of our own."""

from __future__ import annotations

import os
import socket
import ssl
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from .addresses import own_host_names
from .announcer import NAME
from .errors import LanError
from .listener import CertificateFiles

if TYPE_CHECKING:
    from cryptography.x509 import Certificate
    from trustme import CA

VALID: Final = timedelta(days=397)
"""Browsers refuse certificates that are valid for much longer than a year."""
RENEW_BEFORE: Final = timedelta(days=30)
_SKEW: Final = timedelta(days=1)
"""Phones whose clocks are wrong by hours still take a new certificate."""


class Certificates(Protocol):
    """Where the certificate of the home network comes from."""

    def files_for(self, ip: str) -> CertificateFiles:
        """Return the files for an address. Raises ``LanError``."""


@dataclass(frozen=True, slots=True)
class GivenCertificate:
    """A certificate and a key that somebody else has made."""

    cert: Path
    key: Path

    def files_for(self, ip: str) -> CertificateFiles:
        """Return the files after a check: they are there, belong together, are valid now and need no passphrase."""
        certificate = _readable(self.cert)
        until, since = certificate.not_valid_after_utc, certificate.not_valid_before_utc
        now = datetime.now(UTC)
        _pair(self.cert, self.key)
        if until <= now:
            raise LanError("tls-expired", {"path": self.cert, "day": until.date().isoformat()})
        if since > now:
            raise LanError("tls-not-yet", {"path": self.cert, "day": since.date().isoformat()})
        return CertificateFiles(self.cert, self.key)


@dataclass(frozen=True, slots=True)
class OwnCertificate:
    """An authority in the data folder, and the certificate that it signs for this machine's addresses and names."""

    folder: Path

    @property
    def authority(self) -> Path:
        """Return the file that a phone must trust. It is no secret."""
        return self.folder / "authority.pem"

    @property
    def _authority_key(self) -> Path:
        return self.folder / "authority.key"

    @property
    def files(self) -> CertificateFiles:
        """Return where the certificate and its key are."""
        return CertificateFiles(self.folder / "server.pem", self.folder / "server.key")

    @property
    def exists(self) -> bool:
        """Return True when the authority was made."""
        return self.authority.is_file() and self._authority_key.is_file()

    @property
    def fingerprint(self) -> str:
        """Return the SHA-256 of the authority, as phones show it."""
        from cryptography.hazmat.primitives.hashes import SHA256

        return _readable(self.authority).fingerprint(SHA256()).hex(":").upper()

    @property
    def until(self) -> datetime:
        """Return when the certificate expires. Raises ``LanError`` without one."""
        return _readable(self.files.cert).not_valid_after_utc

    @property
    def names(self) -> tuple[str, ...]:
        """Return the addresses and names that the certificate is for. Raises ``LanError`` without one."""
        from cryptography.x509 import DNSName, IPAddress, SubjectAlternativeName

        named = _readable(self.files.cert).extensions.get_extension_for_class(SubjectAlternativeName).value
        return (*map(str, named.get_values_for_type(IPAddress)), *named.get_values_for_type(DNSName))

    def files_for(self, ip: str) -> CertificateFiles:
        """Return the files; signs a new certificate when the old one lacks the address or expires soon."""
        if not self.exists:
            raise LanError("tls-none", {})
        if not self._is_good_for(ip):
            self.renew((ip,))
        return self.files

    def make(self, ips: Sequence[str]) -> bool:
        """Make the authority if there is none, and a certificate for these addresses. Return True for a new authority.

        Raises ``LanError`` when the folder cannot be written, or the authority there cannot be read.
        """
        from trustme import CA

        made = not self.exists
        if made:
            try:
                self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            except OSError as error:
                raise LanError("tls-unwritable", {"path": self.folder, "detail": error.strerror}) from None
            own = CA(organization_name="Lairkeeper", organization_unit_name=socket.gethostname()[:60] or NAME)
            _write(self._authority_key, own.private_key_pem.bytes())
            _write(self.authority, own.cert_pem.bytes())
        self.renew(ips)
        return made

    def renew(self, ips: Sequence[str]) -> None:
        """Sign a new certificate for these addresses and the names of this machine. Raises ``LanError``."""
        now = datetime.now(UTC)
        signed = self._signer().issue_cert(
            *dict.fromkeys((*ips, f"{NAME}.local", *own_host_names(), "localhost", "127.0.0.1")),
            common_name=f"{NAME}.local",
            not_before=now - _SKEW,
            not_after=now + VALID,
        )
        _write(self.files.key, signed.private_key_pem.bytes())
        _write(self.files.cert, b"".join(each.bytes() for each in signed.cert_chain_pems))

    def forget(self) -> bool:
        """Delete authority, certificate and keys. Return False when there was nothing."""
        there = [each for each in (self.authority, self._authority_key, self.files.cert, self.files.key)
                 if each.exists()]  # fmt: skip
        for each in there:
            each.unlink()
        return bool(there)

    def _signer(self) -> CA:
        from trustme import CA

        try:
            return CA.from_pem(self.authority.read_bytes(), self._authority_key.read_bytes())
        except (OSError, ValueError, TypeError):
            raise LanError("tls-authority", {"path": self.folder}) from None

    def _is_good_for(self, ip: str) -> bool:
        try:
            _pair(self.files.cert, self.files.key)
            return self.until > datetime.now(UTC) + RENEW_BEFORE and ip in self.names
        except LanError:
            return False


def _readable(path: Path) -> Certificate:
    """Return the first certificate in a file. Raises ``LanError``."""
    from cryptography.x509 import load_pem_x509_certificate

    try:
        return load_pem_x509_certificate(_bytes_of(path))
    except ValueError:
        raise LanError("tls-no-certificate", {"path": path}) from None


def _bytes_of(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise LanError("tls-missing", {"path": path}) from None
    except OSError as error:
        raise LanError("tls-unreadable", {"path": path, "detail": error.strerror}) from None


def _pair(cert: Path, key: Path) -> None:
    """Raise ``LanError`` when a key cannot be used with a certificate."""
    if b"ENCRYPTED" in _bytes_of(key):
        raise LanError("tls-passphrase", {"path": key})
    try:
        # Without the empty password OpenSSL would ask on the terminal.
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(cert, key, password="")
    except ssl.SSLError as error:
        code = "tls-pair" if "MISMATCH" in (error.reason or "") else "tls-no-key"
        raise LanError(code, {"path": key, "cert": cert}) from None


def _write(path: Path, content: bytes) -> None:
    """Write a file that only its owner may read, all of it or nothing. Raises ``LanError``."""
    part = path.with_name(f"{path.name}.part")
    try:
        part.unlink(missing_ok=True)
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as opened:
            opened.write(content)
        part.replace(path)
    except OSError as error:
        raise LanError("tls-unwritable", {"path": path, "detail": error.strerror}) from None
