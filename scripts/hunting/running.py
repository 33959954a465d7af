"""Runs a command with a time limit, and lists the files that it leaves behind."""

import os
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Ended:
    """The result of a command. `status` is None if the time ran out, and negative if a signal ended the command."""

    status: int | None
    output: str
    messages: str
    seconds: float


def run(command: list[str], limit: float, environment: dict[str, str] | None = None) -> Ended:
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               env=environment, start_new_session=True)
    try:
        output, messages = process.communicate(timeout=limit)
        status = process.returncode
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, messages = process.communicate()
        status = None
    return Ended(status, output.decode(errors="replace"), messages.decode(errors="replace"), time.perf_counter() - begin)


def left_in(folder: Path, *, but: str | None = None) -> list[str]:
    """The names of the files in a folder, including hidden ones, without the name `but`."""
    return sorted(name for name in os.listdir(folder) if name != but)
