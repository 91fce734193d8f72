"""The service behind a certificate of its own."""

from __future__ import annotations

import ssl
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="needs the extra [service]")
import httpx
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from processes import listening

from understudy.client import Client, UnreachableError


def certified(folder: Path) -> tuple[Path, Path]:
    """A certificate for this machine, signed by itself, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "understudy test")])
    now = datetime.now(UTC)
    own = x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(own, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    certificate, private = folder / "cert.pem", folder / "key.pem"
    certificate.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    private.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return certificate, private


def test_requests_are_answered_over_tls_alone(tmp_path: Path) -> None:
    certificate, key = certified(tmp_path)
    trusted = ssl.create_default_context(cafile=str(certificate))
    arguments = ("serve", "--policy", "typed")
    options = ("--tls-cert", str(certificate), "--tls-key", str(key))
    with listening(tmp_path / "log", *arguments, *options, trusted=trusted) as url:
        assert url.startswith("https://127.0.0.1:")
        body = {"text": "I am Ann Lee."}
        made = httpx.post(f"{url}/v1/deidentify", json=body, verify=trusted)
        assert made.json()["text"] == "I am <PERSON>."
        with pytest.raises(httpx.ConnectError):  # nobody has signed it that others know
            httpx.post(f"{url}/v1/deidentify", json=body)
        with pytest.raises(httpx.TransportError):
            httpx.post(f"{url.replace('https', 'http')}/v1/deidentify", json=body)
        with Client(url, verify=str(certificate)) as client:
            assert client.deidentify("I am Ann Lee.")["text"] == "I am <PERSON>."
        with Client(url) as client, pytest.raises(UnreachableError):
            client.deidentify("I am Ann Lee.")
