"""Compares an output with its input, as FFmpeg 9 decodes both.

Functions that return a list of sentences return one for each difference, and an empty list if there is none.
"""

import math
from array import array
from bisect import bisect_left
from dataclasses import replace
from fractions import Fraction

from decoding import COARSE, SAMPLE_BYTES, SIDE, Frame, Media, Stream, Track, lengths_of_sound

# Matroska's tick is a millisecond, and both ends may be rounded.
TIME_TOLERANCE = Fraction(21, 10_000)
# The least signal-to-noise ratio, in decibels, of pictures of 32x32 pixels that count as the same: an encoded picture is
# far above, and a different one far below.
SIMILAR = 24
# The number of seconds by which sound may be displaced without being reported.
SHIFT_TOLERANCE = 0.016
# For coarse sound, in samples: the length of the piece whose waveforms are compared, and how far it may be shifted.
WAVE, WAVE_NUDGE = 4000, 24
# A transport stream cannot state the priming of its sound. The priming of AAC's encoders is at most this many seconds, and
# at low sample rates this many samples.
UNSAID_PRIMING, UNSAID_SAMPLES = 0.06, 1024
# For loudness curves: the points per second, and, in points, the longest shift that is looked for and the length that is
# compared.
POINTS, LONGEST_SHIFT, COMPARED = 400, 100, 8000


def shown(time: Fraction) -> str:
    return f"{float(time):.3f} s"


def psnr(one: bytes, other: bytes) -> float:
    error = sum((a - b) * (a - b) for a, b in zip(one, other)) / (SIDE * SIDE)
    return 99.0 if error == 0 else 10 * math.log10(255 * 255 / error)


def origin(media: Media, *, pictures: bool) -> Fraction:
    """The instant that times count from: the first picture, or the file's own zero if only sound is kept.

    The first thing that is presented would not do: if a container cannot state an encoder's priming, its sound begins
    earlier by the priming.
    """
    return first_time(media.pictures.tracks) if pictures else Fraction(0)


def first_time(tracks: list[Track]) -> Fraction:
    return next((track.frames[0].time for track in tracks if track.frames), Fraction(0))


def nearest(times: list[Fraction], time: Fraction) -> Fraction | None:
    at = bisect_left(times, time)
    return min(times[max(0, at - 1):at + 1], key=lambda other: abs(other - time), default=None)


def times_differ(wanted: list[Frame], got: list[Frame], wanted_origin: Fraction, got_origin: Fraction) -> str | None:
    """A sentence about the first picture whose time differs, if both have the same number of pictures."""
    for number, (one, other) in enumerate(zip(wanted, got)):
        difference = (other.time - got_origin) - (one.time - wanted_origin)
        if abs(difference) > TIME_TOLERANCE:
            return (f"picture {number} of {len(wanted)} is at {shown(other.time - got_origin)} instead of"
                    f" {shown(one.time - wanted_origin)}")
    return None


def lacking(wanted: Track, got: Track, wanted_origin: Fraction, got_origin: Fraction) -> list[Fraction]:
    """The times of the input's pictures at which the output has none."""
    times = sorted(frame.time - got_origin for frame in got.frames)
    room = TIME_TOLERANCE
    return [frame.time for frame in wanted.frames
            if (near := nearest(times, frame.time - wanted_origin)) is None or abs(near - (frame.time - wanted_origin)) > room]


def is_unturned(mentioned: str) -> bool:
    """Whether the ledger says that the container cannot store the rotation. FFmpeg then rotates only the input's pictures,
    so that the pictures cannot be compared."""
    return "video.rotation" in mentioned or "video.matrix" in mentioned


def begins_within_picture(wanted: Track, got: Track) -> bool:
    """Whether the output has a picture before the input's first one that is shown for less than a picture's duration, since
    the input's edit begins within it. Whether FFmpeg shows such a picture depends on how the same edit is written."""
    return (len(got.frames) == len(wanted.frames) + 1 > 2
            and got.frames[1].time - got.frames[0].time < wanted.frames[0].duration - TIME_TOLERANCE)


def packets(source: Media, made: Media) -> list[str]:
    """Compares the numbers of coded pictures. Decoded pictures would not do, since the result of decoding a damaged picture
    depends on the bytes beside it."""
    def presented(stream: Stream) -> int:
        """The number of coded pictures without those that are not presented. Those in front of the first random-access point
        are counted: a movie hides them, since they need pictures that are not there."""
        first = next((packet for packet in stream.packets if "K" in packet["flags"]), {}).get("pts_time")
        return sum("D" not in packet["flags"] or first and Fraction(packet.get("pts_time", first)) < Fraction(first)
                   for packet in stream.packets)

    faults = []
    for number, (wanted, got) in enumerate(zip(source.of("video"), made.of("video"))):
        count, other = presented(wanted), presented(got)
        if other < count:
            faults.append(f"picture track {number + 1} has {other} coded pictures for {count}")
    return faults


