import AVFoundation
import Foundation
import SoundTestSupport
import Synchronization
import TestSupport
import Testing

/// Calls of many threads in any order.
@Suite struct PlayerStressTests {
  @Test(arguments: 0..<4)
  func `PL-16: calls of four threads end, get each answer once, allow no wrong state, and leave nothing behind`(
    seed: Int
  ) async throws {
    try await bounded {
      let owners = try Self.use(seed)
      // Threads end by themselves, and tell nobody.
      do { try SteppedDevice().wait { owners.left.isEmpty } } catch {
        Issue.record("seed \(seed): \(owners.left.prefix(10)) are left")
      }
    }
  }

  private static func use(_ seed: Int) throws -> RandomTransport.Owners {
    let transport = try RandomTransport(setsTimedRates: seed % 2 == 1)
    let isOver = Atomic(false)
    let group = DispatchGroup()
    group.enter()
    Thread.detachNewThread {
      while !isOver.load(ordering: .relaxed) {
        try? transport.stepped.device.step(480) { true }
        transport.stepped.player.currentItem?.lookAtTime()
        Thread.sleep(forTimeInterval: 0.001)  // The device's time goes ten times as fast as the host's.
      }
      group.leave()
    }
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      var numbers = SeededGenerator(seed: UInt64(seed * 10 + thread))
      for _ in 0..<Rounds.count(250, full: 6250) { transport.call(&numbers) }
    }
    isOver.store(true, ordering: .relaxed)
    group.wait()
    do { try transport.settle() } catch { Issue.record("seed \(seed): \(transport)") }
    transport.end()
    try transport.stepped.device.wait { transport.answers.missing == 0 }
    #expect(transport.answers.givenTwice == 0, "seed \(seed)")
    let wrong = transport.wrongStates
    #expect(wrong.isEmpty, "seed \(seed): \(wrong.prefix(5))")
    return transport.owners
  }
}
