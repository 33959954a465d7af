public import CoreMedia
import Foundation
import MediaEngine
import Synchronization

/// The properties of the file, settable until writing starts (AW-15).
extension AVAssetWriter {
  /// A Boolean value that says whether the movie's tables come before its media, so that it plays while it is
  /// downloaded (AW-63). For movie files; `false` by default.
  public var shouldOptimizeForNetworkUse: Bool {
    get { state.withLock { $0.configuration.isFastStart } }
    set { configure { $0.configuration.isFastStart = newValue } }
  }

  /// The number of ticks a second of the movie's own times. With 0, the default, the writer chooses (AW-64).
  public var movieTimeScale: CMTimeScale {
    get { state.withLock { $0.configuration.movieTimeScale } }
    set {
      guard newValue >= 0 else { raise(.invalidArgument, "movieTimeScale must not be negative") }
      configure { $0.configuration.movieTimeScale = newValue }
    }
  }

  /// The metadata of the file: none by default (AW-15).
  ///
  /// Items of key spaces that the file type has are written unchanged. Others are written under the type's own
  /// identifier with the same meaning, or else as free text under their name, if the type allows that (<doc:Metadata>).
  public var metadata: [AVMetadataItem] {
    get { state.withLock { $0.metadata } }
    set {
      configure { _ in }
      let copies = newValue.map(\.unchanging)
      state.withLock { $0.metadata = copies }
    }
  }

  /// The folder of the unfinished file. With `nil`, the default, the file lies beside `outputURL` (AW-15). Writing
  /// fails to start where no file can be made there (AW-17). A file in fragments is written at `outputURL` itself.
  public var directoryForTemporaryFiles: URL? {
    get { state.withLock { $0.configuration.temporaryDirectory }.map { URL(fileURLWithPath: $0, isDirectory: true) } }
    set {
      if let newValue, !newValue.isFileURL { raise(.invalidArgument, "directoryForTemporaryFiles must be a file URL") }
      configure { $0.configuration.temporaryDirectory = newValue?.path }
    }
  }

  /// A Boolean value that says whether the file can be written to storage that the system sets aside for video of high
  /// data rates. It is `false`, since Linux has none.
  public var isProVideoStorageSupported: Bool { false }

  /// A Boolean value that says whether the file is written to such storage. It is `false`. Stops the process when it is
  /// set to `true`, which is not supported, and when writing has started.
  public var usesProVideoStorage: Bool {
    get { false }
    set {
      configure { _ in }
      if newValue { raise(.invalidArgument, "usesProVideoStorage needs isProVideoStorageSupported, which is false") }
    }
  }

  func configure(_ body: (inout State) -> Void) {
    if status != .unknown { raise(.internalInconsistency, "a writer must be configured before startWriting()") }
    state.withLock { body(&$0) }
  }
}
