"""MaxSAT: the backend, which asks RC2 for a best answer."""
