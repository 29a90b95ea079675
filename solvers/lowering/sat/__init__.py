"""Constraints of the modelling language as clauses; ``lowering.sat.cnf`` puts them together."""
