public import CoreMedia
public import Foundation
import MediaEngine
import MediaSupport
import Synchronization

/// Writes one media file of a given type from the samples appended to its inputs (AW-01).
///
/// The order of calls: `add(_:)` for every input, `startWriting()`, `startSession(atSourceTime:)`, appends
/// through the inputs, `finishWriting`. The file appears at `outputURL` only when it is complete: until then
/// it is written beside it under another name, and removed on failure and cancellation (AW-17, AW-54). With a
/// `movieFragmentInterval` it is written in place, and its complete part stays when writing fails. A writer
/// from `init(contentType:)` writes no file.
///
/// Status and error may be read, and writing cancelled, on any thread; the other calls belong to one thread at a time.
public final class AVAssetWriter: NSObject, Sendable {
  /// The state of writing. `.completed`, `.failed` and `.cancelled` are final (AW-10).
  public enum Status: Int, Sendable {
    case unknown = 0
    case writing = 1
    case completed = 2
    case failed = 3
    case cancelled = 4
  }

  /// The URL of the file.
  public let outputURL: URL
  /// The file's type.
  public let outputFileType: AVFileType

  struct State {
    var inputs: [AVAssetWriterInput] = []
    var inputGroups: [AVAssetWriterInputGroup] = []
    var metadata: [AVMetadataItem] = []
    var chapters: [AVTimedMetadataGroup] = []
    var configuration: FileConfiguration
    var fragments = FragmentSettings()
    var segments = SegmentSettings()
    var targetFileSize: Int64 = 0
    var session: WritingSession?
    /// The status before there is a session: failed where starting was refused, or cancelled.
    var statusBeforeStart = Status.unknown
    var errorBeforeStart: AVError?
  }

  /// The place that the written bytes go to.
  enum Output: Sendable {
    case file
    /// The bytes go to the delegate, in segments.
    case segments
    /// The bytes go to a function, in their order.
    case stream(@Sendable (UnsafeRawBufferPointer) throws -> Void)
  }

  let state: Mutex<State>
  let container: ContainerFormat
  let output: Output

  /// A writer for a new file (AW-02). An existing file is refused when writing starts (AW-04).
  ///
  /// - Throws: `AVError.operationNotAllowed` for a URL that is not a file URL, and
  ///   `AVError.formatUnsupported` for a declared type that is not written here: `AVFileType.writable` has
  ///   those that are.
  public init(outputURL: URL, fileType outputFileType: AVFileType) throws {
    guard AVFileType.declared.contains(outputFileType) else {
      raise(.invalidArgument, "'\(outputFileType.rawValue)' is not a file type")
    }
    guard outputURL.isFileURL else {
      throw AVError(MediaError(.invalidOperation, .opening, "the output must be a file and is \(outputURL)"))
    }
    guard let container = ContainerFormat(outputFileType) else {
      throw AVError(
        MediaError(.unsupportedByContainer, .opening, "files of type \(outputFileType.rawValue) cannot be written"))
    }
    self.outputURL = outputURL
    self.outputFileType = outputFileType
    self.container = container
    output = .file
    state = Mutex(State(configuration: FileConfiguration(container: container)))
  }

  /// The same as `init(outputURL:fileType:)`.
  public convenience init(url outputURL: URL, fileType outputFileType: AVFileType) throws {
    try self.init(outputURL: outputURL, fileType: outputFileType)
  }

  /// A writer that gives segments to its delegate, and writes no file (AW-05, AW-71): `outputURL` is the null device's.
  ///
  /// Stops the process for a content type that cannot be written in segments.
  public init(contentType outputContentType: UTType) {
    let type = AVFileType(outputContentType.identifier)
    guard let container = ContainerFormat(type), container.movieFormat != nil else {
      raise(.invalidArgument, "'\(outputContentType.identifier)' is not a content type that can be written in segments")
    }
    outputURL = URL(fileURLWithPath: "/dev/null")
    outputFileType = type
    self.container = container
    output = .segments
    state = Mutex(State(configuration: FileConfiguration(container: container)))
  }

