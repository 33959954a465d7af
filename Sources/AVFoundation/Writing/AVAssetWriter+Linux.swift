public import Foundation
import MediaEngine
import MediaSupport
import Synchronization

extension AVAssetWriter {
  /// When the media was made, as the headers of a movie file say it to the second; `nil`, the default, leaves them
  /// without a date, so that the same media gives the same bytes. Other files have metadata alone. Settable until
  /// writing starts.
  public var creationDate: Date? {
    get { state.withLock { $0.configuration.creationDate } }
    set { configure { $0.configuration.creationDate = newValue } }
  }

  /// A writer that gives out the bytes of its file in their order, for a pipe or a socket: nothing is changed afterwards.
  ///
  /// Movies are written in fragments, of `movieFragmentInterval` or of two seconds. `outputURL` is the null device's.
  ///
  /// - Parameters:
  ///   - fileType: one with `AVFileType.canStream`.
  ///   - output: takes the next bytes, which are valid during the call; called on a thread of the writer's, which waits.
  ///     An error that it throws ends writing, and `error` says so; a `POSIXError` keeps its code.
  /// - Throws: `AVError.formatUnsupported` for a type that cannot be written like this.
  public convenience init(
    fileType: AVFileType, output: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    guard let container = ContainerFormat(fileType), container.rules.streams else {
      throw AVError(
        MediaError(
          .unsupportedByContainer, .opening,
          "files of type \(fileType.rawValue) cannot be written without going back in them"))
    }
    self.init(container, stream: output)
  }
}
