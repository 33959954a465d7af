package import CoreMedia
import MediaInterop
package import MediaSupport
import Synchronization

/// One writer at work: owns its tracks, the gate between them and their file, and the file.
///
///     client ─ TrackWriter ─► Gate ─► FileWriter ─► container
///
/// The tracks and the file know the gate, but not each other. None of them knows the session, so its parts are released
/// with it.
package final class WritingSession: Sendable {
  private let gate: Gate
  private let file: FileWriter
  private let container: any ContainerWriter
  private let tracks = Mutex<[TrackWriter]>([])
  /// Stores packets that exceed the gate's memory bound when the container requires packet order. It is `nil` if
  /// nothing may be written to a disk.
  private let spill: PacketSpill?

  /// Opens a new file, or the stream or segments that the destination asks for instead.
  ///
  /// - Throws: `MediaError` of stage `.opening`: the file exists, cannot be made, or the disk is full.
  package convenience init(_ configuration: FileConfiguration, to destination: OutputDestination) throws {
    let output = try OutputFile(configuration, to: destination)
    self.init(
      output.container, keepsSourceTimes: output.keepsSourceTimes, largestSize: configuration.largestSize,
      spill: output.spillDirectory.map { PacketSpill(directory: $0) })
  }

  /// - Parameters:
  ///   - keepsSourceTimes: whether the file's times are the source's, instead of being counted from the session's
  ///     start.
  ///   - largestSize: the largest allowed size of the file in bytes; `nil` for no limit.
  ///   - spill: see `spill`.
  init(
    _ container: any ContainerWriter, keepsSourceTimes: Bool = false, largestSize: Int64? = nil,
    spill: PacketSpill? = nil
  ) {
    self.container = container
    self.spill = spill
    let worker = Worker(name: "avwrite.file")
    gate = Gate(fileWorker: worker, keepsOrder: container.keepsOrder, keepsSourceTimes: keepsSourceTimes)
    file = FileWriter(container, largestSize: largestSize, in: gate, worker: worker)
  }

  // MARK: Before writing

  /// Adds a track. Call it before `start()`.
  ///
  /// - Parameters:
  ///   - readinessDidChange: called on any thread, with no lock held, each time after the track's readiness has
  ///     changed. Two calls may overlap, so query the readiness again in each.
  ///   - passDidEnd: as `TrackWriter.endPass` says.
  ///   - didEnd: called once on the track's thread, after everything else: the track is written, or writing is over.
  /// - Throws: `MediaError` where the container or a single pass cannot do what the configuration asks for.
  package func addTrack(
    _ configuration: TrackConfiguration, readinessDidChange: @escaping @Sendable () -> Void = {},
    passDidEnd: @escaping TrackWriter.PassDidEnd = { _ in }, didEnd: @escaping @Sendable () -> Void = {}
  ) throws -> TrackWriter {
    let passSpill = configuration.canMakePasses ? spill.map { PacketSpill(directory: $0.directory) } : nil
    let makesPasses = passSpill != nil
    if !makesPasses { try configuration.requireOnePass() }
    try container.addTrack(configuration)
    let worker = Worker(name: "avwrite.track\(tracks.withLock(\.count))")
    let number = gate.addTrack(
      configuration.traits, worker: worker, makesPasses: makesPasses, readinessDidChange: readinessDidChange)
    let work = EncodingWork(
      EncodingStage(
        configuration: configuration, passSpill: passSpill, showsParts: container.showsParts,
        hidesMedia: container.hidesMedia),
      number: number, in: gate, spill: spill,
      rehearsal: makesPasses ? FileRehearsal(of: container, in: gate) : nil)
    let track = TrackWriter(
      configuration, number: number, in: gate, worker: worker, work: work, makesPasses: makesPasses,
      passDidEnd: passDidEnd, didEnd: didEnd)
    tracks.withLock { $0.append(track) }
    return track
  }

  /// Sets the wanted size of the file in bytes: tracks that are encoded in several passes use what the other tracks
  /// leave.
  package func aim(at size: Int64) { gate.aim(at: size) }

  /// Starts the workers; samples are accepted once a session is open.
  ///
  /// - Returns: `false` where writing was cancelled or failed before. No worker is started then.
  @discardableResult
  package func start() -> Bool {
    guard gate.start() else { return false }
    file.start()
    for track in tracks.withLock({ $0 }) { track.start() }
    return true
  }

  // MARK: Life

  package var status: Lifecycle.Status { gate.status }
  /// The first error, once the status is `.failed`; `nil` before.
  package var error: MediaError? { gate.error }

  /// - Returns: `false` when a session has ended already (AW-39).
  package func startSession(at time: CMTime) -> Bool { gate.startSession(at: time) }

  /// Ends the session. An end before its start makes writing fail.
  ///
  /// - Returns: `false` when no session is open (AW-35).
  package func endSession(at time: CMTime) -> Bool { gate.endSession(at: time) }

  /// Ends a segment, which contains everything that was appended so far (AW-75). The segment is delivered after it is
  /// written, later and on another thread (AW-79). Without a session the call has no effect.
  package func endSegment() { gate.endSegment() }

  /// Finishes every track, then the file. Calls `completion` once, after status and error are set and the file is
  /// closed (AW-50): on the file's worker, or on the caller's thread if the file is closed already. Without a session
  /// there is nothing to finish, and writing fails (AW-56).
  package func finish(completion: @escaping @Sendable () -> Void) { gate.finish(completion) }

  /// Gives up: blocks until nothing more is written, and removes the file (AW-54). A file that is just being given its
  /// final name stays. When called on the file's worker, where segments are delivered, it returns at once: the worker
  /// closes the file after its current work.
  package func cancel() {
    guard abandon(), !file.isCurrent else { return }
    for track in tracks.withLock({ $0 }) { track.join() }
    file.join()
  }

  /// Cancels without waiting, for an owner that is being released.
  ///
  /// - Returns: A Boolean value that says whether the workers had been started; they end now.
  @discardableResult
  package func abandon() -> Bool {
    let (wasStarted, isCancelled) = gate.cancel()
    if isCancelled && !wasStarted {
      container.cancel()
      // No worker will ever close the file, so that its end is told here.
      for completion in gate.close() { completion() }
    }
    return wasStarted
  }
}

