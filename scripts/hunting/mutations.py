"""The changes to the bytes of a file before avwrite reads it."""

import random

WHOLE = "whole"
HEAD_OFF = "head off"
CUTS = {"cut at 30 %": 0.30, "cut at 70 %": 0.70, "cut at 95 %": 0.95}
FLIPS = {"1 byte flipped": 1, "16 bytes flipped": 16, "256 bytes flipped": 256}
ZEROED = "range zeroed"

# The relative frequency of each mutation. Whole files find false failures and changed times of copies; flipped bytes find
# most other faults.
WEIGHTS = {WHOLE: 10, **dict.fromkeys(CUTS, 2), HEAD_OFF: 2, **dict.fromkeys(FLIPS, 3), ZEROED: 4}


def mutated(content: bytes, mutation: str, chance: random.Random) -> tuple[bytes, str]:
    """The bytes after the mutation, and a sentence that says what was done."""
    size = len(content)
    if mutation == WHOLE or size == 0:
        return content, ""
    if mutation in CUTS:
        end = int(size * CUTS[mutation])
        return content[:end], f"the first {end} of {size} bytes"
    if mutation == HEAD_OFF:
        begin = max(1, int(size * chance.uniform(0.01, 0.4)))
        return content[begin:], f"from byte {begin} of {size}"
    damaged = bytearray(content)
    if mutation in FLIPS:
        places = sorted(chance.randrange(size) for _ in range(FLIPS[mutation]))
        for place in places:
            damaged[place] ^= chance.randrange(1, 256)
        shown = ", ".join(map(str, places[:4])) + (", ..." if len(places) > 4 else "")
        return bytes(damaged), f"of {size} bytes changed at {shown}"
    length = max(1, int(size * chance.choice((0.001, 0.01, 0.02, 0.1))))
    begin = chance.randrange(max(1, size - length))
    damaged[begin:begin + length] = bytes(length)
    return bytes(damaged), f"{length} of {size} bytes zeroed from {begin}"
