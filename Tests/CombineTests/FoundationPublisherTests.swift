import Combine
import Foundation
import TestSupport
import Testing

@Suite("Publishers of notifications and timers, and what decodes values")
struct FoundationPublisherTests {
  private final class Sender {}

  @Test func `notifications of the name and the sender, while they are asked for`() {
    let center = NotificationCenter()
    let (name, sender) = (Notification.Name("changed"), Sender())
    let (all, some) = (Told<Int>(), Told<Int>())
    var cancellables: Set<AnyCancellable> = []
    center.publisher(for: name).compactMap { $0.userInfo?["number"] as? Int }
      .sink { all.append($0) }.store(in: &cancellables)
    center.publisher(for: name, object: sender).compactMap { $0.userInfo?["number"] as? Int }.first()
      .sink { some.append($0) }.store(in: &cancellables)
    center.post(name: name, object: nil, userInfo: ["number": 1])
    center.post(name: name, object: sender, userInfo: ["number": 2])
    center.post(name: name, object: sender, userInfo: ["number": 3])
    center.post(name: Notification.Name("other"), object: sender, userInfo: ["number": 4])
    #expect(all.values == [1, 2, 3])
    #expect(some.values == [2])
    cancellables = []
    center.post(name: name, object: sender, userInfo: ["number": 5])
    #expect(all.values == [1, 2, 3])
    #expect(center.publisher(for: name) == center.publisher(for: name))
    #expect(center.publisher(for: name) != center.publisher(for: name, object: sender))
  }

  @Test func `notifications as the values of an asynchronous sequence`() async throws {
    let center = NotificationCenter()
    let name = Notification.Name("changed")
    var iterator = center.publisher(for: name).map { $0.userInfo?["number"] as? Int }.values.makeAsyncIterator()
    let posting = Task {
      var number = 0
      // Until somebody has waited twice, however long that takes.
      while !Task.isCancelled {
        number += 1
        center.post(name: name, object: nil, userInfo: ["number": number])
        await Task.yield()
      }
    }
    let first = await iterator.next()
    let second = await iterator.next()
    posting.cancel()
    // What is posted while nobody waits is dropped, but nothing comes twice or in the wrong order.
    let (earlier, later) = (try #require(first ?? nil), try #require(second ?? nil))
    #expect(earlier < later)
  }

  @Test func `a timer fires on its run loop until its last subscriber has gone`() async throws {
    let told = Told<Date>()
    try await bounded {
      var cancellable: AnyCancellable?
      let publisher = Timer.publish(every: 0.001, on: .current, in: .default).autoconnect()
      cancellable = publisher.sink { told.append($0) }
      while told.values.count < 3 {
        _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
      }
      cancellable?.cancel()
      let count = told.values.count
      // A timer that still ran would fire now.
      _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.05))
      #expect(told.values.count == count)
    }
    #expect(told.values == told.values.sorted())
  }

  @Test func `values are encoded and decoded on the way`() throws {
    let told = Told<[String: Int]>()
    let cancellable = Just(["frames": 25]).encode(encoder: JSONEncoder())
      .decode(type: [String: Int].self, decoder: JSONDecoder())
      .sink(receiveCompletion: { _ in }, receiveValue: { told.append($0) })
    #expect(told.values == [["frames": 25]])
    cancellable.cancel()
  }
}
