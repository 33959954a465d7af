"""Reads files with other programs: packets with Debian's ffprobe, pictures and sound with FFmpeg 9, leniently and strictly."""

import itertools
import json
import re
import tempfile
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path

from programs import DEBIAN, MEDIAINFO, NINE, PROBE
from running import run

# The longest time that a judging program may take, in seconds.
PATIENCE = 120
# The width and height of the grey thumbnails that are compared: the noise of coding disappears, and wrong pictures still
# differ.
SIDE = 32
# The size of a decoded sample: 32-bit floating point.
SAMPLE_BYTES = 4
# The sample rate of the coarse sound whose loudness is compared, in Hz.
COARSE = 8000

# Messages of a decoder or demuxer about damage. Warnings that make FFmpeg stop with `-xerror` count as errors.
COMPLAINT = re.compile(r"\[(error|fatal|panic)\]|corrupt decoded frame|corrupt input packet|[Pp]acket corrupt")


@dataclass(frozen=True)
class Decoder:
    """A version of ffmpeg, with the options that make it keep every picture unchanged and with its own time."""

    program: str
    pictures: tuple[str, ...]

    def command(self, path: Path, *, strict: bool) -> list[str]:
        # One thread: with several, how damage is concealed would depend on which thread was faster.
        return [self.program, "-hide_banner", "-nostdin", "-v", "level+warning", "-threads", "1", "-copyts",
                *(["-err_detect", "crccheck+explode"] if strict else []), "-i", str(path)]


NEW = Decoder(NINE, ("-c:v", "rawvideo", "-noautoscale", "-fps_mode", "passthrough", "-enc_time_base", "demux"))
# Debian's version, whose libraries avwrite decodes with, too.
OLD = Decoder(DEBIAN, ("-c:v", "rawvideo", "-autoscale", "0", "-fps_mode", "passthrough", "-enc_time_base", "-1"))


@dataclass
class Frame:
    """A decoded picture or run of sound: its time and length in seconds, and the digest of its samples."""

    time: Fraction
    duration: Fraction
    digest: str


@dataclass
class Track:
    frames: list[Frame] = field(default_factory=list)
    rate: int = 0
    channels: int = 0

    @property
    def seconds(self) -> Fraction:
        return sum((frame.duration for frame in self.frames), Fraction(0))

    @property
    def span(self) -> Fraction:
        """The time from the begin of the first frame to the end of the last, including gaps."""
        return self.frames[-1].time + self.frames[-1].duration - self.frames[0].time if self.frames else Fraction(0)


@dataclass
class Decoded:
    """The result of decoding all tracks of a kind. `complaints` are the lines that report an error."""

    tracks: list[Track]
    complaints: list[str]
    succeeded: bool
    seconds: float


NOTHING = Decoded([], [], True, 0)


@dataclass
class Stream:
    """A stream as Debian's ffprobe sees it, with its packets' times in seconds where they have any."""

    index: int
    kind: str
    codec: str
    packets: list[dict]
    # The number by which avwrite names the track: its identifier in a movie, else its position.
    number: int = 0
    # Whether the stream belongs to a program, if the file has any: in a transport stream, a changed byte can make packets of
    # a stream that does not exist.
    is_announced: bool = True

    @property
    def hidden(self) -> Fraction:
        """The duration, in seconds, of the packets at the start that are decoded without being presented."""
        leading = itertools.takewhile(lambda packet: "D" in packet["flags"], self.packets)
        return sum((Fraction(packet.get("duration_time", 0)) for packet in leading), Fraction(0))

    def times(self, name: str = "pts_time") -> list[Fraction]:
        return [Fraction(packet[name]) for packet in self.packets if name in packet]


