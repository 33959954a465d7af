import Foundation
import TestSupport
import Testing

/// What a batch keeps of each job.
@Suite struct BatchMemoryTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Ten milliseconds of sound.
  private func makeInputs(_ count: Int) throws {
    try FileManager.default.createDirectory(at: folder.file("in"), withIntermediateDirectories: false)
    let whole = try Data(contentsOf: URL(fileURLWithPath: Files.fixture("speech.wav")))
    let data = try #require(whole.range(of: Data("data".utf8)))
    let length = 320
    var wave = whole.prefix(data.upperBound + 4 + length)
    wave.replaceSubrange(data.upperBound..<data.upperBound + 4, with: [UInt8(length & 0xFF), UInt8(length >> 8), 0, 0])
    let size = wave.count - 8
    wave.replaceSubrange(4..<8, with: (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) })
    for number in 0..<count { try wave.write(to: folder.file("in/\(1_000_000 + number).wav")) }
  }

  private static let mostBytesOfJob = 2048

  /// One job at a time, so that the peak is that of a job and of what is kept. Of the first jobs nothing is said: code and
  /// tables come into memory with them.
  ///
  /// - Parameter step: the bytes that the allocator takes from the system at once, and keeps: an encoder of FLAC has 7 MB.
  @Test(arguments: [("m4a", 4 << 20), ("flac", 64 << 20)])
  func `memory grows by what the report has of a job`(format: String, step: Int) throws {
    let count = Rounds.count(240, full: 2000)
    let (early, late) = (count / 2, count - 10)
    try makeInputs(count)
    let command = try Command(
      ["batch", "in", "--output-dir", "out", "--format", format, "-q", "--workers", "1"], in: folder,
      // On a busy machine more threads are in the allocator at once, and each would get an arena that keeps some.
      prelude: "export MALLOC_ARENA_MAX=1; ")
    func memory(after number: Int) -> Int? {
      let output = folder.path("out/\(1_000_000 + number).\(format)")
      command.waitUntil { FileManager.default.fileExists(atPath: output) }
      return command.peakBytes
    }
    let first = try #require(memory(after: early))
    let last = try #require(memory(after: late))
    #expect(command.ending().exit == 0)
    #expect(last - first <= (late - early) * Self.mostBytesOfJob + step, "\(last - first) bytes")
  }
}
