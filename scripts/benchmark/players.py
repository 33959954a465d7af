"""Measures the cost of playing, compared with mpv and ffplay, which play the same clip in the same run on the same sound
server: processor time, memory, the time to the first picture, the time of seeks, and the number of pictures not shown.

Our player is a client of the library that takes each picture when it becomes due, in the decoder's own pixel format. mpv
uses a video output that discards the pictures. ffplay draws them into memory; it reports neither its first picture nor its
seeks.
"""

import json
import random
import re
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from inputs import clip, prepared
from measuring import Run, Running, ratio_target, target
from mpv import MPV
from programs import OURS, play_bench
from sound_server import sound_server

SECONDS = 20
SEEKS = 10
# The pause between two seeks, so that a player that decodes ahead after the first has finished.
REST_SECONDS = 0.3
MPV_NAME, FFPLAY_NAME = "mpv", "ffplay"
COMPETITORS = (OURS, MPV_NAME, FFPLAY_NAME)
QUANTITIES = {
    "cpu": "processor time", "peak": "peak memory", "first": "time to the first picture", "exact": "exact seeks",
    "tolerant": "tolerant seeks",
}


@dataclass
class Clip:
    name: str
    path: Path
    # Whether every machine should be able to show all pictures of the clip.
    is_easy: bool
    seconds: float = 0
    pictures: int = 0
    seeks: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        answer = subprocess.run(
            ["ffprobe", "-v", "error", "-select_streams", "v:0", "-count_packets", "-show_entries",
             "stream=nb_read_packets:format=duration", "-of", "json", self.path], check=True, stdout=subprocess.PIPE)
        found = json.loads(answer.stdout)
        self.pictures = int(found["streams"][0]["nb_read_packets"])
        self.seconds = float(found["format"]["duration"])
        places = random.Random(SEEKS)
        self.seeks = [round(places.uniform(0.5, self.seconds - 0.5), 3) for _ in range(SEEKS)]


@dataclass
class Figures:
    """The results of one competitor: the processor seconds per second of media, the peak memory in MiB, the milliseconds to
    the first picture and of each seek, and the number of pictures not shown. A list that the competitor cannot report is
    empty."""

    cpu: list[float] = field(default_factory=list)
    peak: list[float] = field(default_factory=list)
    first: list[float] = field(default_factory=list)
    exact: list[float] = field(default_factory=list)
    tolerant: list[float] = field(default_factory=list)
    dropped: list[int] = field(default_factory=list)

    def note(self, run: Run, played: Clip) -> None:
        self.cpu.append(run.cpu / played.seconds)
        self.peak.append(run.peak)

    def median(self, quantity: str) -> float | None:
        found = getattr(self, quantity)
        return statistics.median(found) if found else None


def play_ours(played: Clip, variables: dict, figures: Figures) -> None:
    running = Running([play_bench(), "play", str(played.path)], variables, stdout=subprocess.PIPE)
    told = json.load(running.process.stdout)
    figures.note(running.finish(), played)
    figures.first.append((told["first_ns"] - running.begin_ns) / 1e6)
    figures.dropped.append(played.pictures - told["pictures"])


def seek_ours(played: Clip, variables: dict, figures: Figures) -> None:
    running = Running([play_bench(), "seek", str(REST_SECONDS), str(played.path), *map(str, played.seeks)], variables,
                      stdout=subprocess.PIPE)
    told = json.load(running.process.stdout)
    running.finish()
    figures.exact += [seconds * 1e3 for seconds in told["exact"]]
    figures.tolerant += [seconds * 1e3 for seconds in told["tolerant"]]


def play_mpv(played: Clip, variables: dict, figures: Figures) -> None:
    mpv = MPV(played.path, variables)
    for name in ("frame-drop-count", "decoder-frame-drop-count"):
        mpv.command("observe_property", 1, name)
    first, dropped = None, {}
    for message in mpv.messages():
        if message.get("event") == "playback-restart" and first is None:
            first = time.monotonic_ns()
        if message.get("event") == "property-change" and message.get("data") is not None:
            dropped[message["name"]] = message["data"]
    figures.note(mpv.running.finish(), played)
    figures.first.append((first - mpv.running.begin_ns) / 1e6)
    figures.dropped.append(sum(dropped.values()))


