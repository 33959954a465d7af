public import CoreMedia
import MediaEngine
import Synchronization

// The device on which a player is heard, and the clock by which it plays.
extension AVPlayer {
  /// The identifier of the device on which the player is heard, as `AVAudioPlayer.currentDevice`. It is `nil` for the
  /// default device, until it is set.
  ///
  /// Items that play go on there. An item that cannot, since there is no such device, fails.
  public var audioOutputDeviceUniqueID: String? {
    get { state.withLock { $0.deviceUID } }
    set {
      changeItems({ $0.deviceUID = newValue }) { $0.setDevice(newValue) }
    }
  }

  /// A Boolean value that says whether the sound is silenced because its device does not mix it with the sound of other
  /// programs. It is always `false` here, since sound servers mix.
  public var audioOutputSuppressedDueToNonMixableAudioRoute: Bool { false }

  /// The clock by which the time of items runs. Until it is set it is `nil`, and time runs by the sound device's clock,
  /// or by the host's without sound (PL-33).
  ///
  /// Sound follows another clock than its device's in steps of some hundredths of a second, as the two come apart.
  public var sourceClock: CMClock? {
    get { state.withLock { $0.sourceClock } }
    set { changeItems({ $0.sourceClock = newValue }) { $0.setSourceClock(newValue) } }
  }

  /// Changes the state, and then the items that are open.
  private func changeItems(_ change: (inout State) -> Void, _ changeItem: (PlayingItem) -> Void) {
    let items = state.withLock { state in
      change(&state)
      return state.queue.items
    }
    for item in items { item.engine.map(changeItem) }
  }

  /// The former name of `sourceClock`.
  @available(*, deprecated, renamed: "sourceClock")
  public var masterClock: CMClock? {
    get { sourceClock }
    set { sourceClock = newValue }
  }
}
