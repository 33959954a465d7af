/// The states that an export session goes through: a pure value.
struct ExportLifecycle: Sendable, Hashable {
  private(set) var status = AVAssetExportSession.Status.unknown
  /// A Boolean value that says whether the running export was cancelled.
  private(set) var isCancelling = false

  /// Begins an export. Each session makes one.
  ///
  /// - Returns: false where the session has begun before, or was cancelled.
  mutating func begin() -> Bool {
    guard status == .unknown else { return false }
    status = .waiting
    return true
  }

  /// Notes that media is being exported.
  mutating func start() { if status == .waiting { status = .exporting } }

  /// The rest of a cancellation.
  enum Cancellation: Sendable {
    /// There is nothing to do: the session is over, or is being cancelled.
    case nothing
    /// The session is over now, and has to be told so.
    case end
    /// The export has to be stopped, and ends then.
    case stop
  }

  /// Cancels the session. One that has not begun is cancelled at once.
  mutating func cancel() -> Cancellation {
    switch status {
    case .unknown:
      status = .cancelled
      return .end
    case .waiting, .exporting:
      defer { isCancelling = true }
      return isCancelling ? .nothing : .stop
    case .completed, .failed, .cancelled: return .nothing
    }
  }

  /// Ends the export. One that completed before it could be stopped is complete.
  ///
  /// - Parameter isComplete: true where the file is whole.
  mutating func end(isComplete: Bool) {
    guard status == .waiting || status == .exporting else { return }
    status = isComplete ? .completed : isCancelling ? .cancelled : .failed
  }
}
