"""The command line: its options, colours, progress, interrupts and exit codes."""
