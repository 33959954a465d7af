"""The hunt itself; `scripts/hunt` starts it.

Every case is a file, a mutation of its bytes and a command, all drawn from a seed and an index alone. Other programs judge
the output of avwrite and what it reports. The hunt exits with 1 if avwrite reported something false, crashed, hung, left
other files behind, or refused too many files that are whole.
"""

import argparse
import itertools
import json
import os
import sys
import tempfile
import time
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from functools import cache
from pathlib import Path

import commands
import proving
from cases import Draw, corpus
from decoding import streams_of
from judging import Judge, Report
from programs import AVWRITE, WORK, versions
from table import named, printed


@cache
def kinds_of(file: Path) -> frozenset[str]:
    streams, *_ = streams_of(file)
    return frozenset(stream.kind for stream in streams) or frozenset({"video", "audio"})


def hunted(judge: Judge, draw: Draw, options: argparse.Namespace) -> list[Report]:
    """Examines cases, several at a time, until their number is reached or the time is over."""
    reports: list[Report] = []
    indices = itertools.count(options.first) if options.runs is None else iter(range(options.first, options.first + options.runs))
    end = None if options.minutes is None else time.monotonic() + 60 * options.minutes
    log = options.report.open("w") if options.report else None
    running: dict[Future, int] = {}

    def collect(done: set[Future]) -> None:
        for future in done:
            index = running.pop(future)
            try:
                report = future.result()
            except Exception as error:
                raise RuntimeError(f"the judge itself failed with case {options.seed}:{index}") from error
            reports.append(report)
            for verdict, text in report.faults:
                print(f"hunt: {report.case.name} {verdict}: {text}", file=sys.stderr)
            if log:
                log.write(json.dumps(report.json()) + "\n")
                log.flush()

    with ThreadPoolExecutor(options.jobs) as pool:
        for index in indices:
            if end is not None and time.monotonic() >= end:
                break
            running[pool.submit(lambda at: judge.examine(draw.case(at), options.keep), index)] = index
            if len(running) >= options.jobs:
                collect(wait(running, return_when=FIRST_COMPLETED).done)
        collect(wait(running).done)
    return sorted(reports, key=lambda report: report.case.index)


def case_name(text: str) -> tuple[int, int]:
    seed, index = text.split(":")
    return int(seed), int(index)


def main() -> None:
    parser = argparse.ArgumentParser(prog="scripts/hunt", description=__doc__.split("\n\n")[1])
    parser.add_argument("--seed", type=int, default=1, help="the seed that all cases are drawn from (default 1)")
    parser.add_argument("--minutes", type=float, help="begin no case after this time")
    parser.add_argument("--runs", type=int, metavar="N", help="the number of cases (default 100 if no time is given)")
    parser.add_argument("--first", type=int, default=0, metavar="INDEX", help="the first index (default 0)")
    parser.add_argument("--case", type=case_name, metavar="SEED:INDEX", help="run this case alone")
    parser.add_argument("--prove", action="store_true", help="only check that known faults are found")
    parser.add_argument("--files", metavar="GLOB", help="draw from these files (default Fixtures and ../shared/media)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N",
                        help="cases at a time (default: one per processor)")
    parser.add_argument("--binary", type=Path, default=AVWRITE, metavar="PATH",
                        help="the avwrite to examine (default the release build)")
    parser.add_argument("--report", type=Path, metavar="FILE", help="write every case there, one JSON object per line")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep the inputs of cases that failed")
    options = parser.parse_args()
    if options.case:
        options.seed, options.first, options.runs, options.minutes = options.case[0], options.case[1], 1, None
    if options.runs is None and options.minutes is None:
        options.runs = 100
    files = corpus(options.files)
    if not files:
        sys.exit("hunt: there is no file to draw from")
    table = commands.carried(str(options.binary))
    WORK.mkdir(parents=True, exist_ok=True)
    print(f"seed {options.seed}, {len(files)} files")
    for name, version in versions().items():
        print(f"  {name:18}{version}")
    with tempfile.TemporaryDirectory(dir=WORK) as folder:
        if options.prove:
            sys.exit(0 if proving.run(options.binary.resolve(), Path(folder), table) else 1)
        judge = Judge(options.binary.resolve(), Path(folder), table)
        reports = hunted(judge, Draw(options.seed, files, table, kinds_of), options)
    if options.case:
        print(json.dumps(reports[0].json(), indent=2))
    sys.exit(0 if printed(reports) else 1)


if __name__ == "__main__":
    main()
