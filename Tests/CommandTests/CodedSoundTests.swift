import Foundation
import TestSupport
import Testing

/// Coded sound of other programs' files: as many samples come out as they mean, whatever their times and tags say.
@Suite(.enabled(if: Tool.ffmpeg.isInstalled(for: "nobody makes the sound")))
struct CodedSoundTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func make(_ name: String, seconds: Double = 2, rate: Int = 44_100, _ options: String...) throws {
    let tone = "sine=440:r=\(rate):d=\(seconds)"
    try Tool.ffmpeg.run(["-v", "error", "-f", "lavfi", "-i", tone] + options + ["-strict", "-2", folder.path(name)])
  }

  /// Runs our transcoding, which has to succeed.
  @discardableResult
  private func transcode(_ arguments: String...) throws -> Command.Ending {
    let ending = try Command(["transcode"] + arguments, in: folder).ending()
    try #require(ending.exit == 0, "\(ending.errors)")
    return ending
  }

  /// The number of samples that another program decodes, of one channel.
  private func sampleCount(_ name: String) throws -> Int {
    try Tool.ffmpeg.run(["-v", "error", "-i", folder.path(name), "-ac", "1", "-f", "s16le", "pipe:1"]).bytes.count / 2
  }

  /// The number of samples that are heard. ffmpeg plays the padding of AAC, too: a movie's tables tell.
  private func heardSampleCount(_ name: String) throws -> Int {
    guard name.hasSuffix(".m4a") || name.hasSuffix(".mov") else { return try sampleCount(name) }
    let tables = try MovieTables(of: folder.path(name))
    let track = try #require(tables.audio.first)
    return Int((track.presentedDuration(movieTimeScale: tables.movieTimeScale) * 48_000).rounded())
  }

  @Test(arguments: ["setts=pts=0:dts=0", "setts=ts=if(gt(N\\,30)\\,TS-0.4/TB\\,TS)"])
  func `sound whose times overlap follows on, with a warning`(times: String) throws {
    try make("sound.mkv", "-c:a", "ac3")
    try Tool.ffmpeg.run([
      "-v", "error", "-i", folder.path("sound.mkv"), "-c", "copy", "-bsf:a", times, folder.path("overlap.mkv"),
    ])
    let whole = try sampleCount("sound.mkv")
    let ending = try transcode("overlap.mkv", "out.wav")
    // Matroska rounds the first time.
    let plain = try sampleCount("out.wav")
    #expect(abs(plain - whole) < 1536)
    #expect(ending.errors.contains("follows on behind"), "\(ending.errors)")
    // In another form, too, which is made by counting from the first sample.
    try transcode("overlap.mkv", "other.wav", "--sample-rate", "48000")
    let converted = try sampleCount("other.wav") * 441 / 480
    #expect(abs(converted - whole) < 1536)
  }

  /// FFmpeg decodes a chain as one stream, too; of Vorbis it gives what the first block of a further stream completes.
  @Test(arguments: [("flac", "ogg"), ("libopus", "opus"), ("libvorbis", "ogg")])
  func `the streams of a chained Ogg file follow each other, in every container`(codec: String, suffix: String) throws {
    try make("a.\(suffix)", seconds: 3, rate: 48_000, "-c:a", codec)
    try make("b.\(suffix)", seconds: 2, rate: 48_000, "-af", "volume=0.5:precision=fixed", "-c:a", codec)
    let chain = try Data(contentsOf: folder.file("a.\(suffix)")) + Data(contentsOf: folder.file("b.\(suffix)"))
    try chain.write(to: folder.file("in.\(suffix)"))
    #expect(try Command.run("inspect", "in.\(suffix)", in: folder).output.contains("00:00:05.0"))
    for name in ["out.wav", "out.ogg", "out.mka", "out.mp4", "out.flac"] {
      try transcode("in.\(suffix)", name)
      // Coded sound of MP4 has samples at its seams that only edit lists leave out.
      let count = try sampleCount(name)
      #expect(abs(count - 240_000) < 4096, "\(name): \(count)")
    }
    #expect(try abs(sampleCount("out.wav") - 240_000) <= (codec == "libvorbis" ? 2048 : 0))
    if codec == "flac" {
      let whole = try decodedBytes("a.ogg") + decodedBytes("b.ogg")
      #expect(try decodedBytes("out.wav") == whole)
      #expect(try decodedBytes("out.ogg") == whole)
      #expect(try decodedBytes("out.flac") == whole)
    } else {
      let copy = try Command.run("transcode", "in.\(suffix)", "copy.ogg", "--audio-codec", "copy", in: folder)
      #expect(copy.exit == 69 && copy.errors.contains("chain of streams"), "\(copy.errors)")
    }
  }

  @Test func `a further stream of a chain of FLAC may have longer blocks than the first`() throws {
    try make("a.ogg", seconds: 1, rate: 48_000, "-c:a", "flac", "-frame_size", "1152")
    try make("b.ogg", seconds: 1, rate: 48_000, "-c:a", "flac", "-frame_size", "4608")
    let chain = try Data(contentsOf: folder.file("a.ogg")) + Data(contentsOf: folder.file("b.ogg"))
    try chain.write(to: folder.file("in.ogg"))
    let whole = try decodedBytes("a.ogg") + decodedBytes("b.ogg")
    for name in ["out.wav", "out.flac"] {
      try transcode("in.ogg", name)
      #expect(try decodedBytes(name) == whole, "\(name)")
    }
  }

  /// The samples that another program decodes, as bytes.
  private func decodedBytes(_ name: String) throws -> Data {
    try Data(Tool.ffmpeg.run(["-v", "error", "-i", folder.path(name), "-f", "s16le", "pipe:1"]).bytes)
  }

  /// Its quiet half takes few bytes: by its bit rate it seems to end after two seconds.
  @Test func `sound that is longer than it seems is there up to its end`() throws {
    let noise = "aevalsrc='if(gt(t,2),0,random(0)*0.5)':d=4:s=48000"
    try Tool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", noise, "-c:a", "aac", "-b:a", "128k", folder.path("in.aac"),
    ])
    let whole = try sampleCount("in.aac")
    try transcode("in.aac", "fast.wav", "--speed-factor", "2")
    let fast = try sampleCount("fast.wav")
    #expect(abs(fast - whole / 2) < 4800)
    let join = try Command.run("join", "in.aac", "in.aac", "--output", "joined.wav", in: folder)
    try #require(join.exit == 0, "\(join.errors)")
    let joined = try sampleCount("joined.wav")
    #expect(abs(joined - 2 * whole) < 2048)
    let cut = try Command.run("cut", "in.aac", "cut.wav", "--from", "3", "--to", "3.9", in: folder)
    try #require(cut.exit == 0, "\(cut.errors)")
    #expect(try sampleCount("cut.wav") == 43_200)
    // And behind its end there is nothing.
    #expect(try Command.run("cut", "in.aac", "none.wav", "--from", "5", "--to", "6", in: folder).exit == 64)
  }

  @Test func `Vorbis in MP4 is Vorbis, and has all of its samples`() throws {
    try make("in.mp4", "-c:a", "libvorbis")
    #expect(try Command.run("inspect", "in.mp4", in: folder).output.contains("audio vorb"))
    try transcode("in.mp4", "out.wav")
    #expect(try sampleCount("out.wav") == 88_200)
    try transcode("in.mp4", "copy.mkv", "--audio-codec", "copy")
    try transcode("copy.mkv", "copy.wav")
    // Where the block of the end is not stated as shorter, all of it is heard.
    let copied = try sampleCount("copy.wav")
    #expect((88_155...88_700).contains(copied))
  }

  /// Newer versions of FFmpeg state the length of the first packet as a delay; here it takes the place of the language,
  /// which is not stated.
  @Test func `the first packet of Vorbis is all of its delay in Matroska`() throws {
    try make("plain.mkv", "-c:a", "libvorbis")
    var bytes = try Data(contentsOf: folder.file("plain.mkv"))
    let language = try #require(bytes.range(of: Data([0x22, 0xB5, 0x9C, 0x83] + Array("und".utf8))))
    // CodecDelay: 128 samples in nanoseconds.
    bytes.replaceSubrange(language, with: Data([0x56, 0xAA, 0x84, 0x00, 0x2C, 0x49, 0xDE]))
    try bytes.write(to: folder.file("delayed.mkv"))
    try transcode("plain.mkv", "plain.wav")
    try transcode("delayed.mkv", "delayed.wav")
    #expect(try sampleCount("delayed.wav") == sampleCount("plain.wav"))
  }

  @Test func `sound of an object type that nobody knows is not AAC`() throws {
    try make("in.mp4", "-c:a", "aac")
    var bytes = try Data(contentsOf: folder.file("in.mp4"))
    // The decoder's configuration in the descriptor: its tag, its length in four bytes, and the object type.
    let descriptor = try #require(bytes.range(of: Data([0x04, 0x80, 0x80, 0x80])))
    #expect(bytes[descriptor.upperBound + 1] == 0x40)
    bytes[descriptor.upperBound + 1] = 0xC3
    try bytes.write(to: folder.file("unknown.mp4"))
    let facts = try Command.run("inspect", "unknown.mp4", in: folder).output
    #expect(facts.contains("audio mp4a") && facts.contains("no decoder"), "\(facts)")
    #expect(try Command.run("transcode", "unknown.mp4", "out.wav", in: folder).exit == 69)
  }

  /// LAME has no room for its tag there, so that a bare file is played with the encoder's delay.
  @Test(arguments: ["out.mp4", "out.mov", "out.mkv", "out.mp3"], ["8k", "16k"])
  func `MP3 of few bits a second has all of its frames`(output: String, bitRate: String) throws {
    try make("in.wav", seconds: 3, rate: 16_000)
    try transcode("in.wav", output, "--audio-codec", "mp3", "--audio-bitrate", bitRate)
    let padded = 48_000...48_000 + 4 * 576
    let count = try sampleCount(output)
    #expect(padded.contains(count), "\(count)")
  }

  @Test func `copied MP3 keeps the whole delay of a tag, which frames of 576 samples share`() throws {
    try make("in.mp3", seconds: 1.2, rate: 22_050, "-c:a", "libmp3lame")
    try transcode("in.mp3", "out.mp3", "--audio-codec", "copy")
    #expect(try sampleCount("out.mp3") == sampleCount("in.mp3"))
  }

  /// Streams of two rates that lie behind each other in one file. The other program decodes both to the rate of the
  /// first.
  @Test(arguments: [[44_100, 48_000], [48_000, 32_000]])
  func `AAC whose rate changes lasts as long as its frames`(rates: [Int]) throws {
    var stream = Data()
    for rate in rates {
      try make("\(rate).aac", seconds: 2, rate: rate, "-c:a", "aac")
      stream += try Data(contentsOf: folder.file("\(rate).aac"))
    }
    try stream.write(to: folder.file("in.aac"))
    try transcode("in.aac", "out.wav")
    let (found, expected) = (try sampleCount("out.wav"), try sampleCount("in.aac"))
    #expect(abs(found - expected) < 100, "\(found) \(expected)")
  }

  /// The only sound comes from overhead on the left.
  @Test(arguments: ["out.m4a", "out.flac", "out.opus"])
  func `sound from overhead is heard in codings without speakers there`(output: String) throws {
    let speakers = "FL+FR+FC+LFE+BL+BR+TFL+TFR"
    let source = "aevalsrc=0|0|0|0|0|0|0.5*sin(2*PI*440*t)|0:s=48000:d=1:c=\(speakers)"
    try Tool.ffmpeg.run(["-v", "error", "-f", "lavfi", "-i", source, folder.path("in.wav")])
    try transcode("in.wav", output)
    #expect(try Probe.values(of: folder.path(output), stream: "a:0", fields: ["channels"])["channels"] == "8")
    #expect(try samples(output).contains { Int32(bitPattern: $0).magnitude > 1 << 27 })
    try transcode("in.wav", "stereo.wav", "--channels", "2")
    let stereo = try samples("stereo.wav")
    #expect(stride(from: 0, to: stereo.count, by: 2).contains { Int32(bitPattern: stereo[$0]).magnitude > 1 << 27 })
    #expect(stride(from: 1, to: stereo.count, by: 2).allSatisfy { stereo[$0] == 0 })
  }

  /// Its packets lie beside each other without a hole, whatever times libavformat gives them.
  @Test(arguments: [1, 2, 5], ["out.wav", "out.m4a"])
  func `linear PCM of a program stream has as many samples as it has`(seconds: Int, output: String) throws {
    try make("in.vob", seconds: Double(seconds), rate: 48_000, "-ac", "2", "-c:a", "pcm_dvd")
    try transcode("in.vob", output)
    #expect(try heardSampleCount(output) == seconds * 48_000)
  }

  /// The chunk of the samples has a byte more than they need.
  @Test(arguments: ["out.flac", "out.wav", "out.mov", "out.caf"])
  func `bytes behind the last whole sample are passed over, with a warning`(output: String) throws {
    try make("in.wav", seconds: 1, rate: 48_000, "-c:a", "pcm_s16le")
    var bytes = try Data(contentsOf: folder.file("in.wav"))
    let name = try #require(bytes.range(of: Data("data".utf8)))
    bytes[name.upperBound] += 1
    bytes += [1, 0]
    bytes[4] += 2
    try bytes.write(to: folder.file("in.wav"))
    let ending = try transcode("in.wav", output)
    #expect(ending.errors.contains("skipped 1 bytes after the last whole sample"), "\(ending.errors)")
    #expect(try heardSampleCount(output) == 48_000)
  }

  /// A decoder tells the depth of most; the header of Matroska is read without one.
  @Test(arguments: [
    ["truehd", "in.thd"], ["truehd", "in.mkv"], ["tta", "in.tta"], ["pcm_bluray", "in.m2ts"], ["s302m", "in.ts"],
  ])
  func `sound that was coded without loss keeps its 24 bits`(coding: [String]) throws {
    let (codec, name) = (coding[0], coding[1])
    // Noise has all of its bits, as a tone has not.
    try Tool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "aevalsrc='0.3*random(0)|0.2*random(1)':d=1:s=48000", "-c:a", codec,
      "-af", "aformat=sample_fmts=s32|s32p", "-strict", "-2", folder.path(name),
    ])
    let expected = try samples(name)
    try #require(expected.contains { $0 & 0xFF00 != 0 })
    for output in ["out.flac", "out.wav"] {
      try transcode(name, output)
      let result = try samples(output)
      // A decoder of TrueHD holds some back at the end.
      try #require(result.count > 90_000)
      #expect(result.prefix(90_000) == expected.prefix(90_000))
    }
  }

  /// The samples of all channels that another program decodes, at the top of 32 bits.
  private func samples(_ name: String) throws -> [UInt32] {
    let bytes = try Tool.ffmpeg.run(["-v", "error", "-i", folder.path(name), "-f", "s32le", "pipe:1"]).bytes
    return stride(from: 0, to: bytes.count - bytes.count % 4, by: 4).map { start in
      bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
  }

  @Test func `TrueHD in MP4 has its rate, and a copy its entry`() throws {
    try make("in.mp4", seconds: 1, rate: 48_000, "-ac", "2", "-c:a", "truehd")
    #expect(try Command.run("inspect", "in.mp4", in: folder).output.contains("48000 Hz"))
    try transcode("in.mp4", "out.wav")
    let samples = try sampleCount("out.wav")
    #expect(abs(samples - 48_000) < 40)
    try transcode("in.mp4", "copy.mp4", "--audio-codec", "copy")
    let entry = try #require(Data(contentsOf: folder.file("in.mp4")).entry("mlpa"))
    #expect(try Data(contentsOf: folder.file("copy.mp4")).entry("mlpa") == entry)
  }
}

extension Data {
  /// The box of a sample entry, from its size on; `nil` where there is none.
  fileprivate func entry(_ code: String) -> Data? {
    guard let place = range(of: Data(code.utf8)), place.lowerBound >= startIndex + 4 else { return nil }
    let size = self[(place.lowerBound - 4)..<place.lowerBound].reduce(0) { $0 << 8 | Int($1) }
    return subdata(in: (place.lowerBound - 4)..<Swift.min(endIndex, place.lowerBound - 4 + size))
  }
}