@dataclass
class Media:
    """All that the other programs find in a file."""

    path: Path
    streams: list[Stream]
    probe_failed: bool
    pictures: Decoded
    sound: Decoded
    strict_pictures: Decoded
    strict_sound: Decoded
    thumbnails: list[bytes]
    # The first sound track at a low rate, and in full.
    coarse: bytes
    samples: bytes
    # Whether ffprobe failed because FFmpeg does not implement a form of a coding.
    is_unimplemented: bool = False
    # The digests of the pictures before the file was damaged, or None if it was not damaged.
    undamaged: set[str] | None = None

    def is_as_before(self, frame: Frame) -> bool:
        return self.undamaged is None or frame.digest in self.undamaged

    def of(self, kind: str) -> list[Stream]:
        return [stream for stream in self.streams if stream.kind == kind]

    def without(self, dropped: set[int]) -> "Media":
        """The same file without the tracks with these numbers."""

        def kept(decoded: Decoded, kind: str) -> Decoded:
            tracks = [track for stream, track in zip(self.of(kind), decoded.tracks) if stream.number not in dropped]
            return replace(decoded, tracks=tracks)

        def first_is_dropped(kind: str) -> bool:
            return any(stream.number in dropped for stream in self.of(kind)[:1])

        changed = replace(
            self, streams=[stream for stream in self.streams if stream.number not in dropped],
            pictures=kept(self.pictures, "video"), sound=kept(self.sound, "audio"),
            strict_pictures=kept(self.strict_pictures, "video"), strict_sound=kept(self.strict_sound, "audio"))
        if first_is_dropped("video"):
            changed.thumbnails = []
        if first_is_dropped("audio"):
            changed.coarse = changed.samples = b""
        return changed

    @property
    def seconds(self) -> float:
        """The seconds that lenient decoding took."""
        return self.pictures.seconds + self.sound.seconds

    def decodes_alike_again(self) -> bool:
        """Whether decoding the pictures again gives the same ones. Some damaged pictures decode to whatever was in memory."""
        with tempfile.TemporaryDirectory() as folder:
            again, _ = read(NEW, self.path, Path(folder), self.streams, "V", strict=False)
        return [track.frames for track in again.tracks] == [track.frames for track in self.pictures.tracks]

    def number(self, time: Fraction) -> int:
        """The number, in decoding order, of the packet of the first track that has the picture of a time."""
        packets = self.of("video")[0].packets
        return min(range(len(packets)), key=lambda number: abs(Fraction(packets[number].get("pts_time", "-1")) - time))

    def refused_for(self, time: Fraction, damaged: "Media") -> list[int]:
        """The numbers of the damaged packets of the first track for which strict decoding leaves out the picture of a time.
        These are the picture's own packet, and those that are decoded before the picture is shown; each counts if it is also
        refused when no other packet is damaged."""
        packets = self.of("video")[0].packets
        times = [Fraction(packet.get("pts_time", "-1")) for packet in packets]
        ranks = {time: rank for rank, time in enumerate(sorted(times))}
        depth = max((number - ranks[time] for number, time in enumerate(times)), default=0)
        own = self.number(time)
        content, other = self.path.read_bytes(), damaged.path.read_bytes()
        refused = []
        shown = max(own, ranks[times[own]] + depth)
        for number in range(own, min(len(times), shown + 2)) if len(content) == len(other) else []:
            begin = int(packets[number].get("pos", len(content)))
            end = begin + int(packets[number]["size"])
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / f"one{self.path.suffix}"
                path.write_bytes(content[:begin] + other[begin:end] + content[end:])
                if read(OLD, path, Path(folder), self.streams, "V", strict=True)[0].complaints:
                    refused.append(number)
        return refused or [own]

    def is_referred_to(self, number: int) -> bool:
        """Whether other pictures of the first track decode differently without the packet with this number."""
        time = Fraction(self.of("video")[0].packets[number].get("pts_time", "-1"))
        frames = self.pictures.tracks[0].frames
        own = min(range(len(frames)), key=lambda at: abs(frames[at].time - time))
        others = [frame.digest for at, frame in enumerate(frames) if at != own]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "without.mkv"
            run([DEBIAN, "-nostdin", "-v", "error", "-i", str(self.path), "-map", "0:V:0", "-c", "copy",
                 "-bsf:v", f"noise=drop=eq(n\\,{number})", str(path)], PATIENCE)
            left, _ = read(OLD, path, Path(folder), self.streams, "V", strict=False)
        return not left.tracks or [frame.digest for frame in left.tracks[0].frames] != others

    @property
    def edit_count(self) -> int:
        """The number of edits in the longest edit list of a movie."""
        data = self.path.read_bytes()
        counts = [int.from_bytes(data[found.end() + 4:found.end() + 8]) for found in re.finditer(b"elst", data)]
        return max((count for count in counts if 12 * count < len(data)), default=0)

    def is_cut_short(self) -> bool:
        """Whether mediainfo says that the file is truncated."""
        return '"IsTruncated":"Yes"' in run([MEDIAINFO, "--Output=JSON", str(self.path)], PATIENCE).output


def lengths_of_sound(path: Path) -> list[Fraction]:
    """The presented duration of each sound track, in seconds, as mediainfo reads the tables."""
    text = run([MEDIAINFO, r"--Output=Audio;%Duration%\n", str(path)], PATIENCE).output
    return [Fraction(line) / 1000 for line in text.split() if re.fullmatch(r"[0-9.]+", line)]


def complaints(messages: str, asked: list[Stream], others: list[Stream]) -> list[str]:
    """The lines that report an error, without those about streams that were not asked for. Such lines exist since decoders
    read the beginning of a file while it is opened, and since a demuxer names the stream of a corrupt packet."""
    lines = [re.sub(r" @ 0x[0-9a-f]+", "", line) for line in messages.split("\n") if COMPLAINT.search(line)]
    codecs = {stream.codec for stream in others} - {stream.codec for stream in asked}
    strange = [f"[{codec}]" for codec in codecs]
    named = [f"(stream = {stream.index}," for stream in others]
    # This error only follows from having nothing to write, and does not report damage.
    return [line for line in lines if "Cannot determine format of input" not in line
            and not any(line.startswith(name) for name in strange) and not any(name in line for name in named)]


