"""The format DIMACS CNF."""
