"""Measures whether pictures and sound are presented together. A clip has white pictures and clicks at the same times; the
host times at which the pictures become due are compared with those at which a sound server's sink plays the clicks."""

import statistics
import subprocess
import sys
from bisect import bisect_left
from pathlib import Path

from inputs import generated
from measuring import target
from programs import play_bench
from sound_server import FRAME_BYTES, Recording, recording, sound_server

SECONDS = 60
CLIP_SECONDS = 130
# Rates of playback, each with the factor by which an offset may be longer than at rate 1.
RATES = {1.0: 1, 0.5: 2, 2.0: 2}
MEDIAN_MS, MOST_MS = 5, 10
# A click is louder than this, and loud samples that follow so soon belong to the same click.
THRESHOLD = 0.1
CLICK_SECONDS = 0.05
# A frame's host time is computed from the arrivals of the stretches in this number of seconds before and after it.
NEAR_SECONDS = 1


def flashing() -> Path:
    """Makes a clip with a white picture among black ones every half second, and a click of 2 ms whose middle is at the
    beginning of that picture."""
    return generated(
        "flashes.mov",
        "-f", "lavfi", "-i",
        f"color=black:s=320x180:r=30:d={CLIP_SECONDS},format=yuv420p,geq=lum='if(mod(N,15),16,235)':cb=128:cr=128",
        "-f", "lavfi", "-i", f"aevalsrc='if(lt(mod(n+48,24000),96),0.8*sin(2*PI*n/24),0)':s=48000:c=mono:d={CLIP_SECONDS}",
        "-c:v", "libx264", "-preset", "veryfast", "-crf", "12", "-c:a", "pcm_s16le", "-ac", "2")


def heard(recorded: Recording) -> list[float]:
    """The host times in ms of the middles of the clicks."""
    rate, samples = recorded.rate, recorded.samples()[::2]
    places = [place / FRAME_BYTES for _, place in recorded.stretches]
    # The host time of the recording's beginning according to each stretch: on a busy machine single stretches are late.
    origins = [now / 1e6 - place / rate * 1e3 for (now, _), place in zip(recorded.stretches, places)]
    found = []
    frame, length = 0, int(CLICK_SECONDS * rate)
    while frame < len(samples):
        if abs(samples[frame]) < THRESHOLD:
            frame += 1
            continue
        click = samples[max(0, frame - length // 2):frame + length]
        energy = [sample * sample for sample in click]
        middle = max(0, frame - length // 2) + sum(i * e for i, e in enumerate(energy)) / sum(energy)
        near = slice(bisect_left(places, middle - NEAR_SECONDS * rate), bisect_left(places, middle + NEAR_SECONDS * rate))
        found.append(middle / rate * 1e3 + statistics.median(origins[near]))
        frame += length
    return found


def shown(told: str) -> tuple[list[float], list[float]]:
    """The host times in ms at which white pictures became due, and the delays in ms with which each picture was taken."""
    due, late = [], []
    for line in told.splitlines():
        taken, became, brightness = map(float, line.split())
        late.append((taken - became) / 1e6)
        if brightness > 128:
            due.append(became / 1e6)
    return due, late


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def compare(rate: float, allowance: int) -> tuple[list[dict], dict]:
    with sound_server() as variables, recording(variables) as recorded:
        told = subprocess.run([play_bench(), "flashes", str(rate), str(SECONDS), str(flashing())], env=variables, check=True,
                              stdout=subprocess.PIPE, text=True).stdout
    clicks, (due, late) = heard(recorded), shown(told)
    if not clicks or len(due) < SECONDS / 2:
        sys.exit(f"bench: {len(due)} flashes and {len(clicks)} clicks at rate {rate:g}: too few")
    # A click of the last flash may not be heard before the player ends.
    due = [when for when in due if when < clicks[-1] + 100]
    offsets = [min((when - click for click in clicks), key=abs) for when in due]
    missing = sum(abs(offset) > 100 for offset in offsets)
    offsets = [offset for offset in offsets if abs(offset) <= 100]
    distances = [abs(offset) for offset in offsets]
    print(f"  rate {rate:g}: {len(due)} flashes, {len(clicks)} clicks; pictures come"
          f" {statistics.median(offsets):+.2f} ms after the sound in the median; they are taken"
          f" {statistics.median(late):.2f} ms after they become due, 99 % within {percentile(late, 0.99):.2f} ms")
    targets = [
        target(f"rate {rate:g}: median offset", round(statistics.median(distances), 2), MEDIAN_MS * allowance, " ms"),
        target(f"rate {rate:g}: 99 % of the offsets", round(percentile(distances, 0.99), 2), MOST_MS * allowance, " ms"),
        target(f"rate {rate:g}: flashes without a click", missing, 0),
    ]
    return targets, {"offsets_ms": offsets, "taken_late_ms": late}


def run(_: Path) -> dict:
    """Measures a minute of playback at each rate."""
    print(f"\nplay-sync: flashes beside clicks for {SECONDS} s")
    targets, found = [], {}
    for rate, allowance in RATES.items():
        judged, figures = compare(rate, allowance)
        targets += judged
        found[f"{rate:g}"] = figures
    sys.stdout.flush()
    return {"job": "play-sync", "title": "pictures beside the sound", "rates": found, "targets": targets}
