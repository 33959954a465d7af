import Foundation
import MediaInterop
import MediaSupport
import Synchronization
import TestSupport
import Testing

@testable import MediaEngine

/// Downloads from servers and suppliers that do not give what they should.
@Suite struct DownloadTests {
  /// The error that ends reading from the first byte on, and the number of bytes before it.
  private static func readUntilError(_ download: Download) throws -> (error: MediaError?, count: Int64) {
    let bytes = try download.open(Cancellation())
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var count: Int64 = 0
    while true {
      do {
        let read = try buffer.withUnsafeMutableBytes { try bytes.read(into: $0, at: count) }
        if read == 0 { return (nil, count) }
        count += Int64(read)
      } catch let error as MediaError {
        return (error, count)
      }
    }
  }

  @Test
  func `PI-22: a server whose answers break off before the same byte is asked with pauses, and not for ever`()
    async throws
  {
    try await bounded {
      let folder = try TemporaryFolder()
      let server = try MediaServer(Files.fixtures, manner: .chunks(limit: 40_000))
      let download = Download(
        server.url("speech.wav").absoluteString, NetworkOptions(timeout: 2), folder: folder.url)
      defer { download.end() }
      let (error, count) = try Self.readUntilError(download)
      #expect(error?.kind == .inputOutput && (1...40_000).contains(count))
      // One more tells that the server knows no ranges. The pauses double from a quarter of a second on.
      #expect((4...10).contains(server.requests.count), "\(server.requests.count)")
      #expect(download.errors.count >= 3)
    }
  }

  /// Reads as many bytes from a place on.
  private static func read(_ count: Int, at place: Int64, of bytes: any SuppliedBytes) throws -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let read = try buffer.withUnsafeMutableBytes {
        try bytes.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[filled...]), at: place + Int64(filled))
      }
      if read == 0 { break }
      filled += read
    }
    return Array(buffer[..<filled])
  }

  private static let firstCount = 64 << 10

  @Test(arguments: [true, false])
  func `parts of two versions of a resource are not joined (RFC 9110, 13.1.5 and 15.3.7)`(
    heedsConditions: Bool
  ) async throws {
    try await bounded {
      let folder = try TemporaryFolder()
      try Data(repeating: 1, count: 300_000).write(to: folder.file("a"))
      let server = try MediaServer(folder.url, manner: .version("\"1\"", heedsConditions: heedsConditions))
      let download = Download(server.url("a").absoluteString, NetworkOptions(timeout: 2), folder: folder.url)
      defer { download.end() }
      // Nothing comes that nobody waits for.
      download.aheadCount = 0
      let bytes = try download.open(Cancellation())
      #expect(try Self.read(Self.firstCount, at: 0, of: bytes).allSatisfy { $0 == 1 })
      server.manner = .version("\"2\"", heedsConditions: heedsConditions)
      try Data(repeating: 2, count: 300_000).write(to: folder.file("a"))
      let error = #expect(throws: MediaError.self) {
        _ = try Self.read(1000, at: Int64(Self.firstCount), of: bytes)
      }
      #expect(error?.message == "the resource has changed on its server")
      #expect(server.requests.last?.ifRange == "\"1\"" && download.present.byteCount == Int64(Self.firstCount))
    }
  }

  @Test(arguments: ["\"1\"", "W/\"1\""])
  func `ranges are wanted of the same version, where its tag is a strong one (RFC 9110, 13.1.5)`(
    tag: String
  ) async throws {
    try await bounded {
      let folder = try TemporaryFolder()
      let contents = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 251) }
      try Data(contents).write(to: folder.file("a"))
      let server = try MediaServer(folder.url, manner: .version(tag))
      let download = Download(server.url("a").absoluteString, folder: folder.url)
      defer { download.end() }
      let bytes = try download.open(Cancellation())
      #expect(try Self.read(300_000, at: 0, of: bytes) == contents)
      let conditions = server.requests.map(\.ifRange)
      #expect(conditions.count > 1 && conditions.first == .some(nil))
      #expect(conditions.dropFirst().allSatisfy { $0 == (tag.hasPrefix("W") ? nil : tag) })
    }
  }

  @Test func `requests that are cancelled for good end a download, whose bytes are read on`() async throws {
    try await bounded(by: 60) {
      let folder = try TemporaryFolder()
      try Data(repeating: 1, count: 300_000).write(to: folder.file("a"))
      let server = try MediaServer(folder.url)
      let cancellation = Cancellation()
      let download = Download(
        server.url("a").absoluteString, NetworkOptions(timeout: 2, cancellation: cancellation), folder: folder.url)
      defer { download.end() }
      // Nothing comes that nobody waits for.
      download.aheadCount = 0
      let bytes = try download.open(Cancellation())
      #expect(try Self.read(Self.firstCount, at: 0, of: bytes).count == Self.firstCount)
      cancellation.cancel()
      for _ in 0..<2 {
        let error = #expect(throws: MediaError.self) {
          _ = try Self.read(1000, at: Int64(Self.firstCount), of: bytes)
        }
        // One that says that it was cancelled is tried again by those who play.
        #expect(error?.kind == .inputOutput)
      }
      #expect(try Self.read(1000, at: 0, of: bytes).count == 1000)
      #expect(download.errors.count == 1)
    }
  }

  /// A supplier of 300 000 bytes that refuses those from a place on.
  private final class Supplier: MediaSupplier {
    let limit = Mutex<Int64>(100_000)
    let askedCount = Mutex(0)

    func ask(_ request: SupplyRequest) -> @Sendable () -> Void {
      if request.purpose != .bytes {
        request.information = SupplyInformation(byteCount: 300_000, isSeekable: true)
        request.finish()
        return {}
      }
      askedCount.withLock { $0 += 1 }
      let end = min(300_000, request.offset + (request.count ?? 300_000))
      if end > limit.withLock({ $0 }) {
        request.fail(nil)
      } else {
        request.respond(Data(repeating: 1, count: Int(end - request.offset)))
        request.finish()
      }
      return {}
    }
  }

  @Test func `what a supplier refuses is an error for those who wait, and is asked for again when somebody waits anew`()
    async throws
  {
    try await bounded {
      let folder = try TemporaryFolder()
      let supplier = Supplier()
      let download = Download(SuppliedMedia(name: "somewhere", supplier: supplier), folder: folder.url)
      defer { download.end() }
      let bytes = try download.open(Cancellation())
      #expect(try Self.read(Self.firstCount, at: 0, of: bytes).count == Self.firstCount)
      for count in 1...3 {
        let error = #expect(throws: MediaError.self) {
          _ = try Self.read(1000, at: Int64(Self.firstCount), of: bytes)
        }
        #expect(error?.kind == .inputOutput)
        // The first may have been tried in advance.
        #expect((count + 1...count + 2).contains(supplier.askedCount.withLock { $0 }))
      }
      supplier.limit.withLock { $0 = .max }
      let rest = 300_000 - Self.firstCount
      #expect(try Self.read(rest, at: Int64(Self.firstCount), of: bytes).count == rest)
      #expect(try Self.read(1, at: 300_000, of: bytes).isEmpty)
    }
  }
}
