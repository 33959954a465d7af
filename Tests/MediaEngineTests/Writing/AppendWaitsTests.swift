import Testing

@testable import MediaEngine

/// Which suspended appends are resumed, and that each is resumed once.
@Suite struct AppendWaitsTests {
  /// Suspends an append for each track, calls `body`, and gives back who was resumed by it, in order.
  private func resumed(
    tracks: [Int], _ body: (inout AppendWaits, [AppendWaits.Token]) -> [CheckedContinuation<Void, Never>]
  ) async -> Int {
    var waits = AppendWaits()
    let tokens = tracks.map { _ in waits.makeToken() }
    #expect(Set(tokens).count == tokens.count)
    for (token, track) in zip(tokens, tracks) {
      let continuation = await suspended()
      waits.add(token, track: track, continuation)
    }
    let over = body(&waits, tokens)
    for continuation in over { continuation.resume() }
    // None may be left without an end.
    for continuation in waits.removeAll(where: { _ in true }) { continuation.resume() }
    #expect(waits.isEmpty)
    return over.count
  }

  /// A continuation of a task of its own, which waits for it.
  private func suspended() async -> CheckedContinuation<Void, Never> {
    await withCheckedContinuation { (outer: CheckedContinuation<CheckedContinuation<Void, Never>, Never>) in
      Task { await withCheckedContinuation { outer.resume(returning: $0) } }
    }
  }

  @Test func `all appends of a track that is ready are resumed, and no others`() async {
    let count = await resumed(tracks: [0, 1, 0, 2]) { waits, _ in waits.removeAll { $0 == 0 } }
    #expect(count == 2)
    let none = await resumed(tracks: [1, 2]) { waits, _ in waits.removeAll { $0 == 0 } }
    #expect(none == 0)
  }

  @Test func `an append that gives up is taken out once, with its track`() async {
    let count = await resumed(tracks: [4, 5]) { waits, tokens in
      let given = waits.remove(tokens[1])
      #expect(given?.track == 5)
      #expect(waits.remove(tokens[1]) == nil)
      #expect(waits.removeAll { $0 == 5 }.isEmpty)
      return given.map { [$0.continuation] } ?? []
    }
    #expect(count == 1)
  }

  @Test func `nothing waits at first`() {
    var waits = AppendWaits()
    let token = waits.makeToken()
    #expect(waits.isEmpty && waits.remove(token) == nil && waits.removeAll { _ in true }.isEmpty)
  }
}
