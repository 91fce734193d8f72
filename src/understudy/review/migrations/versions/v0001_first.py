"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """From nothing."""
    op.create_table(
        "settings",
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "documents",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        sa.Column("content", sa.LargeBinary, nullable=False),
        sa.Column("found", sa.LargeBinary, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("marks", sa.Integer, nullable=False),
        sa.Column("unsure", sa.Integer, nullable=False),
        sa.Column("risk", sa.Float, nullable=False),
        sa.Column("reasons", sa.Text, nullable=False),
        sa.Column("place", sa.Integer),
        sa.Column("begun", sa.Integer, nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("flagged", sa.Boolean, nullable=False),
        sa.Column("settled", sa.Boolean, nullable=False),
    )
    op.create_index("documents_by_risk", "documents", ["risk", "number"])
    op.create_index("documents_by_place", "documents", ["place"])
    op.create_table(
        "readings",
        sa.Column("document", sa.Integer, sa.ForeignKey("documents.number"), primary_key=True),
        sa.Column("layer", sa.String(64), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("done", sa.Boolean, nullable=False),
        sa.Column("blind", sa.Boolean, nullable=False),
        sa.Column("flagged", sa.Boolean, nullable=False),
        sa.Column("made", sa.String(32), nullable=False),
    )
    op.create_index("readings_by_layer", "readings", ["layer", "done"])
    op.create_table(
        "decisions",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("document", sa.Integer, sa.ForeignKey("documents.number"), nullable=False),
        sa.Column("layer", sa.String(64), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("reader", sa.String(64), nullable=False),
        sa.Column("made", sa.String(32), nullable=False),
        sa.Column("action", sa.String(32), nullable=False),
        sa.Column("target", sa.Integer),
        sa.Column("batch", sa.String(32)),
        sa.Column("changes", sa.LargeBinary, nullable=False),
        sa.UniqueConstraint("document", "layer", "version", name="decisions_in_order"),
    )
    op.create_table(
        "readers",
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("password", sa.Text, nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("active", sa.Boolean, nullable=False),
        sa.Column("made", sa.String(32), nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("reader", sa.String(64), nullable=False),
        sa.Column("csrf", sa.String(64), nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
    )
    op.create_table(
        "samples",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("plan", sa.LargeBinary, nullable=False),
        sa.Column("blind", sa.Boolean, nullable=False),
        sa.Column("reader", sa.String(64), nullable=False),
        sa.Column("made", sa.String(32), nullable=False),
        sa.Column("void", sa.Text, nullable=False),
    )
    op.create_table(
        "sampled",
        sa.Column("sample", sa.Integer, sa.ForeignKey("samples.number"), primary_key=True),
        sa.Column("place", sa.Integer, primary_key=True),
        sa.Column("document", sa.Integer, sa.ForeignKey("documents.number"), nullable=False),
        sa.Column("start", sa.Integer, nullable=False),
        sa.Column("end", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    """Back to nothing."""
    for name in (
        "sampled",
        "samples",
        "sessions",
        "readers",
        "decisions",
        "readings",
        "documents",
        "settings",
    ):
        op.drop_table(name)
