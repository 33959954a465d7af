public import CoreMedia
import Foundation
import MediaEngine
import MediaSupport

/// Timed media in a container: its tracks and what it says of itself.
///
/// Making an asset reads nothing (KV-01). The first property asked for opens the file and blocks until its
/// header is read (KV-02); media is not decoded for it. What cannot be read gives a neutral value: no
/// tracks, a zero duration. Any thread.
open class AVAsset: @unchecked Sendable {
  // Sendable: the source loads itself once behind its own lock.
  let source: Source

  init(source: Source) { self.source = source }

  /// An asset of the file at a URL: an `AVURLAsset`.
  public convenience init(url URL: URL) { self.init(source: Source(url: URL)) }

  var information: SourceInformation? { try? source.load() }

  /// How long the presentation is: the end of its longest track.
  public var duration: CMTime { information?.duration ?? .zero }

  /// Whether duration and times are exact, and not estimated as for streams without tables.
  public var providesPreciseDurationAndTiming: Bool { information?.statesTimes ?? false }

  /// All tracks in file order.
  public var tracks: [AVAssetTrack] {
    information?.tracks.map { AVAssetTrack(asset: self, track: $0) } ?? []
  }

  /// The tracks of a media type, in file order.
  public func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] {
    tracks.filter { $0.mediaType == mediaType }
  }

  /// The track with an identifier; `nil` when there is none.
  public func track(withTrackID trackID: CMPersistentTrackID) -> AVAssetTrack? {
    tracks.first { $0.trackID == trackID }
  }

  /// The asynchronous form of `tracks(withMediaType:)`.
  ///
  /// - Throws: `AVError` when the file cannot be opened or read.
  public func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVAssetTrack] {
    try loadedInformation()
    return tracks(withMediaType: mediaType)
  }

  /// The asynchronous form of `track(withTrackID:)`.
  ///
  /// - Throws: `AVError` when the file cannot be opened or read.
  public func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws -> AVAssetTrack? {
    try loadedInformation()
    return track(withTrackID: trackID)
  }

  /// Whether a reader can be made for it: the container is recognised and has a track.
  public var isReadable: Bool { !tracks.isEmpty }

  /// The transform of the first video track; identity without one.
  public var preferredTransform: CGAffineTransform {
    tracks(withMediaType: .video).first?.preferredTransform ?? .identity
  }

  @discardableResult
  func loadedInformation() throws -> SourceInformation {
    do { return try source.load() } catch { throw AVError(wrapping: error) }
  }
}
