import AVFoundation
import TestSupport
import Testing

@Suite("Clients: clips one after the other, with music under them")
struct ClipMergerTests {
  @Test func `clips are joined, and the music is lower while they are heard`() async throws {
    let folder = try TemporaryFolder()
    let names = ["h264-pcm.mov", "hevc10-hdr10.mp4", "h264-late-audio.mov"]
    let clips = names.map { URL(fileURLWithPath: Files.fixture($0)) }
    let merger = ClipMerger()
    try await merger.add(clips: clips, music: URL(fileURLWithPath: Files.fixture("speech.wav")))
    let ends = try await clips.asyncMap { try await AVURLAsset(url: $0).load(.duration) }
    #expect(merger.composition.tracks(withMediaType: .video)[0].segments.count == clips.count)
    #expect(merger.composition.duration == ends.reduce(.zero, CMTimeAdd))
    try await merger.write(to: folder.file("merged.mp4"))
    let probe = try Probe.read(folder.path("merged.mp4"))
    // As many pictures as the clips have together, each after the one before.
    let pictures = probe.times("v:0")
    #expect(pictures.count == 50 + 24 + 50)
    #expect(zip(pictures, pictures.dropFirst()).allSatisfy { $0 < $1 })
    let seconds = merger.composition.duration.seconds
    let samples = try Tool.ffmpeg.run([
      "-v", "error", "-i", folder.path("merged.mp4"), "-ac", "1", "-ar", "48000", "-f", "f32le", "-",
    ]).bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    #expect(abs(Double(samples.count) / 48_000 - seconds) < 0.05)
    // The second clip has no sound of its own: there the music is heard alone, at a fifth.
    let second = Int(ends[0].seconds * 48_000) + 4800..<Int((ends[0] + ends[1]).seconds * 48_000) - 4800
    let music = try Tool.ffmpeg.run([
      "-v", "error", "-stream_loop", "3", "-i", Files.fixture("speech.wav"), "-ac", "1", "-ar", "48000", "-f", "f32le",
      "-",
    ]).bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    func loudness(_ samples: ArraySlice<Float>) -> Double {
      (samples.reduce(0) { $0 + Double($1 * $1) } / Double(samples.count)).squareRoot()
    }
    let (heard, original) = (loudness(samples[second]), loudness(music[second]))
    #expect(abs(heard / original - 0.2) < 0.03)
  }
}

extension Array {
  fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
    var values: [Value] = []
    for element in self { values.append(try await transform(element)) }
    return values
  }
}
