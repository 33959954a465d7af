/// The appends that are suspended until their tracks are ready.
struct AppendWaits {
  /// Identifies one suspended append.
  typealias Token = UInt64

  private struct Wait {
    let token: Token
    let track: Int
    let continuation: CheckedContinuation<Void, Never>
  }

  private var waits: [Wait] = []
  private var lastToken: Token = 0

  var isEmpty: Bool { waits.isEmpty }

  /// Returns a token for an append that may have to wait.
  mutating func makeToken() -> Token {
    lastToken += 1
    return lastToken
  }

  mutating func add(_ token: Token, track: Int, _ continuation: CheckedContinuation<Void, Never>) {
    waits.append(Wait(token: token, track: track, continuation: continuation))
  }

  /// Removes a suspended append that gives up, and returns it with its track. It is `nil` if the append no longer
  /// waits.
  mutating func remove(_ token: Token) -> (track: Int, continuation: CheckedContinuation<Void, Never>)? {
    guard let index = waits.firstIndex(where: { $0.token == token }) else { return nil }
    let wait = waits.remove(at: index)
    return (wait.track, wait.continuation)
  }

  /// Removes and returns the appends whose wait is over. Resume them outside the lock.
  mutating func removeAll(where isOver: (_ track: Int) -> Bool) -> [CheckedContinuation<Void, Never>] {
    guard !waits.isEmpty else { return [] }
    let over = waits.filter { isOver($0.track) }
    if !over.isEmpty { waits.removeAll { isOver($0.track) } }
    return over.map(\.continuation)
  }
}
