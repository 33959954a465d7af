import MediaInterop
import Synchronization

/// A content that one user can give up for good, whoever else uses it: after `cancel()` nothing that came through this
/// one waits for media, neither what waits already nor what comes later.
final class CancellableContent<Content: AssetContent>: AssetContent {
  private let content: Content
  private let cancellation = Cancellation()
  private let sessions = Mutex<[Made]>([])

  private struct Made {
    weak var session: (any AssetSession)?
  }

  init(_ content: Content) { self.content = content }

  /// It is known together with the tracks.
  func header() throws -> SourceHeader {
    _ = try load(nil)
    return try content.header()
  }

  func load(_ cancellation: Cancellation?) throws -> Content.Information {
    try content.load(Cancellation(within: [self.cancellation, cancellation].compactMap { $0 }))
  }

  func cancel() {
    cancellation.cancel()
    for session in sessions.withLock({ $0.compactMap { $0.session } }) { session.cancel() }
  }

  func makeSession(onDamage treatment: DamageTreatment) -> any AssetSession {
    let session = content.makeSession(onDamage: treatment)
    sessions.withLock { sessions in
      sessions.removeAll { $0.session == nil }
      sessions.append(Made(session: session))
    }
    // It may have been cancelled before the session was there to be cancelled.
    if cancellation.isCancelled { session.cancel() }
    return session
  }

  func outcome(of step: SourceStep) -> Result<Void, any Error>? { content.outcome(of: step) }

  func cursor(in track: SourceTrack, at start: SampleCursor.Start) -> SampleCursor? {
    content.cursor(in: track, at: start)
  }

  var frozen: any AssetContent { content.frozen }
  var played: any AssetContent { content.played }
  var download: Download? { content.download }
  var isAwaited: Bool { content.isAwaited }
  var isLocal: Bool { content.isLocal }
}

extension AssetContent {
  /// The same content for one user, who can give it up alone.
  package var cancellable: any AssetContent { CancellableContent(self) }
}
