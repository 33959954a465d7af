"""Random cuts of real clips, each judged by FFmpeg 9.

A cut is right if FFmpeg decodes it without a warning, and
  - it has exactly the pictures that the source shows between the two times, each at its own time,
  - at most as many pictures differ from the source's as avwrite says that it encoded,
  - the pictures that differ have a signal-to-noise ratio of at least 40 dB,
  - its sound is the source's, at most one packet earlier or later.

If avwrite has no encoder for the pictures at the ends, it must refuse the cut with exit 69, and with --snap it must copy
all pictures. The clips are those of Fixtures and, if it exists, of ../shared/media. One line is printed for each cut.
"""

import argparse
import json
import operator
import os
import random
import re
import subprocess
import sys
import tempfile
from array import array
from pathlib import Path
from typing import NamedTuple

import imageio_ffmpeg

ROOT = Path(__file__).resolve().parent.parent
AVWRITE = os.environ["AVWRITE"]
FFMPEG = imageio_ffmpeg.get_ffmpeg_exe()

LEAST = 40  # dB
LARGEST = 4_000_000  # bytes of a clip
LONGEST = 20  # seconds of a clip
NOT_OF_MEDIA = re.compile("Guessed Channel Layout|Skipping unhandled metadata")
TICK = 0.0011  # Matroska counts in milliseconds.
RATE = 8000  # Sound is compared at this rate.
PACKET = 2048 / 44100  # seconds of the longest usual packet, HE-AAC's


class Picture(NamedTuple):
    time: float
    end: float
    content: str


class Clip(NamedTuple):
    path: Path
    pictures: list[Picture]
    sound: bool
    origin: float = 0


def run(*command: object) -> subprocess.CompletedProcess:
    return subprocess.run([str(word) for word in command], capture_output=True, stdin=subprocess.DEVNULL)


def decode(path: Path) -> tuple[Clip, str]:
    """The clip as FFmpeg decodes it, and FFmpeg's warnings."""
    reply = run(
        FFMPEG, "-nostdin", "-v", "warning", "-copyts", "-noautorotate", "-i", path, "-map", "0:v:0", "-map", "0:a:0?",
        "-fps_mode", "passthrough", "-enc_time_base", "demux", "-c:a", "pcm_s16le", "-f", "framemd5", "-")
    ticks: dict[str, float] = {}
    rows: dict[str, list[tuple[float, float, str]]] = {"0": [], "1": []}
    for line in reply.stdout.decode().splitlines():
        if found := re.match(r"#tb (\d): (\d+)/(\d+)", line):
            ticks[found[1]] = int(found[2]) / int(found[3])
        if line.startswith("#") or not line.strip():
            continue
        stream, _, pts, duration, _, content = [field.strip() for field in line.split(",")][:6]
        rows[stream].append((int(pts) * ticks[stream], int(duration) * ticks[stream], content))
    shown = sorted(rows["0"])
    ends = [row[0] for row in shown[1:]] + [row[0] + row[1] for row in shown[-1:]]
    pictures = [Picture(row[0], end, row[2]) for row, end in zip(shown, ends)]
    words = [line for line in reply.stderr.decode().splitlines() if not NOT_OF_MEDIA.search(line)]
    return Clip(path, pictures, bool(rows["1"])), "\n".join(words)


def seconds(time: dict) -> float:
    return time["value"] / time["scale"]


def facts(path: Path) -> tuple[float, float, float]:
    """The time that cuts count from, and the start and the duration of the pictures, as `avwrite inspect` prints them."""
    tracks = json.loads(run(AVWRITE, "inspect", path, "--json").stdout)["files"][0]["tracks"]
    shown = [track for track in tracks if track["kind"] in ("video", "audio")]
    video = next(track for track in shown if track["kind"] == "video")
    # An empty stretch before the first sample of a movie is a part of the movie.
    origin = 0 if path.suffix.lower() in (".mov", ".mp4") else min(seconds(track["start"]) for track in shown)
    return origin, seconds(video["start"]), seconds(video["duration"])


