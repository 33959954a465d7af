"""Decides whether other programs show that an input is damaged.

A complaint alone is no proof: decoders also complain about whole files, such as about a tag behind the last packet, or
about leading pictures that refer to pictures before the file's beginning (CL-09). So something must also be absent or
changed, compared with the file before its mutation if that is known, else with the result of lenient decoding.
"""

import re
from collections import Counter
from fractions import Fraction

import mutations
from decoding import Decoded, Media, Stream, Track

# ffmpeg's messages about a packet that a decoder refuses.
REFUSED = re.compile("Error submitting packet to decoder|Error while decoding stream|Decoding error|corrupt decoded frame")
# The number of runs of sound at either end that may be missing because the file begins or ends within a packet.
EDGE = 2


def fresh(found: Decoded, whole: Decoded | None) -> list[str]:
    """The complaints that the decoder did not make about the file before its mutation."""
    known = set(whole.complaints) if whole else set()
    return [line for line in found.complaints if line not in known]


def first_key(streams: list[Stream], number: int) -> Fraction | None:
    """The presentation time of the first picture that can be decoded alone."""
    if number >= len(streams):
        return None
    return next((Fraction(packet["pts_time"]) for packet in streams[number].packets
                 if "K" in packet["flags"] and "pts_time" in packet), None)


def absent(wanted: Track, got: Track, begin: Fraction | None) -> list[Fraction]:
    """The times, from `begin` on, of wanted pictures that are absent or different."""
    there = {(frame.time, frame.digest) for frame in got.frames}
    return [frame.time for frame in wanted.frames
            if (frame.time, frame.digest) not in there and (begin is None or frame.time >= begin)]


def share_of_times(wanted: Track, got: Track) -> float:
    times = {frame.time for frame in wanted.frames}
    return sum(frame.time in times for frame in got.frames) / max(1, len(got.frames))


def refuses_shown(stream: Stream, got: Track) -> bool:
    """Whether the packet that a decoder refused has a picture that is to be shown. That is so if a packet behind the first key
    picture has no decoded picture, and also if all have one, since the refused packet is then among them."""
    begin = first_key([stream], 0)
    packets = [packet for packet in stream.packets if "D" not in packet["flags"]]
    shown = {frame.time for frame in got.frames}
    times = {Fraction(packet["pts_time"]) for packet in packets if "pts_time" in packet}
    # ffprobe rounds times to a microsecond.
    missed = [time for time in times if (begin is None or time >= begin)
              and not any(abs(time - other) < Fraction(1, 100_000) for other in shown)]
    return bool(missed) or len(got.frames) == len(packets)


def of_pictures(source: Media, whole: Media | None) -> str | None:
    """A sentence that says how pictures are damaged, or None if no program shows that."""
    said = fresh(source.strict_pictures, whole.strict_pictures if whole else None) + \
        fresh(source.pictures, whole.pictures if whole else None)
    if not said:
        return None
    streams = source.of("video")
    wanted = whole.pictures.tracks if whole else source.pictures.tracks
    for number, track in enumerate(wanted):
        got = source.strict_pictures.tracks[number] if number < len(source.strict_pictures.tracks) else Track()
        # In files that store no times, a cut changes all times, so that pictures cannot be matched by their times.
        if whole and share_of_times(track, got) < 0.5 and got.frames:
            continue
        lost = absent(track, got, first_key(streams, number))
        if lost:
            return f"{len(lost)} pictures from {float(lost[0]):.3f} s on are damaged by strict FFmpeg: {said[0]}"
        if not whole and number < len(streams):
            refused = [line for line in said if REFUSED.search(line)]
            if refused and refuses_shown(streams[number], got):
                return f"a picture is refused by strict FFmpeg: {refused[0]}"
    return None


def of_sound(source: Media, whole: Media | None, mutation: str) -> str | None:
    """A sentence that says how sound is damaged, or None if no program shows that."""
    said = fresh(source.strict_sound, whole.strict_sound if whole else None) + \
        fresh(source.sound, whole.sound if whole else None)
    if not said or mutation == mutations.HEAD_OFF:
        return None
    wanted = whole.sound.tracks if whole else source.sound.tracks
    for number, track in enumerate(wanted):
        got = source.strict_sound.tracks[number] if number < len(source.strict_sound.tracks) else Track()
        there = Counter(frame.digest for frame in got.frames)
        lost = []
        for place, frame in enumerate(track.frames):
            if there[frame.digest]:
                there[frame.digest] -= 1
            else:
                lost.append(place)
        inner = [place for place in lost if EDGE <= place < len(track.frames) - EDGE]
        if inner:
            return (f"{len(lost)} runs of sound from {float(track.frames[inner[0]].time):.3f} s on are damaged by strict"
                    f" FFmpeg: {said[0]}")
    return None


def of_a_cut(source: Media, whole: Media | None, mutation: str, *, pictures: bool) -> str | None:
    """A sentence that says that a file is truncated, if another program says so and something is missing; otherwise None."""
    if mutation not in mutations.CUTS or whole is None:
        return None

    def short(kind: str) -> bool:
        before, after = getattr(whole, kind).tracks, getattr(source, kind).tracks
        return len(after) < len(before) or any(b.seconds > a.seconds + Fraction(1, 20) for b, a in zip(before, after))

    if not (short("sound") or (pictures and short("pictures"))):
        return None
    said = [*fresh(source.pictures, whole.pictures), *fresh(source.sound, whole.sound)]
    container = [line for line in said if "prematurely" in line or "partial file" in line or "demuxing" in line]
    if container:
        return f"FFmpeg says that it is cut: {container[0]}"
    return "mediainfo says that it is cut" if source.is_cut_short() and not whole.is_cut_short() else None
