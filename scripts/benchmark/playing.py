"""Measures the playing of sound: its cost compared with mpv, and whether `currentTime` is the time that is heard."""

import json
import resource
import shutil
import statistics
import struct
import subprocess
import sys
from pathlib import Path

from inputs import clip, prepared
from measuring import target
from programs import AVWRITE, play_bench
from sound_server import FRAME_BYTES, RATE, Recording, recording, sound_server

SECONDS = 60
# The number of runs beside mpv. The median counts, since the machine may be busy.
TURNS = 3


def processor_seconds(command: list[str], variables: dict) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, env=variables, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def sound(_: Path) -> dict:
    """Measures a minute of AAC in stereo beside mpv, sixteen players at once, and the memory that an hour takes."""
    program = play_bench()
    music = prepared("play.m4a", clip("sintel_720p24_52s.mp4"), "-vn", "-ac", "2", "-c:a", "aac", "-b:a", "128k",
                     "-t", str(SECONDS))
    print(f"\nplay-sound: {SECONDS} s of AAC in stereo")
    targets = []
    with sound_server() as variables:
        competitors = {"avwrite": [AVWRITE, "play", str(music), "--quiet"]}
        if shutil.which("mpv"):
            competitors["mpv"] = ["mpv", "--no-video", "--no-config", "--really-quiet", "--ao=pulse", str(music)]
        else:
            print("  mpv is not installed: nothing to compare with")
        spent = {name: [] for name in competitors}
        for _ in range(TURNS):
            for name, command in competitors.items():
                spent[name].append(processor_seconds(command, variables))
        for name, seconds in spent.items():
            print(f"  {name:8}{statistics.median(seconds):.2f} s of processor time")
        if "mpv" in spent:
            ratio = statistics.median(spent["avwrite"]) / statistics.median(spent["mpv"])
            targets.append(target("processor time beside mpv", round(ratio, 3), 1.0))
        figures = json.loads(subprocess.run(
            [program, "players", "16", str(SECONDS), str(music)], env=variables, check=True,
            stdout=subprocess.PIPE).stdout)
    print(f"  sixteen players for {SECONDS} s beside four busy threads, {figures['renderings']} renderings:")
    for name in ("underruns", "starved_frames", "allocations"):
        targets.append(target(name.replace("_", " "), figures[name], 0))
    peaks = {
        minutes: json.loads(subprocess.run(
            [program, "memory", str(minutes), str(music)], check=True, stdout=subprocess.PIPE).stdout)["peak_kib"]
        for minutes in (1, 60)
    }
    print(f"  a minute peaks at {peaks[1]} KiB, an hour at {peaks[60]} KiB")
    # The peaks of runs differ by a fortieth, because of pages that the allocator keeps, whatever the length of the media: a
    # day has the same peak as a minute.
    targets.append(target("memory of an hour beside that of a minute", round(peaks[60] / peaks[1], 3), 1.04))
    sys.stdout.flush()
    return {"job": "play-sound", "title": "playing sound", "processor_seconds": spent, "targets": targets}


def counting_sound(path: Path) -> None:
    """Writes a minute and a half of sound in which each frame is its own number: the low 16 bits on the left channel, the
    high ones on the right."""
    count = RATE * (SECONDS + 30)
    frames = b"".join(
        struct.pack("<ff", ((number & 0xFFFF) - 32_768) / 32_768, ((number >> 16) - 32_768) / 32_768)
        for number in range(count))
    head = struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + len(frames), b"WAVE", b"fmt ", 16, 3, 2, RATE, RATE * 8, 8, 32,
                       b"data", len(frames))
    path.write_bytes(head + frames)


def counted(recorded: Recording) -> list[tuple[int, int]]:
    """The host time at which each stretch of the sink's sound came, and the number of its first frame."""
    found = []
    for now, place in recorded.stretches:
        # A pipe may cut a frame in two.
        first = place + -place % FRAME_BYTES
        if first + FRAME_BYTES > len(recorded.data):
            continue
        left, right = struct.unpack_from("<ff", recorded.data, first)
        if left or right:
            found.append((now, (round(left * 32_768) + 32_768) | (round(right * 32_768) + 32_768) << 16))
    return found


def clock(outputs: Path) -> dict:
    """Compares `currentTime` with the position that the sink of a sound server plays at that moment."""
    program = play_bench()
    counting = outputs / "counting.wav"
    counting_sound(counting)
    print(f"\nplay-clock: currentTime for {SECONDS} s on PulseAudio")
    with sound_server() as variables, recording(variables) as recorded:
        told = subprocess.run([program, "clock", str(SECONDS), str(counting)], env=variables, check=True,
                              stdout=subprocess.PIPE, text=True).stdout
    counting.unlink()
    times = [(int(when), float(place)) for when, place in (line.split() for line in told.splitlines())]
    errors = []
    index = 0
    for when, frame in counted(recorded):
        while index + 1 < len(times) and times[index + 1][0] <= when:
            index += 1
        if index + 1 >= len(times) or times[index][0] > when:
            continue
        (before, place), (after, next_place) = times[index], times[index + 1]
        told_place = place + (next_place - place) * (when - before) / max(1, after - before)
        errors.append(abs(told_place - frame / RATE) * 1000)
    errors.sort()
    print(f"  {len(errors)} comparisons")
    if len(errors) < 100:
        raise SystemExit("the recording has too little of the sound")
    targets = [
        target("median error", round(statistics.median(errors), 2), 2, " ms"),
        target("99 % of the errors", round(errors[len(errors) * 99 // 100], 2), 5, " ms"),
    ]
    sys.stdout.flush()
    return {"job": "play-clock", "title": "the time that is told beside what is heard", "targets": targets}
