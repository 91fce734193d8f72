"""The benchmark of another project: what reaches the upstream server, and what comes back."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="needs the extra [service]")
pytest.importorskip("pii_leak_benchmark", reason="needs the extra [clients]")
from processes import listening

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("policy", ["surrogate", "typed"])
def test_the_gateway_is_clean(policy: str, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as door:
        port = door.getsockname()[1]
    upstream = f"http://127.0.0.1:{port}"
    with listening(tmp_path / "log", "gateway", "--upstream", upstream, "--policy", policy) as url:
        made = subprocess.run(
            [
                *(sys.executable, "-m", "pii_leak_benchmark.cli", "ci"),
                *("--out", str(tmp_path / "out"), "--target-base-url", f"{url}/v1"),
                *("--capture-port", str(port)),
            ],
            check=False,
            capture_output=True,
            text=True,
            timeout=300,
        )
    assert made.returncode == 0, made.stdout[-2000:]
    found = json.loads((tmp_path / "out" / "current.json").read_text(encoding="utf-8"))
    assert found["verdict"] == "CLEAN"
