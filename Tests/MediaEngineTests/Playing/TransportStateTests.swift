import MediaEngine
import TestSupport
import Testing

/// What a player does about its wanted rate.
@Suite struct TransportStateTests {
  private static let items: [TransportState.Item] = [.none, .preparing, .ready, .running, .failed]

  @Test
  func `PL-02, PL-03, PL-04: the status follows from the rate and the item, and a reason is given only while it waits`()
  {
    for item in Self.items {
      for rate in [-2, 0, 0.5, 1] as [Float] {
        for waits in [true, false] {
          var state = TransportState()
          (state.item, state.waitsToMinimizeStalling) = (item, waits)
          let isNew = state.setRate(rate)
          #expect(isNew == (rate != 0))
          let expected: TransportState.ControlStatus = rate == 0 ? .paused : item == .running ? .playing : .waiting
          #expect(state.controlStatus == expected)
          #expect((state.waitingReason != nil) == (expected == .waiting))
          if expected == .waiting {
            let hasNothing = item == .none || item == .failed
            #expect(state.waitingReason == (hasNothing ? .noItem : waits ? .stalling : .evaluating), "PL-05, PL-10")
          }
        }
      }
    }
  }

  @Test func `what is no number is no rate`() {
    var state = TransportState()
    let changes = [2, 2, .nan, .infinity, -1].map { state.setRate($0) }
    #expect(changes == [true, false, true, false, true])
    #expect(state.rate == -1)
  }
}
