"""Checks that movies are read as their tables say: the `reading` job of `scripts/bench`.

This build reads every movie of Fixtures and ../shared/media. The presentation times and sizes of the packets that are shown
are compared with those of Debian's ffprobe and of FFmpeg 9. If AVWRITE_READING_BEFORE is the path of the `readingbench` of
another build, everything that the two builds print is compared as well: times, durations, flags, hashes, edits, errors and
losses. A difference either has a reason in the tables below, or is a fault.
"""

import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

from measuring import verdict
from programs import FFMPEG, NINE, PROBE, ROOT, SHARED, built

SUFFIXES = {".mov", ".mp4", ".m4v", ".m4a", ".3gp", ".3g2", ".cmfv", ".cmfa", ".f4v", ".qt"}

WITHIN = "an edit begins within a picture, which is shown from then on and which libavformat leaves out"
SHIFT = "composition offsets of the last two rows count too, so that no picture is decoded after it is shown"
CUT = "the edit ends within the last sample"
# The reasons why other programs, and older builds that read movies with libavformat, differ.
REASONS = {
    "h264-trimmed.mov": WITHIN,
    "RGB_Circles.mov": WITHIN,
    "water_180_mvhevc_5frames.mov": SHIFT,
    "dolbyVision-hdr.MOV": SHIFT,
    "TimecodeTrack_23_976_Start-00-00-00-00.mov": CUT,
    "test-spatial-audio.mov": CUT,
    "bt601.mov": "three samples of the last packet are within the edit, and no more",
    "h264-two-audio.mp4": "the last text begins where its edit ends, and is not shown",
    "many-facts.mov": "the last text begins where its edit ends, and is not shown",
    "nasa_13013.mp4": "the last text begins where its edit ends, and is not shown",
    "400x300-red-resize-200x150-green.mp4": "the last picture lies behind the edit, and nothing needs it",
    "max-heromode.mp4": "the tables state no duration for the last sample",
    "sample_edit_list_only_preroll_sync_sample.mp4": "the last packet is as long as the tables say",
    "stco-beyond-end.mp4": "the tables give each picture its own time, though the first ones are missing",
    "stsc-zero.mp4": "a chunk of no samples holds none",
    "stts_4Gx.mp4": "the tables count 4,294,967,295 samples, and the time of the loss follows from that",
}


def movies() -> list[Path]:
    files = [*(ROOT / "Fixtures").rglob("*"), *SHARED.rglob("*")]
    return sorted(path for path in files if path.is_file() and path.suffix.lower() in SUFFIXES)


def said(program: str, path: Path) -> list[str]:
    """The lines that a build prints about a movie, without the movie's path."""
    answer = subprocess.run(
        [program, path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        env={**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"})
    lines = answer.stdout.split("\n")[1:]
    return lines if answer.returncode == 0 else [*lines, f"ended with {answer.returncode}"]


def shown(lines: list[str]) -> dict[int, list[tuple[Fraction, int]]]:
    """The presentation times and sizes of the packets of each track that are shown; PCM is left out."""
    tracks: dict[int, list[tuple[Fraction, int]]] = {}
    track, is_wanted = 0, False
    for line in lines:
        words = line.split()
        if line.startswith("  track "):
            track, is_wanted = int(words[1]), False
        elif line.startswith("    ") and not line.startswith("     "):
            is_wanted = line.strip() == "packets"
        elif is_wanted and words[:1] == ["pts"]:
            flags = words[10] if len(words) > 10 else ""
            if "H" not in flags:
                tracks.setdefault(track, []).append((Fraction(words[1]), int(words[7])))
    return tracks


def of_probe(path: Path) -> dict[int, list[tuple[Fraction, int]]]:
    """The packets that Debian's ffprobe reads, by the numbers of the tracks."""
    answer = subprocess.run(
        ["ffprobe", "-v", "quiet", "-of", "json", "-show_streams", "-show_packets", "-show_entries",
         "stream=index,id,time_base,disposition:packet=stream_index,pts,size,flags", path], stdout=subprocess.PIPE)
    document = json.loads(answer.stdout or "{}")
    streams = {stream["index"]: stream for stream in document.get("streams", []) if "id" in stream}
    tracks: dict[int, list[tuple[Fraction, int]]] = {}
    for packet in document.get("packets", []):
        stream = streams.get(packet["stream_index"])
        if stream and "pts" in packet and "D" not in packet.get("flags", ""):
            time = packet["pts"] * Fraction(stream["time_base"])
            tracks.setdefault(int(stream["id"], 16), []).append((time, int(packet["size"])))
    return tracks


def of_nine(path: Path, ids: list[int]) -> dict[int, list[tuple[Fraction, int]]]:
    """The packets that FFmpeg 9 copies, by the numbers of the tracks."""
    tracks: dict[int, list[tuple[Fraction, int]]] = {}
    for id in ids:
        answer = subprocess.run(
            [FFMPEG[NINE], "-v", "quiet", "-copyts", "-i", path, "-map", f"0:i:{id}", "-c", "copy", "-f", "framecrc", "-"],
            stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)
        base = Fraction(1)
        for line in answer.stdout.split("\n"):
            if line.startswith("#tb 0:"):
                base = Fraction(line.split()[-1])
            elif line and not line.startswith("#"):
                fields = [field.strip() for field in line.split(",")]
                tracks.setdefault(id, []).append((int(fields[2]) * base, int(fields[4])))
    return tracks


def differing(ours: dict, theirs: dict) -> int:
    """The number of packets that only one of the two has, in tracks that both read."""
    return sum(len(set(ours[id]) ^ set(theirs[id])) for id in ours.keys() & theirs.keys())


def run(directory: Path) -> dict:
    program, before = built("readingbench"), os.environ.get("AVWRITE_READING_BEFORE")
    print("\nreading: movies beside ffprobe and FFmpeg 9" + (" and another build" if before else ""))
    faults, explained, count = 0, 0, 0
    for path in movies():
        lines = said(program, path)
        ours = shown(lines)
        found = {PROBE: differing(ours, of_probe(path)), NINE: differing(ours, of_nine(path, list(ours)))}
        if before:
            other = said(before, path)
            found["before"] = len(set(lines) ^ set(other)) + (lines != other and set(lines) == set(other))
        count += 1
        found = {name: number for name, number in found.items() if number}
        if not found:
            continue
        reason = REASONS.get(path.name)
        faults += reason is None
        explained += reason is not None
        told = ", ".join(f"{number} beside {name}" for name, number in found.items())
        print(f"  {path.name:52} {told}: {reason or 'not explained'}", flush=True)
    holds = faults == 0
    print(f"  {verdict(holds)} {count} movies, {explained} with a reason to differ, {faults} without one")
    sys.stdout.flush()
    target = {"quantity": "movies that differ without a reason", "value": faults, "at_most": 0, "pass": holds}
    return {"job": "reading", "title": "movies beside other readers", "targets": [target]}
