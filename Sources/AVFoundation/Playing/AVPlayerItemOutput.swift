public import CoreMedia
public import Foundation
import MediaEngine
import Synchronization

/// A way for a program to get at what an item presents, at the time at which it does.
open class AVPlayerItemOutput: NSObject, @unchecked Sendable {
  // Sendable: what changes lies behind the lock.
  private let held = Mutex<PlayingItem?>(nil)

  override init() {}

  var engine: PlayingItem? {
    get { held.withLock { $0 } }
    set { held.withLock { $0 = newValue } }
  }

  /// The item's time at a time of the host's clock, in seconds (PI-82). It is invalid while the item is in no player.
  public func itemTime(forHostTime hostTimeInSeconds: CFTimeInterval) -> CMTime {
    itemTime(at: CMTime(seconds: hostTimeInSeconds, preferredTimescale: 1_000_000_000))
  }

  /// The item's time at a time of the host's clock in its own units, which are nanoseconds here (PI-82). It is invalid while
  /// the item is in no player.
  public func itemTime(forMachAbsoluteTime machAbsoluteTime: Int64) -> CMTime {
    itemTime(at: CMTime(value: machAbsoluteTime, timescale: 1_000_000_000))
  }

  private func itemTime(at hostTime: CMTime) -> CMTime {
    guard let timebase = engine?.timebase, hostTime.isNumeric else { return .invalid }
    // A time that stands has no other.
    return timebase.rate == 0 ? timebase.time : CMClock.hostTimeClock.convertTime(hostTime, to: timebase)
  }
}

// Outputs of an item.
extension AVPlayerItem {
  /// The outputs in the order in which they were added.
  public var outputs: [AVPlayerItemOutput] { state.withLock { $0.outputs } }

  /// Adds an output (PI-80). One that is there already stays where it is.
  public func add(_ output: AVPlayerItemOutput) {
    let engine: PlayingItem? = state.withLock { state in
      if !state.outputs.contains(where: { $0 === output }) { state.outputs.append(output) }
      return state.engine
    }
    output.engine = engine
  }

  /// Removes an output, which gives nothing more (PI-80).
  public func remove(_ output: AVPlayerItemOutput) {
    state.withLock { $0.outputs.removeAll { $0 === output } }
    output.engine = nil
  }
}
