import MediaInterop
import MediaSupport
import MovieFile

/// A file on a server, or one that the client's code supplies, for our own reader of movies.
final class RemoteFile: MovieFile.ByteSource {
  let byteCount: Int64
  private let bytes: InputBytes

  /// - Returns: `nil` for a resource that cannot be read in any order, such as one on a server without byte ranges.
  /// - Throws: `MediaError` when the server does not answer, or answers with an error.
  init?(_ source: MediaSource, cancellation: Cancellation) throws {
    bytes = try InputBytes(source, cancellation: cancellation)
    guard let count = bytes.byteCount else { return nil }
    byteCount = count
  }

  func read(_ count: Int, at offset: Int64) throws -> [UInt8] {
    try bytes.read(Int(max(0, min(Int64(count), byteCount - offset))), at: offset)
  }
}
