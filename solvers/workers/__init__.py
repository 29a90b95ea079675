"""Worker processes, pools of them, solver processes, threads and clusters."""
