import DeviceInterop
import MediaSupport

// What is told of an item's sound while it is open.
extension PlayingItem {
  /// The device that the sound is heard from. It is `nil` without sound.
  package var device: MixingDevice? { openSound?.device }

  /// What was missing of the sound.
  package var gaps: SoundGaps { openSound?.gaps ?? SoundGaps() }

  /// The levels of the sound's channels that are heard now, in decibels of full scale, -160 to 0. There are none without
  /// sound.
  package var levels: [(average: Float, peak: Float)] {
    openSound?.levels.map { ($0.averageDecibels, $0.peakDecibels) } ?? []
  }
}
