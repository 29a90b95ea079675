"""What everybody stands on: the protocol of backends, limits and outcomes, the registry, the solver, the record."""
