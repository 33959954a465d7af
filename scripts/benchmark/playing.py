"""How well sound is played: what it costs beside mpv, and whether the time that is told is the one that is heard."""

import json
import os
import resource
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import contextmanager
from pathlib import Path

from inputs import clip, prepared
from measuring import verdict
from programs import AVWRITE, ROOT

RATE = 48_000
# Two channels of 32-bit floats.
FRAME_BYTES = 8
SECONDS = 60
# A rival on a busy machine: the median of so many turns.
TURNS = 3


def bench_program() -> Path:
    build = ["swift", "build", "--package-path", str(ROOT), "-c", "release", "--product", "playbench",
             "--static-swift-stdlib"]
    subprocess.run(build, check=True, stdout=sys.stderr)
    return ROOT / ".build" / "release" / "playbench"


@contextmanager
def sound_server():
    """A PulseAudio server of its own, whose one sink takes its time and plays nothing. Gives the variables of its clients."""
    with tempfile.TemporaryDirectory() as folder:
        socket = Path(folder) / "socket"
        script = Path(folder) / "server.pa"
        script.write_text(
            f"load-module module-native-protocol-unix auth-anonymous=1 socket={socket}\n"
            f"load-module module-null-sink sink_name=bench format=float32le rate={RATE} channels=2 norewinds=1\n"
            "set-default-sink bench\n")
        variables = {**os.environ, "PULSE_SERVER": f"unix:{socket}", "PULSE_RUNTIME_PATH": folder,
                     "PULSE_STATE_PATH": folder, "PULSE_COOKIE": f"{folder}/cookie", "XDG_RUNTIME_DIR": folder,
                     "AVWRITE_SOUND": f"pulse:unix:{socket}"}
        server = subprocess.Popen(
            ["pulseaudio", "-n", "-F", str(script), "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no"],
            env=variables, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            deadline = time.monotonic() + 60
            while not socket.exists():
                if server.poll() is not None or time.monotonic() > deadline:
                    raise SystemExit("pulseaudio did not start")
                time.sleep(0.02)
            yield variables
        finally:
            server.kill()
            server.wait()


def target(quantity: str, value: float, at_most: float, unit: str = "") -> dict:
    holds = value <= at_most
    print(f"  {verdict(holds)} {quantity} {value:g}{unit}, at most {at_most:g}{unit}")
    return {"quantity": quantity, "value": value, "at_most": at_most, "pass": holds}


def processor_seconds(command: list[str], variables: dict) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, env=variables, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def sound(_: Path) -> dict:
    """A minute of AAC in stereo beside mpv, sixteen players at once, and the memory of an hour."""
    program = bench_program()
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
    # Runs differ by a fortieth in the pages that an allocator keeps, whatever their length: a day peaks where a minute does.
    targets.append(target("memory of an hour beside that of a minute", round(peaks[60] / peaks[1], 3), 1.04))
    sys.stdout.flush()
    return {"job": "play-sound", "title": "playing sound", "processor_seconds": spent, "targets": targets}


def counting_sound(path: Path) -> None:
    """A minute and a half in which each frame says its number: the low 16 bits on the left, the high ones on the right."""
    count = RATE * (SECONDS + 30)
    frames = b"".join(
        struct.pack("<ff", ((number & 0xFFFF) - 32_768) / 32_768, ((number >> 16) - 32_768) / 32_768)
        for number in range(count))
    head = struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + len(frames), b"WAVE", b"fmt ", 16, 3, 2, RATE, RATE * 8, 8, 32,
                       b"data", len(frames))
    path.write_bytes(head + frames)


def bursts(recorder: subprocess.Popen, found: list[tuple[int, int]]) -> None:
    """Notes when a stretch of the sink's sound came, and the number of its first frame.

    The sink makes a stretch when the one before is over, and its first frame is heard then.
    """
    place = 0
    while block := os.read(recorder.stdout.fileno(), 1 << 16):
        now = time.monotonic_ns()
        # A pipe may cut a frame in two.
        first = -place % FRAME_BYTES
        place += len(block)
        if len(block) < first + FRAME_BYTES:
            continue
        left, right = struct.unpack_from("<ff", block, first)
        if left or right:
            found.append((now, (round(left * 32_768) + 32_768) | (round(right * 32_768) + 32_768) << 16))


def clock(outputs: Path) -> dict:
    """The place that `currentTime` tells beside what the sink of a sound server plays at that moment."""
    program = bench_program()
    counting = outputs / "counting.wav"
    counting_sound(counting)
    print(f"\nplay-clock: currentTime for {SECONDS} s on PulseAudio")
    found: list[tuple[int, int]] = []
    with sound_server() as variables:
        recorder = subprocess.Popen(
            ["parec", "-d", "bench.monitor", "--format=float32le", f"--rate={RATE}", "--channels=2", "--raw",
             "--latency-msec=1"], env=variables, stdout=subprocess.PIPE)
        listener = threading.Thread(target=bursts, args=(recorder, found))
        listener.start()
        told = subprocess.run([program, "clock", str(SECONDS), str(counting)], env=variables, check=True,
                              stdout=subprocess.PIPE, text=True).stdout
        recorder.kill()
        listener.join()
    counting.unlink()
    times = [(int(when), float(place)) for when, place in (line.split() for line in told.splitlines())]
    errors = []
    index = 0
    for when, frame in found:
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
