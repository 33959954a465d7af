import MediaEngine
import Testing

@Suite struct PassCycleTests {
  private final class Pass {}

  @Test("WI-74, WI-75: the pass that was ended stays the current one until the next is known")
  func analysing() {
    let (first, second) = (Pass(), Pass())
    var cycle = PassCycle(first)
    #expect(cycle.current === first && !cycle.isAnalysing)
    let hasEnded = cycle.end()
    #expect(hasEnded && cycle.isAnalysing && cycle.current === first)
    cycle.begin(second)
    #expect(cycle.current === second && !cycle.isAnalysing)
  }

  @Test("WI-76: behind the last pass there is none")
  func over() {
    var cycle = PassCycle(Pass())
    _ = cycle.end()
    cycle.begin(nil)
    #expect(cycle.current == nil && !cycle.isAnalysing)
    let hasEnded = cycle.end()
    #expect(!hasEnded)
  }

  @Test("A pass ends once, and only as the one that is open")
  func endsOnce() {
    let (first, second) = (Pass(), Pass())
    var cycle = PassCycle(first)
    let (other, own, again) = (cycle.end(second), cycle.end(first), cycle.end(first))
    #expect(!other && own && !again)
    cycle.begin(second)
    let late = cycle.end(first)
    #expect(!late && cycle.current === second)
  }
}
