"""Measures how well the remaining time is predicted. After the first tenth of a job, the end that an event predicts should
differ from the real end by at most a tenth of the whole time. A job passes if nine of ten events do, and the benchmark
passes if nine of ten jobs do.
"""

import json
import subprocess
import sys
import time
from pathlib import Path

from inputs import clip, ffmpeg, prepared
from measuring import verdict
from programs import AVWRITE

ETA_BEGIN = 0.1
ETA_TOLERANCE = 0.1
ETA_SHARE = 0.9


def foretold(command: list[str], kind: str) -> tuple[float, list[tuple[float, float | None]]]:
    """Runs a command that writes events to its standard output. Returns the time at which it reported its end, and for each
    event of the kind its time and the remaining seconds that it predicted. All times are of this program's clock."""
    begin = time.perf_counter()
    events: list[tuple[float, float | None]] = []
    end = 0.0
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        for line in process.stdout:
            event = json.loads(line)
            end = time.perf_counter() - begin
            if event["type"] == kind:
                events.append((end, event["eta_s"]))
    if process.returncode != 0:
        sys.exit(f"bench: {' '.join(command)}\nended with {process.returncode}")
    return end, events


def jobs(directory: Path) -> dict[str, list[str]]:
    """Ten jobs of many kinds, each of which takes so long that a user would look at the remaining time. The phone's clip of ten
    seconds is repeated six times: its pictures become twice as much work after three seconds, which no table shows."""
    phone, film = clip("iphone14promax_1080p30_10s.mov"), clip("sintel_720p24_52s.mp4")
    minutes = prepared("10min.wav", film, "-vn", "-c:a", "pcm_s16le", "-t", "600")
    minute = prepared("60s.mov", phone, "-map", "0:v:0", "-map", "0:a:0", "-c", "copy", "-t", "60")
    # Every picture in the first half, one of four in the second.
    uneven = prepared("uneven.mp4", film, "-vf", "select='if(lt(t,26),1,not(mod(n,4)))'", "-fps_mode", "vfr", "-c:v",
                      "libx264", "-preset", "ultrafast", "-crf", "20", "-c:a", "copy")
    mixed = directory / "mixed"
    mixed.mkdir()
    for number in range(4):
        ffmpeg("-ss", str(number * 12), "-i", str(film), "-t", "8", "-c", "copy", str(mixed / f"film-{number}.mp4"))
        ffmpeg("-ss", str(number * 120), "-i", str(minutes), "-t", "60", "-c", "copy", str(mixed / f"sound-{number}.wav"))

    def job(source: Path, name: str, *words: str) -> list[str]:
        return [AVWRITE, "transcode", str(source), str(directory / name), "--force", "--events", "-", "-q", *words]

    h264 = ["--video-codec", "h264"]
    also = [word for name, size in (("sd.mp4", "640x360"), ("small.mp4", "320x180"))
            for word in ("--also", str(directory / name), *h264, "--max-size", size, "--force")]
    return {
        "h264": job(minute, "a.mp4", *h264),
        "scaled": job(minute, "b.mp4", *h264, "--max-size", "720x720", "--speed", "veryfast"),
        "film": job(film, "c.mp4", *h264, "--speed", "veryfast"),
        "uneven times": job(uneven, "d.mp4", *h264, "--speed", "veryfast"),
        "hevc": job(minute, "e.mp4", "--video-codec", "hevc", "--speed", "superfast", "--max-size", "640x640"),
        "renditions": job(minute, "f.mp4", *h264, "--max-size", "960x960", "--speed", "veryfast", *also),
        "mp3": job(minutes, "g.mp3"),
        "m4a": job(minutes, "h.m4a"),
        "loudness": job(minutes, "i.mp3", "--preset", "podcast"),
        "batch": [AVWRITE, "batch", str(mixed), "--output-dir", str(directory / "made"), "--format", "mp4", "--speed",
                  "veryfast", "--video-codec", "h264", "--events", "-", "-q"],
    }


def run(directory: Path) -> dict:
    """Measures how well jobs predict their ends."""
    print(f"\neta: the end that is foretold, after the first {ETA_BEGIN:.0%} of the time")
    runs, holding = {}, 0
    for name, command in jobs(directory).items():
        end, events = foretold(command, "overview" if command[1] == "batch" else "progress")
        late = [(instant, left) for instant, left in events if ETA_BEGIN * end <= instant < end]
        if not late:
            sys.exit(f"bench: {name} is too short to foretell anything")
        near = [left is not None and abs(instant + left - end) <= ETA_TOLERANCE * end for instant, left in late]
        exact = [left is not None and abs(left - (end - instant)) <= ETA_TOLERANCE * (end - instant) for instant, left in late]
        share, share_left = sum(near) / len(near), sum(exact) / len(exact)
        # The prediction of the first of these events is printed, but is no target.
        instant, left = late[0]
        first = None if left is None else (instant + left - end) / end
        holding += share >= ETA_SHARE
        runs[name] = {"wall": end, "events": len(late), "end_within": share, "left_within": share_left,
                      "first_error": first}
        print(f"  {name:14}{end:7.1f} s, {len(late):4} events: the end within {ETA_TOLERANCE:.0%} of all in {share:.0%},"
              f" what is left within {ETA_TOLERANCE:.0%} of itself in {share_left:.0%},"
              f" the first {'nothing' if first is None else format(first, '+.0%')}")
    passes = holding >= ETA_SHARE * len(runs)
    print(f"  {verdict(passes)} {holding} of {len(runs)} jobs, at least {ETA_SHARE:.0%}")
    sys.stdout.flush()
    targets = [{"quantity": "jobs that foretell their end", "value": holding / len(runs), "at_least": ETA_SHARE, "pass": passes}]
    return {"job": "eta", "title": "the time left", "runs": runs, "targets": targets}
