"""Alembic's door: migrations run on the connection that the store hands over."""

from __future__ import annotations

from alembic import context

from understudy.review.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
