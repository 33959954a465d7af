import AVFoundation
import Foundation
import Synchronization
import TestSupport
import Testing

/// As many samples as went in, at their times, in every format that can say it.
@Suite(.enabled(if: Tool.ffmpeg.isInstalled(for: "samples are not counted by another program")))
struct ExactTimeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let sampleCount = 100_000
  private static let sampleRate = 48_000

  /// Noise without much of its treble, so that lossy codecs keep its shape and its place can be told.
  private static let noise: [Int16] = {
    var random = SeededGenerator(seed: 11)
    var level = 0.0
    return (0..<sampleCount).map { _ in
      level += 0.3 * (Double.random(in: -1...1, using: &random) - level)
      return Int16((level * 24_000).rounded())
    }
  }()

  private func wave() throws -> String {
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let media = Self.noise.flatMap { little(Int($0), 2) }
    let header =
      Array("RIFF".utf8) + little(36 + media.count, 4) + Array("WAVEfmt ".utf8) + little(16, 4) + little(1, 2)
      + little(1, 2) + little(Self.sampleRate, 4) + little(2 * Self.sampleRate, 4) + little(2, 2) + little(16, 2)
      + Array("data".utf8) + little(media.count, 4)
    try Data(header + media).write(to: folder.file("in.wav"))
    return folder.path("in.wav")
  }

  private func transcode(_ source: String, _ name: String, _ options: [String] = []) throws -> String {
    try Tool.avwrite.run(["transcode", source, folder.path(name), "-q", "--force"] + options)
    return folder.path(name)
  }

  /// The samples that are presented, as the command reads them.
  private func samples(_ path: String) throws -> [Int16] {
    let wave = [UInt8](try Data(contentsOf: URL(fileURLWithPath: try transcode(path, "decoded.wav"))))
    let start = try #require(wave.indices.first { wave[$0...].starts(with: Array("data".utf8)) }) + 8
    return stride(from: start, to: wave.count - 1, by: 2).map {
      Int16(bitPattern: UInt16(wave[$0]) | UInt16(wave[$0 + 1]) << 8)
    }
  }

  /// By how many samples the second is later, where the two are most alike.
  private func delay(of found: [Int16], to original: [Int16]) -> Int {
    let (reach, window) = (64, 10_000..<20_000)
    return (-reach...reach).max { one, other in
      func likeness(_ lag: Int) -> Int { window.reduce(0) { $0 + Int(original[$1]) * Int(found[$1 + lag]) } }
      return likeness(one) < likeness(other)
    } ?? .max
  }

  @Test(arguments: [
    ("out.m4a", []), ("out.mp3", []), ("out.mp4", []), ("fragments.mp4", ["--fragment", "0.5"]), ("out.flac", []),
    ("out.ogg", []), ("alac.m4a", ["--audio-codec", "alac"]),
  ])
  func `100 000 samples in are 100 000 samples out, where they were`(name: String, options: [String]) throws {
    let found = try samples(try transcode(try wave(), name, options))
    #expect(found.count == Self.sampleCount)
    #expect(delay(of: found, to: Self.noise) == 0)
  }

  @Test(arguments: ["out.mp3", "out.flac"])
  func `another program counts as many`(name: String) throws {
    let path = try transcode(try wave(), name)
    let bytes = try Tool.ffmpeg.run(["-v", "error", "-i", path, "-f", "s16le", "-"]).data.count
    #expect(bytes == 2 * Self.sampleCount)
  }

  @Test func `a transport stream has whole packets, and all samples in them`() throws {
    let found = try samples(try transcode(try wave(), "out.ts"))
    #expect(found.count >= Self.sampleCount && found.count < Self.sampleCount + 4 * 1024)
    #expect(found.count.isMultiple(of: 1024))
  }

  @Test func `ten generations of AAC are as long as the first, and nothing is later`() throws {
    var path = try wave()
    for generation in 1...10 { path = try transcode(path, "\(generation).m4a", ["--audio-codec", "aac"]) }
    let found = try samples(path)
    #expect(found.count == Self.sampleCount)
    #expect(delay(of: found, to: Self.noise) == 0)
  }

  @Test func `ten generations of ALAC are the same samples`() throws {
    var path = try wave()
    for generation in 1...10 { path = try transcode(path, "\(generation).m4a", ["--audio-codec", "alac"]) }
    let found = try samples(path)
    #expect(found.count == Self.sampleCount)
    let isSame = !zip(found, Self.noise).contains { $0 != $1 }
    #expect(isSame)
  }

  @Test(.enabled(if: Tool.ffprobe.isInstalled(for: "times of copies are not compared")))
  func `ten copies have the packets and the times of the first`() throws {
    let source = Files.fixture("h264-aac.mov")
    var path = source
    let copied = ["--video-codec", "copy", "--audio-codec", "copy"]
    for generation in 1...10 {
      path = try transcode(path, "\(generation).\(generation % 2 == 0 ? "mov" : "mp4")", copied)
    }
    let (before, after) = (try Probe.read(source), try Probe.read(path))
    for stream in ["v:0", "a:0"] {
      #expect(before.times(stream) == after.times(stream))
      #expect(before.hashes(stream) == after.hashes(stream))
    }
  }

  @Test(
    .enabled(if: Tool.ffprobe.isInstalled(for: "times of pictures are not compared")),
    arguments: ["mov", "mp4", "mkv"], [["--video-codec", "copy"], ["--speed", "ultrafast"]])
  func `pictures at a variable rate keep each time`(container: String, options: [String]) throws {
    let source = Files.fixture("h264-vfr.mov")
    let path = try transcode(source, "out.\(container)", options + ["--drop", "audio"])
    let (before, after) = (try Probe.read(source).times("v:0"), try Probe.read(path).times("v:0"))
    #expect(before.count == after.count)
    // Matroska's times are whole milliseconds.
    let tolerance = container == "mkv" ? 0.000_501 : 0.000_001
    let shift = (after.first ?? 0) - (before.first ?? 0)
    #expect(abs(shift) <= tolerance)
    let isSame = !zip(before, after).contains { abs($0 - $1) > tolerance }
    #expect(isSame)
  }
}