def pictures(source: Media, made: Media, *, copied: bool, mentioned: str) -> list[str]:
    """Compares the number, the times and the contents of each track's pictures."""
    if copied and source.pictures.complaints:
        return packets(source, made)
    faults = []
    tracks, thumbnails = list(made.pictures.tracks), made.thumbnails
    for number, (wanted, got) in enumerate(zip(source.pictures.tracks, tracks)):
        if begins_within_picture(wanted, got):
            tracks[number] = replace(got, frames=got.frames[1:])
            thumbnails = thumbnails if number else thumbnails[1:]
    begins, begun = first_time(source.pictures.tracks), first_time(tracks)
    for number, (wanted, got) in enumerate(zip(source.pictures.tracks, tracks)):
        name = f"picture track {number + 1}"
        if copied and not wanted.frames:
            # FFmpeg decodes no picture of the input, so none can be missing.
            continue
        if len(wanted.frames) != len(got.frames):
            absent = lacking(wanted, got, begins, begun)
            first = f", the first that is absent at {shown(absent[0])}" if absent else ""
            faults.append(f"{name} has {len(got.frames)} pictures for {len(wanted.frames)}{first}")
            continue
        if late := times_differ(wanted.frames, got.frames, begins, begun):
            faults.append(f"{name}: {late}")
        if copied and not is_unturned(mentioned):
            other = [at for at, (one, two) in enumerate(zip(wanted.frames, got.frames))
                     if one.digest != two.digest and source.is_as_before(one)]
            if other and source.decodes_alike_again():
                faults.append(f"{name}: {len(other)} of {len(wanted.frames)} copied pictures decode to others, the first is"
                              f" number {other[0]}")
    # Damaged pictures are not compared: different decoders, or one with another number of threads, conceal damage
    # differently.
    is_comparable = not is_unturned(mentioned) and not source.strict_pictures.complaints
    if not copied and is_comparable and len(source.thumbnails) == len(thumbnails):
        values = [psnr(one, two) for one, two in zip(source.thumbnails, thumbnails)]
        frames = source.pictures.tracks[0].frames if source.pictures.tracks else []
        other = [at for at, (value, frame) in enumerate(zip(values, frames)) if value < SIMILAR and source.is_as_before(frame)]
        if other:
            faults.append(f"{len(other)} of {len(values)} pictures are not those of the input, the first is number {other[0]}"
                          f" ({values[other[0]]:.1f} dB)")
    return faults


