"""Work done elsewhere: child processes, and native calls in threads."""
