"""SAT: the backend, the incremental solver underneath, and rules as assumptions of it."""
