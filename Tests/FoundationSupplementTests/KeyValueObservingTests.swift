import Foundation
import FoundationSupplement
import Synchronization
import TestSupport
import Testing

@Suite("Key-value observation")
struct KeyValueObservingTests {
  // Sendable: the properties are thread-safe each by itself.
  class Lamp: NSObject, @unchecked Sendable {
    @Observed var brightness = 0
    let color = "white"
    var isOn: Bool { brightness > 0 }
  }

  final class Lantern: Lamp, @unchecked Sendable {}

  final class Room: NSObject, @unchecked Sendable {
    @Observed var lamp: Lamp? = Lamp()
  }

  private struct Change: Equatable {
    var new: Int?
    var old: Int?
    var isPrior = false

    init(new: Int? = nil, old: Int? = nil, isPrior: Bool = false) {
      (self.new, self.old, self.isPrior) = (new, old, isPrior)
    }
    init(_ change: NSKeyValueObservedChange<Int>) {
      self.init(new: change.newValue, old: change.oldValue, isPrior: change.isPrior)
    }
  }

  private func changes(_ options: NSKeyValueObservingOptions) -> [Change] {
    let lamp = Lamp()
    let told = Told<Change>()
    let observation = lamp.observe(\.brightness, options: options) { _, change in told.append(Change(change)) }
    lamp.brightness = 1
    lamp.brightness = 2
    observation.invalidate()
    lamp.brightness = 3
    return told.values
  }

