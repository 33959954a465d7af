import Foundation
import MediaInterop
import MediaSupport
import TestSupport
import Testing

@testable import MediaEngine

/// Downloads from servers that do not give what they should.
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
}
