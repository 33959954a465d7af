public import CoreMedia
public import Dispatch
public import Foundation
import MediaEngine
import Synchronization

/// The texts of an item, each change of them at its time, as text or as the media has them (PI-89).
///
/// Texts are those of the track that the item shows: 3GPP's timed text, QuickTime's text and WebVTT in movies, SubRip, WebVTT and
/// SubStation Alpha in Matroska. Any thread.
public final class AVPlayerItemLegibleOutput: AVPlayerItemOutput, @unchecked Sendable {
  // Sendable: mutable state belongs to the queue, or is protected by a lock.

  /// A choice of who styles texts beside the media.
  public struct TextStylingResolution: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The item's rules, and then the user's settings, of which there are none here.
    public static let `default` = TextStylingResolution(
      rawValue: "AVPlayerItemLegibleOutputTextStylingResolutionDefault")
    /// The item's rules alone.
    public static let sourceAndRulesOnly = TextStylingResolution(
      rawValue: "AVPlayerItemLegibleOutputTextStylingResolutionSourceAndRulesOnly")
  }

  private struct Settings {
    var advance = 0.0
    var resolution = TextStylingResolution.default
  }

  private let nativeSubtypes: Set<UInt32>
  private let client = OutputDelegate<any AVPlayerItemLegibleOutputPushDelegate>()
  private let settings = Mutex(Settings())
  private let queue = DispatchQueue(label: "texts")
  // On the queue.
  private lazy var follower = TextFollower(on: queue) { [weak self] in self?.give($0) }

  /// An output that gives everything as text (PI-89).
  public override init() {
    nativeSubtypes = []
    super.init()
  }

  /// An output that gives the samples of some codings as the media has them.
  ///
  /// - Parameter subtypes: codes of `CMFormatDescription.MediaSubType`. Stops the process for 'c608' (PI-89).
  public init(mediaSubtypesForNativeRepresentation subtypes: [NSNumber]) {
    nativeSubtypes = Set(subtypes.map { UInt32(truncatingIfNeeded: $0.int64Value) })
    if nativeSubtypes.contains(kCMClosedCaptionFormatType_CEA608) {
      raise(.invalidArgument, "there is no native representation of kCMClosedCaptionFormatType_CEA608")
    }
    super.init()
  }

  /// The object that is given the texts. It is not kept, and cannot be observed (PI-88).
  public var delegate: (any AVPlayerItemLegibleOutputPushDelegate)? { client.delegate }

  /// The queue on which the delegate is told (PI-88). It is `nil` without a delegate.
  public var delegateQueue: DispatchQueue? { client.queue }

  /// Sets the object that receives the texts.
  ///
  /// - Parameter delegateQueue: a serial queue. The main one is taken where it is `nil`.
  public func setDelegate(
    _ delegate: (any AVPlayerItemLegibleOutputPushDelegate)?, queue delegateQueue: DispatchQueue?
  ) { client.set(delegate, delegateQueue) }

  /// The time by which texts are given ahead, in seconds (PI-92). It is 0 until it is set. Texts are given as soon as
  /// possible where it is more than a minute.
  public var advanceIntervalForDelegateInvocation: TimeInterval {
    get { settings.withLock { $0.advance } }
    set {
      settings.withLock { $0.advance = newValue }
      queue.async { [weak self] in self?.follower.setAdvance(newValue) }
    }
  }

  /// The choice of who styles texts beside the media. It is `.default` until it is set. Stops the process for a value
  /// other than the two constants (PI-89).
  public var textStylingResolution: TextStylingResolution {
    get { settings.withLock { $0.resolution } }
    set {
      guard [.default, .sourceAndRulesOnly].contains(newValue) else {
        raise(.invalidArgument, "the text styling resolution '\(newValue.rawValue)' is unknown")
      }
      settings.withLock { $0.resolution = newValue }
    }
  }

  // MARK: Following the item

  override func engineDidChange() { textTrackDidChange() }

  override func textTrackDidChange() {
    queue.async { [weak self] in
      guard let self else { return }
      follower.follow(item, engine, advance: advanceIntervalForDelegateInvocation)
    }
  }

  override func textStyleDidChange() { queue.async { [weak self] in self?.follower.repeatLast() } }

  override func note(_ event: PlayingEvent) {
    if case .ready = event { return textTrackDidChange() }
    queue.async { [weak self] in
      guard let self else { return }
      guard case .flushed = event else { return follower.look() }
      client.tell { $0.outputSequenceWasFlushed(self) }
      follower.flush()
    }
  }

  override var isPrepared: Bool { queue.sync { !follower.isReading } }

  override func look() { queue.async { [weak self] in self?.follower.look() } }

  private func give(_ change: TextFollower.Change) {
    let rules = item?.textStyleRules ?? []
    let native = change.cues.filter(isNative).map(\.sample)
    client.tell { delegate in
      let strings = change.strings(rules: rules) { !self.isNative($0) }
      delegate.legibleOutput(
        self, didOutputAttributedStrings: strings, nativeSampleBuffers: native, forItemTime: change.time)
    }
  }

  private func isNative(_ cue: TextFollower.ShownCue) -> Bool {
    cue.sample.formatDescription.map { nativeSubtypes.contains($0.mediaSubType.rawValue) } ?? false
  }
}

/// An object that is given the texts of an item (PI-89).
public protocol AVPlayerItemLegibleOutputPushDelegate: AVPlayerItemOutputPushDelegate {
  /// Other texts are shown, or none.
  ///
  /// - Parameters:
  ///   - strings: all texts that are shown then, with attributes whose names begin with `kCMTextMarkupAttribute_`.
  ///   - nativeSamples: `CMSampleBuffer`s of the codings that are wanted as the media has them.
  ///   - itemTime: the time from which on they are shown.
  func legibleOutput(
    _ output: AVPlayerItemLegibleOutput, didOutputAttributedStrings strings: [NSAttributedString],
    nativeSampleBuffers nativeSamples: [Any], forItemTime itemTime: CMTime)
}

extension AVPlayerItemLegibleOutputPushDelegate {
  /// Does nothing.
  public func legibleOutput(
    _ output: AVPlayerItemLegibleOutput, didOutputAttributedStrings strings: [NSAttributedString],
    nativeSampleBuffers nativeSamples: [Any], forItemTime itemTime: CMTime
  ) {}
}
