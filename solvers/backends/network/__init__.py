"""The backend ``network``: proposals of a neural network, each judged."""
