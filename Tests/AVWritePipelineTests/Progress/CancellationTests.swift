import TestSupport
import Testing

@testable import AVWritePipeline

/// How a signal ends the steps of some work.
@Suite struct CancellationTests {
  private let relay = CancellationRelay()

  @Test func `a step is cancelled by a signal while it runs, and at its beginning by one that came before`() {
    let told = Told<Int32>()
    relay.passing(to: { told.append($0) }, during: { relay.cancel(signal: 15) })
    #expect(told.values == [15])
    relay.passing(to: { told.append($0) }, during: { #expect(told.values == [15, 15]) })
  }

  /// A job of a batch counts as not started then, and not as cancelled.
  @Test func `a step that must not begin after a signal does not, and is not cancelled`() {
    let told = Told<Int32>()
    #expect(relay.passingUnlessCancelled(to: { told.append($0) }, during: { relay.cancel(signal: 2) }) != nil)
    #expect(told.values == [2])
    let began = relay.passingUnlessCancelled(to: { told.append($0) }, during: { true })
    #expect(began == nil && told.values == [2])
  }
}
