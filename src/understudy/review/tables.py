"""The tables of a review, as SQLAlchemy knows them; the migrations make them."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

__all__ = [
    "decisions",
    "documents",
    "events",
    "metadata",
    "readers",
    "readings",
    "sampled",
    "samples",
    "sessions",
    "settings",
]

metadata = MetaData()

settings = Table(
    "settings",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)

documents = Table(
    "documents",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("id", Text, nullable=False, unique=True),
    Column("content", LargeBinary, nullable=False),
    Column("found", LargeBinary, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("length", Integer, nullable=False),
    Column("marks", Integer, nullable=False),
    Column("unsure", Integer, nullable=False),
    Column("risk", Float, nullable=False),
    Column("reasons", Text, nullable=False),
    Column("place", Integer),  # in the learner's batch
    Column("begun", Integer, nullable=False),
    Column("done", Integer, nullable=False),
    Column("flagged", Boolean, nullable=False),
    Column("settled", Boolean, nullable=False),
    Index("documents_by_risk", "risk", "number"),
    Index("documents_by_place", "place"),
)

readings = Table(
    "readings",
    metadata,
    Column("document", Integer, ForeignKey("documents.number"), primary_key=True),
    Column("layer", String(64), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("done", Boolean, nullable=False),
    Column("blind", Boolean, nullable=False),
    Column("flagged", Boolean, nullable=False),
    Column("made", String(32), nullable=False),
    Column("part", Boolean, nullable=False, server_default=false()),
    Index("readings_by_layer", "layer", "done"),
)

decisions = Table(
    "decisions",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("document", Integer, ForeignKey("documents.number"), nullable=False),
    Column("layer", String(64), nullable=False),
    Column("version", Integer, nullable=False),
    Column("reader", String(64), nullable=False),
    Column("made", String(32), nullable=False),
    Column("action", String(32), nullable=False),
    Column("target", Integer),
    Column("batch", String(32)),
    Column("changes", LargeBinary, nullable=False),
    UniqueConstraint("document", "layer", "version", name="decisions_in_order"),
)

events = Table(
    "events",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("reader", String(64), nullable=False),
    Column("made", String(32), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("content", LargeBinary, nullable=False),
)

readers = Table(
    "readers",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("password", Text, nullable=False),
    Column("role", String(16), nullable=False),
    Column("active", Boolean, nullable=False),
    Column("made", String(32), nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token", String(64), primary_key=True),
    Column("reader", String(64), nullable=False),
    Column("csrf", String(64), nullable=False),
    Column("seen", Float, nullable=False),
)

samples = Table(
    "samples",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("plan", LargeBinary, nullable=False),
    Column("blind", Boolean, nullable=False),
    Column("reader", String(64), nullable=False),
    Column("made", String(32), nullable=False),
    Column("void", Text, nullable=False),
)

sampled = Table(
    "sampled",
    metadata,
    Column("sample", Integer, ForeignKey("samples.number"), primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("document", Integer, ForeignKey("documents.number"), nullable=False),
    Column("start", Integer, nullable=False),
    Column("end", Integer, nullable=False),
)