def seek_mpv(played: Clip, variables: dict, figures: Figures) -> None:
    mpv = MPV(played.path, variables, "--pause")
    mpv.wait_for("playback-restart")
    for times, flags in ((figures.exact, "absolute+exact"), (figures.tolerant, "absolute+keyframes")):
        for place in played.seeks:
            time.sleep(REST_SECONDS)
            begin = time.monotonic_ns()
            mpv.command("seek", place, flags)
            mpv.wait_for("playback-restart")
            times.append((time.monotonic_ns() - begin) / 1e6)
    mpv.command("quit")
    for _ in mpv.messages():
        pass
    mpv.running.finish()


def play_ffplay(played: Clip, variables: dict, figures: Figures) -> None:
    running = Running(
        ["ffplay", "-v", "error", "-stats", "-noframedrop", "-autoexit", str(played.path)],
        {**variables, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "pulseaudio"}, stderr=subprocess.PIPE)
    told = running.process.stderr.read().decode(errors="replace")
    figures.note(running.finish(), played)
    figures.dropped.append(int(re.findall(r"fd=\s*(\d+)", told)[-1]))


def report(played: Clip, rounds: int, figures: dict[str, Figures]) -> list[dict]:
    print(f"\nplay: {played.name}, {played.seconds:.1f} s, {rounds} runs of each, medians")
    print(f"  {'':10}{'CPU s/s':>10}{'peak MiB':>10}{'first ms':>10}{'exact ms':>10}{'near ms':>10}{'dropped':>10}")
    for name, found in figures.items():
        row = [found.median(quantity) for quantity in QUANTITIES]
        shown = [f"{value:10.3f}" if quantity == "cpu" else f"{value:10.1f}" if value is not None else f"{'-':>10}"
                 for quantity, value in zip(QUANTITIES, row)]
        print(f"  {name:10}{''.join(shown)}{max(found.dropped):10}")
    targets = []
    for quantity, title in QUANTITIES.items():
        rivals = {name: value for name, found in figures.items()
                  if name != OURS and (value := found.median(quantity)) is not None}
        best = min(rivals, key=rivals.get)
        ratio = figures[OURS].median(quantity) / rivals[best]
        targets.append(ratio_target(f"{title}, {played.name}", best, ratio, 1.0))
    if played.is_easy:
        targets.append(target(f"pictures dropped, {played.name}", max(figures[OURS].dropped), 0))
    sys.stdout.flush()
    return targets


def compare(played: Clip, rounds: int) -> tuple[dict[str, Figures], list[dict]]:
    played.path.read_bytes()  # into the page cache
    figures = {name: Figures() for name in COMPETITORS}
    with sound_server() as variables:
        for turn in range(rounds):
            for perform, name in ((play_ours, OURS), (play_mpv, MPV_NAME), (play_ffplay, FFPLAY_NAME),
                                  (seek_ours, OURS), (seek_mpv, MPV_NAME)):
                perform(played, variables, figures[name])
            print(f"bench: play, {played.name}, round {turn + 1} of {rounds}", file=sys.stderr)
    return figures, report(played, rounds, figures)


def clips() -> list[Clip]:
    """A phone's clip at its own size, and enlarged."""
    phone = clip("iphone14promax_1080p30_10s.mov")
    both = ["-map", "0:v:0", "-map", "0:a:0", "-t", str(SECONDS)]
    return [
        Clip("1080p30 H.264", prepared("play.mov", phone, *both, "-c", "copy"), is_easy=True),
        Clip("4K HEVC", prepared(
            "play-4k.mov", phone, *both, "-vf", "scale=2160:3840", "-c:v", "libx265", "-preset", "ultrafast", "-crf", "24",
            "-x265-params", "keyint=60:log-level=none", "-pix_fmt", "yuv420p", "-tag:v", "hvc1", "-c:a", "copy"),
             is_easy=False),
    ]


def run(rounds: int, _: Path) -> dict:
    """Measures two clips, each played and sought by all competitors in turn."""
    targets, found = [], {}
    for played in clips():
        figures, judged = compare(played, rounds)
        targets += judged
        found[played.name] = {name: vars(one) for name, one in figures.items()}
    return {"job": "play", "title": "playing beside other players", "figures": found, "targets": targets}
