"""Constraints of the modelling language as clauses; ``encodings.cnf`` puts them together."""
