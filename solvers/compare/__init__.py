"""The verb ``compare``: the same work on every formulation and backend, side by side."""
