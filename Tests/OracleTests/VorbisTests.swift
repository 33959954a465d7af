import Foundation
import TestSupport
import Testing

/// Vorbis has blocks of two sizes that overlap: as many samples come out as went in, at the same places.
@Suite(.enabled(if: Tool.ffmpeg.isInstalled(for: "no other program decodes our Vorbis")))
struct VorbisTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Tones that begin softly, so that a codec's first block has nothing to cut.
  private func source(samples: Int, rate: Int) throws -> String {
    let path = folder.path("in.wav")
    let tones = "aevalsrc=0.3*sin(2*PI*(200+300*t)*t)*min(1\\,t*50):s=\(rate)"
    try Tool.ffmpeg.run(["-v", "error", "-f", "lavfi", "-i", tones, "-af", "atrim=end_sample=\(samples)", path])
    return path
  }

  private func decoded(_ path: String) throws -> [Int16] {
    let bytes = try Tool.ffmpeg.run(["-v", "error", "-i", path, "-f", "s16le", "pipe:1"]).bytes
    return bytes.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
  }

  /// The energy of what differs, of the whole.
  private func difference(_ samples: [Int16], _ original: [Int16]) -> Double {
    let energy = original.reduce(0) { $0 + Double($1) * Double($1) }
    let error = zip(samples, original).reduce(0) { $0 + pow(Double($1.0) - Double($1.1), 2) }
    return error / max(1, energy)
  }

  @Test(arguments: ["ogg", "webm", "mkv"], [(1, 44100), (777, 48000), (100_003, 48000), (9_001, 8000)])
  func `as many samples come out as went in`(container: String, form: (samples: Int, rate: Int)) throws {
    let (wave, path, back) = (
      try source(samples: form.samples, rate: form.rate), folder.path("out.\(container)"), folder.path("back.wav")
    )
    try Tool.avwrite.run(["transcode", wave, path, "-q", "--audio-codec", "vorbis"])
    let (original, theirs) = (try decoded(wave), try decoded(path))
    #expect(original.count == form.samples)
    // Of a stream of one packet libavformat does not find the beginning.
    if form.samples > 576 || container != "ogg" { #expect(theirs.count == form.samples) }
    try Tool.avwrite.run(["transcode", path, back, "-q", "--audio-codec", "pcm"])
    let ours = try decoded(back)
    #expect(ours.count == form.samples)
    guard form.samples > 5000 else { return }
    #expect(difference(theirs, original) < 0.05)
    #expect(difference(ours, original) < 0.05)
  }

  @Test(arguments: ["ogg", "webm", "mkv"])
  func `a copy has the samples of its source, whoever made that`(container: String) throws {
    // A stream of one page, whose beginning libavformat does not find, and one of several.
    for samples in [13_230, 100_003] {
      let (wave, source, back) = (
        try self.source(samples: samples, rate: 44100), folder.path("in.ogg"), folder.path("back.wav")
      )
      try Tool.ffmpeg.run(["-v", "error", "-y", "-i", wave, "-c:a", "libvorbis", source])
      let path = folder.path("\(samples).\(container)")
      try Tool.avwrite.run(["transcode", source, path, "-q", "--audio-codec", "copy"])
      #expect(try decoded(path).count == samples)
      try Tool.avwrite.run(["transcode", path, back, "-q", "--audio-codec", "pcm", "--force"])
      #expect(try decoded(back).count == samples)
      try FileManager.default.removeItem(atPath: wave)
    }
  }
}