  /// A writer that gives out bytes, and writes no file.
  init(_ container: ContainerFormat, stream: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void) {
    outputURL = URL(fileURLWithPath: "/dev/null")
    outputFileType = AVFileType(container.rules.typeIdentifier)
    self.container = container
    output = .stream(stream)
    state = Mutex(State(configuration: FileConfiguration(container: container)))
  }

  deinit { state.withLock { $0.session }?.abandon() }

  // MARK: Status

  /// The state of writing (AW-10). Any thread.
  public var status: Status {
    state.withLock { state in
      guard let session = state.session else { return state.statusBeforeStart }
      return switch session.status {
      case .unknown: .unknown
      case .writing: .writing
      case .completed: .completed
      case .failed: .failed
      case .cancelled: .cancelled
      }
    }
  }

  /// The error that writing failed with, an `AVError`. It is `nil` unless the status is `.failed` (AW-12). Any thread.
  public var error: (any Error)? {
    state.withLock { state in
      guard let session = state.session else { return state.errorBeforeStart }
      return session.error.map { AVError($0) }
    }
  }

  /// The media types that the file type can carry (AW-06).
  public var availableMediaTypes: [AVMediaType] { container.mediaTypes.map { AVMediaType($0) } }

  // MARK: Writing

  /// Opens the file and makes the inputs ready for a session.
  ///
  /// - Returns: `false` when the file exists already, cannot be made, or an input's settings cannot be
  ///   honoured; `status` is then `.failed` and `error` says why (AW-04, AW-11). `false` after `cancelWriting()`, too.
  @available(macOS, deprecated: 26, message: "Use start()")
  @discardableResult
  public func startWriting() -> Bool {
    // A value may have to be asked of the client, so the lock is free here too.
    let metadata = MetadataMapping(to: container).records(metadata)
    for input in inputs { input.prepareMetadata(for: container) }
    let session = state.withLock { state in
      state.configuration.metadata = metadata
      state.configuration.chapters = state.chapters.fileChapters
      return state.open(destination)
    }
    // Observers of the inputs are called from here on, so the lock is free.
    let isWriting = session?.start() ?? false
    for input in inputs { input.didStart() }
    return isWriting
  }

  /// The place that the written bytes go to, with the settings of its kind.
  private func destination(_ state: State) throws -> OutputDestination {
    switch output {
    case .file:
      guard let fragments = state.fragments.configuration else { return .file(path: outputURL.path) }
      return .fragments(path: outputURL.path, fragments)
    case .segments:
      var segments = try segmentConfiguration(state.segments, inputs: state.inputs)
      segments.firstSequenceNumber = state.fragments.firstSequenceNumber
      return .segments(segments)
    case .stream(let write):
      return .stream(interval: state.fragments.configuration?.interval ?? .invalid, write: write)
    }
  }

  /// Opens the session: samples at this time of the source are at time 0 of the file (AW-32).
  ///
  /// Earlier samples are stored and edited out (AW-33), or left out of containers without edit lists. A second call
  /// while a session is open changes nothing, unlike Apple's, because clients do it; after `endSession` it stops the
  /// process (AW-39).
  public func startSession(atSourceTime startTime: CMTime) {
    guard startTime.isNumeric else { raise(.invalidArgument, "the start time of a session must be numeric") }
    guard let session = state.withLock({ $0.session }) else {
      if status == .failed || status == .cancelled { return }
      raise(.internalInconsistency, "startSession(atSourceTime:) needs startWriting() first")
    }
    if !session.startSession(at: startTime), session.status == .writing {
      raise(.internalInconsistency, "a writer has one session, and it has ended")
    }
  }

  /// Ends the session: samples after this time are stored and edited out (AW-35). Containers without edit lists end
  /// there, as exactly as they can.
  ///
  /// A time before the session's start makes writing fail with `.operationNotAllowed`.
  public func endSession(atSourceTime endTime: CMTime) {
    guard endTime.isNumeric else { raise(.invalidArgument, "the end time of a session must be numeric") }
    guard let session = state.withLock({ $0.session }) else {
      if status == .failed || status == .cancelled { return }
      raise(.internalInconsistency, "endSession(atSourceTime:) needs a session")
    }
    if !session.endSession(at: endTime), session.status == .writing {
      raise(.internalInconsistency, "endSession(atSourceTime:) needs an open session")
    }
  }

