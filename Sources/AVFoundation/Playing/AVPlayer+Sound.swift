package import AVFAudio
import MediaEngine

// The sound of a player, for programs of this package.
extension AVPlayer {
  /// A player without an item on a certain sound device.
  ///
  /// - Parameter device: its identifier; nil is the default one.
  package convenience init(device: String?) {
    self.init(items: []) { MixingDevice.shared($0 ?? device) }
  }

  /// The device that the current item is heard from. It is `nil` without sound, and before the item is ready.
  package var outputDevice: AVAudioPlayer.OutputDevice? {
    currentItem?.engine?.device?.playing.map { AVAudioPlayer.OutputDevice($0) }
  }

  /// Tells of moves of the device of the current item, which is ready, until it is given nil.
  package func observeDevice(_ handler: (@Sendable (AVAudioPlayer.DeviceMove) -> Void)?) {
    let tell = handler.map { handler in
      { @Sendable (move: MixingDevice.Move) in handler(AVAudioPlayer.DeviceMove(move)) }
    }
    currentItem?.engine?.device?.observe(self, tell)
  }

  /// The number of times that the device had nothing to play, and the number of frames that were not decoded in time,
  /// of the current item.
  package var gaps: (underruns: Int, starvedFrames: Int64) {
    let gaps = currentItem?.engine?.gaps
    return (gaps?.underruns ?? 0, gaps?.starvedFrames ?? 0)
  }

  /// Begins to measure the levels of the current item.
  package func enableMetering() { currentItem?.engine?.enableMetering() }

  /// The levels of the channels that are heard now, in decibels of full scale, -160 to 0.
  package var levels: [(average: Float, peak: Float)] { currentItem?.engine?.levels ?? [] }
}
