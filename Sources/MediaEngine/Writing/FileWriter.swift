package import CoreMedia
import MediaInterop
package import MediaSupport
import Synchronization

/// Writes one file: the last of the three path files.
///
/// Packets come from the `TrackWriter`s, wait in the `Interleaver` until their order is decided, and are
/// written to the container by this file's one worker. The gate, the lifecycle and the clients' requests
/// lie behind one lock; whatever they answer is performed after it is released.
package final class FileWriter: Sendable {
  let state = Mutex(State())
  let container: any ContainerWriter
  let worker = Worker(name: "avwrite.file")
  /// Signalled when the held packets fall below the mark at which encoders pause.
  let room = Condition()
  let tracks = Mutex<[TrackWriter]>([])

  /// Samples keep their own times, and the session's start is not time 0: a segment's times are the source's.
  private let keepsSourceTimes: Bool

  /// Takes what is held back beyond the gate's bound where the order may not be given up.
  let spill: PacketSpill?

  /// - Parameter spillDirectory: where held packets lie, and those of several passes; `nil` where there are no such.
  package init(container: any ContainerWriter, keepsSourceTimes: Bool = false, spillDirectory: String? = nil) {
    self.container = container
    self.keepsSourceTimes = keepsSourceTimes
    spill = spillDirectory.map { PacketSpill(directory: $0) }
    state.withLock { $0.keepsOrder = container.keepsOrder }
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
  /// - Parameters:
  ///   - readinessDidChange: called on any thread, with no lock held, each time after the track's readiness
  ///     has become another. Two changes may be told at the same time, so ask anew then.
  ///   - passDidEnd: as `TrackWriter.endPass` says.
  package func addTrack(
    _ configuration: TrackConfiguration, readinessDidChange: @escaping @Sendable () -> Void = {},
    passDidEnd: @escaping TrackWriter.PassDidEnd = { _ in }
  ) throws -> TrackWriter {
    let passSpill = passSpill(for: configuration)
    if passSpill == nil { try requireOnePass(of: configuration) }
    try container.addTrack(configuration)
    let number = state.withLock { state in
      state.passReports.append(nil)
      if passSpill != nil {
        state.keepsOrder = true
        state.passTracks.append(state.passReports.count - 1)
      }
      state.requests.append(nil)
      state.timelines.append(nil)
      state.readiness.append(TrackReadiness(didChange: readinessDidChange))
      return state.gate.addTrack(
        .init(
          role: configuration.role, isRealTime: configuration.isRealTime,
          sampleLimit: TrackWriter.sampleLimit(for: configuration)))
    }
    let track = TrackWriter(
      configuration: configuration, number: number, file: self, passSpill: passSpill, passDidEnd: passDidEnd)
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
  /// closed already. Without a session there is nothing to finish, and writing fails (AW-56).
  package func finish(completion: @escaping @Sendable () -> Void) {
    let (mustFinish, isClosed) = state.withLock { state in
      if state.isClosed || state.lifecycle.status == .unknown { return (false, true) }
      state.completions.append(completion)
      return (state.lifecycle.beginFinishing(), false)
    }
    if isClosed { return completion() }
    if mustFinish && sessionStart == nil {
      return fail(MediaError(.invalidOperation, .writing, "writing was finished without a session"))
    }
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

  /// Gives up: blocks until nothing more is written, and removes the file (AW-54); a file that is getting its name stays. On
  /// this file's worker, where segments are given out, it returns at once: the worker closes the file after what it does now.
  package func cancel() {
    // Closing the file lets go of its tracks: who is to be waited for is taken before.
    let started = tracks.withLock { $0 }
    let isEnding = abandon() || state.withLock { $0.lifecycle.isPublishing }
    guard isEnding, !worker.isCurrent else { return }
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

  /// An error of a track's work, which is a `MediaError` unless something is wrong here.
  func fail(unexpected error: any Error) {
    fail(error as? MediaError ?? MediaError(.internalError, .encoding, "unexpected error: \(error)"))
  }

  /// After failure or cancellation: nobody waits any more, and the worker closes the file.
  private func release() {
    state.withLock { $0.gate.release() }
    room.signalAll()
    for track in tracks.withLock({ $0 }) { track.signal() }
    worker.signal()
    readinessChanged()
  }
}
