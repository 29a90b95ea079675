"""How models are solved: the backends, the published programs and the verbs of the command line."""
