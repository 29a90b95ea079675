"""Exact covers by Algorithm X: the backend, the covering it makes of a model, the dancing links."""
