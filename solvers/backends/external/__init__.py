"""Other people's solvers, each in a process of its own."""
