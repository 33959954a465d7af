"""One run of a command, with an end to its time and an eye on what it leaves behind."""

import os
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Ended:
    """How a command ended. `status` is nil (None) where its time ran out; it is below zero for a signal."""

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
    """What lies in a folder, hidden files too, but the one name."""
    return sorted(name for name in os.listdir(folder) if name != but)
