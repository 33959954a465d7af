"""Measures how near encoding in several passes comes to a target size and a target similarity, and its cost, compared with
ffmpeg's two passes: the `passes` job of `scripts/bench`.

The targets are the size and the similarity that one pass with a constant quality reached. The similarity is the SSIM of
luma, computed by ffmpeg's filter for the outputs of both programs.
"""

import json
import os
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

from inputs import clip, scaled
from measuring import similarities, verdict
from programs import AVWRITE, DEBIAN, FFMPEG

SPEED = "medium"
# The number of runs, taken in turn. The least processor time counts, since other work of the machine makes it longer and
# never shorter.
ROUNDS = 3
SIZE_LIMIT = 0.005
SSIM_LIMIT = 0.002
CPU_LIMIT = 0.35
# The extra processor time has a limit only if the first pass comes as near to the target as this share.
FIRST_PASS_NEAR = 0.1
# The command promises that no segment differs from the source by more than this factor times the difference of all pictures.
FLOOR_SHARE = 2
# The amount by which x264's own SSIM of a segment may be greater than the filter's.
FLOOR_TOLERANCE = 0.0005


@dataclass
class Made:
    """A file, the time that it took, its size and its similarity."""

    path: Path
    commands: list[list]
    wall: float = float("inf")
    cpu: float = float("inf")
    result: dict = field(default_factory=dict)
    ssim: float = 0
    worst: float = 0

    @property
    def size(self) -> int:
        return self.path.stat().st_size


def runs(*commands: list) -> tuple[float, float, str]:
    """Runs commands. Returns their wall time and processor time in seconds, and the output of the last one."""
    begin, before = time.perf_counter(), os.times()
    for command in commands:
        done = subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        # Exit 81, a missed target, is a result and no failure.
        if done.returncode not in (0, 81):
            raise SystemExit(f"bench: {command}\nended with {done.returncode}")
    after = os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return time.perf_counter() - begin, cpu, done.stdout


def make(made: Made) -> str:
    """Runs the file's commands once more, and returns the output of the last one."""
    wall, cpu, text = runs(*made.commands)
    made.wall, made.cpu = min((wall, cpu), (made.wall, made.cpu), key=lambda times: times[1])
    return text


def ours(avwrite: str, source: Path, output: Path, *wishes: object) -> Made:
    made = Made(output, [[avwrite, "transcode", source, output, "--force", "--json", "-q", "--audio-codec", "none",
                          "--video-codec", "h264", "--speed", SPEED, *wishes]])
    made.result = json.loads(make(made))
    return made


def theirs(ffmpeg: str, source: Path, output: Path, size: int, seconds: float) -> Made:
    """The file that ffmpeg makes in two passes, at the bit rate of a file of that size."""
    log = output.with_suffix(".log")
    common = [ffmpeg, "-nostdin", "-v", "error", "-y", "-i", source, "-an", "-fps_mode", "passthrough", "-enc_time_base", "-1",
              "-c:v", "libx264", "-preset", SPEED, "-b:v", int(size * 8 / seconds), "-passlogfile", log]
    made = Made(output, [[*common, "-pass", "1", "-f", "mp4", os.devnull],
                         [*common, "-pass", "2", "-movflags", "+faststart", output]])
    make(made)
    return made


def measure(source: Path, made: Made) -> None:
    """Measures the mean similarity of all pictures, and that of the worst segment (from one key frame to the next)."""
    luma = similarities(made.path, source, "Y")
    made.ssim = sum(luma) / len(luma)
    _, _, packets = runs(["ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "packet=pts,flags", "-of",
                         "csv=p=0", made.path])
    shown = sorted((int(line.split(",")[0]), "K" in line.split(",")[1]) for line in packets.split())
    starts = [place for place, (_, is_key) in enumerate(shown) if is_key]
    segments = [luma[start:end] for start, end in zip(starts, [*starts[1:], len(luma)])]
    made.worst = min(sum(segment) / len(segment) for segment in segments)


def cost(made: Made, once: Made, first_error: float) -> dict:
    """The extra processor time as a target, which counts only if the first pass came near."""
    extra = made.cpu / once.cpu - 1
    is_judged = abs(first_error) <= FIRST_PASS_NEAR
    return {"value": extra, "first_pass": first_error, "at_most": CPU_LIMIT, "pass": extra <= CPU_LIMIT or not is_judged}


