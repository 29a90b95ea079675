"""The verb ``run``: solve a puzzle, show the answer, say whether it is the only one."""
