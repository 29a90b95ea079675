"""Mixed-integer programming with HiGHS: the backend, its columns and rows, and the program in MathOpt."""
