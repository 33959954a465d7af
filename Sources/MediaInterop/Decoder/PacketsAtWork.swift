/// The packets that were sent to a decoder, and those of them that its threads may still work on.
///
/// Packets have numbers, from 0. With threads, the library returns from a call before that call's packet is decoded, so
/// an error may belong to any packet at work. The set of these packets follows only from the order of the calls, not
/// from the timing of the threads.
struct PacketsAtWork {
  /// The number of packets that were sent so far, which is also the number of the next one.
  private(set) var sentCount = 0
  /// The number of the earliest packet that an error of the current call may belong to.
  private(set) var earliest = 0
  /// The number of packets that are decoded concurrently: at least 1, for the caller's own thread.
  private let threadCount: Int
  /// The numbers of the packets at work, in order.
  private var numbers: [Int] = []
  /// The number of calls for a frame since the decoder was drained; `nil` before.
  private var drainedCalls: Int?
  /// A Boolean value that says whether the library queues all frames that its threads have made, and waits for the next
  /// thread only when the queue is empty, as from FFmpeg 7.1 on. Earlier, each call waits for one.
  private let queuesFrames: Bool
  /// The number of the first packet since the decoder began or was flushed, and the number of frames since.
  private var (firstNumber, frameCount) = (0, 0)

  init(threadCount: Int, queuesFrames: Bool = false) {
    // A packet that comes while frames are queued waits for its thread.
    self.threadCount = queuesFrames && threadCount > 1 ? threadCount + 1 : threadCount
    self.queuesFrames = queuesFrames
  }

  /// The number of the first packet whose decoding may not have ended.
  var firstUnfinished: Int { numbers.first ?? sentCount }

  /// Notes a packet that is not passed to the library.
  mutating func didSkip() { sentCount += 1 }

  /// Notes that the next packet is about to be sent.
  mutating func willSend() { earliest = firstUnfinished }

  /// Notes that the library accepted the packet, or refused it with an error. It may still work on as many packets as
  /// it has additional threads.
  mutating func didSend() {
    numbers.append(sentCount)
    sentCount += 1
    if numbers.count >= threadCount { numbers.removeFirst(numbers.count - threadCount + 1) }
  }

  /// Notes that the decoder is about to be drained.
  mutating func willDrain() {
    drainedCalls = 0
    earliest = numbers.first ?? lastSent
    if !queuesFrames { finishFirst() }
  }

  /// Notes that a frame is about to be asked for.
  mutating func willReceive() {
    earliest = numbers.first ?? lastSent
    guard let calls = drainedCalls else { return }
    drainedCalls = calls + 1
    // The first call returns what draining has found.
    if calls > 0, !queuesFrames { finishFirst() }
  }

  /// Notes that the library returned a frame. At least as many packets are done as there were frames.
  mutating func didReceive() {
    frameCount += 1
    guard queuesFrames, drainedCalls != nil else { return }
    while let first = numbers.first, first < firstNumber + frameCount { numbers.removeFirst() }
  }

  /// Notes that the drained decoder has returned everything.
  mutating func didEnd() { numbers.removeAll() }

  /// Notes that the decoder discarded what it held, and accepts packets again.
  mutating func didFlush() {
    numbers.removeAll()
    drainedCalls = nil
    (firstNumber, frameCount) = (sentCount, 0)
  }

  private var lastSent: Int { max(0, sentCount - 1) }

  /// Notes that the library waits for one more of its threads, as it does for every frame after the last packet.
  private mutating func finishFirst() {
    if !numbers.isEmpty { numbers.removeFirst() }
  }
}
