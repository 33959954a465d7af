public import CoreMedia
public import Foundation
import MediaEngine
import MediaSupport
import Synchronization

/// Timed media in a container: its tracks and its metadata.
///
/// Making an asset reads nothing (KV-01). Properties are loaded when they are asked for, each at most once, and as far
/// into the file as it needs: a movie's `duration` needs its index alone, its `tracks` as much as opening it for
/// reading does, and no media is decoded for either. There are three ways to ask, which share one state (KV-16):
/// `load(_:)`, `loadValuesAsynchronously(forKeys:completionHandler:)`, and the synchronous properties, which block
/// until they are loaded (KV-02). Where loading fails, these have a neutral value: no tracks, a zero duration. Any
/// thread.
open class AVAsset: NSObject, NSCopying, AVAsynchronousKeyValueLoading, _AVAssetWithTracks, @unchecked Sendable {
  // Sendable: constants and a lock.
  let content: any AssetContent
  let loading: PropertyLoading
  private let madeTracks = Mutex<[AVAssetTrack]?>(nil)

  init(_ content: any AssetContent) {
    self.content = content
    loading = PropertyLoading(content)
  }

  /// Cancels loading (KV-17).
  deinit { loading.cancel() }

  /// The asset itself: it never changes.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// The duration of the presentation: the end of its longest track. It is `.indefinite` if the file does not state it,
  /// as in a live recording.
  public var duration: CMTime { header(for: .duration)?.duration ?? .zero }

  /// A Boolean value that says whether duration and times are exact, and not estimated as for streams without tables.
  public var providesPreciseDurationAndTiming: Bool {
    header(for: .providesPreciseDurationAndTiming)?.statesTimes ?? false
  }

  /// The rate at which the asset is meant to be played: 1 is as recorded.
  public var preferredRate: Float { header(for: .preferredRate)?.preferredRate ?? 1 }

  /// The volume at which the asset is meant to be played: 1 is as recorded, 0 is silent.
  public var preferredVolume: Float { header(for: .preferredVolume)?.preferredVolume ?? 1 }

  /// The transform of the first video track; identity without one.
  public var preferredTransform: CGAffineTransform {
    firstVideoTrack(for: .preferredTransform)?.preferredTransform ?? .identity
  }

  /// The size of the first video track; zero without one.
  public var naturalSize: CGSize { firstVideoTrack(for: .naturalSize)?.naturalSize ?? .zero }

  /// The least time by which the playing of a live stream has to lag behind the live moment. It is always invalid here,
  /// since no live streams are read.
  public var minimumTimeOffsetFromLive: CMTime { .invalid }

  /// The restrictions on references from the asset to other files, which `AVURLAssetReferenceRestrictionsKey` chooses.
  ///
  /// No other file is ever opened here, whatever is allowed.
  public var referenceRestrictions: AVAssetReferenceRestrictions { .defaultPolicy }

  private func firstVideoTrack(for property: AssetProperty) -> AVAssetTrack? {
    tracks(for: property).first { $0.mediaType == .video }
  }

  /// Returns the tracks, always the same objects. It waits until a property that follows from them is loaded.
  func tracks(for property: AssetProperty) -> [AVAssetTrack] {
    guard let information = information(for: property) else { return [] }
    return madeTracks.withLock { made in
      if let made { return made }
      let tracks = information.tracks.map { AVAssetTrack(asset: self, track: $0) }
      made = tracks
      return tracks
    }
  }
}

// The values that getters are made from.
extension AVAsset {
  /// The source's information, which is read now if it was not read before. It is `nil` where it cannot be read.
  var information: (any AssetInformation)? { try? content.load() }

  /// Returns the container's header. It waits until a property is loaded, and is `nil` where that cannot be.
  func header(for property: AssetProperty) -> SourceHeader? {
    loading.wait(for: property) ? try? content.header() : nil
  }

  /// Returns the source's information. It waits until a property is loaded, and is `nil` where that cannot be.
  func information(for property: AssetProperty) -> (any AssetInformation)? {
    loading.wait(for: property) ? try? content.load() : nil
  }

  /// Returns the source's information for readers. No property is loaded by this.
  ///
  /// - Throws: `AVError` when the file cannot be opened or read.
  @discardableResult
  func loadedInformation() throws -> any AssetInformation {
    do { return try content.load() } catch { throw AVError(wrapping: error) }
  }
}
