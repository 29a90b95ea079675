"""Mixed-integer programming with HiGHS: the backend, and the program in MathOpt."""
