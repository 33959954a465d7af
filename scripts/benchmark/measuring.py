"""Measures runs of commands and the similarity of pictures to their source, and prints whether targets are reached."""

import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from inputs import dimensions
from programs import DEBIAN, FFMPEG


@dataclass
class Run:
    """One run of one competitor: wall time and processor time in seconds, and peak memory in MiB."""

    wall: float
    cpu: float
    peak: float


def measured(command: list[str], log: Path) -> Run:
    """Runs a command to its end, with its messages in `log`. The peak memory is never less than Python's own, about 20 MiB."""
    actions = [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
        (os.POSIX_SPAWN_OPEN, 2, str(log), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644),
    ]
    begin = time.perf_counter()
    process = os.posix_spawnp(command[0], command, os.environ, file_actions=actions)
    _, status, usage = os.wait4(process, 0)
    wall = time.perf_counter() - begin
    if status != 0:
        sys.exit(f"bench: {' '.join(command)}\nended with {os.waitstatus_to_exitcode(status)}:\n{log.read_text()}")
    return Run(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


class Running:
    """A program that runs in the background until `finish` is called."""

    def __init__(self, command: list[str], variables: dict, **streams: object) -> None:
        self.command = command
        silent = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.begin_ns = time.monotonic_ns()
        self.process = subprocess.Popen(command, env=variables, **{**silent, **streams})

    def finish(self) -> Run:
        """Waits until the program has ended, and returns its measurements."""
        _, status, usage = os.wait4(self.process.pid, 0)
        wall = (time.monotonic_ns() - self.begin_ns) / 1e9
        self.process.returncode = os.waitstatus_to_exitcode(status)
        if self.process.returncode != 0:
            sys.exit(f"bench: {' '.join(self.command)}\nended with {self.process.returncode}")
        return Run(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def similarities(output: Path, source: Path, planes: str) -> list[float]:
    """The SSIM of each picture against the source's picture of the same number, at the source's size. `planes` is `All` or
    `Y`."""
    width, height = dimensions(source)
    graph = (
        f"[0:v]scale={width}:{height}:flags=bicubic,settb=1/1000,setpts=N[made];"
        "[1:v]settb=1/1000,setpts=N[source];[made][source]ssim=stats_file=-"
    )
    # The time of each picture is its number, in the same unit to the end: times rounded to a frame rate could repeat.
    result = subprocess.run(
        [FFMPEG[DEBIAN], "-nostdin", "-v", "error", "-i", output, "-i", source, "-lavfi", graph, "-fps_mode", "passthrough",
         "-enc_time_base", "1:1000", "-f", "null", "-"],
        check=True, stdout=subprocess.PIPE, text=True,
    )
    found = [float(value) for value in re.findall(rf" {planes}:([0-9.]+)", result.stdout)]
    if not found:
        sys.exit(f"bench: no SSIM of {output}")
    return found


def ssim(output: Path, source: Path) -> float:
    """The mean SSIM of all planes and pictures."""
    found = similarities(output, source, "All")
    return sum(found) / len(found)


def verdict(holds: bool) -> str:
    return "PASS" if holds else "FAIL"


def target(quantity: str, value: float, at_most: float, unit: str = "") -> dict:
    """Prints and returns whether a value is small enough."""
    holds = value <= at_most
    print(f"  {verdict(holds)} {quantity} {value:g}{unit}, at most {at_most:g}{unit}")
    return {"quantity": quantity, "value": value, "at_most": at_most, "pass": holds}


def ratio_target(quantity: str, of: str, ratio: float, at_most: float) -> dict:
    """Prints and returns whether the ratio of our value to another's is small enough."""
    holds = ratio <= at_most
    print(f"  {verdict(holds)} {quantity} {ratio:.3f} of {of}, at most {at_most:.2f}")
    return {"quantity": quantity, "of": of, "ratio": ratio, "at_most": at_most, "pass": holds}
