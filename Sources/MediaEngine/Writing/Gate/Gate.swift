import CoreMedia
import Dispatch
package import MediaSupport
import Synchronization

/// The meeting point of the clients' samples, the tracks' encoders and the file: one lock around the writer's
/// lifecycle, the interleaving and all waiting samples, packets and clients.
///
/// A sample's way leads through the gate three times: a client appends it, its track's worker hands over what it
/// encoded and takes the next samples in one turn, and the file's worker takes packets whose order is decided, several
/// at a time. The gate knows no track and no container: it wakes workers, and calls clients' blocks. Every call changes
/// the state under the lock, determines the effects of the change, and performs them after the lock is released.
package final class Gate: Sendable {
  let state = Mutex(State())
  /// Wakes the file's worker.
  let fileWorker: Worker
  /// Signalled when encoders may resume, when a track is drained, and when writing is over.
  let room = Condition()
  /// A Boolean value that says whether samples keep their source's times, as segments do, instead of being counted from
  /// the session's start.
  private let keepsSourceTimes: Bool
  /// Returns the time of a monotonic clock, in nanoseconds.
  private let now: @Sendable () -> Int64

  /// - Parameters:
  ///   - keepsOrder: whether packets must be written in the order of their decode times, however long one track waits
  ///     for another.
  ///   - now: returns the time of a monotonic clock, in nanoseconds.
  init(
    fileWorker: Worker, keepsOrder: Bool, keepsSourceTimes: Bool,
    now: @escaping @Sendable () -> Int64 = { Int64(DispatchTime.now().uptimeNanoseconds) }
  ) {
    self.fileWorker = fileWorker
    self.keepsSourceTimes = keepsSourceTimes
    self.now = now
    state.withLock { $0.keepsOrder = keepsOrder }
  }

  // MARK: State

  struct State {
    var lifecycle = Lifecycle()
    var interleaver = Interleaver<EncodedSample>()
    var tracks: [Track] = []
    /// Receivers' appends that wait for their tracks.
    var waits = AppendWaits()
    /// The time in nanoseconds at which the interleaver next checks whether it has waited too long for a receiver. It
    /// is `nil` while it waits for none.
    var nextLapse: Int64?
    /// A Boolean value that says whether packets are spilled to a disk before their order is given up: the container
    /// requires the order, or a track produces no packets before its last pass.
    var keepsOrder = false
    /// The wanted size of the file in bytes; `nil` for any size.
    var targetSize: Int64?
    /// Called when the container is closed.
    var completions: [@Sendable () -> Void] = []
    /// A Boolean value that says whether the container was finished or removed: its worker has ended or is about to.
    var isClosed = false
    /// The number of times that the lock was taken, for tests.
    var entryCount = 0

    /// A Boolean value that says whether a track may be allowed to append. It is `false` before writing and after
    /// completion.
    var acceptsQuestions: Bool { lifecycle.status != .unknown && lifecycle.status != .completed }
    /// A Boolean value that says whether writing failed, was cancelled or is completed.
    var isOver: Bool { lifecycle.status.isTerminal }
  }

  /// The gate's state of one track.
  struct Track {
    let worker: Worker
    /// The items that the track's worker takes next.
    var inbox = PacketQueue<Item>()
    var request: ClientRequest?
    /// A Boolean value that says whether the track was ready when its observers were last called.
    var wasReady = false
    let readinessDidChange: @Sendable () -> Void
    var progress = EncodingProgress()
    /// The timeline of the track's media; `nil` before the track is drained, and for one without samples.
    var timeline: TrackTimeline?
    /// A Boolean value that says whether the track is encoded in several passes.
    let makesPasses: Bool
    /// A Boolean value that says whether the worker has received `Turn.end`.
    var isEnding = false
  }

  /// An item that a track's worker takes, in order.
  enum Item {
    /// The session is open. `origin` is the source's time that becomes the file's time 0.
    case session(origin: CMTime)
    case sample(CMSampleBuffer)
    /// The samples that follow belong to the next segment.
    case segmentEnd
    /// The samples that follow belong to the next pass over the source.
    case passEnd
  }

  /// A client's registered block and the queue it wants to be called on.
  struct ClientRequest {
    var request = MediaRequest()
    let queue: DispatchQueue
    /// The client's block. It is set to `nil` when writing is over, which releases everything that the block retains.
    var block: (@Sendable () -> Void)?
  }

  /// Adds a track; its index is its number in every other call. Call it before `start()`.
  ///
  /// - Parameter readinessDidChange: called on any thread, with no lock held, each time after the track's readiness has
  ///   changed. Two calls may overlap, so query the readiness again in each.
  func addTrack(
    _ traits: Interleaver<EncodedSample>.TrackTraits, worker: Worker, makesPasses: Bool,
    readinessDidChange: @escaping @Sendable () -> Void
  ) -> Int {
    state.withLock { state in
      if makesPasses { state.keepsOrder = true }
      state.tracks.append(
        Track(worker: worker, readinessDidChange: readinessDidChange, makesPasses: makesPasses))
      return state.interleaver.addTrack(traits)
    }
  }

  // MARK: Changes and what follows from them

  /// The effects of a change, which are carried out when the lock is released.
  struct Effects {
    var wokenWorkers: [Worker] = []
    var endedWaits: [CheckedContinuation<Void, Never>] = []
    var lapse: Int64?
    var dueRequests: [(track: Int, queue: DispatchQueue)] = []
    var readinessChanges: [@Sendable () -> Void] = []
    var makesRoom = false
  }

  /// Changes the state, and carries out the effects: wakes workers and waiting appends, runs the requests of tracks
  /// that are ready, and calls the observers of tracks whose readiness has changed.
  func update<Result: Sendable>(_ change: (inout State, inout Effects) -> Result) -> Result {
    let (result, effects) = state.withLock { state in
      var effects = Effects()
      state.entryCount += 1
      let hadRoom = !state.mustPauseEncoding
      let result = change(&state, &effects)
      // Encoders resume when the file took packets, and also when packets no longer need an order: the missing ones can
      // only come from the encoders.
      if !hadRoom, !state.mustPauseEncoding { effects.makesRoom = true }
      state.collect(&effects, at: now())
      return (result, effects)
    }
    perform(effects)
    return result
  }

  private func perform(_ effects: Effects) {
    if effects.makesRoom { room.signalAll() }
    for worker in effects.wokenWorkers { worker.signal() }
    for continuation in effects.endedWaits { continuation.resume() }
    if let lapse = effects.lapse { scheduleLapse(at: lapse) }
    for (track, queue) in effects.dueRequests { queue.async { [self] in runRequest(track) } }
    for didChange in effects.readinessChanges { didChange() }
  }

  private func scheduleLapse(at due: Int64) {
    DispatchQueue.global().asyncAfter(deadline: DispatchTime(uptimeNanoseconds: UInt64(due))) { [weak self] in
      self?.lapse(due)
    }
  }

  /// Stops waiting for the clients whose time has run out. The gate may wait for them again later.
  private func lapse(_ due: Int64) {
    update { state, _ in
      if state.nextLapse == due { state.nextLapse = nil }
      _ = state.interleaver.lapse(at: now())
    }
  }

  // MARK: Life

  package var status: Lifecycle.Status { state.withLock { $0.lifecycle.status } }
  /// The first error, once the status is `.failed`; `nil` before.
  package var error: MediaError? { state.withLock { $0.lifecycle.error } }

  /// - Returns: `false` where writing was cancelled or failed before.
  @discardableResult
  func start() -> Bool { update { state, _ in state.lifecycle.start() } }

  /// - Returns: `false` when a session has ended already (AW-39).
  func startSession(at time: CMTime) -> Bool {
    update { state, _ in
      let isFirst = state.lifecycle.session == .none
      guard state.lifecycle.startSession(at: time) else { return false }
      if isFirst {
        let origin = origin(for: time)
        for track in state.tracks.indices { state.tracks[track].inbox.append(.session(origin: origin)) }
      }
      return true
    }
  }

  /// Returns the source's time that becomes the file's time 0, for a session with this start.
  func origin(for sessionStart: CMTime) -> CMTime { keepsSourceTimes ? .zero : sessionStart }

  /// Ends the session. An end before its start makes writing fail.
  ///
  /// - Returns: `false` when no session is open (AW-35).
  func endSession(at time: CMTime) -> Bool {
    update { state, effects in
      do throws(MediaError) {
        return try state.lifecycle.endSession(at: time)
      } catch {
        fail(error, &state, &effects)
        return true
      }
    }
  }

  /// Sets the wanted size of the file in bytes: tracks that are encoded in several passes use what the other tracks
  /// leave.
  func aim(at size: Int64) { state.withLock { $0.targetSize = size } }

  /// Ends a segment before the next sample of every track. Without a session the call has no effect.
  func endSegment() {
    update { state, effects in
      guard state.lifecycle.acceptsSamples else { return }
      for track in state.tracks.indices {
        state.tracks[track].inbox.append(.segmentEnd)
        effects.wokenWorkers.append(state.tracks[track].worker)
      }
    }
  }

  /// Finishes every track; the file follows them. Without a session there is nothing to finish, and writing fails
  /// (AW-56).
  ///
  /// - Parameter completion: called once, after the container is closed; on this thread if it is closed already.
  func finish(_ completion: @escaping @Sendable () -> Void) {
    let isClosed = update { state, effects in
      if state.isClosed || state.lifecycle.status == .unknown { return true }
      state.completions.append(completion)
      guard state.lifecycle.beginFinishing() else { return false }
      if state.lifecycle.sessionStart == nil {
        fail(MediaError(.invalidOperation, .writing, "writing was finished without a session"), &state, &effects)
        return false
      }
      for track in state.tracks.indices { finish(track, &state, &effects) }
      effects.wokenWorkers.append(fileWorker)
      return false
    }
    if isClosed { completion() }
  }

  /// Gives up.
  ///
  /// - Returns: Whether the file's worker was started, and will close the file; and whether this call cancelled
  ///   writing.
  func cancel() -> (wasStarted: Bool, isCancelled: Bool) {
    update { state, effects in
      let wasStarted = state.lifecycle.status == .writing
      guard state.lifecycle.cancel() else { return (state.lifecycle.isPublishing, false) }
      release(&state, &effects)
      return (wasStarted, true)
    }
  }

  /// Notes an error. Only the first one counts; it stops every track.
  func fail(_ error: any Error) {
    let error = error as? MediaError ?? MediaError(.internalError, .writing, "unexpected error: \(error)")
    update { state, effects in fail(error, &state, &effects) }
  }

  private func fail(_ error: MediaError, _ state: inout State, _ effects: inout Effects) {
    if state.lifecycle.fail(error) { release(&state, &effects) }
  }

  /// Ends all waiting after failure or cancellation. The file's worker closes the file.
  private func release(_ state: inout State, _ effects: inout Effects) {
    state.interleaver.release()
    effects.makesRoom = true
    effects.wokenWorkers += state.tracks.map(\.worker) + [fileWorker]
  }

  /// Notes that the container is closed, and releases everything that clients passed in.
  ///
  /// - Returns: The completions to call now.
  func close() -> [@Sendable () -> Void] {
    update { state, _ in
      state.isClosed = true
      defer { state.completions = [] }
      return state.completions
    }
  }
}

