import AVFoundation
import Foundation
import TestSupport
import Testing

/// `--on-damage`: a damaged input is an error, or what is readable and a list of what is not.
@Suite struct SalvageTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private struct Lost: Hashable {
    var track: Int
    var start: Double
    var duration: Double
  }

  private func run(
    _ input: String, _ output: String, _ options: String...
  ) throws -> (exit: Int32, lost: [Lost], errors: String) {
    let ending = try Command(["transcode", input, output, "--json"] + options, in: folder).ending()
    let result = try JSONSerialization.jsonObject(with: Data(ending.output.utf8)) as? [String: Any]
    func seconds(_ value: Any?) -> Double {
      guard let time = value as? [String: Int], let ticks = time["value"], let scale = time["scale"] else {
        return .nan
      }
      return Double(ticks) / Double(scale)
    }
    let lost = (result?["lost"] as? [[String: Any]] ?? []).map { entry in
      Lost(
        track: entry["track"] as? Int ?? 0, start: seconds(entry["start"]), duration: seconds(entry["duration"]))
    }
    return (ending.exit, lost, ending.errors)
  }

  /// Linear PCM of 16 bits, one channel after the other.
  private func sound(of path: String) throws -> [Int16] {
    let asset = AVURLAsset(url: URL(fileURLWithPath: path))
    let track = try #require(asset.tracks(withMediaType: .audio).first)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(
      track: track, outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 16])
    reader.add(output)
    #expect(reader.startReading())
    var samples: [Int16] = []
    while let sample = output.copyNextSampleBuffer() {
      let bytes = [UInt8](try #require(sample.dataBuffer).dataBytes())
      bytes.withUnsafeBytes { samples.append(contentsOf: $0.bindMemory(to: Int16.self)) }
    }
    #expect(reader.status == .completed)
    return samples
  }

  /// A Matroska file with a picture and a block of lossless sound destroyed.
  private func damagedFile() throws -> String {
    let name = "h264-flac-srt.mkv"
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Files.fixture(name))))
    let packets = try Probe.read(Files.fixture(name))
    let (picture, block) = (packets.positions("v:0")[20], packets.positions("a:0")[6])
    // Behind the block's head.
    for index in picture + 20..<picture + 120 { bytes[index] = 0xFF }
    bytes[block + 500] ^= 0x40
    try Data(bytes).write(to: folder.file(name))
    return name
  }

  @Test func `CL-09 damage is an error unless the user says otherwise`() throws {
    let input = try damagedFile()
    for options in [[], ["--on-damage", "fail"]] {
      let ending = try Command(["transcode", input, "out.mp4"] + options, in: folder).ending()
      #expect(ending.exit == 65, "\(ending.errors)")
      #expect(folder.names == [input])
    }
    #expect(try Command.run("transcode", input, "out.mp4", "--on-damage", "ignore", in: folder).exit == 64)
  }

  @Test func `CL-09 what is readable is kept in its place, and what is not is listed`() throws {
    let input = try damagedFile()
    let whole = try run(
      Files.fixture(input), "whole.mov", "--on-damage", "salvage", "--audio-codec", "pcm", "--speed", "ultrafast")
    #expect(whole.exit == 0 && whole.lost.isEmpty, "\(whole.errors)")
    let salvaged = try run(
      input, "salvaged.mov", "--on-damage", "salvage", "--audio-codec", "pcm", "--speed", "ultrafast")
    #expect(salvaged.exit == 82, "\(salvaged.errors)")
    #expect(Set(salvaged.lost.map(\.track)) == [1, 2])
    for line in ["dropped: track.1.samples: 00:00:00.", "dropped: track.2.samples: 00:00:00."] {
      #expect(salvaged.errors.contains(line), "\(salvaged.errors)")
    }

    // The sound is silent where it is lost, and nowhere else other than it was.
    let (before, after) = (try sound(of: folder.path("whole.mov")), try sound(of: folder.path("salvaged.mov")))
    #expect(before.count == after.count)
    let hole = try #require(salvaged.lost.first { $0.track == 2 })
    let rate = 44_100.0
    let range = Int((hole.start * rate).rounded())..<Int(((hole.start + hole.duration) * rate).rounded())
    #expect(range.count == 4608, "a block of FLAC")
    #expect(after[range].allSatisfy { $0 == 0 })
    #expect(before.indices.allSatisfy { range.contains($0) || before[$0] == after[$0] })

    // Pictures have the times that they had.
    let times = try Probe.read(folder.path("whole.mov")).times("v:0").sorted()
    let kept = try Probe.read(folder.path("salvaged.mov")).times("v:0").sorted()
    let lost = salvaged.lost.filter { $0.track == 1 }
    let expected = times.filter { time in
      !lost.contains { time > $0.start - 0.001 && time < $0.start + $0.duration - 0.001 }
    }
    #expect(kept.count == expected.count && zip(kept, expected).allSatisfy { abs($0 - $1) < 0.0011 })
  }

  @Test func `copied tracks have holes where samples are missing`() throws {
    let name = "h264-aac-small.mp4"
    let bytes = try Data(contentsOf: URL(fileURLWithPath: Files.fixture(name)))
    try bytes.prefix(bytes.count * 3 / 4).write(to: folder.file(name))
    let (exit, lost, errors) = try run(
      name, "out.mp4", "--on-damage", "salvage", "--video-codec", "copy", "--audio-codec", "copy")
    #expect(exit == 82, "\(errors)")
    #expect(Set(lost.map(\.track)) == [1, 2])
    let (source, output) = (try Probe.read(Files.fixture(name)), try Probe.read(folder.path("out.mp4")))
    for stream in ["v:0", "a:0"] {
      let hashes = output.hashes(stream)
      #expect(!hashes.isEmpty)
      #expect(Array(source.hashes(stream).prefix(hashes.count)) == hashes)
    }
  }

  /// The places of a fragmented movie's indices, and their sizes.
  private func fragments(_ bytes: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var offset = 0
    while offset + 8 <= bytes.count {
      let size = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
      if Array(bytes[offset + 4..<offset + 8]) == Array("moof".utf8) { found.append(offset..<offset + size) }
      offset += max(8, size)
    }
    return found
  }

  @Test(arguments: [10, 50, 90])
  func `of a movie that is cut within a fragment's index the fragments before it are kept`(percent: Int) throws {
    let name = "h264-fragmented.mp4"
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Files.fixture(name))))
    let cut = try #require(fragments(bytes).dropFirst(2).first)
    try Data(bytes[..<(cut.lowerBound + cut.count * percent / 100)]).write(to: folder.file(name))
    let copying = ["--video-codec", "copy", "--audio-codec", "copy"]
    let refused = try Command(["transcode", name, "out.mp4"] + copying, in: folder).ending()
    #expect(refused.exit == 65, "\(refused.errors)")
    let (exit, lost, errors) = try run(
      name, "out.mp4", "--on-damage", "salvage", "--video-codec", "copy", "--audio-codec", "copy")
    #expect(exit == 82, "\(errors)")
    #expect(Set(lost.map(\.track)) == [1, 2])
    let (source, output) = (try Probe.read(Files.fixture(name)), try Probe.read(folder.path("out.mp4")))
    for stream in ["v:0", "a:0"] {
      let kept = zip(source.positions(stream), source.hashes(stream)).filter { $0.0 < cut.lowerBound }.map(\.1)
      #expect(!kept.isEmpty && output.hashes(stream) == kept)
    }
  }

  @Test func `a fragment whose index lost its tracks is damage, and its time is listed`() throws {
    let name = "h264-fragmented.mp4"
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Files.fixture(name))))
    let fragment = try #require(fragments(bytes).dropFirst(2).first)
    // The types of the boxes of its tracks: what has an unknown one is passed over.
    var place = fragment.lowerBound + 8
    while place < fragment.upperBound {
      if Array(bytes[place + 4..<place + 8]) == Array("traf".utf8) { bytes[place + 5] = 0x7A }
      place += bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    try Data(bytes).write(to: folder.file(name))
    let refused = try Command.run("transcode", name, "out.mp4", "--speed", "ultrafast", in: folder)
    #expect(refused.exit == 65, "\(refused.errors)")
    let (exit, lost, errors) = try run(name, "out.mp4", "--on-damage", "salvage", "--speed", "ultrafast")
    #expect(exit == 82, "\(errors)")
    let source = try Probe.read(Files.fixture(name))
    let next = try #require(fragments(bytes).dropFirst(3).first)
    for (index, stream) in ["v:0", "a:0"].enumerated() {
      let times = zip(source.positions(stream), source.times(stream))
        .filter { (fragment.upperBound..<next.lowerBound).contains($0.0) }.map(\.1)
      let holes = lost.filter { $0.track == index + 1 }
      let hole = try #require(holes.first)
      #expect(try holes.count == 1 && abs(hole.start - #require(times.first)) < 0.001, "\(lost)")
      // The last of the fragment lasts a picture, or 1024 samples.
      let length = try #require(times.last) - #require(times.first)
      #expect((length..<length + 0.05).contains(hole.duration), "\(lost)")
    }
  }

  /// A container that libavformat logs an error about, and follows again behind it.
  @Test func `a hole in a Matroska file is damage, and the block before it is in doubt`() throws {
    let name = "vp9-opus.webm"
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Files.fixture(name))))
    let packets = try Probe.read(Files.fixture(name))
    let (places, times) = (packets.positions("v:0"), packets.times("v:0"))
    // From within a picture to the head of the next.
    let hole = (places[10] - 12)..<(places[10] + 8)
    for index in hole { bytes[index] = 0 }
    try Data(bytes).write(to: folder.file(name))
    let refused = try Command.run("transcode", name, "out.mp4", "--speed", "ultrafast", in: folder)
    #expect(refused.exit == 65, "\(refused.errors)")
    #expect(try Command.run("verify", name, in: folder).exit != 0)
    let (exit, lost, errors) = try run(name, "out.mp4", "--on-damage", "salvage", "--speed", "ultrafast")
    #expect(exit == 82, "\(errors)")
    let before = try #require(places.lastIndex { $0 < hole.lowerBound })
    let first = try #require(lost.filter { $0.track == 1 }.map(\.start).min())
    #expect(abs(first - times[before]) < 0.0011, "\(lost)")
  }

  @Test func `a Matroska file without its head is no media`() throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: Files.fixture("h264-flac-srt.mkv")))
    try bytes.dropFirst(1500).write(to: folder.file("in.mkv"))
    for policy in ["fail", "salvage"] {
      let ending = try Command.run("transcode", "in.mkv", "out.mp4", "--on-damage", policy, in: folder)
      #expect(ending.exit == 65 || ending.exit == 67, "\(policy): \(ending.errors)")
    }
  }

  /// What libavformat only logs and libavcodec conceals; what the tables place outside of the file.
  @Test(
    .enabled(if: Files.hasShared, "SKIPPED: needs ../shared/media; damaged files of strangers are not read"),
    arguments: [
      "roadtrip-vp92-10bit_zero2pc.webm", "key2.mp4", "pymediainfo_sample_flip1.0.mp4", "sample_h265_trunc30.ts",
      "no-tags_trunc95.3g2", "stts_4Gx.mp4", "sample_MP4_chapters_flip16.0.mp4",
    ])
  func `a file is damaged whatever is to be done about it`(name: String) throws {
    let input = Files.shared("damaged/" + name)
    let refused = try Command.run("transcode", input, "out.mp4", "--speed", "ultrafast", in: folder)
    #expect(refused.exit == 65, "\(refused.errors)")
    let salvaged = try run(input, "out.mp4", "--on-damage", "salvage", "--speed", "ultrafast")
    #expect(salvaged.exit == 82 && !salvaged.lost.isEmpty, "\(salvaged.errors)")
  }

  /// LAME ended the program at them, and AAC's encoder never ended.
  @Test(arguments: ["mp3", "m4a", "ogg", "flac"], [UInt32(0x7FC0_0000), 0xFF80_0000, 0x6000_0000])
  func `samples that are no sound are an error, or silent and listed`(container: String, bits: UInt32) throws {
    try Tool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "sine=r=8000:d=1", "-c:a", "pcm_f32le", folder.path("in.wav"),
    ])
    var bytes = [UInt8](try Data(contentsOf: folder.file("in.wav")))
    let chunk = try #require((0..<bytes.count - 4).first { bytes[$0..<$0 + 4].elementsEqual("data".utf8) })
    // From half a second on, five samples.
    for sample in 4000..<4005 {
      for byte in 0..<4 { bytes[chunk + 8 + 4 * sample + byte] = UInt8(truncatingIfNeeded: bits >> (8 * UInt32(byte))) }
    }
    try Data(bytes).write(to: folder.file("in.wav"))
    let refused = try Command.run("transcode", "in.wav", "out.\(container)", in: folder)
    #expect(refused.exit == 65 && refused.errors.contains("not a number"), "\(refused.errors)")
    let salvaged = try run("in.wav", "out.\(container)", "--on-damage", "salvage")
    #expect(salvaged.exit == 82, "\(salvaged.errors)")
    #expect(salvaged.lost == [Lost(track: 1, start: 0.5, duration: 5.0 / 8000)])
  }

  /// Where every unit says how long it is, a copy is checked without being decoded.
  @Test func `a copy without its first key frame begins at the next`() throws {
    let name = "h264-aac.mov"
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Files.fixture(name))))
    let packets = try Probe.read(Files.fixture(name))
    let video = try #require(packets.tracks.first { $0.codec_type == "video" })
    let keys = packets.packets(of: video).indices.filter { packets.packets(of: video)[$0].isKey }
    let next = try #require(keys.dropFirst().first)
    let place = packets.positions("v:0")[0]
    // The length of the first unit is more than the sample has.
    bytes[place] = 0x7F
    try Data(bytes).write(to: folder.file(name))
    let copy = ["--video-codec", "copy", "--audio-codec", "copy"]
    let refused = try Command(["transcode", name, "out.mov"] + copy, in: folder).ending()
    #expect(refused.exit == 65, "\(refused.errors)")
    let salvaged = try run(name, "out.mov", "--on-damage", "salvage", "--video-codec", "copy", "--audio-codec", "copy")
    #expect(salvaged.exit == 82, "\(salvaged.errors)")
    let times = packets.times("v:0").sorted()
    #expect(salvaged.lost.count == 1)
    #expect(salvaged.lost.first.map { abs($0.duration - (packets.times("v:0")[next] - times[0])) < 0.001 } ?? false)
    let decoding = try Tool.ffmpeg.run(["-v", "error", "-xerror", "-i", folder.path("out.mov"), "-f", "null", "-"])
    #expect(decoding.errors.isEmpty)
  }

  @Test func `a copy of FLAC is checked by its checksums`() throws {
    try Tool.ffmpeg.run([
      "-v", "error", "-i", Files.fixture("speech.flac"), "-c", "copy", "-strict", "-2", folder.path("in.mp4"),
    ])
    var bytes = [UInt8](try Data(contentsOf: folder.file("in.mp4")))
    let places = try Probe.read(folder.path("in.mp4")).positions("a:0")
    bytes[places[3] + 100] ^= 0x10
    try Data(bytes).write(to: folder.file("in.mp4"))
    let refused = try Command.run("transcode", "in.mp4", "out.flac", "--audio-codec", "copy", in: folder)
    #expect(refused.exit == 65, "\(refused.errors)")
  }

  /// The edit list shows the damaged part of the media twice.
  @Test func `what is lost is listed at each time that an edit shows it`() throws {
    try Tool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "sine=r=8000:d=1", "-c:a", "pcm_f32le", folder.path("in.wav"),
    ])
    let movie = try composed(folder.path("in.wav"))
    var bytes = [UInt8](try Data(contentsOf: movie))
    let place = try Probe.read(movie.path).positions("a:0")[0]
    // Half a second into the media.
    for (index, byte) in [UInt8(0), 0, 0xC0, 0x7F].enumerated() { bytes[place + 4 * 4000 + index] = byte }
    try Data(bytes).write(to: movie)
    let salvaged = try run(movie.lastPathComponent, "out.mp3", "--on-damage", "salvage")
    #expect(salvaged.exit == 82, "\(salvaged.errors)")
    #expect(salvaged.lost.map(\.start) == [0.5, 0.75])
  }

  /// What is decoded on the way to an edit's begin is not wanted there, and not lost where another edit shows it.
  @Test func `an edit of what is behind the media's end loses nothing`() throws {
    try Tool.ffmpeg.run(["-v", "error", "-f", "lavfi", "-i", "sine=r=8000:d=1", folder.path("in.wav")])
    let movie = try composed(folder.path("in.wav"), secondStart: 9000)
    #expect(try run(movie.lastPathComponent, "default.mp3").exit == 0)
    let salvaged = try run(movie.lastPathComponent, "salvaged.mp3", "--on-damage", "salvage")
    #expect(salvaged.exit == 0 && salvaged.lost.isEmpty, "\(salvaged.lost)")
    #expect(try Data(contentsOf: folder.file("default.mp3")) == Data(contentsOf: folder.file("salvaged.mp3")))
  }

  /// A movie of the first 0.75 s of a sound, and of half a second from a sample of its on: its second half where nothing
  /// else is said.
  private func composed(_ sound: String, secondStart: Int = 4000) throws -> URL {
    let url = folder.file("in.mov")
    try Tool.ffmpeg.run(["-v", "error", "-i", sound, "-c", "copy", url.path])
    let bytes = [UInt8](try Data(contentsOf: url))
    let list = try #require((0..<bytes.count - 4).first { bytes[$0..<$0 + 4].elementsEqual("elst".utf8) })
    func big(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 0xFF) } }
    // In thousandths of a second, and in samples.
    let edits = big(0) + big(2) + big(750) + big(0) + big(0x10000) + big(500) + big(secondStart) + big(0x10000)
    let entry = bytes[list + 8..<list + 12]
    #expect(entry.elementsEqual(big(1)), "one edit")
    var made = Array(bytes[..<(list + 4)]) + edits + bytes[(list + 20 + 4)...]
    // The boxes around it are longer by one entry.
    for name in ["elst", "edts", "trak", "moov"] {
      let box = try #require((0..<made.count - 4).first { made[$0..<$0 + 4].elementsEqual(name.utf8) })
      let size = made[box - 4..<box].reduce(0) { $0 << 8 | Int($1) }
      made.replaceSubrange(box - 4..<box, with: big(size + 12))
    }
    try Data(made).write(to: url)
    return url
  }

  @Test func `sound whose configuration is of another coding is damage, and the pictures beside it are kept`() throws {
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Files.fixture("h264-aac.mkv"))))
    let codec = try #require(bytes.firstRange(of: Array("A_AAC".utf8))).lowerBound
    // `CodecPrivate`, and an AudioSpecificConfig of object type 2.
    let element: [UInt8] = [0x63, 0xA2, 0x85, 0x12]
    let config = try #require(bytes[(codec - 100)...].firstRange(of: element)).upperBound - 1
    bytes[config] = bytes[config] & 7 | 14 << 3
    try Data(bytes).write(to: folder.file("in.mkv"))
    let copies = ["--audio-codec", "copy", "--video-codec", "copy"]
    for options in [[], copies] {
      let whole = try Command(["transcode", "in.mkv", "out.mp4", "--force"] + options, in: folder).ending()
      #expect(whole.exit == 65 && whole.errors.contains("object type 14"), "\(whole.errors)")
      let salvaged = try Command(
        ["transcode", "in.mkv", "out.mp4", "--force", "--on-damage", "salvage"] + options, in: folder
      ).ending()
      #expect(salvaged.exit == 82, "\(salvaged.errors)")
      #expect(try Probe.read(folder.file("out.mp4").path).streams.map(\.codec_type) == ["video"])
    }
    #expect(try Command(["transcode", "in.mkv", "v.mp4", "--audio-codec", "none"], in: folder).ending().exit == 0)
  }

  /// Matroska states when pictures are shown. When they are decoded is guessed from that, and where one of the times is
  /// wrong the guess goes back at others, which are whole.
  @Test func `pictures whose stated times can be are copied alike by both policies`() throws {
    let name = "h264-aac.mkv"
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Files.fixture(name))))
    // A block: the number of its track, and its time in the cluster.
    let block = try Probe.read(Files.fixture(name)).positions("v:0")[4]
    bytes[block + 2] ^= 0x70
    try Data(bytes).write(to: folder.file("in.mkv"))
    let copies = ["--video-codec", "copy", "--audio-codec", "copy"]
    for (output, policy) in [("default.mkv", "fail"), ("salvaged.mkv", "salvage")] {
      let ending = try Command(["transcode", "in.mkv", output, "--on-damage", policy] + copies, in: folder).ending()
      #expect(ending.exit == 0, "\(ending.errors)")
    }
    #expect(try Data(contentsOf: folder.file("default.mkv")) == Data(contentsOf: folder.file("salvaged.mkv")))
  }

  @Test func `a file of which nothing is readable is still an error`() throws {
    let name = "mdat-cut.mp4"
    try Data(contentsOf: URL(fileURLWithPath: Files.corrupt("ftyp-only.mp4"))).write(to: folder.file(name))
    let ending = try Command.run("transcode", name, "out.mp4", "--on-damage", "salvage", in: folder)
    #expect(ending.exit == 65 || ending.exit == 67, "\(ending.errors)")
    #expect(folder.names == [name])
  }
}
