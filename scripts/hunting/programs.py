"""The paths of the program that is examined, of the programs that judge it, and of the folders of files."""

import os
import subprocess
from pathlib import Path

import imageio_ffmpeg

ROOT = Path(__file__).resolve().parent.parent.parent
FIXTURES = ROOT / "Fixtures"
SHARED = ROOT.parent / "shared" / "media"
WORK = ROOT / ".build" / "hunt"

AVWRITE = Path(os.environ["AVWRITE_RELEASE"]) / "avwrite"
NINE = imageio_ffmpeg.get_ffmpeg_exe()
DEBIAN = "ffmpeg"
PROBE = "ffprobe"
MEDIAINFO = "mediainfo"


def first_line(*command: str) -> str:
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.split("\n")[0]


def versions() -> dict[str, str]:
    mediainfo = subprocess.run([MEDIAINFO, "--Version"], stdout=subprocess.PIPE, text=True).stdout.split("\n")
    return {"FFmpeg 9": first_line(NINE, "-version"), "ffprobe (Debian)": first_line(PROBE, "-version"),
            "mediainfo": mediainfo[1] if len(mediainfo) > 1 else "?"}
