"""Readings that ended with the parts of a document that a sample asked for."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Whether a reading that is done is of parts alone; those from before were of all."""
    column = sa.Column("part", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("readings", column)


def downgrade() -> None:
    """Back to a store that does not know."""
    op.drop_column("readings", "part")
