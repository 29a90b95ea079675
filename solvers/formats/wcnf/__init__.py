"""The format WCNF of MaxSAT."""
