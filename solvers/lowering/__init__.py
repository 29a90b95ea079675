"""What backends and formats share: simpler constraints, exact covers, clauses and rows; neither knows the other."""
