"""The benchmark itself; `scripts/bench` starts it.

Competitors run in turn, round after round (A B C A B C ...), so that other work of the machine affects all of them alike.
The medians are compared. A speed counts only if the output is as good as a peer's: at most 1 % larger, with an SSIM
against the source at most 0.001 lower. That peer is the faster one, or the one that runs the same version of the encoder's
library.
"""

import argparse
import json
import os
import platform
import re
import shutil
import tempfile
from pathlib import Path

import batch
import cores
import editing
import eta
import facts
import flashes
import gapless
import observing
import passes
import players
import playing
import reading
import segments
from jobs import jobs
from programs import WORK, versions
from rounds import perform, report

# Names of groups of jobs.
GROUPS = {"editing": [*editing.jobs(WORK)]}
# Jobs with rounds of their own kind: functions of the number of rounds and the folder for their outputs.
WITH_ROUNDS = {"batch": batch.run, "play": players.run}
# Jobs without rounds: functions of the folder for their outputs.
OTHERS = {"facts": facts.run, "reading": reading.run, "segments": segments.run, "cores": cores.run,
          "passes": passes.run, "eta": eta.run,
          "play-sound": playing.sound, "play-clock": playing.clock, "play-sync": flashes.run, "play-gapless": gapless.run}


def processor() -> str:
    names = re.findall(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    return f"{names[0] if names else platform.machine()}, {os.cpu_count()} processors"


def main() -> None:
    parser = argparse.ArgumentParser(prog="scripts/bench", description=__doc__.split("\n\n")[1])
    parser.add_argument("--rounds", type=int, default=5, help="the number of runs of each competitor (default 5)")
    parser.add_argument("--job", action="append", choices=[*jobs(WORK), *editing.jobs(WORK), *GROUPS, *WITH_ROUNDS, *OTHERS, "observing"],
                        help="a job to run; may be given again")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures there as JSON")
    options = parser.parse_args()
    if options.job:
        options.job = [name for given in options.job for name in GROUPS.get(given, [given])]

    # Decoded pictures are kept in memory if there is enough, so that the disk does not limit x264.
    memory = Path("/dev/shm")
    roomy = memory.is_dir() and shutil.disk_usage(memory).free > 4 << 30
    WORK.mkdir(parents=True, exist_ok=True)
    found = versions()
    print(processor())
    for name, version in found.items():
        print(f"  {name:18}{version}")
    results = []
    with tempfile.TemporaryDirectory(dir=memory if roomy else WORK) as frames, \
         tempfile.TemporaryDirectory(dir=WORK) as outputs:
        for name, make in {**jobs(Path(frames)), **editing.jobs(Path(frames))}.items():
            if options.job and name not in options.job:
                continue
            job = make()
            perform(job, job.rounds or options.rounds, Path(outputs))
            results.append(report(job, Path(outputs)))
        for name, run in WITH_ROUNDS.items():
            if not options.job or name in options.job:
                results.append(run(options.rounds, Path(outputs)))
        for name, run in OTHERS.items():
            if not options.job or name in options.job:
                results.append(run(Path(outputs)))
    if not options.job or "observing" in options.job:
        results.append(observing.run())
    if options.json:
        options.json.write_text(json.dumps(
            {"machine": processor(), "versions": found, "rounds": options.rounds, "jobs": results}, indent=2) + "\n")


if __name__ == "__main__":
    main()
