import CoreMedia
package import Foundation
import MediaInterop
import MediaSupport
import Synchronization

/// A media file or resource: opened once, when it is first asked for something.
///
/// Any thread; the first caller opens, the others wait.
package final class Source: Sendable {
  package let url: URL
  private let result = Mutex<Result<SourceInformation, any Error>?>(nil)

  package init(url: URL) { self.url = url }

  /// The path or URL, for messages.
  package var name: String { mediaSource.name }

  private var mediaSource: MediaSource {
    url.isFileURL ? .file(url.path) : .network(url.absoluteString)
  }

  /// What the source holds; opened at the first call, remembered for the others, failure too.
  ///
  /// - Throws: `MediaError` of stage `.opening`.
  package func load() throws -> SourceInformation {
    try result.withLock { result in
      if let result { return try result.get() }
      let loaded = Result { try SourceInformation(of: mediaSource) }
      result = loaded
      return try loaded.get()
    }
  }
}
