import Foundation
import TestSupport
import Testing

@testable import AVFoundation

/// The state machine of loading, in random order: no call is forgotten or told twice, and what is decided stays.
@Suite("States of properties")
struct PropertyStateTests {
  @Test(arguments: 0..<UInt64(Rounds.count(50, full: 2000)))
  func `in random traces every call is told once, and what is decided stays so`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var states = PropertyStates()
    var waiting: [Int: [AssetProperty]] = [:]
    var decided: [AssetProperty: String] = [:]
    // Nothing yet: nobody has asked.
    var reading = states.beginStep()
    #expect(reading == nil)
    var lastCall = 0

    func finish(_ calls: [Int]) {
      #expect(Set(calls).count == calls.count)
      for call in calls {
        let properties = waiting.removeValue(forKey: call)
        #expect(properties?.allSatisfy { states.state(of: $0).isDecided } == true)
      }
      #expect(waiting.values.allSatisfy { $0.contains { !states.state(of: $0).isDecided } })
    }

    for _ in 0..<60 {
      switch Int.random(in: 0..<8, using: &generator) {
      case 0...3:
        lastCall += 1
        let count = Int.random(in: 0...3, using: &generator)
        let properties = (0..<count).compactMap { _ in AssetProperty.allCases.randomElement(using: &generator) }
        let isKnown = properties.allSatisfy { states.state(of: $0).isDecided }
        #expect(states.ask(for: properties, call: lastCall) == !isKnown)
        if !isKnown { waiting[lastCall] = properties }
      case 4:
        if reading == nil, let step = states.beginStep() { reading = step }
        // One reads at a time.
        #expect(reading == nil || states.beginStep() == nil)
      case 5:
        guard let step = reading else { continue }
        reading = nil
        if Bool.random(using: &generator) {
          let isLoaded = Bool.random(using: &generator)
          finish(states.endStep(step, isLoaded ? .loaded : .failed(NSError(domain: "test", code: 1))))
        } else {
          states.abandonStep()
        }
      case 6:
        if let call = waiting.keys.sorted().randomElement(using: &generator) {
          #expect(states.withdraw(call) && !states.withdraw(call))
          waiting[call] = nil
        }
      default: if Int.random(in: 0..<4, using: &generator) == 0 { finish(states.cancel()) }
      }
      for property in AssetProperty.allCases where states.state(of: property).isDecided {
        let state = "\(states.state(of: property))"
        #expect(decided[property] ?? state == state)
        decided[property] = state
      }
    }
    // Whoever still waits is told, by reading on or by giving up.
    if let step = reading { finish(states.endStep(step, .loaded)) }
    while let step = states.beginStep() { finish(states.endStep(step, .loaded)) }
    #expect(waiting.isEmpty)
  }

  @Test func `keys are Objective-C's names, and those of getters`() {
    #expect(AssetProperty(key: "playable") == .isPlayable && AssetProperty(key: "isPlayable") == .isPlayable)
    #expect(AssetProperty(key: "duration") == .duration && AssetProperty(key: "isDuration") == nil)
    #expect(AssetProperty(key: "is") == nil && AssetProperty(key: "") == nil && AssetProperty(key: "url") == nil)
    #expect(Set(AssetProperty.allCases.map(\.rawValue)).count == AssetProperty.allCases.count)
  }
}
