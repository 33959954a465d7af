internal import Synchronization

/// The progress of a device's time. One thread at a time reports it, and any thread reads it without a lock.
///
/// A report states which frame was heard at which time, and whether sound continues. Between reports the frame is
/// calculated from the host's clock. Time never goes back: if a report is behind an earlier result, time stands still
/// until the report's time has caught up. A frame that was not rendered is never reported as heard.
final class HeardPosition: Sendable {
  /// The number of reports that are kept. A reader only finds its report overwritten if it is delayed while the device
  /// makes that many (at least a fifth of a second), and then it reads a newer one.
  private static let slotCount = 16

  /// The number of attempts to read. After that the last returned frame is returned again.
  private static let attempts = 4

  private final class Slot: Sendable {
    let frame = Atomic<Int64>(0)
    let hostTime = Atomic<Int64>(0)
    let isMoving = Atomic<Bool>(false)
  }

  private let format: SoundFormat
  private let slots = (0..<slotCount).map { _ in Slot() }
  private let reportCount = Atomic<Int>(0)
  private let madeFrames = Atomic<Int64>(0)
  private let toldFrame = Atomic<Int64>(0)

  init(format: SoundFormat) { self.format = format }

  /// The number of rendered frames, which is the number of the next one.
  var made: Int64 { madeFrames.load(ordering: .acquiring) }

  /// Records that frames were rendered, or are about to be. Only one thread at a time may call it, as for `report`.
  func make(_ count: Int) { madeFrames.wrappingAdd(Int64(count), ordering: .acquiringAndReleasing) }

  /// Records that a frame is heard at a host time in nanoseconds.
  ///
  /// - Parameter isMoving: a Boolean value that says whether the following frames are heard at the format's rate.
  func report(frame: Int64, hostTime: Int64, isMoving: Bool) {
    let count = reportCount.load(ordering: .relaxed)
    let slot = slots[(count + 1) % Self.slotCount]
    slot.frame.store(frame, ordering: .relaxed)
    slot.hostTime.store(hostTime, ordering: .relaxed)
    slot.isMoving.store(isMoving, ordering: .relaxed)
    reportCount.store(count + 1, ordering: .releasing)
  }

  /// Stops time from now on, until the next report.
  func stop(at hostTime: Int64) { report(frame: frame(at: hostTime), hostTime: hostTime, isMoving: false) }

  /// Returns the frame that is heard at a host time in nanoseconds, which is not before the last report.
  func frame(at hostTime: Int64) -> Int64 {
    for _ in 0..<Self.attempts {
      let count = reportCount.load(ordering: .acquiring)
      let slot = slots[count % Self.slotCount]
      var frame = slot.frame.load(ordering: .relaxed)
      if slot.isMoving.load(ordering: .relaxed) {
        frame += format.frames(nanoseconds: max(0, hostTime - slot.hostTime.load(ordering: .relaxed)))
      }
      // The reporting thread may be writing the slot again.
      atomicMemoryFence(ordering: .acquiring)
      guard reportCount.load(ordering: .relaxed) - count < Self.slotCount - 1 else { continue }
      return toldFrame.max(min(frame, made), ordering: .acquiringAndReleasing).newValue
    }
    return toldFrame.load(ordering: .acquiring)
  }

  /// Returns the duration in nanoseconds of the frames that were rendered but not heard.
  func latency(at hostTime: Int64) -> Int64 { format.nanoseconds(frames: max(0, made - frame(at: hostTime))) }
}