def curve(samples: bytes) -> list[float]:
    """The loudness curve of coarse sound, in decibels."""
    values = array("h", samples[:len(samples) // 2 * 2])
    width = COARSE // POINTS
    count = min(len(values) // width, COMPARED)
    return [10 * math.log10(1 + sum(value * value for value in values[at * width:(at + 1) * width]) / width)
            for at in range(count)]


def likeness(one: list[float], other: list[float]) -> float:
    """The correlation of two curves of the same length."""
    count = len(one)
    mean, mean_other = sum(one) / count, sum(other) / count
    cross = sum((a - mean) * (b - mean_other) for a, b in zip(one, other))
    square = sum((a - mean) ** 2 for a in one) * sum((b - mean_other) ** 2 for b in other)
    return cross / math.sqrt(square) if square > 0 else 0.0


def shift(source: bytes, made: bytes) -> float | None:
    """The number of seconds by which the same sound is later in the output than in the input, or None if the sound is too
    short, too even or too different to tell."""
    one, other = curve(source), curve(made)
    length = min(len(one), len(other)) - 2 * LONGEST_SHIFT
    if length < POINTS // 2:
        return None
    middle = one[LONGEST_SHIFT:LONGEST_SHIFT + length]
    found = [likeness(middle, other[at:at + length]) for at in range(2 * LONGEST_SHIFT + 1)]
    best = max(range(len(found)), key=found.__getitem__)
    # An even sound is equally similar to itself at any shift.
    if found[best] < 0.8 or found[best] - found[min(LONGEST_SHIFT, best)] < 0.02 and best != LONGEST_SHIFT:
        return None
    return (best - LONGEST_SHIFT) / POINTS


def agreement(source: bytes, made: bytes, later: float) -> float:
    """The similarity of the waveforms if the output's is `later` seconds later, give or take a few milliseconds."""
    one, other = (array("h", samples[:len(samples) // 2 * 2]) for samples in (source, made))
    begin = max(range(0, max(1, len(one) - WAVE), WAVE), key=lambda at: sum(map(abs, one[at:at + WAVE:8])))
    piece = one[begin:begin + WAVE:2]
    power = sum(value * value for value in piece)
    best = 0.0
    for nudge in range(-WAVE_NUDGE, WAVE_NUDGE + 1):
        at = begin + round(later * COARSE) + nudge
        if at < 0 or at + WAVE > len(other):
            continue
        its = other[at:at + WAVE:2]
        cross = sum(a * b for a, b in zip(piece, its))
        best = max(best, cross / math.sqrt(max(1, power * sum(value * value for value in its))))
    return best


def displaced(source: bytes, made: bytes, width: int) -> int | None:
    """The number of samples by which the identical samples, of `width` bytes each, are later in the output, or None if they
    are not found."""
    probe = 256 * width
    for part in (0.5, 0.33, 0.67, 0.2, 0.8, 0.1, 0.9):
        at = int(len(source) // width * part) * width
        block = source[at:at + probe]
        if len(block) < probe or len(set(block)) < 16 or source.count(block) != 1:
            continue
        place = made.find(block)
        while place >= 0 and place % width:
            place = made.find(block, place + 1)
        if place >= 0:
            return (place - at) // width
    return None


def moved_by(wanted: Track, got: Track, later: float, begins: Fraction, begun: Fraction, *, pictures: bool) -> float:
    """The number of seconds by which sound is heard later, if its samples are `later` seconds later relative to the first
    sample."""
    first, other = float(wanted.frames[0].time - begins), float(got.frames[0].time - begun)
    if pictures:
        return other - first + later
    # Without pictures, a file's first instant may be its zero or its first sample: the smaller displacement counts.
    return min(later, later + min(other, 0.0), other - first + later, key=abs)


def is_stated(source: Media, number: int, length: Fraction, heard: Fraction) -> bool:
    """Whether sound is as long as its file states. FFmpeg may find it longer, since it plays all of a packet in which an edit
    ends. Either mediainfo states the length, or at most a tick of a millisecond is missing for each edit."""
    stated = lengths_of_sound(source.path)
    if number < len(stated) and length >= stated[number] - Fraction(5, 1000):
        return True
    edits = source.edit_count
    return edits > 1 and heard - length <= Fraction(edits, 1000)


def sound(source: Media, made: Media, *, copied: bool, pictures: bool, mentioned: str) -> list[str]:
    """Compares the length, the channels and the beginning of each track's sound. A difference that the ledger (its text is
    `mentioned`) lists is no fault."""
    faults = []
    begins, begun = origin(source, pictures=pictures), origin(made, pictures=pictures)
    for number, (wanted, got) in enumerate(zip(source.sound.tracks, made.sound.tracks)):
        name = f"sound track {number + 1}"
        if not wanted.frames:
            continue
        if not got.frames:
            faults.append(f"{name} decodes to nothing")
            continue
        frame = max(item.duration for item in [*wanted.frames[:50], *got.frames[:50]])
        missing = wanted.seconds - got.seconds
        if missing > frame + Fraction(5, 1000) and not is_stated(source, number, got.seconds, wanted.seconds):
            faults.append(f"{name} lasts {shown(got.seconds)} for {shown(wanted.seconds)}")
        # An encoder's delay and the padding of its last packet are at most three packets of AAC.
        # Tables may state shorter durations than packets decode to, so that these overlap.
        elif got.seconds > (longest := max(wanted.span, wanted.seconds)) + 3 * frame + Fraction(50, 1000):
            faults.append(f"{name} lasts {shown(got.seconds)}, longer than {shown(longest)}")
        if got.rate < wanted.rate and "sampleRate" not in mentioned:
            faults.append(f"{name} has {got.rate} Hz for {wanted.rate}")
        if got.channels < wanted.channels and "audio.layout" not in mentioned and "audio.channels" not in mentioned:
            faults.append(f"{name} has {got.channels} channels for {wanted.channels}")
        if number == 0:
            later = None
            if copied and got.channels == wanted.channels and source.samples:
                moved = displaced(source.samples, made.samples, SAMPLE_BYTES * wanted.channels)
                later = None if moved is None else moved / wanted.rate
            if later is None:
                later = shift(source.coarse, made.coarse)
            if later is not None:
                moved = moved_by(wanted, got, later, begins, begun, pictures=pictures and bool(source.pictures.tracks))
                # Gaps are removed before sound is compared, but the output may have filled them, which is right. Its sound
                # may also be later by the encoder's priming if its container cannot state that.
                gap = max(0.0, float(wanted.span - wanted.seconds))
                unsaid = max(UNSAID_PRIMING, UNSAID_SAMPLES / got.rate) if made.path.suffix == ".ts" and not pictures else 0.0
                if not -SHIFT_TOLERANCE <= moved <= gap + unsaid + SHIFT_TOLERANCE:
                    # A loudness curve may be similar to itself at another offset: the waveforms have to confirm the offset.
                    here, there = (agreement(source.coarse, made.coarse, at) for at in (later - moved, later))
                    if here < 0.9 * there:
                        faults.append(f"{name} comes {1000 * moved:+.0f} ms later")
    return faults


def order(made: Media) -> list[str]:
    """Finds tracks whose packets go back in decoding time."""
    faults = []
    for stream in made.streams:
        times = stream.times("dts_time")
        if any(later < sooner for sooner, later in zip(times, times[1:])):
            faults.append(f"the decoding times of stream {stream.index} go back")
    return faults


def of_both(source: Media, made: Media, command, mentioned: str) -> list[str]:
    """All differences of an output from its input that are faults."""
    faults = []
    if command.keeps_pictures:
        faults += pictures(source, made, copied=command.copies_pictures, mentioned=mentioned)
    faults += order(made)
    faults += sound(source, made, copied=command.copies_sound, pictures=command.keeps_pictures, mentioned=mentioned)
    return faults
