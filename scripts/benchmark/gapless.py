"""Checks that the items of a queue, and the repetitions of a looper, follow each other without a gap.

The samples that the sink of a sound server plays must be equal to those that a reader decodes from the same files, one
after the other. The pictures that are taken must be those of the files, each once and in order.
"""

import subprocess
import sys
from array import array
from pathlib import Path

from inputs import clip, generated, prepared
from measuring import target, verdict
from programs import play_bench
from sound_server import recording, sound_server

RATE = 44_100
# The parts of a piece of music, from one frame to another. The length of none is a whole number of a codec's packets.
PIECES = ((441_000, 516_000), (882_000, 985_441), (1_323_000, 1_371_567))
TURNS = 4
FORMATS = {
    "WAV": (".wav", ["-c:a", "pcm_s16le"]),
    "FLAC": (".flac", ["-c:a", "flac"]),
    "AAC": (".m4a", ["-c:a", "aac", "-b:a", "128k"]),
    "MP3": (".mp3", ["-c:a", "libmp3lame", "-b:a", "192k"]),
}
# The rate of the pictures, and the tolerance in ms for the distance between the last picture of an item and the first of the
# next.
PICTURE_RATE = 30
JOINT_MS = 2


def music(extension: str, codec: list[str]) -> list[Path]:
    source = clip("Kevin_MacLeod_-_Vibe_Ace.ogg", "audio")
    return [prepared(f"frames-{start}{extension}", source, "-map", "0:a:0", "-ac", "2", "-af",
                     f"aresample={RATE},atrim=start_sample={start}:end_sample={end},asetpts=N/SR/TB", *codec)
            for start, end in PIECES]


def movies() -> list[Path]:
    """Makes movies whose pictures all differ, with a tone of the same length."""
    return [generated(
        f"movie-{number}.mov",
        "-f", "lavfi", "-i", f"testsrc2=s=640x360:r={PICTURE_RATE}:d={seconds}",
        "-f", "lavfi", "-i", f"sine=f={220 * (number + 1)}:r={RATE}:d={seconds}",
        "-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", "-c:a", "aac", "-ac", "2")
        for number, seconds in enumerate((2, 1, 3))]


def told(variables: dict | None, *words: object) -> bytes:
    return subprocess.run([play_bench(), *map(str, words)], env=variables, check=True, stdout=subprocess.PIPE).stdout


def decoded(paths: list[Path]) -> array:
    samples = array("f")
    for path in paths:
        samples.frombytes(told(None, "decode", path))
    return samples


def first_sound(samples: array) -> int:
    """The number of the first frame that is not silent."""
    return next((place for place, sample in enumerate(samples) if sample), len(samples)) // 2


def judge_sound(name: str, paths: list[Path], heard: array) -> dict:
    """Compares the recorded sound, from its first sound on, with the files one after the other."""
    wanted = decoded(paths)
    start = first_sound(heard) - first_sound(wanted)
    found = heard[max(0, start) * 2:max(0, start) * 2 + len(wanted)]
    found.extend([0.0] * (len(wanted) - len(found)))
    difference = next((place // 2 for place, pair in enumerate(zip(found, wanted)) if pair[0] != pair[1]), None)
    is_equal = start >= 0 and difference is None
    if difference is None:
        told_as = f"{len(wanted) // 2} frames are equal"
    else:
        place = 2 * difference
        told_as = (f"not equal from frame {difference} of {len(wanted) // 2} on, {difference / RATE:.4f} s:"
                   f" {list(found[place:place + 2])}, not {list(wanted[place:place + 2])}")
        gap = first_sound(found[place:])
        if gap and (gone_on := wanted[place:place + 2000]) == heard[2 * start + place + 2 * gap:][:len(gone_on)]:
            told_as += f"; it goes on after {gap} silent frames"
    print(f"  {verdict(is_equal)} {name}: {told_as}")
    return {"quantity": f"sound, {name}", "frames": len(wanted) // 2, "first_difference": difference, "pass": is_equal}


def judge_pictures(name: str, paths: list[Path], lines: list[str]) -> list[dict]:
    """Compares the pictures that were taken with those of the files, one after the other."""
    wanted = [(number, time) for number, path in enumerate(paths) for time in told(None, "times", path).decode().split()]
    taken = [(int(number), time, float(due)) for number, time, due in (line.split() for line in lines)]
    found = [(number, time) for number, time, _ in taken]
    places = range(max(len(wanted), len(found)))
    difference = next((place for place in places if found[place:place + 1] != wanted[place:place + 1]), None)
    if difference is None:
        told_as = f"{len(wanted)} pictures, each once and in its turn"
    else:
        told_as = (f"not equal from picture {difference} of {len(wanted)} on: {found[difference:difference + 1]},"
                   f" not {wanted[difference:difference + 1]}")
    print(f"  {verdict(difference is None)} {name}: {told_as}")
    joints = [abs((after[2] - before[2]) / 1e6 - 1000 / PICTURE_RATE)
              for before, after in zip(taken, taken[1:]) if before[0] != after[0]]
    return [
        {"quantity": f"pictures, {name}", "first_difference": difference, "pass": difference is None},
        target(f"{name}: distance of pictures from one item to the next, off by", round(max(joints, default=0), 2), JOINT_MS,
               " ms"),
    ]


def run(_: Path) -> dict:
    """Plays queues and loops of sounds in four formats, and of movies."""
    print("\nplay-gapless: queues and loops beside what is decoded")
    targets = []
    for name, (extension, codec) in FORMATS.items():
        pieces = music(extension, codec)
        with sound_server(RATE) as variables:
            with recording(variables, RATE) as recorded:
                told(variables, "queue", *pieces)
            targets.append(judge_sound(f"{name}, a queue", pieces, recorded.samples()))
            with recording(variables, RATE) as recorded:
                told(variables, "loop", TURNS, pieces[2])
            targets.append(judge_sound(f"{name}, a loop", [pieces[2]] * TURNS, recorded.samples()))
    queue = movies()
    with sound_server(RATE) as variables:
        with recording(variables, RATE) as recorded:
            lines = told(variables, "queue", *queue).decode().splitlines()
        targets.append(judge_sound("movies, a queue", queue, recorded.samples()))
        targets += judge_pictures("movies, a queue", queue, lines)
    sys.stdout.flush()
    return {"job": "play-gapless", "title": "what follows without a gap", "targets": targets}
