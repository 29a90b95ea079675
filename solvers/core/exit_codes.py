"""What the exit codes of the program mean."""

ANSWERED = 0
IMPOSSIBLE = 1
BAD_INPUT = 2
STOPPED = 3
DISAGREEMENT = 4
BROKEN = 70
"""Of the codes from 64 up, which BSD's ``sysexits.h`` gives a meaning, the one for internal errors."""
