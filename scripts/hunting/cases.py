"""Draws the file, the mutation and the command of a case from a seed and an index."""

import glob
import random
from dataclasses import dataclass
from pathlib import Path

import commands
import mutations
from commands import Command
from programs import FIXTURES, PROBE, SHARED

# The number of consecutive indices that share a file, so that other programs read the undamaged file only once for them.
GROUP = 4
# A file of this many bytes is drawn half as often as a tiny one: large files take long and find no more faults.
HALF_WEIGHT = 500_000
NOT_MEDIA = {".csv", ".md", ".txt", ".json"}
# Folders of files that are damaged or odd by intent: these do not count as whole, even without a mutation.
DAMAGED_FOLDERS = {"corrupt", "bad", "damaged"}


@dataclass(frozen=True)
class Case:
    seed: int
    index: int
    file: Path
    mutation: str
    command: Command
    content: bytes
    change: str

    @property
    def name(self) -> str:
        return f"{self.seed}:{self.index}"

    @property
    def is_whole(self) -> bool:
        return self.mutation == mutations.WHOLE and self.file.parent.name not in DAMAGED_FOLDERS


def corpus(pattern: str | None) -> list[Path]:
    """The files to draw from, in an order that does not depend on the machine."""
    if pattern:
        found = [Path(name) for name in glob.glob(pattern, recursive=True)]
    else:
        found = [path for folder in (FIXTURES, SHARED) if folder.is_dir() for path in folder.rglob("*")]
    files = [path for path in found if path.is_file() and path.suffix.lower() not in NOT_MEDIA]
    return sorted(files, key=lambda path: path.parts[-3:])


class Draw:
    """All cases of a seed. Each depends on its index alone."""

    def __init__(self, seed: int, files: list[Path], table: dict, kinds_of: "callable"):
        self.seed, self.files, self.table, self.kinds_of = seed, files, table, kinds_of
        self.weights = [1 / (1 + path.stat().st_size / HALF_WEIGHT) for path in files]

    def case(self, index: int) -> Case:
        file = random.Random(f"{self.seed}/{index // GROUP}").choices(self.files, self.weights)[0]
        chance = random.Random(f"{self.seed}:{index}")
        mutation = chance.choices(list(mutations.WEIGHTS), list(mutations.WEIGHTS.values()))[0]
        command = commands.drawn(chance, self.kinds_of(file), self.table)
        content, change = mutations.mutated(file.read_bytes(), mutation, chance)
        return Case(self.seed, index, file, mutation, command, content, change)
