public import CoreGraphics
public import Foundation
import MediaEngine
import Synchronization

/// Parts of the media of other assets, arranged in time: tracks that show stretches of tracks of files (CO-01).
///
/// A composition is an asset. Readers, players and writers take it as they take a file, and its properties have their
/// values without a wait, unless a segment names a file by its URL (CO-08). A composition of this class does not change;
/// `mutableCopy()` gives one that can be edited. Any thread.
public class AVComposition: AVAsset, NSMutableCopying, _AVCompositionWithTracks, @unchecked Sendable {
  // Sendable: adds constants and a lock to a Sendable class.
  let composition: Composition
  /// The tracks' objects: the same whenever they are asked for.
  private let madeTracks: Mutex<[AVCompositionTrack]>
  /// The assets of the files that segments name by their URL.
  private let namedAssets = Mutex<[URL: AVURLAsset]>([:])

  /// The options of the assets that the composition makes for the URLs of segments.
  public let urlAssetInitializationOptions: [String: Any]

  init(_ plan: Composition.Plan, _ options: [String: Any]) {
    composition = Composition(plan)
    urlAssetInitializationOptions = options
    madeTracks = Mutex([])
    super.init(composition)
    let tracks = plan.tracks.map { makeTrack($0.trackID, AVMediaType($0.mediaType)) }
    madeTracks.withLock { $0 = tracks }
  }

  /// Unavailable: a composition has no file of its own.
  @available(*, unavailable, message: "use AVMutableComposition() and insertTimeRange(_:of:at:)")
  public convenience init(url URL: URL) { fatalError("unavailable") }

  /// The composition itself: it never changes.
  public override func copy(with zone: NSZone? = nil) -> Any { self }

  /// A composition of the same tracks that can be edited. Later changes of one do not change the other (CO-09).
  public func mutableCopy(with zone: NSZone? = nil) -> Any {
    AVMutableComposition(composition.plan, urlAssetInitializationOptions)
  }

  /// The size of the pictures: the one that was set, or else that of the first video track (CO-30).
  public override var naturalSize: CGSize { composition.plan.naturalSize ?? super.naturalSize }

  override func tracks(for property: AssetProperty) -> [AVAssetTrack] { compositionTracks }

  /// The tracks, in the order in which they were added.
  var compositionTracks: [AVCompositionTrack] { madeTracks.withLock { $0 } }

  /// Makes the object of a track.
  func makeTrack(_ trackID: Int32, _ mediaType: AVMediaType) -> AVCompositionTrack {
    AVCompositionTrack(self, trackID, mediaType)
  }

  /// Changes the list of the tracks' objects.
  func changeTracks(_ change: (inout [AVCompositionTrack]) -> Void) { madeTracks.withLock { change(&$0) } }

  /// Returns the asset of the file that a segment names, the same whenever it is asked for.
  func asset(at url: URL) -> AVURLAsset {
    namedAssets.withLock { assets in
      if let asset = assets[url] { return asset }
      let asset = AVURLAsset(url: url, options: urlAssetInitializationOptions)
      assets[url] = asset
      return asset
    }
  }
}
