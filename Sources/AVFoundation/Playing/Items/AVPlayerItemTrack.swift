public import Foundation
import MediaEngine
import Synchronization

/// A track of an item's asset, as it is presented. Any thread.
public final class AVPlayerItemTrack: NSObject, Sendable {
  /// The asset's track.
  public let assetTrack: AVAssetTrack?
  private weak let item: AVPlayerItem?
  private let fieldMode = Mutex<String?>(nil)

  init(_ track: AVAssetTrack, of item: AVPlayerItem) {
    assetTrack = track
    self.item = item
    AVPlayer.fixObservation()
  }

  /// A Boolean value that says whether the track is presented (PI-75). The file says so until it is set: pictures of the
  /// first enabled track, the sound of all enabled tracks that are no alternatives of each other, and texts and sound as
  /// they are selected.
  ///
  /// A track that is enabled takes the place of another one of pictures or texts, and is heard beside other sound.
  public var isEnabled: Bool {
    get { assetTrack.map { item?.presents($0) ?? $0.isEnabled } ?? false }
    set { if let assetTrack { item?.setPresents(assetTrack, newValue) } }
  }

  /// The number of pictures per second that are shown now, at the present rate. It is 0 while the time is stopped, and
  /// for tracks of other media (PI-75).
  public var currentVideoFrameRate: Float {
    guard let item, assetTrack?.mediaType == .video, isEnabled, let engine = item.engine else { return 0 }
    return Float(engine.pictureRate)
  }

  /// The way in which the fields of interlaced pictures are shown. It is `nil` until it is set:
  /// `AVPlayerItemTrackVideoFieldModeDeinterlaceFields` wants them deinterlaced. It is kept, and has no effect.
  public var videoFieldMode: String? {
    get { fieldMode.withLock { $0 } }
    set { fieldMode.withLock { $0 = newValue } }
  }
}

/// The mode of fields in which they are deinterlaced.
public let AVPlayerItemTrackVideoFieldModeDeinterlaceFields = "AVPlayerItemTrackVideoFieldModeDeinterlaceFields"