extension TrackConfiguration {
  fileprivate var traits: Interleaver<EncodedSample>.TrackTraits {
    .init(role: role, isRealTime: isRealTime, sampleLimit: sampleLimit)
  }

  /// Audio and video pace the interleaving, unless they are sparse. Text, metadata and timecode never hold the others.
  private var role: InterleavingRole {
    switch placement {
    case .first: .first
    case .sparse: .follows
    case .interleaved: mediaType == .video || mediaType == .audio ? .paces : .accompanies
    }
  }

  /// The number of samples that may wait for the track's codec.
  ///
  /// Raw pictures are megabytes each: two keep the encoder busy while the next is decoded. Packets and audio buffers
  /// are small: a larger number saves thread switches. A live source does not wait for the encoder, so its limit is a
  /// quarter of a second of pictures: none is lost while a key frame or a busy machine delays the encoder.
  private var sampleLimit: Int {
    guard case .video = encoding else { return 64 }
    return isRealTime ? 8 : 2
  }

  /// A Boolean value that says whether several passes were asked for, and the track's codec and settings can use them.
  fileprivate var canMakePasses: Bool {
    guard makesPasses, !isRealTime, case .video(let encoding) = encoding else { return false }
    return PassTargets(encoding) != nil
  }

  /// - Throws: `MediaError(.unsupportedSettings)` for settings that one pass cannot honour.
  fileprivate func requireOnePass() throws {
    guard case .video(let encoding) = encoding, encoding.targetSSIM != nil || encoding.leastSSIM != nil else { return }
    throw MediaError(
      .unsupportedSettings, .opening, "a target SSIM needs several passes, and the input encodes in one")
  }
}
