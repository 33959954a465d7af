package import CoreMedia
import Dispatch
import MediaInterop
package import MediaSupport
import Synchronization

/// Writes one file: the last of the three path files.
///
/// Packets come from the `TrackWriter`s, wait in the `Interleaver` until their order is decided, and are
/// written to the container by this file's one worker. The gate, the lifecycle and the clients' requests
/// lie behind one lock; whatever they answer is performed after it is released.
package final class FileWriter: Sendable {
  struct State {
    var lifecycle = Lifecycle()
    var gate = Interleaver<EncodedSample>()
    var requests: [ClientRequest?] = []
    /// Receivers' appends that wait for their tracks, and when the gate is next to lose its patience with one.
    var waits = AppendWaits()
    var nextLapse: Int64?
    var timelines: [TrackTimeline?] = []
    var readiness: [TrackReadiness] = []
    /// Called when the container is closed.
    var completions: [@Sendable () -> Void] = []
    /// The container was finished or removed: its worker has ended or is about to.
    var isClosed = false

    /// The gate answers whether a track may append; before writing and after completion the answer is no.
    var acceptsQuestions: Bool { lifecycle.status != .unknown && lifecycle.status != .completed }
  }

  /// A client's registered block and the queue it wants to be called on.
  struct ClientRequest {
    var request = MediaRequest()
    let queue: DispatchQueue
    let block: @Sendable () -> Void
  }

  /// Whether a track might append as its observers were told last, and who tells them.
  struct TrackReadiness {
    var isReady = false
    let didChange: @Sendable () -> Void
  }

  let state = Mutex(State())
  private let container: any ContainerWriter
  private let worker = Worker(name: "avwrite.file")
  /// Signalled when the held packets fall below the mark at which encoders pause.
  private let room = Condition()
  private let tracks = Mutex<[TrackWriter]>([])

  /// Samples keep their own times, and the session's start is not time 0: a segment's times are the source's.
  private let keepsSourceTimes: Bool

  package init(container: any ContainerWriter, keepsSourceTimes: Bool = false) {
    self.container = container
    self.keepsSourceTimes = keepsSourceTimes
  }

  // MARK: Life

  package var status: Lifecycle.Status { state.withLock { $0.lifecycle.status } }
  /// Set once the status is `.failed`.
  package var error: MediaError? { state.withLock { $0.lifecycle.error } }
  package var sessionStart: CMTime? { state.withLock { $0.lifecycle.sessionStart } }
  /// The source's time that is time 0 of the file; `nil` before a session.
  var timeOrigin: CMTime? { sessionStart.map { keepsSourceTimes ? .zero : $0 } }

  /// Adds a track. Before `start()`.
  ///
  /// - Parameter readinessDidChange: called on any thread, with no lock held, each time after the track's readiness
  ///   has become another. Two changes may be told at the same time, so ask anew then.
  package func addTrack(
    _ configuration: TrackConfiguration, readinessDidChange: @escaping @Sendable () -> Void = {}
  ) throws -> TrackWriter {
    try container.addTrack(configuration)
    let number = state.withLock { state in
      state.requests.append(nil)
      state.timelines.append(nil)
      state.readiness.append(TrackReadiness(didChange: readinessDidChange))
      return state.gate.addTrack(
        .init(
          role: configuration.role, isRealTime: configuration.isRealTime,
          sampleLimit: TrackWriter.sampleLimit(for: configuration)))
    }
    let track = TrackWriter(configuration: configuration, number: number, file: self)
    tracks.withLock { $0.append(track) }
    return track
  }

  /// Starts the workers; samples are accepted once a session is open.
  package func start() {
    state.withLock { $0.lifecycle.start() }
    worker.start { [self] in writeDecidedPackets() }
    for track in tracks.withLock({ $0 }) { track.start() }
    readinessChanged()
  }

  /// - Returns: `false` when a session has ended already (AW-39).
  package func startSession(at time: CMTime) -> Bool {
    state.withLock { $0.lifecycle.startSession(at: time) }
  }

  /// - Returns: `false` when no session is open (AW-35).
  package func endSession(at time: CMTime) -> Bool {
    state.withLock { $0.lifecycle.endSession(at: time) }
  }

  /// Finishes every track, then the file, and calls `completion` once, after status and error are set and
  /// the file is closed (AW-50). It runs on this file's worker, or on the caller's thread when the file is
  /// closed already.
  package func finish(completion: @escaping @Sendable () -> Void) {
    let (mustFinish, isClosed) = state.withLock { state in
      if state.isClosed || state.lifecycle.status == .unknown { return (false, true) }
      state.completions.append(completion)
      return (state.lifecycle.beginFinishing(), false)
    }
    if isClosed { return completion() }
    if mustFinish {
      for track in tracks.withLock({ $0 }) { track.markAsFinished() }
    }
    worker.signal()
  }

  /// Ends a segment: it has everything that was appended so far (AW-75). It is given out when it is written, later and
  /// on another thread (AW-79). Nothing happens without a session.
  package func endSegment() {
    guard state.withLock({ $0.lifecycle.acceptsSamples }) else { return }
    for track in tracks.withLock({ $0 }) { track.endSegment() }
  }

  /// Gives up: blocks until nothing more is written, and removes the file (AW-54).
  package func cancel() {
    // Closing the file lets go of its tracks: who is to be waited for is taken before.
    let started = tracks.withLock { $0 }
    guard abandon() else { return }
    for track in started { track.join() }
    worker.join()
  }

  /// Cancels without waiting: for an owner that is going away.
  ///
  /// - Returns: whether workers were at work, and end now.
  @discardableResult
  package func abandon() -> Bool {
    let (wasStarted, isCancelled) = state.withLock { state in
      (state.lifecycle.status == .writing, state.lifecycle.cancel())
    }
    guard isCancelled else { return false }
    if wasStarted { release() } else { container.cancel() }
    return wasStarted
  }

  /// The first error decides; it stops every track.
  func fail(_ error: MediaError) {
    guard state.withLock({ $0.lifecycle.fail(error) }) else { return }
    release()
  }

  /// After failure or cancellation: nobody waits any more, and the worker closes the file.
  private func release() {
    state.withLock { $0.gate.release() }
    room.signalAll()
    for track in tracks.withLock({ $0 }) { track.signal() }
    worker.signal()
    readinessChanged()
  }

  // MARK: The gate, for TrackWriter

  /// Whether the track may append now: a yes holds until it does. After failure or cancellation yes, so that
  /// waiting loops end.
  func mayAppend(_ track: Int) -> Bool {
    let isReady = state.withLock { $0.acceptsQuestions && $0.gate.promiseAppend(track) }
    // One more may be waiting for a receiver.
    if !isReady { resumeReceivers() }
    return isReady
  }

  /// Takes note of an accepted sample: whether its codec is to be woken; `nil` when the writer no longer accepts any.
  func didAppend(_ track: Int, endTime: Int64) -> Bool? {
    let wakesCodec: Bool? = state.withLock { state in
      guard state.lifecycle.acceptsSamples, !state.gate.isFinished(track) else { return nil }
      state.requests[track]?.request.didAppend()
      return state.gate.didAppend(track, endTime: endTime)
    }
    // The slowest track moved on, so others may be ready again.
    if wakesCodec != nil { readinessChanged() }
    return wakesCodec
  }

  func didGiveToCodec(_ track: Int) {
    state.withLock { $0.gate.didGiveToCodec(track) }
    readinessChanged()
  }

  func finish(track: Int) {
    state.withLock { state in
      state.gate.finish(track)
      state.requests[track]?.request.stop()
      state.requests[track] = nil
    }
    readinessChanged()
  }

  /// Takes an encoded sample for writing. Waits while the file cannot keep up with the encoders.
  func didEncode(_ track: Int, _ sample: EncodedSample, decodeTime: Int64) {
    let byteCount = if case .packet(let packet) = sample { packet.bytes.count } else { 0 }
    let (wakesFile, mustPause) = state.withLock { state in
      (
        state.gate.didEncode(track, decodeTime: decodeTime, byteCount: byteCount, payload: sample),
        state.gate.mustPauseEncoding
      )
    }
    if wakesFile || mustPause { worker.signal() }
    if mustPause { room.wait { state.withLock { !$0.gate.mustPauseEncoding } } }
  }

  /// What the track gives from now on belongs to the next segment.
  func didEndSegment(_ track: Int) {
    state.withLock { $0.gate.didEndSegment(track) }
    worker.signal()
  }

  /// The track's last packet was given; `timeline` says what of it is presented.
  func didDrain(_ track: Int, _ timeline: TrackTimeline?) {
    state.withLock { state in
      state.timelines[track] = timeline
      state.gate.didDrain(track)
    }
    worker.signal()
  }

  // MARK: Requests

  /// Registers the block that feeds `track`; it is called on `queue` whenever the track is ready.
  ///
  /// - Returns: `false` when the track has a block already (WI-47).
  func requestSamples(_ track: Int, on queue: DispatchQueue, _ block: @escaping @Sendable () -> Void) -> Bool {
    let registered = state.withLock { state in
      guard state.requests[track] == nil else { return false }
      if !state.gate.isFinished(track) {
        state.requests[track] = ClientRequest(queue: queue, block: block)
      }
      return true
    }
    readinessChanged()
    return registered
  }

  /// Forgets the block of a track, if it has one; a run that has begun goes on.
  func endRequest(_ track: Int) {
    state.withLock { state in
      state.requests[track]?.request.stop()
      state.requests[track] = nil
      state.gate.setBeingFed(track, false)
    }
    readinessChanged()
  }

  /// Something that readiness follows from has changed: runs the requests of tracks that are ready, and tells of
  /// those whose readiness is another now.
  func readinessChanged() {
    let (ended, due, changed) = state.withLock { state in
      let ended = endedWaits(&state)
      var due: [Int] = []
      var changed: [@Sendable () -> Void] = []
      for track in state.readiness.indices {
        let mayResume = state.acceptsQuestions && state.gate.mayResume(track)
        if state.requests[track]?.request.readinessChanged(isReady: mayResume) == .run { due.append(track) }
        let wasReady = state.readiness[track].isReady
        // A yes is told when several samples may be appended, as to request blocks; a no at once.
        let isReady = mayResume || wasReady && state.acceptsQuestions && state.gate.mayAppend(track)
        if isReady != wasReady {
          state.readiness[track].isReady = isReady
          changed.append(state.readiness[track].didChange)
        }
      }
      return (ended, due, changed)
    }
    perform(ended)
    for track in due { schedule(track, after: nil) }
    for didChange in changed { didChange() }
  }

  private func schedule(_ track: Int, after delay: DispatchTimeInterval?) {
    guard let queue = state.withLock({ $0.requests[track]?.queue }) else { return }
    let run: @Sendable () -> Void = { [self] in runRequest(track) }
    if let delay { queue.asyncAfter(deadline: .now() + delay, execute: run) } else { queue.async(execute: run) }
  }

  private func runRequest(_ track: Int) {
    let block: (@Sendable () -> Void)? = state.withLock { state in
      guard state.requests[track]?.request.willRun() == true else { return nil }
      state.gate.setBeingFed(track, true)
      return state.requests[track]?.block
    }
    guard let block else { return }
    block()
    let action = state.withLock { state -> MediaRequest.Action in
      guard state.requests[track] != nil else { return .none }
      let isReady = state.gate.mayAppend(track)
      let isOver = state.lifecycle.status != .writing
      let result = state.requests[track]!.request.didRun(isReady: isReady, isOver: isOver)
      state.gate.setBeingFed(track, result.isBeingFed)
      return result.action
    }
    switch action {
    case .none: break
    case .run: schedule(track, after: nil)
    case .runLater: schedule(track, after: .milliseconds(MediaRequest.retryDelayMilliseconds))
    }
    // A track that is no longer fed holds nobody.
    readinessChanged()
  }

  // MARK: The file's worker

  private func writeDecidedPackets() {
    do {
      repeat {
        while let (track, sample, someWait) = takePacket() {
          try container.write(sample, track: track)
          if someWait { room.signalAll() }
        }
        guard state.withLock({ $0.gate.takeSegmentEnd() }) else { break }
        try container.endSegment()
      } while true
      try finishIfComplete()
    } catch let error as MediaError {
      fail(error)
    } catch {
      fail(MediaError(.internalError, .writing, "unexpected error: \(error)"))
    }
    closeIfOver()
  }

  /// The next packet, and whether encoders may have been waiting for it to be taken.
  private func takePacket() -> (track: Int, sample: EncodedSample, someWait: Bool)? {
    state.withLock { state in
      let someWait = state.gate.mustPauseEncoding
      return state.gate.nextPacket().map { ($0.track, $0.payload, someWait) }
    }
  }

  private func finishIfComplete() throws {
    let timelines = state.withLock { state -> [TrackTimeline]? in
      guard state.lifecycle.status == .writing, state.lifecycle.isFinishing, state.gate.isComplete else { return nil }
      let end: CMTime? = if case .ended(let start, let end) = state.lifecycle.session { end - start } else { nil }
      // Without `endSession` the session ends with the latest sample of any track (AW-36).
      let latest = state.timelines.compactMap { $0?.presentationEndTime }.max() ?? .zero
      return state.timelines.map { timeline in
        var timeline = timeline ?? TrackTimeline(timeBase: .nanoseconds)
        timeline.sessionEnd = end.flatMap { timeline.timeBase.ticks($0) }
        timeline.closeOpenEnd(at: timeline.timeBase.ticks(end ?? latest) ?? 0)
        return timeline
      }
    }
    guard let timelines else { return }
    try container.finish(timelines)
    state.withLock { $0.lifecycle.complete() }
  }

  private func closeIfOver() {
    guard state.withLock({ $0.lifecycle.status.isTerminal && !$0.isClosed }) else { return }
    switch status {
    case .completed: break
    case .failed: container.abandon()
    default: container.cancel()
    }
    // Letting go of the tracks ends the circle of references between them and their file.
    let over = tracks.withLock { tracks in
      defer { tracks = [] }
      return tracks
    }
    for track in over { track.stop() }
    worker.stop()
    let completions = state.withLock { state in
      state.isClosed = true
      defer { state.completions = [] }
      return state.completions
    }
    for completion in completions { completion() }
  }
}
