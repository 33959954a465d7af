import Foundation
import Synchronization

/// Measures the levels of a sound in short stretches on the render thread. Any thread reads them without a lock.
final class LevelMeter: Sendable {
  /// The level of one channel, as amplitudes: full scale is 1.
  struct Level: Equatable {
    var meanSquare: Float = 0
    var peak: Float = 0

    /// The level that is reported for silence, in decibels of full scale.
    static let silence: Float = -160

    /// The level in decibels of full scale: `silence` to 0.
    var averageDecibels: Float { Self.decibels(meanSquare.squareRoot()) }
    var peakDecibels: Float { Self.decibels(peak) }

    private static func decibels(_ amplitude: Float) -> Float { min(0, max(silence, 20 * log10(amplitude))) }
  }

  private final class Slot: Sendable {
    let end = Atomic<Int64>(.min)
    let frameCount = Atomic<Int>(0)
    let squares: [Cell]
    let peaks: [Cell]

    init(channelCount: Int) {
      squares = (0..<channelCount).map { _ in Cell() }
      peaks = (0..<channelCount).map { _ in Cell() }
    }
  }

  private final class Cell: Sendable {
    private let bits = Atomic<UInt32>(0)
    var value: Float {
      get { Float(bitPattern: bits.load(ordering: .relaxed)) }
      set { bits.store(newValue.bitPattern, ordering: .relaxed) }
    }
  }

  /// The number of slots: enough for the window, a device's latency and the delay of a reader.
  private static let slotCount = 64
  /// The greatest number of stretches in a second.
  private static let rate = 100

  let channelCount: Int
  private let slots: [Slot]
  private let stretchFrames: Int
  private let windowFrames: Int64
  private let isOn = Atomic<Bool>(false)
  /// The slot that is being filled. Only the render thread uses it.
  private let current = Atomic<Int>(0)

  init(channelCount: Int, sampleRate: Int) {
    self.channelCount = channelCount
    slots = (0..<Self.slotCount).map { _ in Slot(channelCount: channelCount) }
    stretchFrames = max(1, sampleRate / Self.rate)
    windowFrames = Int64(sampleRate) / 10
  }

  /// A Boolean value that says whether levels are measured. Any thread.
  var isEnabled: Bool {
    get { isOn.load(ordering: .relaxed) }
    set { isOn.store(newValue, ordering: .relaxed) }
  }

  /// Measures frames that end at a frame of the mixer. Only the render thread calls it.
  func add(_ frames: UnsafePointer<Float>, count: Int, endingAt end: Int64) {
    guard isEnabled else { return }
    var slot = slots[current.load(ordering: .relaxed)]
    if slot.frameCount.load(ordering: .relaxed) >= stretchFrames || slot.end.load(ordering: .relaxed) > end {
      let next = (current.load(ordering: .relaxed) + 1) % Self.slotCount
      slot = slots[next]
      slot.end.store(.min, ordering: .releasing)
      slot.frameCount.store(0, ordering: .relaxed)
      for channel in 0..<channelCount { (slot.squares[channel].value, slot.peaks[channel].value) = (0, 0) }
      current.store(next, ordering: .relaxed)
    }
    for channel in 0..<channelCount {
      var sum: Float = 0
      var peak: Float = 0
      for frame in 0..<count {
        let sample = frames[frame * channelCount + channel]
        sum += sample * sample
        peak = max(peak, abs(sample))
      }
      slot.squares[channel].value += sum
      slot.peaks[channel].value = max(slot.peaks[channel].value, peak)
    }
    slot.frameCount.wrappingAdd(count, ordering: .relaxed)
    slot.end.store(end, ordering: .releasing)
  }

  /// Returns the levels of the tenth of a second before a frame of the mixer, channel by channel. Any thread.
  func levels(before frame: Int64) -> [Level] {
    var levels = [Level](repeating: Level(), count: channelCount)
    var frameCount = 0
    for slot in slots {
      let end = slot.end.load(ordering: .acquiring)
      guard end > frame - windowFrames, end - Int64(stretchFrames) <= frame else { continue }
      frameCount += slot.frameCount.load(ordering: .relaxed)
      for channel in 0..<channelCount {
        levels[channel].meanSquare += slot.squares[channel].value
        levels[channel].peak = max(levels[channel].peak, slot.peaks[channel].value)
      }
    }
    for channel in 0..<channelCount { levels[channel].meanSquare /= Float(max(1, frameCount)) }
    return levels
  }
}