  /// Marks every input finished, completes the file, and calls the handler once, on an unspecified thread,
  /// after status and error are set: also after failure and cancellation (AW-50, AW-52). The writer stays until then,
  /// whether or not the client keeps it. Without a session writing fails; before `startWriting()` the process stops
  /// (AW-56).
  @preconcurrency  // Clients from before Swift 6 pass blocks that are not Sendable.
  public func finishWriting(completionHandler handler: @escaping @Sendable () -> Void) {
    guard let session = state.withLock({ $0.session }) else {
      if status == .unknown { raise(.internalInconsistency, "finishWriting needs startWriting() first") }
      return handler()
    }
    // Releasing the writer would cancel its file, so it is kept alive until the file is finished.
    session.finish { [self] in withExtendedLifetime(self, handler) }
  }

  /// The asynchronous form of `finishWriting(completionHandler:)`.
  public func finishWriting() async {
    await withCheckedContinuation { continuation in
      finishWriting { continuation.resume() }
    }
  }

  /// Finishes and blocks until the file is complete (AW-53).
  ///
  /// - Returns: whether the status is `.completed`.
  @available(*, deprecated, message: "Use finishWriting(completionHandler:) or await finishWriting()")
  @discardableResult
  public func finishWriting() -> Bool {
    let done = DispatchSemaphore(value: 0)
    finishWriting { done.signal() }
    done.wait()
    return status == .completed
  }

  /// Cancels writing, blocks until nothing more is written, and removes the file. In a terminal state nothing happens
  /// (AW-54). It must not be called while an append is running. Called by an observer or the delegate, on a thread of
  /// the writer's own, it does not wait for that thread.
  public func cancelWriting() {
    let session = state.withLock { state in
      if state.session == nil && state.statusBeforeStart == .unknown { state.statusBeforeStart = .cancelled }
      return state.session
    }
    session?.cancel()
    if session == nil { for input in inputs { input.didStart() } }
  }
}

extension AVAssetWriter.State {
  /// Opens the file and gives every input its track.
  ///
  /// - Parameter destination: returns the place that the written bytes go to.
  /// - Returns: `nil` when that was not possible: the writer has failed, or was started or cancelled before.
  mutating func open(_ destination: (Self) throws -> OutputDestination) -> WritingSession? {
    guard statusBeforeStart == .unknown, session == nil else { return nil }
    if inputs.isEmpty {
      refuse(MediaError(.invalidOperation, .opening, "a writer needs at least one input"))
      return nil
    }
    let isRealTime = inputs.contains { $0.expectsMediaDataInRealTime }
    if isRealTime, inputs.contains(where: { $0.performsMultiPassEncodingIfSupported }) {
      refuse(
        MediaError(
          .invalidOperation, .opening, "a writer cannot encode one input in several passes and another in real time"))
      return nil
    }
    do {
      let session = try open(destination(self))
      self.session = session
      return session
    } catch {
      refuse(error)
      return nil
    }
  }

  private func open(_ destination: OutputDestination) throws -> WritingSession {
    let session = try WritingSession(configuration, to: destination)
    do {
      if targetFileSize > 0 { session.aim(at: targetFileSize) }
      let tracks = try inputs.map {
        try $0.makeTrack(in: session, among: inputs, segments: destination.segmentBoundaries)
      }
      if targetFileSize > 0, tracks.count(where: \.makesPasses) > 1 {
        throw MediaError(
          .invalidOperation, .opening,
          "a target file size needs exactly one input that encodes in several passes: set "
            + "performsMultiPassEncodingIfSupported of one input only")
      }
      for (input, track) in zip(inputs, tracks) { input.take(track) }
      return session
    } catch {
      session.abandon()
      throw error
    }
  }

  mutating func refuse(_ error: any Error) {
    statusBeforeStart = .failed
    errorBeforeStart = AVError(wrapping: error)
  }
}
