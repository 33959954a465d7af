import AVFoundation
import Dispatch

/// An input of PCM whose request block appends once and then keeps running: it counts as fed, and gives nothing.
final class HeldInput: Sendable {
  private let mayEnd = DispatchSemaphore(value: 0)

  /// Starts feeding `input`, and returns when its block is held.
  init(_ input: AVAssetWriterInput) throws {
    let sample = try ComputedMedia.audioSample(start: 0, count: 100)
    let isHeld = DispatchSemaphore(value: 0)
    input.requestMediaDataWhenReady(on: DispatchQueue(label: "held")) { [mayEnd] in
      _ = input.append(sample)
      isHeld.signal()
      mayEnd.wait()
      input.markAsFinished()
    }
    isHeld.wait()
  }

  /// Lets the block mark its input as finished, and return.
  func letGo() { mayEnd.signal() }
}
