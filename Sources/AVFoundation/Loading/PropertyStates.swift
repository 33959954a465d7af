import Foundation
import MediaEngine

/// The loading states of an asset's properties, and the calls that wait for them. It is a value that only makes
/// decisions.
///
/// Each property has its own state (KV-07). A property is `.loading` from the first call that asks for it until its
/// step ends, however many calls ask meanwhile (KV-08). A final state does not change (KV-15).
struct PropertyStates {
  private var states: [AssetProperty: LoadingState] = [:]
  /// The properties that each call still waits for.
  private var waiting: [Int: Set<AssetProperty>] = [:]
  private var isReading = false

  func state(of property: AssetProperty) -> LoadingState { states[property] ?? .notYetLoaded }

  /// Registers a call that asks for properties.
  ///
  /// - Returns: `false` where the call has nothing to wait for.
  mutating func ask(for properties: [AssetProperty], call: Int) -> Bool {
    let undecided = Set(properties.filter { !state(of: $0).isDecided })
    for property in undecided { states[property] = .loading }
    if !undecided.isEmpty { waiting[call] = undecided }
    return !undecided.isEmpty
  }

  /// Removes a call. The properties that it asked for are still loaded.
  ///
  /// - Returns: whether it was waiting.
  mutating func withdraw(_ call: Int) -> Bool { waiting.removeValue(forKey: call) != nil }

  /// Returns the earliest step that is waited for, which the caller has to perform. It is `nil` if there is none, and
  /// while another caller performs a step, who asks again afterwards.
  mutating func beginStep() -> SourceStep? {
    guard !isReading, let step = loading.map(\.step).min() else { return nil }
    isReading = true
    return step
  }

  /// Ends the step that `beginStep()` gave out, without an outcome.
  mutating func abandonStep() { isReading = false }

  /// Ends the step that `beginStep()` gave out.
  ///
  /// - Returns: the calls that wait for nothing any more.
  mutating func endStep(_ step: SourceStep, _ state: LoadingState) -> [Int] {
    isReading = false
    return decide(step, state)
  }

  /// Takes over the outcome of a step, whoever did it.
  ///
  /// - Returns: the calls that wait for nothing any more.
  mutating func decide(_ step: SourceStep, _ state: LoadingState) -> [Int] {
    decide(loading.filter { $0.step == step }, state)
  }

  /// Cancels all properties that are loading (KV-12).
  ///
  /// - Returns: the calls that waited.
  mutating func cancel() -> [Int] { decide(loading, .cancelled) }

  private var loading: [AssetProperty] {
    states.compactMap { property, state in if case .loading = state { property } else { nil } }
  }

  private mutating func decide(_ properties: [AssetProperty], _ state: LoadingState) -> [Int] {
    for property in properties { states[property] = state }
    var done: [Int] = []
    for (call, wanted) in waiting {
      let rest = wanted.subtracting(properties)
      waiting[call] = rest.isEmpty ? nil : rest
      if rest.isEmpty { done.append(call) }
    }
    return done.sorted()
  }
}
