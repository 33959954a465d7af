import Foundation
import MediaInterop
import MediaSupport
import MovieFile

extension Movie {
  /// The greatest number of fragments of a remote movie. Each fragment's index costs a request of its own; with more,
  /// libavformat opens the movie, and reads the indices along with the media.
  private static let distantFragmentLimit = 64

  /// Reads the index of a source that is a movie file, and nothing else of it.
  ///
  /// - Returns: `nil` for a source that is no movie file or cannot be read in any order (a pipe, a server without byte
  ///   ranges), and for a remote movie of many fragments.
  /// - Throws: `MediaError` of stage `.opening`.
  static func read(_ source: MediaSource, cancellation: Cancellation) throws -> Movie? {
    do {
      switch source {
      case .file(let path): return try Movie(path: path)
      case .images: return nil
      case .network, .supplied:
        guard let file = try RemoteFile(source, cancellation: cancellation) else { return nil }
        let limit = source.isDistant ? distantFragmentLimit : FileBoxes.largestCount
        do { return try Movie(file, fragmentLimit: limit) } catch let error as MediaError {
          throw error.adding(path: source.name)
        }
      }
    } catch let error as MediaError where error.kind == .unrecognizedFormat || error.isOfPipe {
      return nil
    }
  }
}

extension MediaSource {
  /// Returns the source's bytes for reading in any order. It is `nil` if that is not possible, as on a server without
  /// byte ranges.
  ///
  /// - Throws: `MediaError` of stage `.opening`, also for a pipe.
  func bytes(cancellation: Cancellation) throws -> (any ByteSource)? {
    switch self {
    case .file(let path): try FileSource(path: path)
    case .network, .supplied: try RemoteFile(self, cancellation: cancellation)
    case .images: nil
    }
  }
}

extension MediaError {
  /// A Boolean value that says whether this is the error of `FileSource` for a pipe or a device.
  var isOfPipe: Bool { kind == .inputUnavailable && code == ESPIPE }
}
