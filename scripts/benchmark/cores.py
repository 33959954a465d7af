"""Measures how many processors a job would keep busy: the `cores` job of `scripts/bench`.

A thread that has work is runnable, whether a processor is free for it or not. So the mean number of runnable threads says
how many processors a larger machine would use, on any machine and however busy it is. The number counts only if the
processor time is not more than that of one thread, since a thread that spins is runnable, too.

For encoding in segments, the number of busy processors is simulated from the costs of the segments, which are recorded
while they are encoded one after the other.
"""

import heapq
import os
import subprocess
import time
from pathlib import Path

from inputs import clip, prepared
from measuring import Run, verdict
from programs import AVWRITE, DEBIAN, FFMPEG, OURS

PROCESSORS = 16
RUNNABLE_LEAST = 13.6
WORK_MOST = 1.03
INTERVAL = 0.01


def fields(path: Path) -> list[str]:
    """The fields of a `stat` file of /proc behind the program's name, which may contain blanks. The first one is the state."""
    return path.read_text().rpartition(")")[2].split()


def runnable(process: int) -> int:
    """The number of a process's threads that are running or runnable."""
    count = 0
    for thread in os.listdir(f"/proc/{process}/task"):
        try:
            count += fields(Path(f"/proc/{process}/task/{thread}/stat"))[0] == "R"
        except OSError:
            pass  # The thread has ended.
    return count


def watched(command: list[str], look) -> Run:
    """Runs a command to its end, and calls `look` with its process number repeatedly."""
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    while True:
        number, status, usage = os.wait4(process.pid, os.WNOHANG)
        if number:
            break
        look(process.pid)
        time.sleep(INTERVAL)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"bench: {' '.join(command)}\nended with {process.returncode}")
    return Run(time.perf_counter() - begin, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def sampled(command: list[str]) -> tuple[float, Run]:
    """The mean number of runnable threads, and the run."""
    counts: list[int] = []

    def look(process: int) -> None:
        try:
            counts.append(runnable(process))
        except OSError:
            pass  # The process has ended.

    run = watched(command, look)
    return sum(counts) / max(1, len(counts)), run


def segment_costs(command: list[str], output: Path) -> tuple[list[float], Run]:
    """The processor seconds of each segment, with one encoder after the other, and the run."""
    journal = output.with_name(f".{output.name}.avwrite-segments")
    tick = os.sysconf("SC_CLK_TCK")
    ends: dict[str, float] = {}

    def look(process: int) -> None:
        try:
            names = {name for name in os.listdir(journal) if name.endswith(".segment")} - ends.keys()
            times = fields(Path(f"/proc/{process}/stat"))
            ends.update({name: (int(times[11]) + int(times[12])) / tick for name in names})
        except OSError:
            pass  # The file does not exist yet, or no longer.

    run = watched(command, look)
    sums = [0.0, *sorted(ends.values())]
    return [after - before for before, after in zip(sums, sums[1:])], run


def simulated(costs: list[float], workers: int, share: float, processors: int) -> float:
    """The mean number of busy processors if `workers` encoders take the segments in order. Each encoder has work for `share`
    processors, and the encoders share the processors that exist."""
    waiting, now, running = list(costs), 0.0, []
    while waiting or running:
        while waiting and len(running) < workers:
            heapq.heappush(running, waiting.pop(0))
        speed = min(share, processors / len(running))
        least = heapq.heappop(running)
        now += least / speed
        running = [cost - least for cost in running]
    return sum(costs) / now if now else 0


def ours(source: Path, output: Path, *options: str) -> list[str]:
    return [AVWRITE, "transcode", str(source), str(output), "--force", "-q", "--audio-codec", "none", "--video-codec", "h264",
            "--crf", "23", "--speed", "medium", *options]


def compare(name: str, source: Path, directory: Path) -> list[dict]:
    output = directory / "cores.mp4"
    theirs = [FFMPEG[DEBIAN], "-nostdin", "-v", "error", "-y", "-threads", str(PROCESSORS), "-i", str(source), "-an", "-c:v",
              "libx264", "-preset", "medium", "-crf", "23", "-threads", str(PROCESSORS), str(output)]
    costs, single = segment_costs(ours(source, output, "--threads", "1"), output)
    alone, frame = sampled(ours(source, output, "--threads", str(PROCESSORS), "--parallel", "frame"))
    mean, run = sampled(ours(source, output, "--threads", str(PROCESSORS)))
    peer, other = sampled(theirs)
    print(f"\ncores: {name}, {len(costs)} segments")
    for title, count, each in [(OURS, mean, run), (f"{OURS}, one encoder", alone, frame), (DEBIAN, peer, other)]:
        print(f"  {title:22} {count:5.1f} threads runnable, {each.cpu:7.1f} s of processors, {each.peak:6.0f} MiB")
    for processors in (2, 4, 8, PROCESSORS):
        busy = simulated(costs, max(1, -(-processors // 4)), alone, processors)
        print(f"  {processors:2} processors, simulated: {busy:.1f} busy")
    work = run.cpu / single.cpu
    targets = [
        {"quantity": "runnable threads", "of": name, "value": mean, "at_least": max(RUNNABLE_LEAST, peer),
         "pass": mean >= max(RUNNABLE_LEAST, peer)},
        {"quantity": "work beside one thread's", "of": name, "value": work, "at_most": WORK_MOST, "pass": work <= WORK_MOST},
        {"quantity": "memory beside ffmpeg's", "of": name, "value": run.peak / other.peak, "at_most": 1,
         "pass": run.peak <= other.peak},
    ]
    for target in targets:
        limit = f"at most {target['at_most']}" if "at_most" in target else f"at least {target['at_least']:.1f}"
        print(f"  {verdict(target['pass'])} {target['quantity']} {target['value']:.2f}, {limit}", flush=True)
    return targets


def run(directory: Path) -> dict:
    """Measures a minute and ten minutes of a camera's pictures."""
    phone = clip("iphone14promax_1080p30_10s.mov")
    films = {f"{seconds} s of 1080p30": prepared(f"{seconds}s.mov", phone, "-an", "-c:v", "copy", "-t", str(seconds))
             for seconds in (61, 600)}
    targets = [target for name, source in films.items() for target in compare(name, source, directory)]
    return {"job": "cores", "title": "work for sixteen processors", "targets": targets}
