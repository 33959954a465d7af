import AVFoundation
import MovieFile
import TestSupport
import Testing

/// A client of the library that is killed while it writes a file in fragments: every file plays to its last complete
/// fragment.
@Suite struct FragmentKillTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let (seconds, interval) = (20, 0.5)

  private func record(_ name: String) throws -> Command {
    try Command(
      [name, "\(Self.seconds)", "\(Self.interval)"], of: Tool.fragmentrecorder.path ?? "", in: folder)
  }

  private struct Stored: Equatable {
    var time: CMTime
    var bytes: [UInt8]
  }

  /// Every sample of a track, as a reader vends it.
  private func samples(_ path: String, _ mediaType: AVMediaType) throws -> [Stored] {
    let asset = AVURLAsset(url: URL(fileURLWithPath: path))
    guard let track = asset.tracks(withMediaType: mediaType).first else { return [] }
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
    reader.add(output)
    #expect(reader.startReading())
    var stored: [Stored] = []
    while let sample = output.copyNextSampleBuffer() {
      let bytes = try sample.dataBuffer.map { [UInt8](try $0.dataBytes()) } ?? []
      stored.append(Stored(time: sample.presentationTimeStamp, bytes: bytes))
    }
    #expect(reader.status == .completed)
    return stored
  }

  @Test(arguments: ["mov", "mp4"])
  func `AW-60 killed at any moment a file plays to its last complete fragment`(type: String) throws {
    let name = "out.\(type)"
    let start = ContinuousClock.now
    #expect(try record(name).ending().exit == 0)
    let duration = Int((ContinuousClock.now - start) / .microseconds(1))
    let reference = try [AVMediaType.video, .audio].map { try samples(folder.path(name), $0) }
    #expect(reference[0].count == Self.seconds * 25)
    try FileManager.default.removeItem(atPath: folder.path(name))

    var chance = SeededGenerator(seed: type == "mov" ? 60 : 61)
    var counts: Set<Int> = []
    for round in 0..<Rounds.count(12, full: 100) {
      let recorder = try record(name)
      // The moment is by chance: nothing is expected to have happened in that time.
      usleep(UInt32.random(in: 0..<UInt32(clamping: max(1, duration)), using: &chance))
      recorder.signal(SIGKILL)
      _ = recorder.ending()
      counts.insert(try expectComplete(name, reference, "round \(round)"))
      try? FileManager.default.removeItem(atPath: folder.path(name))
    }
    // Not every file was killed before its first fragment, or after its last.
    #expect(counts.count > 2, "\(counts)")
  }

  /// - Returns: how many pictures it has.
  private func expectComplete(_ name: String, _ reference: [[Stored]], _ round: Comment) throws -> Int {
    let path = folder.path(name)
    guard let movie = try? Movie(path: path) else {
      // Killed before its front was written.
      if let boxes = try? FileSource(path: path) {
        var list = FileBoxes(boxes)
        while let box = try list.next() { #expect(box.type != "moof", round) }
      }
      return 0
    }
    #expect(movie.firstInconsistency() == nil, round)
    guard movie.tracks.contains(where: { $0.sampleCount > 0 }) else { return 0 }
    for (samples, mediaType) in zip(reference, [AVMediaType.video, .audio]) {
      let kept = try self.samples(path, mediaType)
      #expect(kept.elementsEqual(samples.prefix(kept.count)), round)
      let track = movie.tracks.first { $0.kind == (mediaType == .video ? HandlerType.video : .audio) }
      #expect(kept.count == track?.sampleCount, round)
      guard mediaType == .video, movie.isFragmented, kept.count < samples.count else { continue }
      // Whole fragments: each ends with the last picture that is decoded before a multiple of the interval.
      let perFragment = Double(25) * Self.interval
      let delay = kept.count - Int((Double(kept.count) / perFragment).rounded(.down) * perFragment)
      #expect((0...4).contains(delay), round)
    }
    return movie.tracks.first { $0.kind == HandlerType.video }?.sampleCount ?? 0
  }
}
