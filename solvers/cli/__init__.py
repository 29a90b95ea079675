"""What all command lines share: options, exit codes, colours, progress, Ctrl-C."""
