"""Apache Spark: de-identifies data frames of a cluster.

    from understudy.spark import deidentify

    released = deidentify(df, columns={"note": "TEXT", "customer": "PERSON"}, id="ticket")

The command line has the same: ``understudy run hdfs:///in -o hdfs:///out --engine spark``.
"""

from __future__ import annotations

from understudy.spark.frames import deidentify

__all__ = ["deidentify"]