def parsed(text: str) -> list[Track]:
    """The tracks in the text that FFmpeg writes with `-f framemd5`."""
    tracks: dict[int, Track] = {}
    units: dict[int, Fraction] = {}
    for line in text.split("\n"):
        if line.startswith("#tb "):
            number, unit = line[4:].split(": ")
            tracks[int(number)], units[int(number)] = Track(), Fraction(unit)
        elif line.startswith("#sample_rate "):
            number, rate = line[13:].split(": ")
            tracks[int(number)].rate = int(rate)
        elif line and line[0] != "#":
            number, _, time, duration, size, digest = (word.strip() for word in line.split(",")[:6])
            track, unit = tracks[int(number)], units[int(number)]
            track.frames.append(Frame(int(time) * unit, int(duration) * unit, digest))
            if track.rate and not track.channels:
                track.channels = round(int(size) / SAMPLE_BYTES / max(1, track.frames[0].duration * track.rate))
    return [tracks[number] for number in sorted(tracks)]


def streams_of(path: Path) -> tuple[list[Stream], bool, str]:
    """The streams of a file, whether ffprobe failed, and its messages."""
    ended = run([PROBE, "-v", "error", "-of", "json", "-show_entries",
                 "format=format_name:stream=index,id,codec_type,codec_name:stream_disposition=attached_pic:"
                 "program_stream=index:"
                 "packet=stream_index,pts_time,dts_time,duration_time,flags,size,pos", "-show_packets", str(path)], PATIENCE)
    try:
        document = json.loads(ended.output or "{}")
    except json.JSONDecodeError:
        return [], True, ended.messages
    streams = {}
    announced = {stream["index"] for program in document.get("programs", []) for stream in program.get("streams", [])}
    is_movie = "mov" in document.get("format", {}).get("format_name", "")
    for stream in document.get("streams", []):
        kind = "cover" if stream.get("disposition", {}).get("attached_pic") else stream.get("codec_type", "data")
        number = int(stream.get("id", "0"), 16) if is_movie else 0
        streams[stream["index"]] = Stream(
            stream["index"], kind, stream.get("codec_name", "?"), [], number or stream["index"] + 1,
            not announced or stream["index"] in announced)
    for packet in document.get("packets", []):
        if packet["stream_index"] in streams:
            streams[packet["stream_index"]].packets.append(packet)
    return [streams[index] for index in sorted(streams)], ended.status != 0, ended.messages


def read(decoder: Decoder, path: Path, folder: Path, streams: list[Stream], kind: str, *, strict: bool) -> tuple[Decoded, Path]:
    """Decodes all tracks of a kind, `V` (pictures except covers) or `a` (sound). Lenient decoding also writes thumbnails and
    coarse sound into the folder that is returned."""
    made = Path(tempfile.mkdtemp(dir=folder))
    command = [*decoder.command(path, strict=strict), "-map", f"0:{kind}",
               *(decoder.pictures if kind == "V" else ["-c:a", "pcm_f32le"]), "-f", "framemd5", str(made / "frames")]
    if not strict and kind == "V":
        command += ["-map", "0:V:0", "-vf", f"scale={SIDE}:{SIDE}:flags=area,format=gray", "-fps_mode", "passthrough",
                    "-f", "rawvideo", str(made / "thumbnails")]
    if not strict and kind == "a":
        command += ["-map", "0:a:0", "-ac", "1", "-ar", str(COARSE), "-f", "s16le", str(made / "coarse"),
                    "-map", "0:a:0", "-c:a", "pcm_f32le", "-f", "f32le", str(made / "samples")]
    ended = run(command, PATIENCE)
    frames = made / "frames"
    tracks = parsed(frames.read_text()) if frames.exists() else []
    asked = [stream for stream in streams if stream.kind == ("video" if kind == "V" else "audio")]
    others = [stream for stream in streams if stream not in asked]
    return Decoded(tracks, complaints(ended.messages, asked, others), ended.status == 0, ended.seconds), made


def content(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""


def media(path: Path, folder: Path, decoder: Decoder = NEW) -> Media:
    """Reads a file with all other programs. They write temporary files into `folder`, which are not needed afterwards."""
    streams, failed, messages = streams_of(path)
    found = Media(path, streams, failed, NOTHING, NOTHING, NOTHING, NOTHING, [], b"", b"")
    found.is_unimplemented = failed and "is not implemented" in messages
    if found.of("video"):
        found.pictures, made = read(decoder, path, folder, streams, "V", strict=False)
        small = content(made / "thumbnails")
        found.thumbnails = [small[at:at + SIDE * SIDE] for at in range(0, len(small), SIDE * SIDE)]
        found.strict_pictures, _ = read(decoder, path, folder, streams, "V", strict=True)
    if found.of("audio"):
        found.sound, made = read(decoder, path, folder, streams, "a", strict=False)
        found.coarse, found.samples = content(made / "coarse"), content(made / "samples")
        found.strict_sound, _ = read(decoder, path, folder, streams, "a", strict=True)
    return found
