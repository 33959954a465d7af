import Combine

/// A subscriber that asks for values when the test says so.
final class Asking<Input, Failure: Error>: Subscriber {
  private(set) var received: [Input] = []
  private(set) var completions: [Subscribers.Completion<Failure>] = []
  private(set) var subscription: (any Subscription)?
  /// Something that is done with each value; it gives how many more are asked for then.
  var onReceive: (Input) -> Subscribers.Demand = { _ in .none }

  func request(_ demand: Subscribers.Demand) { subscription?.request(demand) }

  func receive(subscription: any Subscription) { self.subscription = subscription }
  func receive(_ input: Input) -> Subscribers.Demand {
    received.append(input)
    return onReceive(input)
  }
  func receive(completion: Subscribers.Completion<Failure>) { completions.append(completion) }
}

/// A failure of a publisher.
struct Broken: Error, Equatable {}

/// Every sequence of so many elements of a set.
func words<Letter>(of letters: [Letter], count: Int) -> [[Letter]] {
  (0..<count).reduce([[]]) { words, _ in words.flatMap { word in letters.map { word + [$0] } } }
}
