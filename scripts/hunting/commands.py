"""The commands that avwrite runs with a file."""

import json
import random
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

DEFAULT, COPY, SOUND, SALVAGE = "default", "copy", "sound", "salvage"

# The relative frequency of each kind of command.
WEIGHTS = {DEFAULT: 6, COPY: 6, SOUND: 4, SALVAGE: 6}
# Containers for pictures that a default job makes. mp4 is there several times, since it is the most common.
ENCODED = ("mp4", "mp4", "mp4", "mov", "mkv", "webm", "ts")
# The speed of the encoder does not matter for damage, so the fastest is used.
FAST = ("--speed", "ultrafast")


@dataclass(frozen=True)
class Command:
    """A command line of avwrite, and what is expected of its output. `kind` is its name in the table."""

    kind: str
    container: str
    words: tuple[str, ...]
    keeps_pictures: bool
    copies_pictures: bool
    copies_sound: bool
    salvages: bool = False

    @property
    def name(self) -> str:
        return f"{self.kind} to {self.container}"

    def arguments(self, source: Path, output: Path, *, salvages: bool | None = None) -> list[str]:
        salvages = self.salvages if salvages is None else salvages
        damage = ["--on-damage", "salvage"] if salvages else []
        return ["transcode", str(source), str(output), *self.words, *damage, "--json", "-q"]


@cache
def carried(avwrite: str) -> dict[str, dict[str, list[str]]]:
    """The codecs that each container carries, according to `avwrite formats`."""
    table = json.loads(subprocess.run([avwrite, "formats", "--json"], check=True, stdout=subprocess.PIPE).stdout)
    return {row["container"]: {"video": row["video"], "audio": row["audio"]} for row in table["containers"]}


def drawn(chance: random.Random, kinds: set[str], table: dict[str, dict[str, list[str]]]) -> Command:
    """A command for a file that has tracks of these kinds (`video`, `audio`)."""
    kind = chance.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
    has_pictures = "video" in kinds
    if kind == SOUND and "audio" not in kinds:
        kind = COPY
    for_pictures = sorted(name for name, codecs in table.items() if codecs["video"])
    any_container = sorted(table)
    if kind == COPY or (kind == SALVAGE and chance.random() < 0.4):
        container = chance.choice(for_pictures if has_pictures else any_container)
        words = ("--video-codec", "copy", "--audio-codec", "copy") if has_pictures else ("--audio-codec", "copy")
        return Command("salvaging copy" if kind == SALVAGE else COPY, container, words, has_pictures, True, True,
                       kind == SALVAGE)
    if kind == SOUND:
        words = ("--video-codec", "none") if has_pictures else ()
        return Command(SOUND, chance.choice(any_container), words, False, False, False)
    container = chance.choice(ENCODED) if has_pictures else chance.choice(any_container)
    return Command(kind, container, FAST if has_pictures else (), has_pictures, False, False, kind == SALVAGE)