def numbers(places: list[int]) -> str:
    return "+".join(f"eq(n\\,{place})" for place in places)


def ratios(source: Path, there: list[int], cut: Path, here: list[int]) -> list[float]:
    """The signal-to-noise ratios of pairs of pictures, in decibels."""
    graph = (f"[0:v:0]select='{numbers(there)}',settb=1/25,setpts=N[a];[1:v:0]select='{numbers(here)}',settb=1/25,setpts=N[b];"
             "[a][b]psnr=stats_file=-:shortest=1")
    reply = run(FFMPEG, "-nostdin", "-v", "error", "-noautorotate", "-i", source, "-noautorotate", "-i", cut, "-lavfi", graph,
                "-fps_mode", "passthrough", "-f", "null", "/dev/null")
    found = re.findall(r"psnr_avg:(\S+)", reply.stdout.decode())
    return [float(ratio) for ratio in found]


def sound(path: Path, start: float) -> array:
    samples = array("h")
    reply = run(
        FFMPEG, "-nostdin", "-v", "error", "-copyts", "-i", path, "-map", "0:a:0", "-af",
        f"asetpts=PTS-({start})/TB,aresample={RATE}:async=1:first_pts=0", "-ac", "1", "-f", "s16le", "-")
    samples.frombytes(reply.stdout[: len(reply.stdout) // 2 * 2])
    return samples


def lag(one: array, other: array) -> float | None:
    """The seconds by which the second sound is later; None where it is too quiet or too short to tell."""
    reach = int(2 * PACKET * RATE)
    size = min(len(one), len(other), RATE) - 2 * reach
    if size < RATE // 10:
        return None
    base = (min(len(one), len(other)) - size) // 2
    pattern = one[base : base + size]
    energy = sum(map(operator.mul, pattern, pattern)) / size
    if energy < 900:
        return None

    def distance(shift: int) -> int:
        return sum(abs(a - b) for a, b in zip(pattern, other[base + shift : base + shift + size]))

    best = min(range(-reach, reach + 1), key=lambda shift: (distance(shift), abs(shift)))
    # A steady tone sounds the same at every shift.
    return None if distance(0) <= 1.05 * distance(best) + size else best / RATE


def encoded_count(document: dict) -> int:
    for entry in document["ledger"]["converted"]:
        if entry["fact"].endswith(".video.pictures"):
            return int(entry["to"].split()[0])
    return 0


def judge(clip: Clip, start: float, end: float, out: Path) -> tuple[str, list[str]]:
    """Makes a cut, and returns a summary of it and the list of its problems."""
    times = ["--from", f"{start}", "--to", f"{end}"]
    reply = run(AVWRITE, "cut", clip.path, out, *times, "--json", "-q")
    snaps = reply.returncode == 69 and b"--snap" in reply.stdout + reply.stderr
    if snaps:
        reply = run(AVWRITE, "cut", clip.path, out, *times, "--json", "-q", "--snap")
    if reply.returncode != 0:
        return "", [f"exit {reply.returncode}: {reply.stderr.decode().strip()}"]
    document = json.loads(reply.stdout)
    snap = ["--snap"] if snaps else []
    plan = json.loads(run(AVWRITE, "cut", clip.path, out, *times, *snap, "--json", "--plan", "--force", "-q").stdout)["plan"]
    copies = all(track["action"]["do"] == "copy" for track in plan["tracks"] if track["kind"] == "video")
    cut, words = decode(out)
    problems = [f"FFmpeg says: {words.splitlines()[0]}"] if words else []
    if snaps:
        contents = [picture.content for picture in clip.pictures]
        made = [picture.content for picture in cut.pictures]
        if not any(contents[place : place + len(made)] == made for place in range(len(contents))):
            problems.append("--snap changed pictures")
        return f"snapped, {len(made)} copied", problems
    first, last = clip.origin + start, clip.origin + end
    tiny = 1e-6
    shown = [
        place for place, picture in enumerate(clip.pictures) if picture.time < last - tiny and picture.end > first + tiny]
    if len(shown) != len(cut.pictures):
        problems.append(f"{len(cut.pictures)} pictures instead of {len(shown)}")
        return "", problems
    for here, there in enumerate(shown):
        wanted = max(clip.pictures[there].time, first) - first
        if abs(cut.pictures[here].time - wanted) > TICK:
            problems.append(f"picture {here} at {cut.pictures[here].time:.4f} instead of {wanted:.4f}")
            break
    others = [(there, here) for here, there in enumerate(shown) if clip.pictures[there].content != cut.pictures[here].content]
    stated = encoded_count(document)
    if len(others) > stated and copies:
        problems.append(f"{len(others)} pictures differ, and {stated} are said to be encoded")
    least = 99.0
    if others:
        there, here = zip(*others)
        least = min(ratios(clip.path, list(there), out, list(here)), default=0)
    if least < LEAST and copies:
        problems.append(f"an encoded picture has {least} dB")
    if clip.sound and cut.sound:
        late = lag(sound(clip.path, first), sound(out, 0))
        if late is not None and abs(late) > PACKET:
            problems.append(f"the sound is {late:.4f} s late")
    return f"{len(shown)} pictures, {stated} encoded, {least:.1f} dB" + ("" if copies else ", transcoded"), problems


def clips(only: str | None) -> list[Clip]:
    folders = [ROOT / "Fixtures/media", *sorted((ROOT.parent / "shared/media").glob("m??"))]
    found = []
    for path in sorted(path for folder in folders for path in folder.iterdir()):
        if only is not None and only not in path.name or path.stat().st_size > LARGEST:
            continue
        reply = run(
            "ffprobe", "-v", "quiet", "-select_streams", "v:0", "-show_entries", "stream=codec_name", "-of", "csv=p=0", path)
        if reply.stdout.decode().strip().rstrip(",").split("\n")[0].rstrip(",") not in ("h264", "hevc"):
            continue
        clip, words = decode(path)
        # Clips for which FFmpeg prints warnings are left out: they could not show whether a cut causes any.
        if words or len(clip.pictures) < 5 or clip.pictures[-1].end - clip.pictures[0].time > LONGEST:
            continue
        origin, start, duration = facts(path)
        # Clips whose edits begin or end within a picture are left out: FFmpeg moves these edits to the picture's start.
        first, last = clip.pictures[0].time, clip.pictures[-1].end
        if abs(first - start) < TICK and abs(last - first - duration) < TICK:
            found.append(clip._replace(origin=origin))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(prog="check-cuts")
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", help="a part of the clips' names")
    choice = parser.parse_args()
    source, failed = random.Random(choice.seed), 0
    pool = clips(choice.only)
    source.shuffle(pool)
    with tempfile.TemporaryDirectory() as folder:
        for number in range(choice.count):
            clip = pool[number % len(pool)]
            # A movie may be empty at its start.
            first, length = clip.pictures[0].time - clip.origin, clip.pictures[-1].end - clip.origin
            start = round(source.uniform(first, first + (length - first) * 0.7), 3)
            end = round(source.uniform(start + min(0.1, (length - first) * 0.2), length), 3)
            extension = source.choice(["mp4", "mov", "mp4", "mov", "mkv"])
            out = Path(folder) / f"{number}.{extension}"
            words, problems = judge(clip, start, end, out)
            failed += bool(problems)
            told = "; ".join([words] * bool(words) + problems)
            print(f"{'not ok' if problems else 'ok'} {clip.path.name} {start} {end} {extension}: {told}", flush=True)
            out.unlink(missing_ok=True)
    print(f"{choice.count - failed} of {choice.count} cuts of {min(len(pool), choice.count)} clips are right")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
