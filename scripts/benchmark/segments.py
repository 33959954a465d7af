"""Measures the cost in size of encoding in segments, and how busy it keeps the processors: the `segments` job of
`scripts/bench`."""

import json
import math
import os
import subprocess
from pathlib import Path

from inputs import clip, prepared, scaled
from measuring import verdict
from programs import AVWRITE

FACTORS = (18, 23, 28, 33)
BD_RATE_LIMIT = 0.7
BUSY_LEAST = 0.85


def encode(avwrite: str, source: Path, directory: Path, parallel: str, factor: int) -> tuple[float, float, float]:
    """Encodes a file. Returns the bytes of the pictures, the PSNR in dB, and the share of all processors that was busy."""
    output = directory / f"{parallel}.mp4"
    command = [avwrite, "transcode", source, output, "--force", "--json", "-q", "--audio-codec", "none", "--video-codec",
               "h264", "--crf", str(factor), "--speed", "medium", "--parallel", parallel]
    result = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    compared = json.loads(subprocess.run(
        [avwrite, "compare", source, output, "--json"], check=True, stdout=subprocess.PIPE).stdout)
    busy = result["cpu_s"] / (result["wall_s"] * len(os.sched_getaffinity(0)))
    return output.stat().st_size, compared["mean"]["psnr"]["y"], busy


def interpolated(points: list[tuple[float, float]], x: float) -> float:
    """The value at `x` of the polynomial through the points (Lagrange's form)."""
    return sum(
        y * math.prod((x - other) / (own - other) for other, _ in points if other != own) for own, y in points)


def bd_rate(one: list[tuple[float, float]], other: list[tuple[float, float]]) -> float:
    """The percentage by which the second's bit rates exceed the first's at equal quality (BD-rate, ITU-T VCEG-M33)."""
    curves = [[(quality, math.log(size)) for size, quality in curve] for curve in (one, other)]
    low = max(min(quality for quality, _ in curve) for curve in curves)
    high = min(max(quality for quality, _ in curve) for curve in curves)
    steps = 1000
    places = [low + (high - low) * (step + 0.5) / steps for step in range(steps)]
    mean = sum(interpolated(curves[1], place) - interpolated(curves[0], place) for place in places) / steps
    return (math.exp(mean) - 1) * 100


def compare(avwrite: str, sources: dict[str, Path], directory: Path) -> dict:
    print(f"\nsegments: several encoders beside one, at rate factors {', '.join(map(str, FACTORS))}")
    targets, rates = [], []
    for name, source in sources.items():
        runs = {mode: [encode(avwrite, source, directory, mode, factor) for factor in FACTORS]
                for mode in ("frame", "segment")}
        rate = bd_rate(*([(size, quality) for size, quality, _ in runs[mode]] for mode in ("frame", "segment")))
        busy = min(run[2] for run in runs["segment"])
        rates.append(rate)
        print(f"  {name:14} BD-rate {rate:+.2f} %, processors at least {busy:.2f} busy"
              f" (one encoder {min(run[2] for run in runs['frame']):.2f})", flush=True)
        targets.append({"quantity": "busy", "of": name, "value": busy, "at_least": BUSY_LEAST, "pass": busy >= BUSY_LEAST})
    mean = sum(rates) / len(rates)
    targets.append({"quantity": "BD-rate", "value": mean, "at_most": BD_RATE_LIMIT, "pass": mean <= BD_RATE_LIMIT})
    for target in targets:
        limit = f"at most {target['at_most']}" if "at_most" in target else f"at least {target['at_least']}"
        of = f" of {target['of']}" if "of" in target else ""
        print(f"  {verdict(target['pass'])} {target['quantity']}{of} {target['value']:.3f}, {limit}")
    return {"job": "segments", "title": "encoding in segments", "targets": targets}


def run(directory: Path) -> dict:
    """Measures a film with cuts, and a camera's pictures without any, which run forwards and backwards."""
    film, phone = clip("sintel_720p24_52s.mp4"), clip("iphone14promax_1080p30_10s.mov")
    sources = {
        "film": prepared("3min.mov", scaled(film, 360), "-c:v", "copy", "-t", "180"),
        "camera": prepared("2min.mov", scaled(phone, 640, turns=True), "-c:v", "copy", "-t", "120"),
    }
    return compare(AVWRITE, sources, directory)
