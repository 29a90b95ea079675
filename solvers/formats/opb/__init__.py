"""The format OPB of pseudo-Boolean solvers."""
