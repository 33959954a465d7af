import Foundation
import FoundationSupplement
import Observation

/// What a change of an observable property costs while nobody observes it, in nanoseconds of processor time, as JSON.
@main
enum ObservingBench {
  /// Enough changes to be seen by the clock, and enough turns that one of them ran undisturbed.
  private static let changes = 1_000_000
  private static let turns = 15

  // Sendable: the properties are thread-safe each by itself.
  private final class Lamp: NSObject, @unchecked Sendable {
    @Observed var brightness = 0
    let derived = DerivedProperty()
  }

  static func main() throws {
    let lamp = Lamp()
    // Both kinds of observers have been there, and have gone.
    let observation = lamp.observe(\.brightness) { _, _ in }
    withObservationTracking {
      _ = lamp.brightness
      lamp.derived.access()
    } onChange: {
    }
    lamp.brightness = 1
    lamp.derived.didChange()
    observation.invalidate()

    let figures = [
      "stored": cost { lamp.brightness = $0 },
      "derived": cost { _ in lamp.derived.didChange() },
    ]
    FileHandle.standardOutput.write(try JSONEncoder().encode(figures))
  }

  /// Nanoseconds of one change: of the fastest turn, since anything else that runs can only add.
  private static func cost(_ change: (Int) -> Void) -> Double {
    let fastest =
      (0..<turns).map { _ in
        let begin = clock()
        for index in 0..<changes { change(index) }
        return clock() - begin
      }.min() ?? 0
    return Double(fastest) / Double(CLOCKS_PER_SEC) * 1e9 / Double(changes)
  }
}
