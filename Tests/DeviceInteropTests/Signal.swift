import DeviceInterop
import Glibc
import Synchronization

/// Sound of which every sample says which it is: no two frames within five minutes are alike, and each is exact as a float.
///
/// It counts what it was asked for, so that a test can tell that nothing was left out or asked for twice.
final class Signal: SoundSource {
  private let channelCount: Int
  private let nextFrame = Atomic<Int64>(0)
  private let isContiguousSoFar = Atomic<Bool>(true)
  private let largest = Atomic<Int>(0)
  private let delayNanoseconds = Atomic<Int64>(0)

  init(channelCount: Int = 2) { self.channelCount = channelCount }

  /// The value of a sample: the frame's number plus one in 2^24ths, negative in every second channel. No sample is 0.
  static func sample(_ frame: Int64, _ channel: Int) -> Float {
    let value = Float(frame % 16_000_000 + 1) / 16_777_216
    return channel % 2 == 0 ? value : -value
  }

  /// The frame that a sample of the first channel belongs to. Nil for silence.
  static func frame(_ sample: Float) -> Int64? { sample == 0 ? nil : Int64(sample * 16_777_216) - 1 }

  static func samples(_ frames: Range<Int64>, channelCount: Int = 2) -> [Float] {
    frames.flatMap { frame in (0..<channelCount).map { sample(frame, $0) } }
  }

  /// The frames that were made.
  var madeFrames: Int64 { nextFrame.load(ordering: .acquiring) }
  /// Whether each call began where the one before it ended.
  var isContiguous: Bool { isContiguousSoFar.load(ordering: .acquiring) }
  /// The largest number of frames that was asked for at once.
  var largestCount: Int { largest.load(ordering: .acquiring) }

  /// Is late once, so that the device has nothing to play.
  func beLate(nanoseconds: Int64) { delayNanoseconds.store(nanoseconds, ordering: .releasing) }

  func render(_ frames: UnsafeMutableBufferPointer<Float>, frameCount: Int, at frame: Int64) {
    if frame != nextFrame.load(ordering: .relaxed) || frames.count != frameCount * channelCount {
      isContiguousSoFar.store(false, ordering: .releasing)
    }
    largest.max(frameCount, ordering: .relaxed)
    let delay = delayNanoseconds.exchange(0, ordering: .relaxed)
    if delay > 0 {
      var time = timespec(tv_sec: Int(delay / 1_000_000_000), tv_nsec: Int(delay % 1_000_000_000))
      nanosleep(&time, nil)
    }
    for index in 0..<frameCount {
      for channel in 0..<channelCount {
        frames[index * channelCount + channel] = Self.sample(frame + Int64(index), channel)
      }
    }
    nextFrame.store(frame + Int64(frameCount), ordering: .releasing)
  }
}
