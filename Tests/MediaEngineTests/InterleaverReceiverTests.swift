import MediaEngine
import Testing

/// The gate's clause for receivers, on a clock that the tests set.
@Suite("Interleaver, receivers") struct InterleaverReceiverTests {
  private typealias Gate = Interleaver<Int>
  private static let second: Int64 = 1_000_000_000

  /// Two tracks; the second one's receiver has appended once.
  private func gate(limit: Int = 1000) -> Gate {
    var gate = Gate()
    for _ in 0..<2 { _ = gate.addTrack(.init(role: .paces, isRealTime: false, sampleLimit: limit)) }
    return gate
  }

  private func append(_ gate: inout Gate, _ track: Int, to endTime: Int64) {
    gate.didAppend(track, endTime: endTime)
    gate.didAppendByReceiver(track)
  }

  /// Whether the client's question is answered with yes.
  private func asks(_ gate: inout Gate, _ track: Int) -> Bool { gate.promiseAppend(track) }

  @Test func `WI-90: a receiver counts from its first append`() {
    var gate = gate()
    append(&gate, 0, to: 100 * Self.second)
    #expect(gate.mayAppend(0))
    append(&gate, 1, to: 0)
    #expect(!gate.mayAppend(0))
    append(&gate, 1, to: 100 * Self.second)
    #expect(gate.mayAppend(0))
  }

  @Test func `a held track waits for a receiver as long as the gate is patient, and not a nanosecond longer`() {
    var gate = gate()
    append(&gate, 1, to: 0)
    append(&gate, 0, to: Self.second)
    #expect(gate.noteMisses(at: 5) == nil)
    let isAllowed = asks(&gate, 0)
    #expect(!isAllowed)
    let due = gate.noteMisses(at: 7)
    #expect(due == 7 + Gate.patience)
    #expect(gate.noteMisses(at: 30) == due)
    let tooEarly = gate.lapse(at: 6 + Gate.patience)
    #expect(!tooEarly)
    #expect(!gate.mayAppend(0))
    let hasLapsed = gate.lapse(at: 7 + Gate.patience)
    #expect(hasLapsed)
    #expect(gate.mayAppend(0))
    #expect(gate.noteMisses(at: 8 + Gate.patience) == nil)
  }

  @Test func `after two lapses a receiver no longer counts`() {
    var gate = gate()
    var now: Int64 = 0
    append(&gate, 0, to: Self.second)
    for lapse in 0..<Gate.mostLapses {
      append(&gate, 1, to: Int64(lapse))
      let isAllowed = asks(&gate, 0)
      #expect(!isAllowed)
      now = gate.noteMisses(at: now) ?? now
      let hasLapsed = gate.lapse(at: now)
      #expect(hasLapsed)
      append(&gate, 0, to: Int64(lapse + 2) * Self.second)
    }
    append(&gate, 1, to: 10)
    #expect(gate.mayAppend(0))
  }

  @Test func `a receiver that goes on slowly is waited for: each append begins the patience anew`() {
    var gate = gate()
    append(&gate, 1, to: 0)
    append(&gate, 0, to: 10 * Self.second)
    _ = asks(&gate, 0)
    for step in 1...20 {
      let now = Int64(step) * (Gate.patience - 1)
      append(&gate, 1, to: Int64(step) * 1_000_000)
      #expect(gate.noteMisses(at: now) == now + Gate.patience)
      let hasLapsed = gate.lapse(at: now + Gate.patience - 1)
      #expect(!hasLapsed)
    }
    #expect(!gate.mayAppend(0))
  }

  @Test func `a receiver whose own append is held, or whose codec is behind, is not late`() {
    var gate = gate(limit: 1)
    append(&gate, 1, to: 0)
    append(&gate, 0, to: Self.second)
    gate.didGiveToCodec(0)
    _ = asks(&gate, 0)
    // The codec has not taken the receiver's one sample.
    #expect(gate.noteMisses(at: 0) == nil)
    let isAllowed = asks(&gate, 1)
    #expect(!isAllowed)
    gate.didGiveToCodec(1)
    // Now it may append, and its client has asked.
    #expect(gate.noteMisses(at: 1) == nil)
    gate.withdraw(1)
    #expect(gate.noteMisses(at: 2) == 2 + Gate.patience)
  }

  @Test func `nobody is missed where nobody waits: the held client went away, or finished`() {
    var gate = gate()
    append(&gate, 1, to: 0)
    append(&gate, 0, to: Self.second)
    _ = asks(&gate, 0)
    #expect(gate.noteMisses(at: 0) != nil)
    gate.withdraw(0)
    #expect(gate.noteMisses(at: 1) == nil)
    _ = asks(&gate, 0)
    #expect(gate.noteMisses(at: 2) != nil)
    gate.finish(0)
    #expect(gate.noteMisses(at: 3) == nil)
    let hasLapsed = gate.lapse(at: .max)
    #expect(!hasLapsed)
  }

  @Test func `WI-93: a finished receiver holds nobody`() {
    var gate = gate()
    append(&gate, 1, to: 0)
    append(&gate, 0, to: Self.second)
    #expect(!gate.mayAppend(0))
    gate.finish(1)
    #expect(gate.mayAppend(0))
    #expect(!gate.mayAppend(1))
  }
}
