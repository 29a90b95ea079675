"""The format CP-SAT's protocol buffer."""
