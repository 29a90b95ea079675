"""Propagation and backtracking in pure Python: the backend, the store of domains, the propagators."""
