"""One small cluster for all tests of this folder: a driver and two executors, processes of their
own, with speculative execution, encryption and event logs."""

from __future__ import annotations

import os
import shutil
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from clinic import Cluster

MASTER = "local-cluster[2,1,1024]"
LIGHT = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
"""Virtual machines that live for a minute need no optimising compiler."""


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    pyspark = pytest.importorskip("pyspark")
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java")
    with pytest.MonkeyPatch.context() as patch:
        home = Path(pyspark.__file__).parent
        patch.setenv("SPARK_HOME", str(home))
        patch.setenv("SPARK_LOCAL_IP", "127.0.0.1")
        patch.setenv("PYSPARK_PYTHON", sys.executable)
        patch.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))
        logs = tmp_path_factory.mktemp("events")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Spark's own, about the machine
            spark = _started(logs, tmp_path_factory.mktemp("local"))
        work = home / "work" / spark.sparkContext.applicationId
        try:
            yield Cluster(spark, logs, work)
        finally:
            spark.stop()
            shutil.rmtree(work, ignore_errors=True)


def _started(logs: Path, local: Path) -> Any:
    from pyspark.sql import SparkSession

    settings = {
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.memory": "1g",
        "spark.driver.extraJavaOptions": LIGHT,
        "spark.executor.extraJavaOptions": LIGHT,
        "spark.eventLog.enabled": "true",
        "spark.eventLog.compress": "false",
        "spark.eventLog.dir": logs.as_uri(),
        "spark.io.encryption.enabled": "true",
        "spark.local.dir": str(local),
        "spark.log.level": "ERROR",
        "spark.speculation": "true",
        "spark.speculation.interval": "100ms",
        "spark.speculation.multiplier": "1.1",
        "spark.speculation.quantile": "0.3",
        "spark.speculation.minTaskRuntime": "200ms",
        "spark.sql.adaptive.enabled": "false",
        "spark.sql.shuffle.partitions": "3",
        "spark.sql.files.maxPartitionBytes": "20000",
        "spark.sql.files.openCostInBytes": "0",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
    }
    builder = SparkSession.builder.master(MASTER).appName("understudy tests")
    for name, value in settings.items():
        builder = builder.config(name, value)
    return builder.getOrCreate()
