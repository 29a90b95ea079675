"""One module a backend; each takes any model of `models.csp` and knows no puzzle."""
