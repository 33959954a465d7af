import Foundation
import FoundationSupplement
import Observation
import TestSupport
import Testing

@Suite("Swift's Observation of observable properties")
struct ObservationTests {
  // Sendable: the property is thread-safe by itself.
  private final class Lamp: NSObject, @unchecked Sendable {
    @Observed var brightness = 0
    var isOn: Bool { brightness > 0 }
  }

  @Test func `a change after a tracked read is told once, when the new value is there`() {
    let lamp = Lamp()
    let told = Told<Int>()
    let read = withObservationTracking {
      lamp.isOn
    } onChange: {
      told.append(lamp.brightness)
    }
    #expect(!read)
    lamp.brightness = 1
    lamp.brightness = 2
    #expect(told.values == [1])
  }

  @Test func `what was not read is not told`() {
    let (lamp, other) = (Lamp(), Lamp())
    let told = Told<Int>()
    withObservationTracking {
      _ = lamp.brightness
    } onChange: {
      told.append(lamp.brightness)
    }
    other.brightness = 1
    #expect(told.values == [])
    lamp.brightness = 1
    #expect(told.values == [1])
  }

  @Test func `the same change reaches both kinds of observers, and a property of several facts too`() {
    let lamp = Lamp()
    let derived = DerivedProperty()
    let told = Told<String>()
    let observation = lamp.observe(\.brightness) { _, _ in told.append("key-value") }
    withObservationTracking {
      _ = lamp.brightness
      derived.access()
    } onChange: {
      told.append("tracking")
    }
    lamp.brightness = 1
    #expect(told.values == ["key-value", "tracking"])
    observation.invalidate()

    withObservationTracking {
      derived.access()
    } onChange: {
      told.append("derived")
    }
    derived.didChange()
    #expect(told.values == ["key-value", "tracking", "derived"])
  }

  @Test func `the asynchronous sequence of observations ends with the last value`() async {
    let lamp = Lamp()
    let last = 50
    let changing = Task {
      for value in 1...last {
        lamp.brightness = value
        await Task.yield()
      }
    }
    var seen: [Int] = []
    for await value in Observations({ lamp.brightness }) {
      seen.append(value)
      if value == last { break }
    }
    await changing.value
    #expect(seen == seen.sorted())
    #expect(seen.last == last)
  }
}
