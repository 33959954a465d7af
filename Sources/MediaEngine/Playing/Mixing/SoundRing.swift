import MediaSupport
import Synchronization

/// A buffer between the thread that decodes a sound and the one that renders it: interleaved 32-bit floats, whose
/// frames are counted from 0 when the ring was made or restarted.
///
/// One thread writes and one reads, both without a lock. Frames that were read are kept for a while, because a lost
/// device has not played the last frames that it took.
final class SoundRing: @unchecked Sendable {
  // Sendable: the writer writes no frame that the reader may read, as the two counters ensure.

  let channelCount: Int
  /// The least number of frames that are kept behind the reader.
  let historyFrames: Int
  /// The number of frames ahead of the reader below which the writer must write more.
  let lowFrames: Int64
  private let capacity: Int
  private let samples: UnsafeMutablePointer<Float>
  private let writtenFrames = Atomic<Int64>(0)
  private let releasedFrames = Atomic<Int64>(0)

  /// - Parameters:
  ///   - aheadFrames: the number of frames that fit ahead of the reader.
  ///   - historyFrames: the number of frames that are kept behind it.
  init(channelCount: Int, aheadFrames: Int, historyFrames: Int) {
    self.channelCount = channelCount
    self.historyFrames = historyFrames
    lowFrames = Int64(aheadFrames / 2)
    capacity = max(1, aheadFrames + historyFrames)
    samples = .allocate(capacity: capacity * channelCount)
    samples.initialize(repeating: 0, count: capacity * channelCount)
    LiveObjects.increment()
  }

  deinit {
    samples.deallocate()
    LiveObjects.decrement()
  }

  /// The number of frames that were written so far. Any thread.
  var written: Int64 { writtenFrames.load(ordering: .acquiring) }

  /// The first frame that can still be read. Any thread.
  var oldest: Int64 { max(0, releasedFrames.load(ordering: .acquiring) - Int64(historyFrames)) }

  // MARK: The writer

  /// The number of frames that can be written now.
  var room: Int { max(0, capacity - Int(writtenFrames.load(ordering: .relaxed) - oldest)) }

  /// Writes as many frames as there is space for.
  ///
  /// - Parameter frames: `count` frames; `nil` to write silence.
  /// - Returns: The number of frames that were written.
  func write(_ frames: UnsafePointer<Float>?, count: Int) -> Int {
    let count = min(count, room)
    let start = writtenFrames.load(ordering: .relaxed)
    var done = 0
    while done < count {
      let place = Int((start + Int64(done)) % Int64(capacity))
      let part = min(count - done, capacity - place)
      let target = samples + place * channelCount
      if let frames {
        target.update(from: frames + done * channelCount, count: part * channelCount)
      } else {
        target.update(repeating: 0, count: part * channelCount)
      }
      done += part
    }
    writtenFrames.store(start + Int64(count), ordering: .releasing)
    return count
  }

  /// Restarts the count from 0, with nothing written. The writer calls it while no thread reads.
  func restart() {
    releasedFrames.store(0, ordering: .releasing)
    writtenFrames.store(0, ordering: .releasing)
  }

  // MARK: The reader

  /// Returns frames from a number on that are contiguous in memory, at most `limit`.
  ///
  /// - Parameter frame: the first one, from `oldest` to `written`.
  func stretch(at frame: Int64, limit: Int) -> (frames: UnsafePointer<Float>, count: Int) {
    let place = Int(frame % Int64(capacity))
    return (UnsafePointer(samples + place * channelCount), min(limit, capacity - place))
  }

  /// Allows frames to be overwritten that lie before a frame by more than the history. A frame before that of the last
  /// call has no effect.
  func release(before frame: Int64) {
    if frame > releasedFrames.load(ordering: .relaxed) { releasedFrames.store(frame, ordering: .releasing) }
  }
}
