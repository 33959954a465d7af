public import CoreMedia
public import CoreVideo
public import Foundation
import MediaEngine
import Synchronization

/// The base class of objects that give a program an item's media as it is presented.
open class AVPlayerItemOutput: NSObject, @unchecked Sendable {
  // Sendable: mutable state is protected by the lock.
  private struct Source {
    weak var item: AVPlayerItem?
    var engine: PlayingItem?
    var suppressesPlayerRendering = false
  }

  private let source = Mutex(Source())

  override init() {}

  var engine: PlayingItem? { source.withLock { $0.engine } }
  var item: AVPlayerItem? { source.withLock { $0.item } }

  /// A Boolean value that says whether the player itself does not present the media that the output delivers (PI-81).
  /// It is `false` until it is set, and has no effect on an output of metadata.
  public var suppressesPlayerRendering: Bool {
    get { source.withLock { $0.suppressesPlayerRendering } }
    set { source.withLock { $0.suppressesPlayerRendering = newValue } }
  }

  // MARK: Of an item

  /// Attaches the output to an item, whose media it gives from now on.
  ///
  /// - Parameter engine: is `nil` while the item is in no player.
  func attach(to item: AVPlayerItem?, _ engine: PlayingItem?) {
    let former = source.withLock { source in
      defer { (source.item, source.engine) = (item, engine) }
      return source.engine
    }
    if former !== engine { engineDidChange() }
  }

  /// Called when the output gives the media of another item at work, or of none.
  func engineDidChange() {}

  /// Called for each event of the item, on a thread of the item's, which is not to be held up.
  func note(_ event: PlayingEvent) {}

  /// Called when the item shows the texts of another track.
  func textTrackDidChange() {}

  /// Called when the item presents other tracks of metadata.
  func metadataTracksDidChange() {}

  /// Called when the item shows texts in another style.
  func textStyleDidChange() {}

  /// A Boolean value that says whether the output has read what comes next. It is for callers that advance a device's
  /// time themselves.
  var isPrepared: Bool { true }

  /// Looks at the time, for callers that let a device's time go on themselves.
  func look() {}

  // MARK: Time

  /// Returns the item's time at a time of the host's clock, in seconds (PI-82). It is invalid while the item is in no
  /// player.
  public func itemTime(forHostTime hostTimeInSeconds: CFTimeInterval) -> CMTime {
    itemTime(at: CMTime(seconds: hostTimeInSeconds, preferredTimescale: 1_000_000_000))
  }

  /// Returns the item's time at a time of the host's clock in its own units, which are nanoseconds here (PI-82). It is
  /// invalid while the item is in no player.
  public func itemTime(forMachAbsoluteTime machAbsoluteTime: Int64) -> CMTime {
    itemTime(at: CMTime(value: machAbsoluteTime, timescale: 1_000_000_000))
  }

  /// Returns the item's time at the time of the host's clock at which a display shows a picture (PI-82). It is invalid
  /// for a time stamp without a host time, and while the item is in no player.
  public func itemTime(for timestamp: CVTimeStamp) -> CMTime {
    guard CVTimeStampFlags(rawValue: timestamp.flags).contains(.hostTimeValid) else { return .invalid }
    return itemTime(forMachAbsoluteTime: Int64(clamping: timestamp.hostTime))
  }

  private func itemTime(at hostTime: CMTime) -> CMTime {
    guard let timebase = engine?.timebase, hostTime.isNumeric else { return .invalid }
    // While the time is stopped, it is the same at every host time.
    return timebase.rate == 0 ? timebase.time : CMClock.hostTimeClock.convertTime(hostTime, to: timebase)
  }
}

// Outputs of an item.
extension AVPlayerItem {
  /// The outputs in the order in which they were added.
  public var outputs: [AVPlayerItemOutput] { state.withLock { $0.outputs } }

  /// Adds an output (PI-80). An output of this item stays at its position, and an output of another item is removed
  /// from that item.
  public func add(_ output: AVPlayerItemOutput) {
    if let other = output.item, other !== self { other.remove(output) }
    let engine: PlayingItem? = state.withLock { state in
      if !state.outputs.contains(where: { $0 === output }) { state.outputs.append(output) }
      return state.engine
    }
    output.attach(to: self, engine)
  }

  /// All outputs, the library's own too.
  var allOutputs: [AVPlayerItemOutput] { state.withLock { $0.outputs + $0.ownOutputs } }

  /// Adds an output of the library's own, which clients do not see.
  func addOwn(_ output: AVPlayerItemOutput) {
    let engine: PlayingItem? = state.withLock { state in
      state.ownOutputs.append(output)
      return state.engine
    }
    output.attach(to: self, engine)
  }

  /// Removes an output, which gives nothing more (PI-80).
  public func remove(_ output: AVPlayerItemOutput) {
    state.withLock { state in
      state.outputs.removeAll { $0 === output }
      state.ownOutputs.removeAll { $0 === output }
    }
    if output.item === self { output.attach(to: nil, nil) }
  }
}
