package import Foundation
package import MediaInterop
import MediaSupport

/// One track of a file, as a part of compositions.
package struct ComposedMedia: Hashable, Sendable {
  package let content: any AssetContent
  package let trackID: Int32
  /// The URL of the file. It is `nil` for content that has none.
  package let url: URL?

  package init(_ content: any AssetContent, trackID: Int32, url: URL?) {
    (self.content, self.trackID, self.url) = (content, trackID, url)
  }

  /// Returns the track. The file is opened if it was not opened before.
  ///
  /// - Parameter cancellation: the cancellation that ends the wait for the file; `nil` for none.
  /// - Throws: `MediaError`: the file cannot be opened, or has no such track; `.cancelled`.
  func track(_ cancellation: Cancellation? = nil) throws -> SourceTrack {
    let tracks = try content.load(cancellation).tracks
    guard let track = tracks.first(where: { $0.trackID == trackID }) else {
      throw MediaError(
        .invalidOperation, .opening, "a composition shows a track that its file does not have", path: url?.path,
        trackID: trackID)
    }
    return track
  }

  /// Returns whether both are the same track of the same content.
  package static func == (one: Self, other: Self) -> Bool {
    one.content === other.content && one.trackID == other.trackID
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(content))
    hasher.combine(trackID)
  }
}

extension CompositionMap<ComposedMedia> {
  /// Opens all files that are shown, if they were not opened before.
  ///
  /// - Parameter cancellation: the cancellation that ends the wait for a file; `nil` for none.
  /// - Throws: `MediaError` of the first file that cannot be opened, or has no such track (CO-45); `.cancelled`.
  package func openMedia(_ cancellation: Cancellation? = nil) throws {
    for media in segments.compactMap(\.media) { _ = try media.track(cancellation) }
  }
}
