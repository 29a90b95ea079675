"""One module a backend, named as on the command line; the others say how a model is put to one of them.

Each takes any model of `models.csp` and knows no puzzle.
"""
