"""Compares a batch of many files in one process with a shell loop over Debian's ffmpeg."""

import math
import shutil
import statistics
import sys
import wave
from pathlib import Path

from measuring import measured, verdict
from programs import AVWRITE, DEBIAN, OURS

BATCH_FILES = 1000
BATCH_SHARE = 0.25
RERUN_SECONDS = 2


def short_sounds(folder: Path) -> None:
    """Writes files of half a second, each with different sound."""
    for number in range(BATCH_FILES):
        rate, count = 44_100, 22_050
        with wave.open(str(folder / f"{number:04}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(rate)
            tone = 200 + number
            samples = (int(12_000 * math.sin(2 * math.pi * tone * place / rate)) for place in range(count))
            file.writeframes(b"".join(sample.to_bytes(2, "little", signed=True) for sample in samples))


def run(rounds: int, directory: Path) -> dict:
    """Measures a batch of many short files, and the same command again, which finds them done."""
    source, log = directory / "sounds", directory / "messages"
    source.mkdir()
    short_sounds(source)
    print(f"\nbatch: {BATCH_FILES} wav files of half a second, {rounds} runs of each, medians")
    targets = []
    for extension, codec in ((".m4a", "aac"), (".mp3", "libmp3lame")):
        walls: dict[str, list[float]] = {OURS: [], "again": [], DEBIAN: []}
        for _ in range(rounds):
            ours_folder, theirs = directory / "ours", directory / "theirs"
            command = [AVWRITE, "batch", str(source), "--output-dir", str(ours_folder), "--format", extension[1:], "-q"]
            loop = f'for f in "$0"/*.wav; do b=${{f##*/}}; ffmpeg -nostdin -v error -i "$f" -c:a {codec} "$1/${{b%.wav}}{extension}"; done'
            theirs.mkdir()
            walls[OURS].append(measured(command, log).wall)
            walls["again"].append(measured(command, log).wall)
            walls[DEBIAN].append(measured(["sh", "-c", loop, str(source), str(theirs)], log).wall)
            for folder in (ours_folder, theirs):
                if len(list(folder.iterdir())) != BATCH_FILES:
                    sys.exit(f"bench: not every file is in {folder.name}")
                shutil.rmtree(folder)
        ours_wall, again, theirs_wall = (statistics.median(walls[name]) for name in (OURS, "again", DEBIAN))
        share = ours_wall / theirs_wall
        targets += [
            {"quantity": f"wall, {extension}", "of": "a loop over " + DEBIAN, "ratio": share, "at_most": BATCH_SHARE,
             "pass": share <= BATCH_SHARE},
            {"quantity": f"s, {extension} again", "value": again, "at_most": RERUN_SECONDS, "pass": again <= RERUN_SECONDS},
        ]
        print(f"  {verdict(share <= BATCH_SHARE)} {extension} {ours_wall:.2f} s, {share:.3f} of a loop over {DEBIAN}"
              f" ({theirs_wall:.2f} s), at most {BATCH_SHARE}")
        print(f"  {verdict(again <= RERUN_SECONDS)} {extension} again {again:.2f} s, at most {RERUN_SECONDS}")
    sys.stdout.flush()
    return {"job": "batch", "title": "many short files", "targets": targets}
