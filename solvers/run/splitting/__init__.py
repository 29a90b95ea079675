"""Cube and conquer: one hard search cut into pieces that share no answer, searched apart, put together again."""
