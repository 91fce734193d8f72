"""The versions of the tables of a review, for Alembic."""
