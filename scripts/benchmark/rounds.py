"""Runs the competitors of a job in turn, round after round, and reports their times, memory and outputs."""

import re
import statistics
import sys
from pathlib import Path

from job import OUTPUT, Job
from measuring import measured, ratio_target, ssim, verdict
from programs import LIMIT, OURS, PEERS

SIZE_TOLERANCE = 0.01
SSIM_TOLERANCE = 0.001


def output_of(job: Job, competitor: str, directory: Path) -> Path:
    suffix = ".264" if competitor == LIMIT else job.extension
    return directory / (re.sub(r"\W+", "-", f"{job.name}-{competitor}") + suffix)


def perform(job: Job, rounds: int, directory: Path) -> None:
    job.source.read_bytes()  # into the page cache, so that the first competitor does not have to read the disk
    for turn in range(rounds):
        for competitor, command in job.commands.items():
            output = output_of(job, competitor, directory)
            for _ in range(job.repeats):
                output.unlink(missing_ok=True)
                run = measured(
                    [str(output) if word == OUTPUT else word for word in command], directory / "messages"
                )
                job.runs.setdefault(competitor, []).append(run)
                if OUTPUT in command and not output.exists():
                    sys.exit(f"bench: {competitor} succeeded without writing {output.name}")
        print(f"bench: {job.name}, round {turn + 1} of {rounds}", file=sys.stderr)


def median(job: Job, competitor: str, quantity: str) -> float:
    return statistics.median(getattr(run, quantity) for run in job.runs[competitor])


def best_peer_of(job: Job, quantity: str) -> str:
    return min((peer for peer in PEERS if peer in job.runs), key=lambda peer: median(job, peer, quantity))


def worth(job: Job, directory: Path) -> tuple[dict[str, dict], list[dict]]:
    """The size and the SSIM of each output, and whether ours is as good as that of the peer it is compared with."""
    outputs: dict[str, dict] = {}
    for competitor, command in job.commands.items():
        if OUTPUT not in command or competitor == LIMIT:
            continue
        path = output_of(job, competitor, directory)
        outputs[competitor] = {"bytes": path.stat().st_size}
        if job.compares_pictures:
            outputs[competitor]["ssim"] = ssim(path, job.source)
    if OURS not in outputs:
        return outputs, []
    peer = best_peer_of(job, "wall") if job.like == "best peer" else job.like
    mine, theirs = outputs[OURS], outputs[peer]
    ratio = mine["bytes"] / theirs["bytes"]
    checks = [{"what": "size", "of": peer, "value": ratio, "text": f"{ratio:.4f} of {peer}'s, at most {1 + SIZE_TOLERANCE}",
               "pass": ratio <= 1 + SIZE_TOLERANCE}]
    if job.compares_pictures:
        difference = mine["ssim"] - theirs["ssim"]
        checks.append({"what": "SSIM", "of": peer, "value": difference,
                       "text": f"{difference:+.5f} beside {peer}'s, at least {-SSIM_TOLERANCE}",
                       "pass": difference >= -SSIM_TOLERANCE})
    return outputs, checks


def report(job: Job, directory: Path) -> dict:
    outputs, checks = worth(job, directory)
    print(f"\n{job.name}: {job.title}\n  input {job.source.name}, {len(next(iter(job.runs.values())))} runs of each, medians")
    print(f"  {'':18}{'wall s':>10}{'CPU s':>10}{'peak MiB':>10}{'bytes':>13}{'SSIM':>10}")
    for competitor in job.commands:
        row = [median(job, competitor, quantity) for quantity in ("wall", "cpu", "peak")]
        made = outputs.get(competitor, {})
        print(f"  {competitor:18}{row[0]:10.3f}{row[1]:10.3f}{row[2]:10.1f}{made.get('bytes', ''):>13}"
              + (f"{made['ssim']:10.5f}" if "ssim" in made else ""))
    targets = []
    for target in job.targets:
        of = best_peer_of(job, target.quantity) if target.of == "best peer" else target.of
        ratio = median(job, target.ours, target.quantity) / median(job, of, target.quantity)
        targets.append(ratio_target(target.quantity, of, ratio, target.at_most))
    for check in checks:
        print(f"  {verdict(check['pass'])} {check['what']} {check['text']} (a speed counts only if this holds)")
    if any(OURS == target.ours for target in job.targets) and len(job.runs) > 1:
        for competitor in job.runs:
            if competitor != OURS:
                print(f"       CPU {median(job, OURS, 'cpu') / median(job, competitor, 'cpu'):.3f} of {competitor}")
    sys.stdout.flush()
    return {
        "job": job.name, "title": job.title, "input": job.source.name,
        "runs": {competitor: [vars(run) for run in runs] for competitor, runs in job.runs.items()},
        "medians": {c: {q: median(job, c, q) for q in ("wall", "cpu", "peak")} for c in job.runs},
        "outputs": outputs, "worth": [{k: v for k, v in c.items() if k != "text"} for c in checks], "targets": targets,
    }
