import AVFoundation
import Combine
import TestSupport
import Testing

// The core of observation, for properties of the test's own.
import FoundationSupplement

@Suite("Publishers of key paths")
struct KeyValuePublisherTests {
  // Sendable: the properties are thread-safe each by itself.
  private final class Lamp: NSObject, @unchecked Sendable {
    @Observed var brightness = 0
    @Observed var next: Lamp?
  }

  @Test func `the value now and each new one, until cancellation`() {
    let lamp = Lamp()
    let told = Told<Int>()
    let cancellable = lamp.publisher(for: \.brightness).sink { told.append($0) }
    lamp.brightness = 1
    lamp.brightness = 2
    #expect(told.values == [0, 1, 2])
    cancellable.cancel()
    lamp.brightness = 3
    #expect(told.values == [0, 1, 2])
  }

  @Test func `the options choose: new ones alone, or those before too`() {
    let lamp = Lamp()
    let (new, prior) = (Told<Int>(), Told<Int>())
    var cancellables: Set<AnyCancellable> = []
    lamp.publisher(for: \.brightness, options: .new).sink { new.append($0) }.store(in: &cancellables)
    lamp.publisher(for: \.brightness, options: [.prior, .new]).sink { prior.append($0) }.store(in: &cancellables)
    lamp.brightness = 1
    lamp.brightness = 2
    #expect(new.values == [1, 2])
    #expect(prior.values == [0, 1, 1, 2])
  }

  @Test func `a subscriber that asks for less gets the latest value when it asks for more`() {
    let lamp = Lamp()
    let asking = Asking<Int, Never>()
    lamp.publisher(for: \.brightness).subscribe(asking)
    #expect(asking.received == [])
    asking.subscription?.request(.max(1))
    #expect(asking.received == [0])
    for value in 1...3 { lamp.brightness = value }
    #expect(asking.received == [0])
    asking.subscription?.request(.max(2))
    #expect(asking.received == [0, 3])
    lamp.brightness = 4
    lamp.brightness = 5
    #expect(asking.received == [0, 3, 4])
    asking.subscription?.cancel()
    asking.subscription?.request(.unlimited)
    #expect(asking.received == [0, 3, 4])
  }

  @Test func `a value that is set while one is received comes after it`() {
    let lamp = Lamp()
    let told = Told<String>()
    let cancellable = lamp.publisher(for: \.brightness).sink { value in
      told.append("begin \(value)")
      if value == 1 { lamp.brightness = 2 }
      told.append("end \(value)")
    }
    lamp.brightness = 1
    #expect(told.values == ["begin 0", "end 0", "begin 1", "end 1", "begin 2", "end 2"])
    cancellable.cancel()
  }

  @Test func `an optional chain, without an object and with it`() {
    let (lamp, next) = (Lamp(), Lamp())
    let told = Told<Int?>()
    let cancellable = lamp.publisher(for: \.next?.brightness).removeDuplicates().sink { told.append($0) }
    lamp.next = next
    next.brightness = 7
    lamp.next = nil
    #expect(told.values == [nil, 0, 7, nil])
    cancellable.cancel()
  }

  @Test func `no two values are received at once, whatever threads they are set on`() async throws {
    let lamp = Lamp()
    let told = Told<Int>()
    // Not behind a lock: the thread sanitizer sees two calls at once.
    nonisolated(unsafe) var calls = 0
    let cancellable = lamp.publisher(for: \.brightness, options: .new).sink { value in
      calls += 1
      told.append(value)
    }
    try await bounded {
      DispatchQueue.concurrentPerform(iterations: 4) { thread in
        for step in 0..<250 { lamp.brightness = thread * 1000 + step }
      }
    }
    #expect(calls == 1000)
    #expect(told.values.count == 1000)
    cancellable.cancel()
  }

  @Test func `the object is not kept alive by a subscription, nor the subscriber by a cancelled one`() {
    weak var gone: Lamp?
    var cancellable: AnyCancellable?
    do {
      let lamp = Lamp()
      gone = lamp
      cancellable = lamp.publisher(for: \.brightness).dropFirst().sink { _ in }
    }
    #expect(gone == nil)
    cancellable?.cancel()

    final class Owner {}
    weak var owner: Owner?
    let lamp = Lamp()
    do {
      let held = Owner()
      owner = held
      cancellable = lamp.publisher(for: \.brightness).sink { _ in withExtendedLifetime(held) {} }
    }
    #expect(owner != nil)
    cancellable = nil
    #expect(owner == nil)
  }

  @Test func `publishers of the same path of the same object are equal`() {
    let (lamp, other) = (Lamp(), Lamp())
    #expect(lamp.publisher(for: \.brightness) == lamp.publisher(for: \.brightness))
    #expect(lamp.publisher(for: \.brightness) != other.publisher(for: \.brightness))
    #expect(lamp.publisher(for: \.brightness) != lamp.publisher(for: \.brightness, options: .new))
  }
}
