import MediaEngine
import Testing

@Suite struct PassCycleTests {
  private final class Pass {}

  @Test func `WI-74, WI-75: the pass that was ended stays the current one until the next is known`() {
    let (first, second) = (Pass(), Pass())
    var cycle = PassCycle(first)
    #expect(cycle.current === first && !cycle.isAnalysing)
    let hasEnded = cycle.end()
    #expect(hasEnded && cycle.isAnalysing && cycle.current === first)
    cycle.begin(second)
    #expect(cycle.current === second && !cycle.isAnalysing)
  }

  @Test func `WI-76: behind the last pass there is none`() {
    var cycle = PassCycle(Pass())
    _ = cycle.end()
    cycle.begin(nil)
    #expect(cycle.current == nil && !cycle.isAnalysing)
    let hasEnded = cycle.end()
    #expect(!hasEnded)
  }

  @Test func `a pass ends once, and only as the one that is open`() {
    let (first, second) = (Pass(), Pass())
    var cycle = PassCycle(first)
    let (other, own, again) = (cycle.end(second), cycle.end(first), cycle.end(first))
    #expect(!other && own && !again)
    cycle.begin(second)
    let late = cycle.end(first)
    #expect(!late && cycle.current === second)
  }
}
