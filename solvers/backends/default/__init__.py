"""The default backend: it chooses a solver for each model."""
