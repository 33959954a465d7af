import Dispatch

extension FileWriter {
  /// What one lock guards.
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
}
