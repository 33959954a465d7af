import AVFoundation
import MovieFile
import TestSupport
import Testing

/// Movies with one box broken, each in turn: every key is loaded or fails with an error of this framework's, and what can
/// be read is read without a trap.
@Suite("Movies with a broken box")
struct BrokenBoxTests {
  private static let keys = ["duration", "tracks", "metadata", "playable", "availableChapterLocales", "creationDate"]
  private static let fixtures = ["h264-aac.mov", "h264-fragmented.mp4", "h264-late-audio.mov"]

  /// All boxes of a file in a full run, else some of them.
  private static func boxes(of bytes: [UInt8]) throws -> [BoxTree.Node] {
    var nodes: [BoxTree.Node] = []
    try BoxTree.walk(MemorySource(bytes)) { nodes.append($0) }
    let distance = Rounds.count(6, full: 1)
    return stride(from: 0, to: nodes.count, by: distance).map { nodes[$0] }
  }

  /// Loads all that there is, and reads a little of each track.
  private static func examine(_ url: URL, _ what: String) async throws {
    let asset = AVURLAsset(url: url)
    await asset.loadValues(forKeys: keys)
    for key in keys {
      var error: NSError?
      let status = asset.statusOfValue(forKey: key, error: &error)
      #expect(
        status == .loaded || status == .failed && error?.domain == AVFoundationErrorDomain, "\(what): \(key) \(status)")
    }
    try await bounded {
      for item in asset.metadata { _ = (item.stringValue, item.dataValue, item.dateValue, item.numberValue) }
      for track in asset.tracks {
        _ = (track.segments.count, track.naturalSize, track.metadata.count)
        let cursor = track.makeSampleCursorAtLastSampleInDecodeOrder()
        cursor?.stepInPresentationOrder(byCount: -10)
        _ = cursor?.currentChunkInfo
        guard let reader = try? AVAssetReader(asset: asset) else { continue }
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
        reader.add(output)
        if reader.startReading() { for _ in 0..<3 where output.copyNextSampleBuffer() == nil { break } }
        #expect((reader.status == .failed) == (reader.error is AVError))
      }
    }
  }

  @Test func `an identifier that is no positive number is damage, which is told at once`() async throws {
    var bytes = [UInt8](try Data(contentsOf: MediaFiles.fixture("h264-fragmented.mp4")))
    var header: BoxTree.Node?
    try BoxTree.walk(MemorySource(bytes)) { if $0.type == "tkhd" { header = header ?? $0 } }
    // Behind the box's header, version and flags, and two times of 32 bits.
    let place = Int(try #require(header).offset) + 20
    bytes.replaceSubrange(place..<place + 4, with: [0x80, 0, 0, 1])
    let folder = try TemporaryFolder()
    try Data(bytes).write(to: folder.file("a.mp4"))
    let error = await #expect(throws: AVError.self) { try await AVURLAsset(url: folder.file("a.mp4")).load(.tracks) }
    #expect(error?.code == .fileFailedToParse)
  }

  @Test(arguments: fixtures)
  func `cut in the middle of each box`(name: String) async throws {
    let bytes = [UInt8](try Data(contentsOf: MediaFiles.fixture(name)))
    let folder = try TemporaryFolder()
    for box in try Self.boxes(of: bytes) {
      let file = folder.file(name)
      try Data(bytes.prefix(Int(box.offset + box.size / 2))).write(to: file)
      try await Self.examine(file, "'\(box.type)' at \(box.offset)")
    }
  }

  @Test(arguments: fixtures)
  func `a size that cannot be`(name: String) async throws {
    let bytes = [UInt8](try Data(contentsOf: MediaFiles.fixture(name)))
    let folder = try TemporaryFolder()
    let sizes: [UInt32] = [0, 1, 7, 9, .max]
    for (index, box) in try Self.boxes(of: bytes).enumerated() {
      var broken = bytes
      let size = sizes[index % sizes.count]
      broken.replaceSubrange(
        Int(box.offset)..<Int(box.offset) + 4, with: withUnsafeBytes(of: size.bigEndian, Array.init))
      let file = folder.file(name)
      try Data(broken).write(to: file)
      try await Self.examine(file, "'\(box.type)' at \(box.offset) with size \(size)")
    }
  }

  @Test(arguments: fixtures)
  func `contents that say nothing but ones`(name: String) async throws {
    let bytes = [UInt8](try Data(contentsOf: MediaFiles.fixture(name)))
    let folder = try TemporaryFolder()
    for box in try Self.boxes(of: bytes) where box.contents != nil {
      var broken = bytes
      let end = min(bytes.count, Int(box.offset + min(box.size, 64)))
      for place in (Int(box.offset) + 8)..<max(Int(box.offset) + 8, end) { broken[place] = 0xFF }
      let file = folder.file(name)
      try Data(broken).write(to: file)
      try await Self.examine(file, "'\(box.type)' at \(box.offset)")
    }
  }
}
