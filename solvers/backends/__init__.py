"""One module a backend, named as on the command line; the others say how a model is put to one of them.

Each takes any model of `models.language.model` and knows no puzzle.
"""
