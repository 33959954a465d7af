import AVFoundation
import MovieFile
import TestSupport
import Testing

/// Files that are broken: each key is loaded or fails on its own, always the same way, and none waits for ever.
@Suite("Loading bad files")
struct BadFileLoadingTests {
  private static let keys = [
    "duration", "tracks", "metadata", "playable", "hasProtectedContent", "containsFragments", "availableChapterLocales",
    "preferredTransform", "trackGroups", "allMediaSelections", "lyrics",
  ]

  /// The state of each key, in words.
  private static func states(_ asset: AVAsset) -> [String: String] {
    var states: [String: String] = [:]
    for key in keys {
      var error: NSError?
      let status = asset.statusOfValue(forKey: key, error: &error)
      #expect(status == .loaded || status == .failed && error?.domain == AVFoundationErrorDomain)
      #expect((status == .failed) == (error != nil))
      states[key] = "\(status) \(error?.code ?? 0)"
    }
    return states
  }

  /// Loads every key together, and each alone of an asset of its own.
  private static func check(_ url: URL) async throws {
    let together = AVURLAsset(url: url)
    await together.loadValues(forKeys: keys)
    let states = states(together)
    for key in keys {
      let alone = AVURLAsset(url: url)
      await alone.loadValues(forKeys: [key])
      var error: NSError?
      let status = alone.statusOfValue(forKey: key, error: &error)
      #expect(states[key] == "\(status) \(error?.code ?? 0)", "\(url.lastPathComponent): \(key)")
    }
    // Getters give a value or a neutral one, and know of each track what they know.
    try await bounded {
      _ = (together.duration, together.metadata.count, together.isPlayable, together.trackGroups.count)
      for track in together.tracks { _ = (track.segments.count, track.naturalSize, track.hasAudioSampleDependencies) }
    }
  }

  @Test(arguments: Files.names(in: Files.corrupt))
  func `a broken file's keys`(name: String) async throws {
    try await Self.check(Files.corrupt.appendingPathComponent(name))
  }

  @Test(
    .enabled(if: Files.hasShared, "no shared media: strangers' broken files are not loaded"),
    arguments: Files.names(in: Files.shared.appendingPathComponent("bad")))
  func `a stranger's broken file's keys`(name: String) async throws {
    try await Self.check(Files.shared.appendingPathComponent("bad").appendingPathComponent(name))
  }

  @Test(arguments: ["h264-aac.mov", "h264-fragmented.mp4", "h264-aac.mkv", "speech.mp3"])
  func `a file cut anywhere`(name: String) async throws {
    let bytes = try Data(contentsOf: MediaFiles.fixture(name))
    let folder = try TemporaryFolder()
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<Rounds.count(4, full: 60) {
      let file = folder.file("cut-" + name)
      try bytes.prefix(Int.random(in: 0..<bytes.count, using: &generator)).write(to: file)
      try await Self.check(file)
    }
  }

  @Test func `a movie whose media is gone still tells its duration, metadata and tracks`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("a.mp4")
    let whole = AVURLAsset(url: MediaFiles.fixture("h264-aac-small.mp4"))
    var bytes = [UInt8](try Data(contentsOf: whole.url))
    var boxes = FileBoxes(MemorySource(bytes))
    var moov: FileBoxes.Entry?
    while let box = try boxes.next() { if box.type == "moov" { moov = box } }
    let index = try #require(moov)
    // The start and the index, and of the media nothing.
    bytes = Array(bytes.prefix(32) + bytes[Int(index.offset)..<Int(index.offset + index.size)])
    try Data(bytes).write(to: file)
    let cut = AVURLAsset(url: file)
    #expect(try await cut.load(.duration) == whole.duration)
    #expect(try await cut.load(.metadata).count == whole.metadata.count)
    #expect(try await cut.load(.tracks).map(\.mediaType) == whole.tracks.map(\.mediaType))
    let track = try #require(cut.tracks.first)
    let reader = try AVAssetReader(asset: cut)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
    reader.add(output)
    #expect(reader.startReading() && output.copyNextSampleBuffer() == nil)
    #expect((reader.error as? AVError)?.code == .failedToLoadMediaData)
  }
}
