public import CoreMedia
public import Foundation
import MediaEngine
import MediaSupport
import Synchronization

/// The presentation of an asset in a player: its state, its position and its time.
///
/// An item is opened when it is given to a player, and is then ready, or has failed. It can be in one player only, once
/// (PI-05). Any thread; observers are called on the main thread (PI-12).
open class AVPlayerItem: NSObject, NSCopying, @unchecked Sendable {
  // Sendable: constants, and state that the lock protects.

  /// The readiness of an item for playing.
  public enum Status: Int, Sendable {
    /// The item was not given to a player, or is being opened.
    case unknown = 0
    /// The item can be played.
    case readyToPlay = 1
    /// The item cannot be played, and will not be: see `error`.
    case failed = 2
  }

  /// The class and the asset.
  open override var description: String { described(["asset": "\(asset)"]) }

  struct State {
    var status = Status.unknown
    var error: AVError?
    var duration = CMTime.indefinite
    var presentationSize = CGSize.zero
    /// A Boolean value that says whether pictures were presented when the item became ready.
    var hasPictures = false
    var tracks: [AVPlayerItemTrack] = []
    var forwardEnd = CMTime.invalid
    var reverseEnd = CMTime.invalid
    /// The time at which the item will begin, while it is in no player.
    var time = CMTime.zero
    var outputs: [AVPlayerItemOutput] = []
    var forwardBufferDuration: TimeInterval = 0
    var streams = StreamSettings()
    /// The options that were chosen. It is `nil` until one was, or was chosen automatically.
    var selection: PlayerSelection?
    var record = PlaybackRecord()
    var collectors: [AVPlayerItemMediaDataCollector] = []
    /// The outputs of the library's own.
    var ownOutputs: [AVPlayerItemOutput] = []
    var timedMetadata: [AVMetadataItem]?
    /// A Boolean value that says whether a client asked for the timed metadata.
    var givesTimedMetadata = false
    var textStyleRules: [AVTextStyleRule]?
    var textTrack = TrackChoice.automatic
    var trackSelection = PresentedTracks()
    var presentation = PresentationSettings()
    var treatment = ItemTreatment()
    var customSelection = CustomSelection()
    var handlesInterstitialEvents = true
    var authorizationStatus = AVContentAuthorizationStatus.unknown
    /// The item that it was copied from to be played.
    var template: AVPlayerItem?
    var engine: PlayingItem?
    /// A Boolean value that says whether the engine is open.
    var isPresenting = false
    /// The player that the item was given to. While it exists, the item cannot be given to another.
    weak var player: AVPlayer?
  }

  /// The asset that is presented.
  public let asset: AVAsset
  /// The keys of the asset's values that are loaded before the item is ready (PI-02).
  public let automaticallyLoadedAssetKeys: [String]
  let state = Mutex(State())
  let changed = Changes()

  /// The properties that can be observed.
  struct Changes: Sendable {
    let status = DerivedProperty()
    let error = DerivedProperty()
    let duration = DerivedProperty()
    let presentationSize = DerivedProperty()
    let tracks = DerivedProperty()
    let loadedTimeRanges = DerivedProperty()
    let seekableTimeRanges = DerivedProperty()
    let isPlaybackLikelyToKeepUp = DerivedProperty()
    let isPlaybackBufferEmpty = DerivedProperty()
    let isPlaybackBufferFull = DerivedProperty()
    let timedMetadata = DerivedProperty()
  }

  // MARK: Making one

  /// An item of the media at a URL (PI-01).
  public convenience init(url URL: URL) { self.init(asset: AVURLAsset(url: URL)) }

  /// An item of an asset, whose duration is loaded before the item is ready (PI-01).
  public convenience init(asset: AVAsset) { self.init(asset: asset, automaticallyLoadedAssetKeys: ["duration"]) }

  /// An item of an asset.
  ///
  /// - Parameter automaticallyLoadedAssetKeys: the names of the asset's properties that are loaded before the item is ready,
  ///   or cannot be (PI-02).
  public init(asset: AVAsset, automaticallyLoadedAssetKeys: [String]?) {
    self.asset = asset
    self.automaticallyLoadedAssetKeys = automaticallyLoadedAssetKeys ?? []
    super.init()
    AVPlayer.fixObservation()
  }

  /// An item of the same asset with the same settings, in no player: see `copy(with:)`.
  open override func copy() -> Any { copy(with: nil) }

