import Foundation
import FoundationSupplement
import TestSupport
import Testing

@Suite("Notifications as an asynchronous sequence")
struct NotificationsTests {
  private final class Sender: NSObject, @unchecked Sendable {}  // Sendable: it holds nothing.

  // A center of the test's own: what other tests post is not heard.
  private let center = NotificationCenter()
  private let name = Notification.Name("something happened")

  private func post(_ number: Int, from sender: Sender? = nil, named other: String? = nil) {
    center.post(name: other.map { Notification.Name($0) } ?? name, object: sender, userInfo: ["number": number])
  }

  private func numbers(_ count: Int, of iterator: inout NotificationCenter.Notifications.Iterator) async -> [Int] {
    var numbers: [Int] = []
    for _ in 0..<count {
      guard let number = await iterator.next()?.userInfo?["number"] as? Int else { break }
      numbers.append(number)
    }
    return numbers
  }

  @Test func `what is posted after iteration began comes in order, with its name and sender`() async {
    let sender = Sender()
    let notifications = center.notifications(named: name)
    post(0)
    var iterator = notifications.makeAsyncIterator()
    for number in 1...3 { post(number, from: sender) }
    let first = await iterator.next()
    #expect(first?.name == name)
    #expect(first?.object as? Sender === sender)
    #expect(first?.userInfo?["number"] as? Int == 1)
    #expect(await numbers(2, of: &iterator) == [2, 3])
  }

  @Test func `only the name and the sender that were asked for`() async {
    let (sender, other) = (Sender(), Sender())
    var iterator = center.notifications(named: name, object: sender).makeAsyncIterator()
    post(1, from: other)
    post(2, from: sender, named: "something else")
    post(3, from: sender)
    post(4)
    post(5, from: sender)
    #expect(await numbers(2, of: &iterator) == [3, 5])
  }

  @Test func `a slow consumer gets the latest seven`() async {
    var iterator = center.notifications(named: name).makeAsyncIterator()
    for number in 1...20 { post(number) }
    #expect(await numbers(7, of: &iterator) == Array(14...20))
  }

  @Test func `two iterations of one sequence get everything each`() async {
    let notifications = center.notifications(named: name)
    var (first, second) = (notifications.makeAsyncIterator(), notifications.makeAsyncIterator())
    post(1)
    post(2)
    #expect(await numbers(2, of: &first) == [1, 2])
    #expect(await numbers(2, of: &second) == [1, 2])
  }

  @Test
  @MainActor
  func `a loop on the main actor hears what other threads post, and ends with its task`() async {
    let told = Told<Int>()
    let notifications = center.notifications(named: name)
    let (heard, continuation) = AsyncStream.makeStream(of: Int.self)
    let listening = Task { @MainActor in
      var iterator = notifications.makeAsyncIterator()
      continuation.yield(0)
      while let notification = await iterator.next(isolation: #isolation) {
        let number = notification.userInfo?["number"] as? Int ?? -1
        told.append(number)
        continuation.yield(number)
      }
    }
    var progress = heard.makeAsyncIterator()
    _ = await progress.next()
    for number in 1...3 {
      DispatchQueue.global().async { [center, name] in
        center.post(name: name, object: nil, userInfo: ["number": number])
      }
      #expect(await progress.next() == number)
    }
    listening.cancel()
    await listening.value
    #expect(told.values == [1, 2, 3])
  }

  @Test func `with the iterator the observation ends: nothing is kept for nobody`() async {
    final class Payload {}
    weak var kept: Payload?
    do {
      var iterator: NotificationCenter.Notifications.Iterator? = center.notifications(named: name).makeAsyncIterator()
      let payload = Payload()
      kept = payload
      center.post(name: name, object: nil, userInfo: ["payload": payload])
      iterator = nil
      center.post(name: name, object: nil, userInfo: ["payload": payload])
      _ = iterator
    }
    #expect(kept == nil)
  }

  @Test func `a sender that is gone before iteration begins sends nothing: the sequence is empty`() async {
    let notifications: NotificationCenter.Notifications
    do {
      let sender = Sender()
      notifications = center.notifications(named: name, object: sender)
    }
    var iterator = notifications.makeAsyncIterator()
    #expect(await iterator.next() == nil)
  }
}
