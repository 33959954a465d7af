"""Checks that the hunt finds known faults ("lies"). For each, a shell script that wraps avwrite makes the fault, and the hunt
has to report it with the stated verdict. Otherwise, a hunt that finds nothing might not have looked.
"""

import random
import shlex
import tempfile
from dataclasses import dataclass
from pathlib import Path

import commands
import mutations
from cases import Case
from commands import COPY, DEFAULT, SALVAGE, SOUND, Command
from judging import CONTRADICTION, CRASH, FALSE_FAILURE, FALSE_SUCCESS, HANG, LEFTOVER, UNLISTED, Judge
from programs import FIXTURES, NINE

ENCODING = Command(DEFAULT, "mp4", commands.FAST, True, False, False)
SALVAGING = Command(SALVAGE, "mp4", commands.FAST, True, False, False, True)
COPYING = Command(COPY, "mkv", ("--video-codec", "copy", "--audio-codec", "copy"), True, True, True)
SOUNDING = Command(SOUND, "flac", ("--video-codec", "none"), False, False, False)

# The seed of the damage, for lies about a damaged file.
SEED = 1

# The shell command of a lie that replaces avwrite's output by one that ffmpeg makes with the arguments in the braces. The
# exit code stays.
REMADE = shlex.join([NINE, "-nostdin", "-v", "error", "-y"]) + ' {} "$3.lie.${{3##*.}}" && mv "$3.lie.${{3##*.}}" "$3"'
ENCODED = "-map 0 -c copy -c:v libx264 -preset ultrafast -fps_mode passthrough -enc_time_base demux"


def remade(arguments: str) -> str:
    return REMADE.format(arguments)


@dataclass(frozen=True)
class Lie:
    """Shell commands that run after avwrite has ended. `$2` is the input, `$3` the output, and `$status` the exit code."""

    name: str
    verdict: str | None
    script: str
    command: Command = ENCODING
    file: str = "media/h264-aac-small.mp4"
    mutation: str = mutations.WHOLE


LIES = (
    Lie("nothing", None, ""),
    Lie("nothing, by a copy", None, "", COPYING),
    Lie("nothing, of sound", None, "", SOUNDING),
    Lie("a picture is left out", FALSE_SUCCESS, remade(f"-i \"$3\" {ENCODED} -vf 'select=not(eq(n\\,12))'")),
    Lie("a picture is another", FALSE_SUCCESS, remade(f"-i \"$3\" {ENCODED} -vf 'negate=enable=eq(n\\,12)'")),
    Lie("a picture is late", FALSE_SUCCESS, remade(f"-i \"$3\" {ENCODED} -vf 'setpts=PTS+if(eq(N\\,12)\\,0.01/TB\\,0)'")),
    Lie("a copied picture is another", FALSE_SUCCESS,
        remade(f"-i \"$3\" {ENCODED} -vf 'drawbox=w=8:h=8:color=red:t=fill:enable=eq(n\\,12)'"), COPYING),
    Lie("the sound is late", FALSE_SUCCESS, remade('-i "$3" -itsoffset 0.05 -i "$3" -map 0:v -map 1:a -c copy'),
        file="media/h264-aac.mov"),
    Lie("the sound's begin is lost", FALSE_SUCCESS,
        remade('-i "$3" -map 0:a -af atrim=start=0.1,asetpts=PTS-STARTPTS'), SOUNDING),
    Lie("the sound's end is lost", FALSE_SUCCESS, remade('-i "$3" -map 0:a -af atrim=end=0.8'), SOUNDING),
    Lie("a channel is lost", FALSE_SUCCESS, remade('-i "$3" -map 0:a -ac 1'), SOUNDING, "media/h264-aac.mov"),
    Lie("a track is lost", FALSE_SUCCESS, remade('-i "$3" -map 0:v -c copy')),
    Lie("the file is cut", FALSE_SUCCESS, 'truncate -s 9000 "$3"'),
    Lie("damage is not told", FALSE_SUCCESS, '"$real" "$@" --on-damage salvage; status=0', file="corrupt/mdat-flipped.mp4"),
    Lie("a whole file is refused", FALSE_FAILURE, 'rm -f "$3"; status=65'),
    Lie("salvage is of another mind", CONTRADICTION, 'case "$*" in *salvage*) status=82 ;; esac', SALVAGING),
    Lie("losses are not listed", UNLISTED,
        remade(f"-i \"$3\" {ENCODED} -vf 'select=lt(n\\,12)+gt(n\\,18)'") + "; status=82", SALVAGING),
    Lie("what is broken is kept", FALSE_SUCCESS, remade(f'-i "$2" {ENCODED}') + "; status=82", SALVAGING,
        "media/h264-aac.mov", "16 bytes flipped"),
    Lie("a signal", CRASH, 'rm -f "$3"; kill -SEGV $$'),
    Lie("a file is left", LEFTOVER, 'touch "${3%/*}/.out.avwrite-1"'),
    Lie("no end", HANG, "sleep 60"),
)


def case(lie: Lie) -> Case:
    file = FIXTURES / lie.file
    content, change = mutations.mutated(file.read_bytes(), lie.mutation, random.Random(SEED))
    return Case(0, 0, file, lie.mutation, lie.command, content, change)


def run(avwrite: Path, folder: Path, table: dict) -> bool:
    """Runs every lie, and returns whether each was found, and no fault was found without one."""
    passes = True
    for lie in LIES:
        with tempfile.TemporaryDirectory(dir=folder) as name:
            liar = Path(name) / "avwrite"
            liar.write_text(f'#!/bin/sh\nreal={shlex.quote(str(avwrite))}\n"$real" "$@"\nstatus=$?\n{lie.script}\nexit $status\n')
            liar.chmod(0o755)
            judge = Judge(liar, Path(name), table, patience=5 if lie.verdict == HANG else None)
            found = {verdict: text for verdict, text in judge.examine(case(lie)).faults}
        holds = lie.verdict in found if lie.verdict else not found
        passes = passes and holds
        print(f"  {'PASS' if holds else 'FAIL'} {lie.name}: {found.get(lie.verdict) or found or 'no fault'}", flush=True)
    return passes
