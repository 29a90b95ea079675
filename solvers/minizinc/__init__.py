"""MiniZinc: its solvers as a backend, our backends as its solvers, models written in its language."""
