"""The format CPLEX LP."""
