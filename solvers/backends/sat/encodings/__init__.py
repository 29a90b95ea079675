"""How each constraint of the modelling language becomes clauses; ``encodings.cnf`` puts them together."""
