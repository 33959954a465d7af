"""Runs a case and judges the results. What avwrite reports about its own work is not believed, except the losses that it
lists."""

import filecmp
import json
import os
import shutil
import tempfile
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

import comparing
import evidence
import mutations
from cases import DAMAGED_FOLDERS, Case
from commands import Command
from decoding import NEW, OLD, PATIENCE, Decoder, Media, media
from programs import DEBIAN, NINE
from running import Ended, left_in, run

FALSE_SUCCESS = "false success"
FALSE_FAILURE = "false failure"
CONTRADICTION = "default against salvage"
CRASH = "crash"
HANG = "hang"
LEFTOVER = "leftover"
UNLISTED = "unlisted loss"
# The verdict for damage that another program finds, but that Debian's libavcodec, which avwrite decodes with, does not
# refuse even if it is strict, or refuses only with another picture.
UNSEEN = "unseen by this libavcodec"
VERDICTS = (FALSE_SUCCESS, FALSE_FAILURE, CONTRADICTION, CRASH, HANG, LEFTOVER, UNLISTED, UNSEEN)

# The exit codes of the command's contract that a job may end with.
EXITS = {0, 64, 65, 66, 67, 69, 70, 73, 74, 80, 82}
# The limit of a job's time: a number of seconds, plus this multiple of the time that FFmpeg's decoding took.
LIMIT_LEAST, LIMIT_FACTOR = 30, 40
# A picture of the output whose signal-to-noise ratio against its original is below this, in decibels, counts as broken.
RUBBISH = 20
# The longest delay of an encoder, in samples. It is the longest packet of Opus, which is more than any encoder's delay.
LONGEST_DELAY = 5760
# The number of pictures that may be missing at the beginning of an output for its times still to be matched.
FIRST_LOST = 90
# A duration longer than any file, in seconds.
TO_THE_END = Fraction(10**9)


