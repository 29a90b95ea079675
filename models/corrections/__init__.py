"""How each puzzle goes wrong when people copy it down; ``corrections.mistakes`` says what such a module provides."""
