"""Whatever the OpenAPI document allows, and much that it does not, is answered without a fault."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

pytest.importorskip("fastapi", reason="needs the extra [service]")
schemathesis = pytest.importorskip("schemathesis", reason="needs schemathesis")
from fastapi import FastAPI  # noqa: E402
from fastapi.testclient import TestClient  # noqa: E402
from hypothesis import HealthCheck, Phase, given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

from understudy.service.app import create_app  # noqa: E402
from understudy.service.settings import Settings  # noqa: E402

pytestmark = pytest.mark.slow
_FEW = settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate],
)
_OF_PRESIDIO = [
    f'{{"error":"{said}"}}'
    for said in (
        "No text provided",
        "No language provided",
        "No matching recognizers were found to serve the request.",
    )
]


@schemathesis.serializer("application/x-ndjson")  # type: ignore[untyped-decorator]
def lines(_: object, value: object) -> bytes:
    """Whatever is generated is sent as it is, or as JSON."""
    text = value if isinstance(value, str) else json.dumps(value)
    return text.encode("utf-8", "surrogatepass")


@pytest.fixture(scope="module")
def app() -> Iterator[tuple[FastAPI, TestClient]]:
    made = create_app(Settings(policies=("typed",)))
    with TestClient(made, raise_server_exceptions=False) as client:
        yield made, client


def test_no_request_of_our_own_interface_is_a_fault(app: tuple[FastAPI, TestClient]) -> None:
    made, client = app
    schema = schemathesis.openapi.from_dict(made.openapi())
    tried = 0
    for found in schema.get_all_operations():
        operation = found.ok()

        @_FEW
        @given(case=st.one_of(operation.as_strategy()))
        def ask(case: object) -> None:
            nonlocal tried
            wanted = case.as_transport_kwargs(base_url="http://testserver")  # type: ignore[attr-defined]
            wanted = {
                key: value
                for key, value in wanted.items()
                if key in ("method", "url", "json", "params", "headers", "content", "data")
            }
            if isinstance(wanted.get("data"), bytes):
                wanted["content"] = wanted.pop("data")
            answer = client.request(**wanted)
            tried += 1
            # Presidio answers 500 to some of what is wrong, and so does what stands in its place.
            said = answer.text if "/presidio/" in wanted["url"] else ""
            assert answer.status_code < 500 or said in _OF_PRESIDIO, answer.text[:200]

        ask()
    assert tried > 100