@dataclass
class Report:
    """The runs of one case, and their faults."""

    case: Case
    exits: list[int | None] = field(default_factory=list)
    commands: list[list[str]] = field(default_factory=list)
    messages: list[str] = field(default_factory=list)
    faults: list[tuple[str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    seconds: float = 0

    def blame(self, verdict: str, text: str) -> None:
        self.faults.append((verdict, text))

    def json(self) -> dict:
        case = self.case
        return {"case": case.name, "file": str(case.file), "mutation": case.mutation, "change": case.change,
                "command": case.command.name, "words": self.commands[0] if self.commands else [], "exits": self.exits,
                "messages": self.messages, "seconds": round(self.seconds, 3),
                "faults": [{"verdict": verdict, "text": text} for verdict, text in self.faults], "notes": self.notes}


class Judge:
    """Runs cases and judges them. Temporary files are in `folder`."""

    def __init__(self, avwrite: Path, folder: Path, table: dict, patience: float | None = None):
        """`patience` is the time that a job may take, in seconds. If it is None, the time depends on the file."""
        self.avwrite, self.folder, self.table, self.patience = avwrite, folder, table, patience
        self.whole = lru_cache(maxsize=8)(self._whole)

    def _whole(self, file: Path, decoder: Decoder) -> Media:
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            return media(file, Path(folder), decoder)

    def examine(self, case: Case, keep: Path | None = None) -> Report:
        report = Report(case)
        with tempfile.TemporaryDirectory(dir=self.folder) as name:
            folder = Path(name)
            source_path = folder / f"in{case.file.suffix}"
            source_path.write_bytes(case.content)
            known = case.file.parent.name not in DAMAGED_FOLDERS
            whole = self.whole(case.file, NEW) if known else None
            if case.mutation == mutations.WHOLE and whole:
                source, before = whole, None
            else:
                source, before = media(source_path, folder), whole
                if whole:
                    source.undamaged = {frame.digest for track in whole.pictures.tracks for frame in track.frames}
            self._run(report, case, source, before, source_path, folder)
            if keep and report.faults:
                keep.mkdir(parents=True, exist_ok=True)
                shutil.copy(source_path, keep / f"{case.seed}-{case.index}{case.file.suffix}")
        return report

    # The runs

    def _run(self, report: Report, case: Case, source: Media, before: Media | None, path: Path, folder: Path) -> None:
        command = case.command
        ended, made, result = self._perform(report, command, source, path, folder, salvages=command.salvages)
        if command.salvages:
            default, made_by_default, its_result = self._perform(report, command, source, path, folder, salvages=False)
            if (default.status, ended.status) in ((0, 82), (65, 0)):
                report.blame(CONTRADICTION, f"default ends with {default.status} and salvage with {ended.status}")
            is_same = same(made, made_by_default)
            # Pictures of more than ten minutes are encoded in segments, which needs to read the source several times; with
            # salvage it is read once. The outputs then differ, and each is judged by itself.
            is_encoded_alike = result.get("parallel") == its_result.get("parallel")
            if default.status == ended.status == 0 and is_encoded_alike and not is_same:
                report.blame(CONTRADICTION, "default and salvage find nothing wrong, and make different bytes")
            if default.status == 0 and not (ended.status == 0 and is_same):
                self._check_success(report, case, command, source, before, made_by_default, folder, 0, its_result, salvages=False)
        if ended.status in (0, 82):
            self._check_success(report, case, command, source, before, made, folder, ended.status, result,
                                salvages=command.salvages)
        elif ended.status == 80 and not case.is_whole:
            report.notes.append("80: the verification found damage that reading had not")
        elif case.is_whole and ended.status is not None and ended.status > 0:
            self._check_failure(report, case, command, source, ended, folder)

    def _perform(self, report: Report, command: Command, source: Media, path: Path, folder: Path, *,
                 salvages: bool) -> tuple[Ended, Path, dict]:
        """Runs avwrite once, and checks its exit and the files that it left."""
        outputs = Path(tempfile.mkdtemp(prefix="out-", dir=folder))
        temporary = Path(tempfile.mkdtemp(prefix="tmp-", dir=folder))
        made = outputs / f"out.{command.container}"
        words = [str(self.avwrite), *command.arguments(path, made, salvages=salvages)]
        limit = self.patience or LIMIT_LEAST + LIMIT_FACTOR * source.seconds
        ended = run(words, limit, {**os.environ, "TMPDIR": str(temporary)})
        report.exits.append(ended.status)
        report.commands.append(command.arguments(Path("IN"), Path("OUT." + command.container), salvages=salvages))
        report.messages.append(ended.messages.strip().replace(str(folder) + "/", "")[-600:])
        report.seconds += ended.seconds
        if ended.status is None:
            report.blame(HANG, f"no end after {limit:.0f} s")
            return ended, made, {}
        if ended.status < 0 or ended.status == 70 or ended.status > 128 or "Fatal error" in ended.messages:
            report.blame(CRASH, f"ended with {ended.status}")
        elif ended.status not in EXITS:
            report.blame(CRASH, f"ended with {ended.status}, which the contract does not name")
        left = left_in(outputs, but=made.name if ended.status in (0, 82) else None) + left_in(temporary)
        if left:
            report.blame(LEFTOVER, f"exit {ended.status} leaves {', '.join(left)}")
        if ended.status in (0, 82) and not made.exists():
            report.blame(FALSE_SUCCESS, f"exit {ended.status} and no output")
        try:
            result = json.loads(ended.output)
        except json.JSONDecodeError:
            result = {}
        return ended, made, result

    # What a success is worth

    def _check_success(self, report: Report, case: Case, command: Command, source: Media, before: Media | None, path: Path,
                       folder: Path, status: int, result: dict, *, salvages: bool) -> None:
        if not path.exists():
            return
        made = media(path, folder)
        lost, dropped = result.get("lost", []), result.get("ledger", {}).get("dropped", [])
        mentioned = " ".join(fact["fact"] for key in ("converted", "dropped") for fact in result.get("ledger", {}).get(key, []))
        says_whole = status == 0
        looks_at_pictures = command.keeps_pictures and not command.copies_pictures
        gone = dropped_tracks(dropped)
        kept = source.without(gone)
        looks_at_sound = not sound_is_copied(kept, made)

        def damage_by(source: Media, before: Media | None) -> str | None:
            # avwrite does not read tracks that were not asked for or that the output cannot have.
            source, before = source.without(gone), before.without(gone) if before else None
            found = evidence.of_a_cut(source, before, case.mutation, pictures=command.keeps_pictures)
            found = found or (evidence.of_pictures(source, before) if looks_at_pictures else None)
            return found or (evidence.of_sound(source, before, case.mutation) if looks_at_sound else None)

        damage = damage_by(source, before)
        is_seen = damage is not None
        who = "salvage" if salvages else "default"
        old = old_before = None
        if damage:
            report.notes.append(damage)
            old = media(source.path, Path(tempfile.mkdtemp(dir=folder)), OLD)
            old_before = self.whole(case.file, OLD) if before else None
            is_seen = damage_by(old, old_before) is not None
        if says_whole and damage:
            report.blame(FALSE_SUCCESS if is_seen else UNSEEN, f"{who} says that the input is whole: {damage}")
        if undecodable := self._undecodable(command, source, made):
            report.blame(FALSE_SUCCESS, f"the output of {who} decodes with errors: {undecodable}")
        if made.is_cut_short():
            report.blame(FALSE_SUCCESS, f"mediainfo says that the output of {who} is cut")
        if absent := absent_tracks(command, kept, made):
            report.blame(FALSE_SUCCESS if says_whole else UNLISTED, absent)
        if says_whole and not damage:
            faults = comparing.of_both(kept, made, command, mentioned)
            if faults and not case.is_whole:
                # Damage that no decoder reports may decode differently with another version of it.
                older = media(source.path, Path(tempfile.mkdtemp(dir=folder)), OLD).without(gone)
                faults = faults if comparing.of_both(older, made, command, mentioned) else []
            # A transport stream has times for groups of sound packets only, and Matroska has no decoding times. Differences
            # that a plain copy by ffmpeg has, too, come from the container.
            vague = {"ts": faults, "mkv": comparing.order(made), "webm": comparing.order(made)}.get(command.container, [])
            # FFmpeg reports overlapping packets as errors, but writes them if it is lenient.
            alike = self._faults_of_plain_copy(command, kept, folder, is_lenient=True) if vague else []
            # FFmpeg guesses decoding times, and moves pictures if the guess goes back. A copy that keeps the times has the
            # same faults as the input.
            alike = alike + (comparing.order(kept) if source.path.suffix in (".mkv", ".webm") else [])
            for fault in faults:
                if fault not in vague or fault not in alike:
                    report.blame(FALSE_SUCCESS, fault)
        if status == 82:
            for fault in unlisted(kept, made, command, lost):
                report.blame(UNLISTED, fault)
        if old and old_before and looks_at_pictures and not comparing.is_unturned(mentioned):
            if rubbish := rubbish_kept(old_before, old, made):
                report.blame(FALSE_SUCCESS, f"{who} keeps what is broken: {rubbish}")
            elif rubbish := rubbish_kept(old_before, old, made, of_whole_groups=True):
                report.blame(UNSEEN, f"{who} keeps what is broken and not refused itself: {rubbish}")

    def _undecodable(self, command: Command, source: Media, made: Media) -> str | None:
        """The first error that strict FFmpeg finds in an output and that the input did not have."""
        # If FFmpeg does not implement the form of the coding, neither the input nor its copy can be judged.
        if source.is_unimplemented and made.is_unimplemented:
            return None
        if made.probe_failed and not source.probe_failed or not made.streams:
            return "ffprobe cannot read it"
        for kind, found, given, copied in (
            ("video", made.strict_pictures, source.strict_pictures, command.copies_pictures),
            ("audio", made.strict_sound, source.strict_sound, True),
        ):
            is_given = given.complaints or not given.succeeded or are_unknown(source, made, kind)
            if (found.complaints or not found.succeeded) and not (copied and is_given):
                return found.complaints[0] if found.complaints else "nothing can be decoded"
        return None

    # What a failure is worth

    def _check_failure(self, report: Report, case: Case, command: Command, source: Media, ended: Ended, folder: Path) -> None:
        kinds = (["pictures"] if command.keeps_pictures else []) + ["sound"]
        decoded = [getattr(source, name) for kind in kinds for name in (kind, f"strict_{kind}")]
        if source.probe_failed or any(found.complaints or not found.succeeded for found in decoded):
            report.notes.append("strict FFmpeg refuses it, too")
        elif not any(track.frames for found in decoded for track in found.tracks):
            report.notes.append("FFmpeg finds nothing to decode in it")
        elif reason := self._justification(command, source, ended, folder):
            report.notes.append(f"refused with reason: {reason}")
        else:
            report.blame(FALSE_FAILURE, f"exit {ended.status} for a whole file: {ended.messages.strip()[-300:]}")

    def _justification(self, command: Command, source: Media, ended: Ended, folder: Path) -> str | None:
        """The reason why refusing a whole file is right, or None if it is wrong. Refusing it with 65 or 80 is always wrong. These
        are the only reasons:

        - 64 is about the words of the command;
        - a copy (69) of a codec that the program's table does not list for the container;
        - a copy (69) of linear PCM of a byte order or width that the container's samples do not have;
        - a copy (69) to a transport stream of pictures in layers (MV-HEVC), each of which has a stream of its own there;
        - a copy (69) to Matroska or WebM of a track whose format changes: they describe a track once;
        - a copy (69) of sound of which a movie's edit list hides more than an encoder's delay, to a container without edit
          lists;
        - a codec (69) that Debian's libavcodec, which is the one that avwrite is built with, cannot decode;
        - a copy (69) that `ffmpeg -c copy` does not manage either, so that what it writes decodes to the same.
        """
        if ended.status == 64:
            return "the command's words"
        kinds = (["video"] if command.keeps_pictures else []) + ["audio"]
        streams = [stream for kind in kinds for stream in source.of(kind)]
        table = self.table[command.container]
        if ended.status == 69 and command.copies_sound:
            for stream in streams:
                codec = "pcm" if stream.codec.startswith("pcm_") else stream.codec
                if codec == "pcm" and "linear PCM" in ended.messages:
                    return f"{command.container} has no such linear PCM"
                if codec not in table[stream.kind]:
                    return f"{command.container} is not listed for {codec}"
        if ended.status == 69 and command.container == "ts" and "in layers" in ended.messages:
            if b"lhvC" in source.path.read_bytes():
                return f"{command.container} has a stream for each layer"
        if ended.status == 69 and command.container in ("mkv", "webm") and "in mid-stream" in ended.messages:
            return f"{command.container} describes a track once"
        if ended.status == 69 and "cannot hide" in ended.messages:
            sounds = zip(source.of("audio"), source.sound.tracks)
            if any(stream.hidden * track.rate > LONGEST_DELAY for stream, track in sounds):
                return f"{command.container} has no edit list"
        if ended.status == 69:
            kind = "v" if command.keeps_pictures else "a"
            decoding = run([DEBIAN, "-nostdin", "-v", "error", "-xerror", "-i", str(source.path), "-map", "0:a?",
                            *(["-map", "0:V?"] if kind == "v" else []), "-f", "null", "-"], PATIENCE)
            if decoding.status != 0:
                return "Debian's FFmpeg cannot decode it"
        if ended.status == 69 and command.copies_sound and (faults := self._faults_of_plain_copy(command, source, folder)):
            return f"ffmpeg -c copy does not manage, either: {faults[0]}"
        return None

    def _faults_of_plain_copy(
            self, command: Command, source: Media, folder: Path, *, is_lenient: bool = False) -> list[str]:
        """The differences between the input and what `ffmpeg -c copy` writes to the same container, or a single sentence if ffmpeg
        fails. It fails at the first error unless `is_lenient` is true."""
        path = folder / f"copy.{command.container}"
        streams = [stream for kind in (["video"] if command.keeps_pictures else []) + ["audio"] for stream in source.of(kind)]
        maps = [word for stream in streams for word in ("-map", f"0:{stream.index}")]
        strictly = [] if is_lenient else ["-xerror"]
        ended = run([NINE, "-nostdin", "-v", "error", *strictly, "-y", "-i", str(source.path), *maps, "-c", "copy",
                     "-strict", "-2", str(path)], PATIENCE)
        if ended.status != 0:
            return ["it cannot be written"]
        return comparing.of_both(source, media(path, folder), command, "")


def are_unknown(source: Media, made: Media, kind: str) -> bool:
    """Whether other programs do not find all packets that a copy passes on, so that damage in these is unknown: ffprobe cannot
    open the input, or stops before them."""
    if source.probe_failed and not source.streams:
        return True
    given, content = source.path.read_bytes(), made.path.read_bytes()
    for known, stream in zip(source.of(kind), made.of(kind)):
        places = [(int(packet.get("pos", -1)), int(packet["size"])) for packet in stream.packets]
        if len(stream.packets) > len(known.packets) and all(
                begin >= 0 and content[begin:begin + size] in given for begin, size in places):
            return True
    return False


def sound_is_copied(source: Media, made: Media) -> bool:
    """Whether the packets of sound are copied, since the codec is the same. By the contract, avwrite does not look for damage
    in packets that it copies."""
    return all(one.codec == other.codec for one, other in zip(source.of("audio"), made.of("audio")))


def dropped_tracks(dropped: list[dict]) -> set[int]:
    """The numbers of the tracks that a ledger says are not in the output."""
    return {int(fact["fact"].split(".")[1]) for fact in dropped if fact["fact"].count(".") == 1
            and fact["fact"].startswith("track.")}


def same(one: Path, other: Path) -> bool:
    return one.exists() and other.exists() and filecmp.cmp(one, other, shallow=False)


def absent_tracks(command: Command, kept: Media, made: Media) -> str | None:
    """A sentence about a kind of tracks of which the output has fewer than the input has decodable ones, not counting those
    that the ledger lists as dropped."""
    for kind, name in ([("pictures", "video")] if command.keeps_pictures else []) + [("sound", "audio")]:
        strange = sum(not stream.is_announced for stream in kept.of(name))
        wanted = sum(bool(track.frames) for track in getattr(kept, kind).tracks) - strange
        got = sum(bool(track.frames) for track in getattr(made, kind).tracks)
        if got < wanted:
            return f"{got} of {wanted} tracks of {kind} are in the output, and the ledger drops none of these"
    return None


def seconds_of(time: dict) -> Fraction:
    return Fraction(time["value"], time["scale"])


def unlisted(source: Media, made: Media, command: Command, lost: list[dict]) -> list[str]:
    """The parts that an output lacks beyond the stretches that avwrite lists as lost."""
    faults = []

    def stretches(kind: str) -> list[tuple[Fraction, Fraction]]:
        # A stretch without a duration extends to the end of the track.
        return [(seconds_of(item["start"]), seconds_of(item["duration"]) if "duration" in item else TO_THE_END)
                for item in lost if item["kind"] == kind]

    if command.keeps_pictures:
        listed = stretches("video")
        begins = comparing.origin(source, pictures=True)
        wanted = [frame for track in source.pictures.tracks for frame in track.frames]
        missing = len(wanted) - sum(len(track.frames) for track in made.pictures.tracks)
        # The times of a list may count from the file's own zero or from the first presented time.
        covered = max(sum(any(begin - Fraction(1, 500) <= frame.time - zero < begin + length + Fraction(1, 500)
                              for begin, length in listed) for frame in wanted) for zero in (Fraction(0), begins))
        # FFmpeg gives no picture an earlier time than the one before. Pictures behind one whose stated time is damaged
        # therefore get no times of their own.
        unplaced = sum(later.time <= earlier.time for earlier, later in zip(wanted, wanted[1:]))
        if missing > covered + unplaced + 1:
            faults.append(f"{missing} of {len(wanted)} pictures are missing, and the list covers {covered}")
    seconds = sum((length for _, length in stretches("audio")), Fraction(0))
    for wanted, got in zip(source.sound.tracks, made.sound.tracks):
        frame = max((item.duration for item in wanted.frames[:50]), default=Fraction(0))
        missing = wanted.seconds - got.seconds
        if missing > seconds + 2 * frame + Fraction(1, 100):
            faults.append(f"{float(missing):.3f} s of sound are missing, and the list covers {float(seconds):.3f} s")
    return faults


def moved_edits(whole: Media, source: Media) -> list[Fraction]:
    """The differences between the times of the same packets after an edit was damaged: only an edit moves the first packet."""
    firsts = [next((Fraction(packet["pts_time"]) for stream in media.of("video")[:1] for packet in stream.packets
                    if "pts_time" in packet), None) for media in (whole, source)]
    return [firsts[0] - firsts[1]] if None not in firsts else []


def rubbish_kept(whole: Media, source: Media, made: Media, *, of_whole_groups: bool = False) -> str | None:
    """A sentence about broken pictures that the output keeps, though strict decoding refuses a picture that they may depend on.
    A picture is broken if it differs from that of the file before its mutation. The refused picture must be in the same
    group of pictures, not later, and others must refer to it. If `of_whole_groups` is true, pictures before the refused one
    count, too: AV1's decoder refuses a picture that depends on a broken one, and not the broken one itself."""
    if not (whole.pictures.tracks and source.strict_pictures.tracks and made.pictures.tracks):
        return None
    streams = whole.of("video")
    keys = sorted(Fraction(packet["pts_time"]) for packet in streams[0].packets
                  if "K" in packet["flags"] and "pts_time" in packet) if streams else []
    original = whole.pictures.tracks[0].frames
    strict = {frame.time for frame in source.strict_pictures.tracks[0].frames}
    missed = [frame.time for frame in original if frame.time not in strict]
    if len(strict & {frame.time for frame in original}) < len(strict) / 2:
        return None

    def group(time: Fraction) -> int:
        return sum(key <= time for key in keys)

    # The time of the first refused picture of each group. Pictures before it may be broken without any complaint.
    since: dict[int, Fraction] = {}
    for time in sorted(missed):
        since.setdefault(group(time), original[0].time if of_whole_groups and streams[0].codec == "av1" else time)
    times = [frame.time for frame in original]
    frames = made.pictures.tracks[0].frames

    def bad_by(shift: Fraction, step: int) -> tuple[list[tuple[Fraction, float]], int]:
        """The broken pictures if the output's times are the original's less `shift`, and the number of pictures that have no
        original. Only every `step`th picture is compared."""
        found, strangers = [], 0
        for frame, picture in list(zip(frames, made.thumbnails))[::step]:
            near = comparing.nearest(times, frame.time + shift)
            if near is None or abs(near - frame.time - shift) > comparing.TIME_TOLERANCE:
                strangers += 1
                continue
            at = times.index(near)
            if near >= since.get(group(near), TO_THE_END) and at < len(whole.thumbnails):
                value = comparing.psnr(whole.thumbnails[at], picture)
                if value < RUBBISH:
                    found.append((near, value))
        return found, strangers

    if not frames or not missed:
        return None
    # The first pictures may be lost, and a container may close the gap or keep it. The shift with the fewest broken pictures
    # counts.
    shifts = [Fraction(0), *(time - frames[0].time for time in times[:FIRST_LOST]), *moved_edits(whole, source)]
    step = max(1, len(frames) // 20)

    def misfits(shift: Fraction) -> int:
        bad, strangers = bad_by(shift, step)
        return len(bad) + 2 * strangers

    shift = min(shifts, key=misfits)
    bad, _ = bad_by(shift, 1)
    if bad and not of_whole_groups:
        # A picture that no other refers to breaks no other picture, and none that was decoded before it. When strict decoding
        # refuses a packet, it also leaves out pictures that were decoded earlier and not yet shown.
        first: dict[int, int] = {}
        for time in sorted(missed):
            if group(time) not in first:
                numbers = [number for number in whole.refused_for(time, source) if whole.is_referred_to(number)]
                first |= {group(time): min(numbers)} if numbers else {}
        bad = [(time, value) for time, value in bad if whole.number(time) >= first.get(group(time), len(streams[0].packets))]
    if not bad:
        return None
    worst = min(value for _, value in bad)
    return f"{len(bad)} of {len(frames)} pictures, the first at {comparing.shown(bad[0][0])}, at {worst:.1f} dB"
