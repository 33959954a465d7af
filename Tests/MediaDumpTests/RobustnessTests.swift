import AVFoundation
import Foundation
import MediaDump
import TestSupport
import Testing

/// Every file gives its text or an error with a sentence; none stops the process or takes without bound.
@Suite("Dumps of bad files")
struct RobustnessTests {
  /// More than any of these files deserves.
  private static let largestText = 64 << 20

  private static let everyWay: [MediaDump.Options] = [
    [], [.boxes, .samples, .checksums], [.boxes, .samples, .structureOnly],
  ]

  private func expectTextOrError(_ url: URL, _ ways: [MediaDump.Options] = everyWay) {
    for options in ways {
      var bytes = 0
      var hasOneLineEach = true
      do {
        try MediaDump.write(url, options: options) { line in
          bytes += line.utf8.count
          let feed = line.utf8.firstIndex(of: UInt8(ascii: "\n"))
          if feed.map(line.utf8.index(after:)) != line.utf8.endIndex { hasOneLineEach = false }
        }
        #expect(hasOneLineEach)
        #expect(bytes > 0)
      } catch {
        #expect(!"\(error)".isEmpty)
      }
      #expect(bytes < Self.largestText)
    }
  }

  @Test(arguments: Files.names(in: Files.corrupt))
  func `a corrupt fixture gives a text or an error`(_ name: String) {
    expectTextOrError(Files.corrupt.appending(path: name))
  }

  @Test(
    .enabled(if: Files.hasShared, "SKIPPED: needs ../shared/media; this check did not run"),
    arguments: Files.names(in: Files.shared))
  func `another writer's file gives a text or an error`(_ name: String) {
    // All that is said of bad files; of the others, which are long, what costs no line a sample.
    expectTextOrError(Files.shared.appending(path: name), name.hasPrefix("bad/") ? Self.everyWay : [[.boxes]])
  }

  @Test func `a missing file is unavailable`() {
    let error = #expect(throws: AVError.self) { try MediaDump.text(of: URL(filePath: "/nonexistent/file.mov")) }
    #expect((error?.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == Int(ENOENT))
  }

  @Test(arguments: ["text.mov", "zero-length.mov"])
  func `what is no media is not recognized`(_ name: String) {
    let error = #expect(throws: AVError.self) { try MediaDump.text(of: Files.corrupt.appending(path: name)) }
    #expect(error?.code == .fileFormatNotRecognized)
  }

  @Test(arguments: ["moov-cut.mp4", "moov-size-absurd.mp4"])
  func `a file that ends in its index is cut`(_ name: String) {
    let error = #expect(throws: AVError.self) { try MediaDump.text(of: Files.corrupt.appending(path: name)) }
    #expect(error?.code == .failedToLoadMediaData)
  }

  @Test(arguments: ["moov-missing.mp4", "ftyp-only.mp4", "stsd-missing.mp4"])
  func `a broken index is damage`(_ name: String) {
    let error = #expect(throws: AVError.self) { try MediaDump.text(of: Files.corrupt.appending(path: name)) }
    #expect(error?.code == .fileFailedToParse)
    #expect((error?.userInfo[NSFilePathErrorKey] as? String)?.hasSuffix(name) == true)
  }

  @Test func `boxes before the damage are shown`() throws {
    var text = ""
    #expect(throws: AVError.self) {
      try MediaDump.write(Files.corrupt.appending(path: "stsd-missing.mp4"), options: .boxes) { text += $0 }
    }
    #expect(text.contains("stbl"))
  }

  /// The tables are sound in themselves: what lies outside the file is a line of the text.
  @Test(arguments: ["mdat-cut.mp4", "stco-beyond-end.mp4"])
  func `samples beyond the file are told`(_ name: String) throws {
    let text = try MediaDump.text(of: Files.corrupt.appending(path: name), options: [.samples, .checksums])
    #expect(text.contains("damage = "))
    #expect(text.contains("crc32 beyond the file"))
  }

  /// Bytes of a sound movie changed at random, with a seed.
  @Test(arguments: ["h264-two-audio.mp4", "h264-fragmented.mp4", "h264-trimmed.mov"])
  func `a movie with changed bytes gives a text or an error`(_ name: String) throws {
    let sound = [UInt8](try Data(contentsOf: Files.fixtures.appending(path: name)))
    let directory = FileManager.default.temporaryDirectory.appending(path: "dump-\(UUID())")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    var random = SeededGenerator(seed: 2026)
    for round in 0..<40 {
      var bytes = sound
      // Half of the rounds hit the boxes alone, which are most of the last tenth of these files.
      let from = round.isMultiple(of: 2) ? bytes.count * 9 / 10 : 0
      for _ in 0..<8 {
        bytes[Int.random(in: from..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      let url = directory.appending(path: "\(round)")
      try Data(bytes).write(to: url)
      expectTextOrError(url)
    }
  }
}
