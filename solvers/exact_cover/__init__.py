"""Models as items and options, and Knuth's dancing links on them."""