  /// An item of the same asset with the same settings, in no player (PI-06). Outputs and collectors are not copied.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = AVPlayerItem(asset: asset, automaticallyLoadedAssetKeys: automaticallyLoadedAssetKeys)
    let settings = state.withLock {
      ($0.forwardEnd, $0.reverseEnd, $0.forwardBufferDuration, $0.textStyleRules, $0.streams)
    }
    let presentation = state.withLock {
      ($0.trackSelection, $0.presentation, $0.customSelection, $0.handlesInterstitialEvents)
    }
    let selection = state.withLock { ($0.selection, $0.textTrack, $0.treatment) }
    copy.state.withLock { state in
      (state.forwardEnd, state.reverseEnd, state.forwardBufferDuration, state.textStyleRules, state.streams) = settings
      (state.trackSelection, state.presentation, state.customSelection, state.handlesInterstitialEvents) = presentation
      (state.selection, state.textTrack, state.treatment) = selection
    }
    return copy
  }

  deinit { state.withLock { $0.engine }?.end() }

  // MARK: State

  /// The readiness of the item for playing (PI-03). It can be observed, and stays as it is when the item leaves its player
  /// (PI-04).
  public var status: Status {
    changed.status.access()
    return state.withLock { $0.status }
  }

  /// The error because of which the item cannot be played, an `AVError`. It is `nil` unless the status is `.failed` (PI-03).
  public var error: (any Error)? {
    changed.error.access()
    return state.withLock { $0.error }
  }

  /// The duration of the asset, whatever the times at which playing ends (PI-11). It is `.indefinite` until the item is
  /// ready, and if the asset does not state it (PI-10). It can be observed.
  public var duration: CMTime {
    changed.duration.access()
    return state.withLock { $0.duration }
  }

  /// The size at which the pictures are to be shown, in points. It is zero until the item is ready, and without pictures
  /// (PI-10). It can be observed.
  public var presentationSize: CGSize {
    changed.presentationSize.access()
    return state.withLock { $0.presentationSize }
  }

  /// The tracks of the asset, as they are presented. There are none until the item is ready (PI-10). It can be observed.
  public var tracks: [AVPlayerItemTrack] {
    changed.tracks.access()
    return state.withLock { $0.tracks }
  }

  /// The time ranges of the item that are loaded, as `CMTimeRange`s in `NSValue`s. A local file is loaded as a whole.
  /// For media on a server it is the downloaded part, which is exact if a movie's tables state it, and estimated for
  /// other containers. It can be observed (PI-15).
  public var loadedTimeRanges: [NSValue] {
    changed.loadedTimeRanges.access()
    let ranges = state.withLock { $0.engine }?.loadedRanges ?? playableRange.map { [$0] } ?? []
    return ranges.map { NSValue(timeRange: $0) }
  }

  /// The stretches of the item that can be sought, as `CMTimeRange`s in `NSValue`s. For an item of unknown length it is
  /// one of indefinite duration.
  public var seekableTimeRanges: [NSValue] {
    changed.seekableTimeRanges.access()
    return playableRange.map { [NSValue(timeRange: $0)] } ?? []
  }

  /// The whole of the item. It is `nil` until the item is ready.
  private var playableRange: CMTimeRange? {
    let (status, duration) = state.withLock { ($0.status, $0.duration) }
    return status == .readyToPlay ? CMTimeRange(start: .zero, duration: duration) : nil
  }

  // MARK: What it can do: it is known when the item is ready, and stays (PI-14)

  /// A Boolean value that says whether the item can be played at rates beyond 2.
  public var canPlayFastForward: Bool { isReady }
  /// A Boolean value that says whether the item can be played at rates between 0 and 1.
  public var canPlaySlowForward: Bool { isReady }
  /// A Boolean value that says whether the item can be played at the rate −1. Its sound is not heard then.
  public var canPlayReverse: Bool { isReady && hasPictures }
  /// A Boolean value that says whether the item can be played at rates below −1.
  public var canPlayFastReverse: Bool { isReady && hasPictures }
  /// A Boolean value that says whether the item can be played at rates between −1 and 0.
  public var canPlaySlowReverse: Bool { isReady && hasPictures }
  /// A Boolean value that says whether the item can be moved forward by pictures.
  public var canStepForward: Bool { isReady && hasPictures }
  /// A Boolean value that says whether the item can be moved back by pictures.
  public var canStepBackward: Bool { isReady && hasPictures }

  private var isReady: Bool { state.withLock { $0.status } == .readyToPlay }
  private var hasPictures: Bool { state.withLock { $0.hasPictures } }

  // MARK: Time

  /// The time of the item, which clients can only read: its rate is the one at which it is played (PI-38). It is `nil` while
  /// the item is in no player.
  public var timebase: CMTimebase? { state.withLock { $0.engine }?.timebase }

  /// The place that is presented now, or that is sought (PI-13).
  public func currentTime() -> CMTime {
    let (engine, time) = state.withLock { ($0.engine, $0.time) }
    return engine?.time ?? time
  }

  /// The time at which playing forward ends. If it is not numeric, that is the item's end. If the item's time is
  /// already later, playing ends at once (PI-20).
  public var forwardPlaybackEndTime: CMTime {
    get { state.withLock { $0.forwardEnd } }
    set { setEnds { $0.forwardEnd = newValue } }
  }

  /// The time at which playing backward ends. Where it is not numeric, that is the item's start; where the item is before
  /// it, playing ends at once (PI-20).
  public var reversePlaybackEndTime: CMTime {
    get { state.withLock { $0.reverseEnd } }
    set { setEnds { $0.reverseEnd = newValue } }
  }

  private func setEnds(_ change: (inout State) -> Void) {
    let (engine, forward, reverse) = state.withLock { state in
      change(&state)
      return (state.engine, state.forwardEnd, state.reverseEnd)
    }
    engine?.setEnds(forward: forward, reverse: reverse)
  }
}
