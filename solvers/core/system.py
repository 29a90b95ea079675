"""What the system lets Python do: in WebAssembly, and so in a browser, it starts no process and no thread."""

from __future__ import annotations

import sys

CAN_START_OTHERS = sys.platform not in {"emscripten", "wasi"}
"""Whether this process can start others, and threads; where it cannot, it does one thing after the other itself."""
