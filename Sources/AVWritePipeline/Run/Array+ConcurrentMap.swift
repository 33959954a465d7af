internal import Dispatch
internal import Synchronization

extension Array where Element: Sendable {
  /// Returns the results of a closure for the elements, in the elements' order. The calls run concurrently, on as many
  /// threads as the machine has processors.
  ///
  /// - Throws: the error of the first element, in the array's order, whose call threw one.
  func concurrentMap<Value: Sendable, Failure: Error>(
    _ transform: @Sendable (Int, Element) throws(Failure) -> Value
  ) throws(Failure) -> [Value] {
    let results = Mutex([Result<Value, Failure>?](repeating: nil, count: count))
    DispatchQueue.concurrentPerform(iterations: count) { index in
      let result = Result { () throws(Failure) in try transform(index, self[index]) }
      results.withLock { $0[index] = result }
    }
    var values: [Value] = []
    for case let result? in results.withLock({ $0 }) { values.append(try result.get()) }
    return values
  }
}
