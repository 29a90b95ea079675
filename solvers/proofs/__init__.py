"""Proofs of what a run claims: the statement, those who write proofs, and the checker that contains no solver."""
