"""MaxSAT: the backend and the soft clauses it makes of an objective."""
