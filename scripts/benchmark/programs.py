"""The paths of the programs that are compared, and of the folders of files."""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import imageio_ffmpeg

ROOT = Path(__file__).resolve().parent.parent.parent
SHARED = ROOT.parent / "shared" / "media"
WORK = ROOT / ".build" / "bench"

OURS = "avwrite"
DEBIAN = "ffmpeg (Debian)"
NINE = "FFmpeg 9"
PROBE = "ffprobe (Debian)"
LIMIT = "x264 alone"
THREE_RUNS = "three runs"
HANDBRAKE = "HandBrakeCLI"
PEERS = (DEBIAN, NINE)

RELEASE = Path(os.environ["AVWRITE_RELEASE"])
AVWRITE = str(RELEASE / "avwrite")
FFMPEG = {DEBIAN: "ffmpeg", NINE: imageio_ffmpeg.get_ffmpeg_exe()}


def first_line(*command: str) -> str:
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.split("\n")[0]


def versions() -> dict[str, str]:
    return {DEBIAN: first_line("ffmpeg", "-version"), NINE: first_line(FFMPEG[NINE], "-version"),
            LIMIT: first_line("x264", "--version")}


@cache
def built(product: str) -> str:
    """The path of a program of the package, which is built if it is out of date, once per run."""
    flags = os.environ["AVWRITE_RELEASE_FLAGS"].split("\n")
    subprocess.run(["swift", "build", "--package-path", str(ROOT), *flags, "--product", product], check=True,
                   stdout=sys.stderr)
    return str(RELEASE / product)


def play_bench() -> str:
    """The path of the program of Tests/PlayBench."""
    return built("playbench")
