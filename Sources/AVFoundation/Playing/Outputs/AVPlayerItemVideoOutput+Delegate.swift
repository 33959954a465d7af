public import CoreMedia
public import CoreVideo
public import Dispatch
import Foundation
import MediaEngine
import Synchronization

// Telling a delegate of pictures, so that it need not ask for them.
extension AVPlayerItemVideoOutput {
  /// The object that is told of changes. It is not kept, and cannot be observed (PI-88).
  public var delegate: (any AVPlayerItemOutputPullDelegate)? { watcher.delegate.delegate }

  /// The queue on which the delegate is told (PI-88). It is `nil` without a delegate.
  public var delegateQueue: DispatchQueue? { watcher.delegate.queue }

  /// Sets the object that is told of changes.
  ///
  /// - Parameter delegateQueue: a serial queue. The main one is taken where it is `nil`.
  public func setDelegate(_ delegate: (any AVPlayerItemOutputPullDelegate)?, queue delegateQueue: DispatchQueue?) {
    watcher.delegate.set(delegate, delegateQueue)
  }

  /// Tells the delegate once that there is, or will soon be, a picture that this output has not delivered yet (PI-86).
  ///
  /// While the time is stopped, this happens after the next seek or start.
  ///
  /// - Parameter interval: the number of seconds by which the delegate is told ahead. Where pictures are not decoded
  ///   that far ahead, it is told as soon as possible.
  public func requestNotificationOfMediaDataChange(withAdvanceInterval interval: TimeInterval) {
    watcher.request(interval)
  }

  /// The picture that is shown at a time, and the time from which on it is. The picture counts as given from then on.
  ///
  /// - Returns: `nil` and an invalid time where there is none.
  public func pixelBufferAndDisplayTime(
    forItemTime itemTime: CMTime
  ) -> (pixelBuffer: CVReadOnlyPixelBuffer?, itemTimeForDisplay: CMTime) {
    var time = CMTime.invalid
    guard let buffer = copyPixelBuffer(forItemTime: itemTime, itemTimeForDisplay: &time) else { return (nil, .invalid) }
    // Nobody changes the pictures that decoders give out.
    return (CVReadOnlyPixelBuffer(unsafeBuffer: buffer), time)
  }
}

/// Waits for the next picture of an output for its delegate.
final class PictureWatcher: @unchecked Sendable {
  // Sendable: what changes belongs to the queue.

  let delegate = OutputDelegate<any AVPlayerItemOutputPullDelegate>()
  private let queue = DispatchQueue(label: "pictures that are waited for")
  // On the queue.
  private weak var output: AVPlayerItemVideoOutput?
  private var engine: PlayingItem?
  private var alarm: TimebaseAlarm?
  /// The number of seconds by which the delegate is told of the next picture in advance. It is `nil` if no notification
  /// was requested.
  private var interval: Double?

  deinit { alarm?.cancel() }

  /// Watches the pictures of an item, which gives them to an output.
  func watch(_ engine: PlayingItem?, for output: AVPlayerItemVideoOutput) {
    queue.async { [weak self, weak output] in
      guard let self else { return }
      alarm?.cancel()
      (self.engine, self.output) = (engine, output)
      alarm = engine.map { engine in
        TimebaseAlarm(of: engine.timebase, on: self.queue) { [weak self] in self?.lookNow() }
      }
      lookNow()
    }
  }

  func request(_ interval: TimeInterval) {
    queue.async { [weak self] in
      self?.interval = interval.isFinite ? max(0, interval) : 0
      self?.lookNow()
    }
  }

  func note(_ event: PlayingEvent) {
    queue.async { [weak self] in
      guard let self else { return }
      if case .flushed = event, let output { delegate.tell { $0.outputSequenceWasFlushed(output) } }
      lookNow()
    }
  }

  func look() { queue.async { [weak self] in self?.lookNow() } }

  private func lookNow() {
    guard let interval, let output, let engine, let pictures = engine.pictures else { return }
    let (time, rate) = engine.timebase.timeAndRate
    // A picture that arrives after the request is reported even if the time is stopped.
    let change = pictures.nextChange(after: time, isReversed: rate < 0)
    let ahead = CMTime(seconds: interval * rate, preferredTimescale: 1_000_000)
    let isDue = change.map { rate < 0 ? $0 - ahead >= time : rate > 0 && $0 - ahead <= time } ?? false
    if isDue || output.hasNewPixelBuffer(forItemTime: time) {
      self.interval = nil
      alarm?.set(nil)
      delegate.tell { $0.outputMediaDataWillChange(output) }
    } else {
      alarm?.set(rate == 0 ? nil : change.map { $0 - ahead })
    }
  }
}
