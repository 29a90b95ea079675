"""Tests as specifications; a package, since other packages bring a top-level ``tests`` of their own."""
