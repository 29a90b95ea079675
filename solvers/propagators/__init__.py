"""One propagator a file: how each kind of constraint takes values away during the `backtracking` search."""
