"""Results as web pages: each one file that needs no network, no server and nothing installed."""
