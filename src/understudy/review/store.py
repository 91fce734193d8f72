"""The store of a review: its database, its documents, and the readings of these."""

from __future__ import annotations

from understudy.review.database import Database, open_database
from understudy.review.documents import Documents
from understudy.review.layers import Readings
from understudy.review.sealing import PLAIN, Sealing

__all__ = ["Store", "open_store"]


class Store:
    """An open store."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.documents = Documents(database)
        self.readings = Readings(database, self.documents)

    def __repr__(self) -> str:
        return f"Store({self.database!r})"

    def close(self) -> None:
        """Give the connections back."""
        self.database.close()


def open_store(url: str, sealing: Sealing = PLAIN) -> Store:
    """The store at a URL, its tables brought up to date."""
    return Store(open_database(url, sealing))