def judge(avwrite: str, ffmpeg: str, name: str, source: Path, factor: int, directory: Path) -> list[dict]:
    seconds = float(runs(["ffprobe", "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", source])[2])
    once = ours(avwrite, source, directory / "once.mp4", "--crf", factor)
    measure(source, once)
    sized = ours(avwrite, source, directory / "size.mp4", "--target-size", once.size, "--best-effort")
    target = round(once.ssim, 4)
    similar = ours(avwrite, source, directory / "ssim.mp4", "--target-ssim", target, "--best-effort")
    two = theirs(ffmpeg, source, directory / "two.mp4", once.size, seconds)
    for _ in range(1, ROUNDS):
        for made in (once, sized, similar, two):
            make(made)
    for made in (sized, similar, two):
        measure(source, made)
    size_error, their_error = sized.size / once.size - 1, two.size / once.size - 1
    floor = 1 - FLOOR_SHARE * (1 - target)
    first = sized.result["passes"]["first"]["video_bytes"] / sized.result["passes"]["video_bytes"] - 1
    first_similar = (1 - similar.result["passes"]["first"]["ssim"]) / (1 - target) - 1
    targets = [
        {"quantity": "size error", "value": size_error, "at_most": 0, "at_least": -SIZE_LIMIT,
         "pass": -SIZE_LIMIT <= size_error <= 0},
        {"quantity": "CPU of the size", **cost(sized, once, first)},
        {"quantity": "SSIM error", "value": similar.ssim - target, "at_most": SSIM_LIMIT,
         "pass": abs(similar.ssim - target) <= SSIM_LIMIT},
        {"quantity": "worst segment", "value": similar.worst, "at_least": floor,
         "pass": similar.worst >= floor - FLOOR_TOLERANCE},
        {"quantity": "CPU of the SSIM", **cost(similar, once, first_similar)},
    ]
    print(f"  {name}: one pass of rate factor {factor}: {once.size} bytes, SSIM {once.ssim:.4f}, {once.cpu:.1f} s of processor")
    for title, made, error in (("--target-size", sized, size_error), ("ffmpeg, two passes", two, their_error),
                               ("--target-ssim", similar, similar.size / once.size - 1)):
        passes = made.result.get("passes", {"count": 2})["count"]
        print(f"    {title:18} {made.wall:6.1f} s, CPU {made.cpu / once.cpu - 1:+5.0%}, {passes} passes, size {error:+.2%},"
              f" SSIM {made.ssim:.4f}, worst segment {made.worst:.4f}")
    for found in targets:
        near = f", first pass {found['first_pass']:+.1%} off" if "first_pass" in found else ""
        print(f"    {verdict(found['pass'])} {found['quantity']} {found['value']:.4f}{near}", flush=True)
    return [{**found, "of": name} for found in targets]


def compare(avwrite: str, ffmpeg: str, sources: dict[str, tuple[Path, int]], directory: Path) -> dict:
    print("\npasses: a size and a similarity, beside ffmpeg's two passes")
    targets = [found for name, (source, factor) in sources.items()
               for found in judge(avwrite, ffmpeg, name, source, factor, directory)]
    return {"job": "passes", "title": "sizes and similarities over several passes", "targets": targets}


def run(directory: Path) -> dict:
    """Measures six kinds of pictures, each with the rate factor of the one pass. Short clips run forwards and backwards."""
    sources = {
        "film": (scaled(clip("sintel_720p24_52s.mp4"), 360), 24),
        "phone": (scaled(clip("iphone14promax_1080p30_10s.mov"), 640, turns=True), 27),
        "walk": (scaled(clip("max-heromode.mp4", "mp4"), 360, turns=True), 30),
        "still camera": (scaled(clip("bottle-detection.mp4", "mp4"), 360), 22),
        "darkness": (scaled(clip("nasa_13013.mp4", "mp4"), 180, turns=True), 20),
        "cartoon": (scaled(clip("bbb_prog_10s.mp4", "mp4"), 240, turns=True), 26),
    }
    return compare(AVWRITE, FFMPEG[DEBIAN], sources, directory)