  @Test func `the options choose the values and the calls`() {
    #expect(changes([]) == [Change(), Change()])
    #expect(changes(.new) == [Change(new: 1), Change(new: 2)])
    #expect(changes(.old) == [Change(old: 0), Change(old: 1)])
    #expect(changes([.initial, .new]) == [Change(new: 0), Change(new: 1), Change(new: 2)])
    #expect(changes([.initial, .new, .old]) == [Change(new: 0), Change(new: 1, old: 0), Change(new: 2, old: 1)])
    #expect(
      changes([.prior, .new, .old]) == [
        Change(old: 0, isPrior: true), Change(new: 1, old: 0), Change(old: 1, isPrior: true), Change(new: 2, old: 1),
      ])
  }

  /// What a program of Apple's platforms announces itself, by names.
  final class Fan: NSObject, @unchecked Sendable {
    private var turns = 0
    var label = "slow"
    var speed: Int {
      get { turns }
      set {
        willChangeValue(forKey: "speed")
        turns = newValue
        didChangeValue(forKey: "speed")
      }
    }
  }

  @Test func `what is announced by its name is told to those who observe it, and to nobody who observes another`() {
    let fan = Fan()
    let (told, others) = (Told<Int?>(), Told<String?>())
    let observations: [NSKeyValueObservation] = [
      fan.observe(\.speed, options: .new) { _, change in told.append(change.newValue) },
      fan.observe(\.label, options: .new) { _, change in others.append(change.newValue) },
    ]
    fan.speed = 3
    fan.speed = 5
    #expect(told.values == [3, 5] && others.values.isEmpty)
    fan.label = "fast"
    fan.didChangeValue(forKey: "label")
    #expect(others.values == ["fast"])
    for observation in observations { observation.invalidate() }
  }

  @Test func `raw values are Apple's`() {
    let options: [NSKeyValueObservingOptions] = [.new, .old, .initial, .prior]
    #expect(options.map(\.rawValue) == [1, 2, 4, 8])
    let kinds: [NSKeyValueChange] = [.setting, .insertion, .removal, .replacement]
    #expect(kinds.map(\.rawValue) == [1, 2, 3, 4])
  }

  @Test func `before the change the old value is there, after it the new one; the object is passed`() {
    let lamp = Lamp()
    let told = Told<Int>()
    let observation = lamp.observe(\.brightness, options: .prior) { object, change in
      #expect(object === lamp)
      #expect(change.kind == .setting)
      told.append(object.brightness)
    }
    lamp.brightness = 5
    #expect(told.values == [0, 5])
    observation.invalidate()
  }

  @Test func `setting the same value is told too, as Apple's does`() {
    let lamp = Lamp()
    let told = Told<Int>()
    let observation = lamp.observe(\.brightness, options: .new) { _, change in told.append(change.newValue!) }
    lamp.brightness = 0
    #expect(told.values == [0])
    observation.invalidate()
  }

  @Test func `the handler runs on the thread of the change`() async throws {
    let lamp = Lamp()
    let told = Told<ObjectIdentifier>()
    let observation = lamp.observe(\.brightness) { _, _ in told.append(ObjectIdentifier(Thread.current)) }
    let changing = try await bounded {
      lamp.brightness = 1
      return ObjectIdentifier(Thread.current)
    }
    #expect(told.values == [changing])
    observation.invalidate()
  }

  @Test func `letting go of the observation ends it, and it keeps no object alive`() {
    let told = Told<Int>()
    let lamp = Lamp()
    do {
      let observation = lamp.observe(\.brightness, options: .new) { _, change in told.append(change.newValue!) }
      lamp.brightness = 1
      withExtendedLifetime(observation) {}
    }
    lamp.brightness = 2
    #expect(told.values == [1])

    weak var gone: Lamp?
    var observation: NSKeyValueObservation?
    do {
      let short = Lamp()
      gone = short
      observation = short.observe(\.brightness) { _, _ in }
    }
    #expect(gone == nil)
    observation?.invalidate()
  }

  @Test func `a handler may invalidate its own observation, observe, and change the property`() {
    let lamp = Lamp()
    let told = Told<Int>()
    let holder = Mutex<NSKeyValueObservation?>(nil)
    let observation = lamp.observe(\.brightness, options: .new) { lamp, change in
      told.append(change.newValue!)
      if change.newValue == 1 { lamp.brightness = 2 }
      if change.newValue == 2 { holder.withLock { $0 }?.invalidate() }
    }
    holder.withLock { $0 = observation }
    lamp.brightness = 1
    lamp.brightness = 3
    #expect(told.values == [1, 2])
  }

  @Test func `a subclass, a computed property, a chain and an optional chain are observed through what they read`() {
    let lantern = Lantern()
    let told = Told<String>()
    var observations: [NSKeyValueObservation] = []
    observations.append(
      lantern.observe(\.brightness, options: .new) { _, change in told.append("brightness \(change.newValue!)") })
    observations.append(lantern.observe(\.isOn, options: .new) { _, change in told.append("on \(change.newValue!)") })
    lantern.brightness = 1
    #expect(told.values == ["brightness 1", "on true"])

    let room = Room()
    let first = room.lamp!
    let second = Lamp()
    second.brightness = 7
    let chained = Told<Int?>()
    observations.append(
      room.observe(\.lamp?.brightness, options: .new) { _, change in chained.append(change.newValue!) })
    first.brightness = 1
    room.lamp = second
    second.brightness = 8
    // No longer on the path.
    first.brightness = 2
    room.lamp = nil
    second.brightness = 9
    #expect(chained.values == [1, 7, 8, nil])
    for observation in observations { observation.invalidate() }
  }

  @Test func `many threads change and observe one property; the last value is told last`() async throws {
    let lamp = Lamp()
    try await bounded {
      DispatchQueue.concurrentPerform(iterations: 8) { thread in
        for step in 0..<200 {
          let told = Told<Int>()
          let observation = lamp.observe(\.brightness, options: [.new, .old, .initial]) { lamp, change in
            told.append(change.newValue!)
          }
          lamp.brightness = thread * 1000 + step
          observation.invalidate()
          #expect(told.values.count >= 2)
        }
      }
    }
    let told = Told<Int>()
    let observation = lamp.observe(\.brightness, options: .new) { _, change in told.append(change.newValue!) }
    lamp.brightness = -1
    #expect(told.values == [-1])
    observation.invalidate()
  }

  @Test
  func `a property that changes on two threads, and while it is told, ends with its last value told`() async throws {
    final class Sum: NSObject, @unchecked Sendable {
      let left = Atomic<Int>(0)
      let right = Atomic<Int>(0)
      let property = DerivedProperty()
      var total: Int {
        property.access()
        return left.load(ordering: .sequentiallyConsistent) + right.load(ordering: .sequentiallyConsistent)
      }
    }
    let sum = Sum()
    let told = Told<Int>()
    let observation = sum.observe(\.total, options: .new) { sum, change in
      told.append(change.newValue!)
      if change.newValue == 2000 {
        sum.left.add(1, ordering: .sequentiallyConsistent)
        sum.property.didChange()
      }
    }
    try await bounded {
      DispatchQueue.concurrentPerform(iterations: 2) { thread in
        for _ in 0..<1000 {
          if thread == 0 {
            sum.left.add(1, ordering: .sequentiallyConsistent)
          } else {
            sum.right.add(1, ordering: .sequentiallyConsistent)
          }
          sum.property.didChange()
        }
      }
    }
    #expect(told.values == told.values.sorted())
    #expect(told.values.last == 2001)
    observation.invalidate()
  }

  @Test func `observers are told in the order in which they began, each once a change`() {
    let lamp = Lamp()
    let told = Told<String>()
    let observations = ["a", "b", "c"].map { name in
      lamp.observe(\.brightness, options: [.prior, .new]) { _, change in
        told.append(change.isPrior ? "\(name) before" : "\(name) \(change.newValue!)")
      }
    }
    lamp.brightness = 4
    #expect(told.values == ["a before", "b before", "c before", "a 4", "b 4", "c 4"])
    observations[1].invalidate()
    lamp.brightness = 5
    #expect(told.values.suffix(4) == ["a before", "c before", "a 5", "c 5"])
    for observation in observations { observation.invalidate() }
  }

  @Test func `an observer that another one ends during a change is not told of it any more`() {
    let lamp = Lamp()
    let told = Told<Int>()
    let second = Mutex<NSKeyValueObservation?>(nil)
    let first = lamp.observe(\.brightness) { _, _ in second.withLock { $0 }?.invalidate() }
    second.withLock { $0 = lamp.observe(\.brightness, options: .new) { _, change in told.append(change.newValue!) } }
    lamp.brightness = 1
    #expect(told.values == [])
    first.invalidate()
  }

  @Test
  func `a chain with .old and .prior tells the values of the whole path, also when a middle object is exchanged`() {
    let room = Room()
    let spare = Lamp()
    spare.brightness = 3
    let told = Told<[Int?]>()
    let observation = room.observe(\.lamp?.brightness, options: [.initial, .old, .new, .prior]) { _, change in
      told.append([change.isPrior ? 1 : 0, change.oldValue ?? nil, change.newValue ?? nil])
    }
    room.lamp?.brightness = 1
    room.lamp = spare
    room.lamp = nil
    #expect(
      told.values == [
        [0, nil, 0], [1, 0, nil], [0, 0, 1], [1, 1, nil], [0, 1, 3], [1, 3, nil], [0, 3, nil],
      ])
    observation.invalidate()
  }

  @Test func `a path through a superclass's variable and one through the subclass are told alike`() {
    let lantern = Lantern()
    let told = Told<String>()
    let observations = [
      lantern.observe(\.brightness) { _, _ in told.append("lantern") },
      (lantern as Lamp).observe(\.brightness) { _, _ in told.append("lamp") },
    ]
    lantern.brightness = 1
    #expect(told.values == ["lantern", "lamp"])
    for observation in observations { observation.invalidate() }
  }
}
