import Foundation
import MediaInterop
import MediaSupport
import MovieFile

extension Movie {
  /// Each fragment's index costs a request of its own; libavformat reads them on the way.
  private static let distantFragmentLimit = 64

  /// The index of a source that is a movie file, of which nothing else is read.
  ///
  /// - Returns: `nil` for what is no movie file, what cannot be read in any order (a pipe, a server without byte
  ///   ranges), and for a distant movie of many fragments.
  /// - Throws: `MediaError` of stage `.opening`.
  static func read(_ source: MediaSource, cancellation: Cancellation) throws -> Movie? {
    do {
      switch source {
      case .file(let path): return try Movie(path: path)
      case .images: return nil
      case .network, .supplied:
        guard let file = try DistantFile(source, cancellation: cancellation) else { return nil }
        do { return try Movie(file, fragmentLimit: distantFragmentLimit) } catch let error as MediaError {
          throw error.adding(path: source.name)
        }
      }
    } catch let error as MediaError where error.kind == .unrecognizedFormat || error.isOfPipe {
      return nil
    }
  }
}

extension MediaSource {
  /// Its bytes, in any order; `nil` for what cannot be read in any order, as on a server without byte ranges.
  ///
  /// - Throws: `MediaError` of stage `.opening`, for a pipe too.
  func bytes(cancellation: Cancellation) throws -> (any ByteSource)? {
    switch self {
    case .file(let path): try FileSource(path: path)
    case .network, .supplied: try DistantFile(self, cancellation: cancellation)
    case .images: nil
    }
  }
}

extension MediaError {
  /// What `FileSource` says of a pipe or a device.
  var isOfPipe: Bool { kind == .inputUnavailable && code == ESPIPE }
}
