"""CP-SAT of OR-Tools: the backend and the proto it is given."""
