public import CoreMedia
import Foundation
import MediaEngine

/// Edits of all tracks together.
extension AVMutableComposition {
  /// Inserts a range of all tracks of an asset, and moves everything that was shown from `startTime` on to the end of
  /// the inserted range (CO-23).
  ///
  /// Each track goes into the first track of its media type that no other went into; where there is none, a track is
  /// added. Blocks while the asset's tables are read, if they were not yet.
  ///
  /// - Parameter startTime: the time of the range's start in the composition; invalid stands for its end.
  /// - Throws: `AVError` where the asset cannot be opened, as its properties have it; `.contentIsProtected` where a key
  ///   is needed for it; `.invalidSourceMedia` for a range in which it has nothing, and for a start before zero. Nothing
  ///   is inserted then.
  public func insertTimeRange(_ timeRange: CMTimeRange, of asset: AVAsset, at startTime: CMTime) throws {
    try insert(timeRange, of: asset, at: startTime)
  }

  /// The same with a completion handler, which gets the error. It is called once, on an unspecified queue.
  @preconcurrency  // Clients from before Swift 6 pass blocks that are not Sendable.
  public func insertTimeRange(
    _ timeRange: CMTimeRange, of asset: AVAsset, at startTime: CMTime,
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    asset.loading.load([.tracks]) { [self] in
      do {
        try insert(timeRange, of: asset, at: startTime)
        completionHandler(nil)
      } catch {
        completionHandler(error)
      }
    }
  }

  /// The asynchronous form: it does not block its thread while the asset is opened.
  ///
  /// - Throws: as the others.
  public func insertTimeRange(
    _ timeRange: CMTimeRange, of asset: AVAsset, at time: CMTime, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await asset.loading.load(.tracks)
    try insert(timeRange, of: asset, at: time)
  }

  /// Inserts a range that shows nothing into all tracks, and moves everything that was shown from its start on to its
  /// end (CO-12). At the composition's end this changes nothing.
  public func insertEmptyTimeRange(_ timeRange: CMTimeRange) {
    composition.editTracks { $0.map.insertEmpty(timeRange) }
  }

  /// Removes a range of all tracks, and moves everything that was shown after it to its start (CO-13). No track is
  /// removed, even if nothing is left in it.
  public func removeTimeRange(_ timeRange: CMTimeRange) { composition.editTracks { $0.map.remove(timeRange) } }

  /// Changes the duration of a range of all tracks, which is shown faster or slower, and moves everything that was
  /// shown after it (CO-14).
  ///
  /// - Parameter duration: a positive duration, with which the end is a time of 64 bits; another changes nothing.
  public func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {
    composition.editTracks { $0.map.scale(timeRange, to: duration) }
  }

  private func insert(_ timeRange: CMTimeRange, of asset: AVAsset, at startTime: CMTime) throws {
    try asset.loadedInformation()
    let start = try CompositionInsertion.start(startTime, end: composition.plan.duration)
    let parts = asset.tracks.compactMap { track in
      (try? CompositionInsertion(timeRange, of: track)).map { (track, $0) }
    }
    if asset.hasProtectedContent { throw AVError(.contentIsProtected) }
    guard !parts.isEmpty else { throw CompositionInsertion.error("the asset has no media in the time range") }
    let wanted = CMTimeRange(start: max(timeRange.start, .zero), end: min(timeRange.end, asset.duration))
    let duration = wanted.duration.isNumeric ? wanted.duration : parts.map(\.1.duration).max() ?? .zero
    var lengths: [Int32: CMTime] = [:]
    for (track, insertion) in parts {
      let free = mutableTracks.first { $0.mediaType == track.mediaType && lengths[$0.trackID] == nil }
      guard
        let target = free
          ?? addMutableTrack(withMediaType: track.mediaType, preferredTrackID: kCMPersistentTrackID_Invalid)
      else { continue }
      lengths[target.trackID] = insertion.duration
      composition.edit(target.trackID) { $0.map.insert(insertion.segments, at: start) }
    }
    // In each track, the media from the start time on is moved behind the inserted range, as a whole.
    composition.editTracks { track in
      let length = lengths[track.trackID] ?? .zero
      track.map.insertEmpty(CMTimeRange(start: start + length, duration: duration - length))
    }
  }
}
