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
    /// What each track's passes came to.
    var passReports: [PassReport?] = []
    /// The tracks that are encoded in several passes.
    var passTracks: [Int] = []
    /// Bytes of the file.
    var targetSize: Int64?
    /// Packets are kept elsewhere before the order is given up: the container needs it, or a track gives nothing before
    /// its last pass.
    var keepsOrder = false
    /// Called when the container is closed.
    var completions: [@Sendable () -> Void] = []
    /// The container was finished or removed: its worker has ended or is about to.
    var isClosed = false

    /// Nothing is written of a file that is to have a size before its passes are over: what it will be is rehearsed.
    var awaitsPasses: Bool { targetSize != nil && !passTracks.allSatisfy { gate.isDrained($0) } }

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
