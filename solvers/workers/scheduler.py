"""Schedulers of Dask: the address of the one that ``--on`` names, and whether it answers."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from models.errors import InputError
from models.plugins import in_one_line


def address_of(on: str) -> str:
    """The scheduler's address in Dask's terms.

    Raises:
        InputError: when ``on`` names no cluster.
    """
    if on.endswith(".json"):
        try:
            found = json.loads(Path(on).read_text(encoding="utf-8"))["address"]
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror}", on) from None
        except (ValueError, KeyError, TypeError):
            found = None
        if not isinstance(found, str):
            raise InputError("is no scheduler file of Dask, which has an address in JSON", on)
        return found
    try:
        parts = urlsplit(on)
        whole = bool(parts.hostname and parts.port) and on == f"{parts.scheme}://{parts.netloc}" and "@" not in on
    except ValueError:  # a port that is none
        whole = False
    if not whole or parts.scheme not in ("dask", "tcp", "tls"):
        raise InputError(f"--on takes local, dask://HOST:PORT, tls://HOST:PORT or a scheduler's FILE.json, not {on}")
    return f"{'tls' if parts.scheme == 'tls' else 'tcp'}://{parts.netloc}"


def check_scheduler(address: str, patience: float) -> None:
    """See that a scheduler answers within ``patience`` seconds, whatever else may listen there.

    Raises:
        InputError: when none does.
    """
    from distributed import Security, rpc  # heavy, and an extra

    async def ask() -> Any:
        async with asyncio.timeout(patience):
            arguments = Security().get_connection_args("client")
            async with rpc(address, timeout=patience, connection_args=arguments) as there:
                return await there.identity()

    try:
        with ThreadPoolExecutor(1) as thread:  # where this runs, in a notebook, there may be a loop already
            kind = thread.submit(asyncio.run, ask()).result()["type"]
    except (OSError, ValueError) as error:
        why = "" if isinstance(error, TimeoutError) else f": {in_one_line(error)}"
        raise InputError(f"no scheduler of Dask answers at {address}{why}") from None
    except TypeError:
        raise InputError(
            f"{address} needs certificates, which Dask's configuration names: distributed.comm.tls"
        ) from None
    if kind != "Scheduler":
        raise InputError(f"at {address} answers no scheduler of Dask, but its {kind.lower()}")
