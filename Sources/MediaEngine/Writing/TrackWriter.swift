package import CoreMedia
package import Dispatch
import MediaInterop
package import MediaSupport
import Synchronization

/// Writes one track: the second of the three path files.
///
/// A sample appended on the client's thread waits here for this track's one worker, which processes and
/// encodes it and hands the packets to the `FileWriter`. Whether a sample may be appended is the gate's
/// answer alone.
package final class TrackWriter: Sendable {
  enum Item {
    case sample(CMSampleBuffer)
    /// What follows belongs to the next segment.
    case segmentEnd
    /// What follows belongs to the next pass over the source.
    case passEnd
  }

  struct Inbox {
    var items = PacketQueue<Item>()
    var isFinished = false
    var isDrained = false
  }

  /// What has left the codec for the file; of several passes what the first has encoded.
  package struct Encoded: Sendable {
    package var sampleCount = 0
    /// The latest decode time, in nanoseconds from the session's start; not before it.
    package var time: Int64 = 0
  }

  package let configuration: TrackConfiguration
  let number: Int
  let file: FileWriter
  let inbox = Mutex(Inbox())
  private let done = Mutex(Encoded())
  let worker: Worker
  /// Used by the worker alone.
  let stage: EncodingStage
  /// Where several passes keep their packets; `nil` for one pass.
  let passSpill: PacketSpill?
  let passDidEnd: PassDidEnd

  init(
    configuration: TrackConfiguration, number: Int, file: FileWriter, passSpill: PacketSpill?,
    passDidEnd: @escaping PassDidEnd
  ) {
    self.configuration = configuration
    self.number = number
    self.file = file
    self.passSpill = passSpill
    self.passDidEnd = passDidEnd
    worker = Worker(name: "avwrite.track\(number)")
    stage = EncodingStage(configuration: configuration, passSpill: passSpill)
  }

  /// How many samples may wait for a track's codec.
  ///
  /// Raw pictures are megabytes each: two keep the encoder busy while the next is decoded. Packets and
  /// audio buffers are small: more of them spare thread switches. A live source does not wait: a quarter of a
  /// second of pictures bridges a key frame, or a busy machine, without the loss of one.
  static func sampleLimit(for configuration: TrackConfiguration) -> Int {
    guard case .video = configuration.encoding else { return 64 }
    return configuration.isRealTime ? 8 : 2
  }

  // MARK: The client's side

  /// Whether a sample may be appended now (WI-40). Any thread.
  package var isReady: Bool { file.mayAppend(number) }

  /// Whether an append is no misuse: the track is ready, or was when the client asked, and was finished by another thread
  /// since (AW-51). Any thread.
  package var mayTryAppend: Bool { file.mayTryAppend(number) }

  /// Appends a sample in decode order (WI-64). One caller at a time; another thread may finish the track meanwhile.
  ///
  /// - Returns: `false` when the writer failed, was cancelled, or has no open session (WI-60, WI-62).
  package func append(_ sample: CMSampleBuffer) -> Bool {
    guard let wakesCodec = file.didAppend(number, endTime: endTime(of: sample)) else { return false }
    accept(sample, wakesCodec: wakesCodec)
    return true
  }

  /// The gate has accepted a sample.
  func accept(_ sample: CMSampleBuffer, wakesCodec: Bool) {
    let isFinished = inbox.withLock { inbox in
      inbox.items.append(.sample(sample))
      return inbox.isFinished
    }
    // A worker that was told of the end waits for what was accepted before it.
    if wakesCodec || isFinished { worker.signal() }
  }

  /// No more samples come. Again: no effect (WI-50, WI-51).
  package func markAsFinished() {
    file.finish(track: number)
    inbox.withLock { $0.isFinished = true }
    worker.signal()
  }

  /// What has left the codec so far. Any thread.
  package var encoded: Encoded { done.withLock { $0 } }

  /// Ends a segment before the next sample.
  func endSegment() {
    inbox.withLock { $0.items.append(.segmentEnd) }
    worker.signal()
  }

  /// The client's media cannot be written: the writer fails, unless it is over already.
  package func fail(_ error: MediaError) { file.fail(error) }

  /// Registers the block that feeds this track (WI-47 to WI-50).
  ///
  /// - Returns: `false` when there is one already.
  package func requestSamples(on queue: DispatchQueue, _ block: @escaping @Sendable () -> Void) -> Bool {
    file.requestSamples(number, on: queue, block)
  }

  /// The registered block is not called any more, and another may be registered (WI-73).
  package func endRequest() { file.endRequest(number) }

  /// Nanoseconds from the session's start to the sample's end.
  func endTime(of sample: CMSampleBuffer) -> Int64 {
    guard let start = file.timeOrigin else { return 0 }
    let decodeTime = sample.decodeTimeStamp
    let time = (decodeTime.isNumeric ? decodeTime : sample.presentationTimeStamp) - start
    let duration = sample.duration
    let end = duration.isNumeric ? time + duration : time
    return TimeBase.nanoseconds.ticks(end) ?? 0
  }

  // MARK: Life, for FileWriter

  func start() { worker.start { [self] in work() } }
  func signal() { worker.signal() }

  func stop() {
    worker.stop()
    abandonPasses()
  }

  func join() { worker.join() }

  // MARK: The worker's side

  private func work() {
    do {
      while let item = inbox.withLock({ $0.items.popFirst() }) {
        switch item {
        case .sample(let sample):
          file.didGiveToCodec(number)
          // A sample was accepted, so that there is a session.
          guard file.status == .writing, let start = file.timeOrigin else { return abandonPasses() }
          try stage.encode(sample, sessionStart: start, emit: emit)
          noteFirstPass()
        case .segmentEnd: file.didEndSegment(number)
        case .passEnd:
          analysePass()
          noteFirstPass()
        }
      }
      if isExhausted {
        // A track that is finished without a session has nothing to encode, and must not hold the file.
        if file.timeOrigin != nil { try stage.finish(emit: emit) }
        didDrain()
      }
    } catch {
      file.fail(unexpected: error)
    }
  }

  /// Whether the end has come: nothing more is accepted, and all that was has come here and was taken.
  ///
  /// In this order: what the gate accepted before the track was finished may reach the inbox after it.
  private var isExhausted: Bool {
    guard inbox.withLock({ $0.isFinished && !$0.isDrained }), !file.hasWaitingSamples(number) else { return false }
    return inbox.withLock { $0.items.isEmpty }
  }

  private func emit(_ sample: EncodedSample, decodeTime: Int64) {
    if passSpill == nil, case .packet = sample {
      done.withLock { done in
        done.sampleCount += 1
        done.time = max(done.time, decodeTime)
      }
    }
    file.didEncode(number, sample, decodeTime: decodeTime)
  }

  /// What the first of several passes has encoded leaves the codec later, all at once.
  private func noteFirstPass() {
    guard let firstPass = stage.firstPass else { return }
    let time = TimeBase.nanoseconds.ticks(firstPass.end) ?? 0
    done.withLock { $0 = Encoded(sampleCount: firstPass.count, time: max(0, time)) }
  }

  private func didDrain() {
    inbox.withLock { $0.isDrained = true }
    file.didDrain(number, stage.timeline, stage.passReport)
  }
}
