import Foundation
import TestSupport
import Testing

/// `--loudness`, measured by ffmpeg.
@Suite(.enabled(if: Tool.ffmpeg.isInstalled(for: "no other program measures loudness")))
struct LoudnessTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private struct Measure {
    var loudness: Double
    var truePeak: Double

    /// The summary of ffmpeg's filter `ebur128`.
    init(_ path: String, track: Int = 0) throws {
      let text = try Tool.ffmpeg.run(
        ["-nostdin", "-hide_banner", "-i", path, "-map", "0:a:\(track)", "-af", "ebur128=peak=true", "-f", "null", "-"]
      ).errors
      func number(_ name: String) throws -> Double {
        let line = text.components(separatedBy: "\n").last { $0.contains(name) }
        let word = try #require(line?.split(separator: " ").dropFirst().first)
        return try #require(Double(word))
      }
      loudness = try number(" I: ")
      truePeak = try number(" Peak: ")
    }
  }

  private struct Result: Decodable {
    struct Loudness: Decodable {
      var track: Int
      var target, gain: Double
      var measured, reached: Double?
      // swift-format-ignore
      var true_peak: Double?
    }
    var loudness: [Loudness]?
  }

  private func transcode(_ arguments: [String]) throws -> (result: Result, ending: Command.Ending) {
    let ending = try Command(["transcode", "--json"] + arguments, in: folder).ending()
    #expect(ending.exit == 0, "\(ending.errors)")
    return (try JSONDecoder().decode(Result.self, from: Data(ending.output.utf8)), ending)
  }

  @Test(
    arguments: [
      ("speech.wav", ["out.wav"]), ("speech.m4a", ["out.m4a"]), ("speech.flac", ["out.flac"]),
      ("speech.mp3", ["out.mp3", "--sample-rate", "48000"]), ("aac-5.1.m4a", ["out.wav"]),
      ("aac-5.1.m4a", ["out.m4a", "--channels", "2"]), ("h264-aac.mov", ["out.mp4", "--speed", "ultrafast"]),
    ])
  func `sound becomes as loud as is wanted`(source: String, arguments: [String]) throws {
    let result = try transcode([Files.fixture(source)] + arguments + ["--loudness", "-30"]).result
    let entry = try #require(result.loudness?.first)
    let measure = try Measure(folder.path(arguments[0]))
    // The filter prints a decimal; lossy coding leaves out what is high, up to 0.4 dB of this voice.
    #expect(abs(measure.loudness - -30) <= 0.5, "\(measure.loudness)")
    #expect(abs((entry.reached ?? 0) - -30) < 0.001)
    #expect(abs((entry.measured ?? 0) + entry.gain - -30) < 0.001)
  }

  @Test(arguments: ["64k", "128k", "160k", "192k", "320k"])
  func `MP3 is as loud as what it is made of`(bitRate: String) throws {
    try Tool.ffmpeg.run(["-f", "lavfi", "-i", "sine=f=997:r=44100:d=4", "-ac", "2", folder.path("in.wav")])
    let ending = try Command(["transcode", "in.wav", "out.mp3", "--audio-bitrate", bitRate], in: folder).ending()
    try #require(ending.exit == 0, "\(ending.errors)")
    #expect(abs(try Measure(folder.path("out.mp3")).loudness - Measure(folder.path("in.wav")).loudness) < 0.15)
  }

  @Test func `the peaks stay below -1 dBTP, and it is said what that costs`() throws {
    let (result, ending) = try transcode([Files.fixture("speech.wav"), "out.wav", "--loudness", "-5"])
    let entry = try #require(result.loudness?.first)
    let measure = try Measure(folder.path("out.wav"))
    #expect(measure.truePeak <= -0.9)
    #expect(abs(measure.truePeak - -1) <= 0.2)
    #expect(abs(measure.loudness - (entry.reached ?? 0)) <= 0.2)
    #expect(ending.errors.contains("instead of -5.0, because its true peak is at -1.0 dBTP"))
  }

  @Test func `renditions have loudnesses of their own, and every track is measured by itself`() throws {
    let result = try transcode([
      Files.fixture("h264-two-audio.mp4"), "a.mov", "--audio-codec", "pcm", "--video-codec", "none", "--loudness",
      "-35", "--also", "b.mov", "--audio-codec", "pcm", "--video-codec", "none", "--loudness", "-40", "--also", "c.mov",
      "--audio-codec", "pcm", "--video-codec", "none",
    ]).result
    #expect(result.loudness?.count == 2)
    for track in 0..<2 {
      let source = try Measure(Files.fixture("h264-two-audio.mp4"), track: track)
      #expect(abs(try Measure(folder.path("a.mov"), track: track).loudness - -35) <= 0.2)
      #expect(abs(try Measure(folder.path("b.mov"), track: track).loudness - -40) <= 0.2)
      #expect(abs(try Measure(folder.path("c.mov"), track: track).loudness - source.loudness) <= 0.2)
    }
  }

  @Test func `silence stays silence`() throws {
    try Tool.ffmpeg.run(["-f", "lavfi", "-i", "anullsrc=r=48000:cl=stereo", "-t", "1", folder.path("silence.wav")])
    let result = try transcode(["silence.wav", "out.wav", "--loudness", "-16"]).result
    let entry = try #require(result.loudness?.first)
    #expect(entry.gain == 0 && entry.measured == nil)
    #expect(try Data(contentsOf: folder.file("out.wav")).suffix(48000 * 4).allSatisfy { $0 == 0 })
  }

  @Test(arguments: ["sine=d=0.3:r=48000", "aevalsrc=0:d=1:s=48000"])
  func `it is said where sound cannot be measured`(sound: String) throws {
    try Tool.ffmpeg.run(["-f", "lavfi", "-i", sound, folder.path("in.wav")])
    let ending = try transcode(["in.wav", "out.wav", "--loudness", "-16"]).ending
    #expect(ending.errors.contains("too short to measure its loudness"), "\(ending.errors)")
  }

  @Test func `a loudness that makes no sense is refused`() throws {
    for (arguments, exit) in [
      (["out.m4a", "--loudness", "3"], 64), (["out.m4a", "--loudness", "quiet"], 64),
      (["out.mov", "--audio-codec", "copy", "--loudness", "-16"], 64),
    ] as [([String], Int32)] {
      let ending = try Command(["transcode", Files.fixture("speech.m4a")] + arguments, in: folder).ending()
      #expect(ending.exit == exit, "\(ending.errors)")
      #expect(folder.names.isEmpty)
    }
  }
}
