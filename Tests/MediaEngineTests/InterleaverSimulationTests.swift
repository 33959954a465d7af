import MediaEngine
import Testing

@Suite("Interleaver, random graphs") struct InterleaverSimulationTests {
  /// Enough for every combination of client kinds, delays and limits to occur many times.
  private static let graphCount: UInt64 = 10_000

  @Test func `10,000 random graphs: no deadlock, nothing lost, decode-time order, bounded bytes`() {
    for seed in 0..<Self.graphCount {
      var simulation = InterleaverSimulation(seed: seed)
      let reachedTheEnd = simulation.run()
      #expect(reachedTheEnd, "deadlock with seed \(seed)")
      #expect(simulation.written == simulation.total, "seed \(seed)")
      #expect(simulation.orderViolations == 0, "seed \(seed)")
      let largestPacket = simulation.tracks.map(\.byteCount).max() ?? 0
      #expect(simulation.maximumHeld <= 2 * simulation.cap + largestPacket, "seed \(seed)")
    }
  }
}