extension Gate.State {
  /// Collects the effects of a change.
  ///
  /// - Parameter now: the time in nanoseconds; evaluated only if a track waits for a receiver.
  fileprivate mutating func collect(_ effects: inout Gate.Effects, at now: @autoclosure () -> Int64) {
    let isWriting = lifecycle.status == .writing
    effects.endedWaits = waits.removeAll { [interleaver] track in
      !isWriting || interleaver.isFinished(track) || interleaver.mayAppend(track)
    }
    if let due = interleaver.noteMisses(at: now()), nextLapse.map({ due < $0 }) ?? true {
      nextLapse = due
      effects.lapse = due
    }
    for track in tracks.indices {
      let mayResume = acceptsQuestions && interleaver.mayResume(track)
      if tracks[track].request?.request.readinessChanged(isReady: mayResume) == .run,
        let queue = tracks[track].request?.queue
      {
        effects.dueRequests.append((track, queue))
      }
      // As for request blocks, observers hear of readiness only when several samples may be appended, and of its end at
      // once.
      let wasReady = tracks[track].wasReady
      let isReady = mayResume || wasReady && acceptsQuestions && interleaver.mayAppend(track)
      if isReady != wasReady {
        tracks[track].wasReady = isReady
        effects.readinessChanges.append(tracks[track].readinessDidChange)
      }
    }
  }
}
