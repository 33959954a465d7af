import Synchronization

/// Records which observable properties are read while a key path is evaluated.
///
/// Key paths are not compared: that of a subclass differs from its superclass's, and that of a computed property names
/// none of the properties that it reads. So the path is evaluated once with a recorder on this thread, and each
/// observable property registers that it was read.
final class AccessRecorder: Sendable {
  /// The recorder of the running evaluation.
  @TaskLocal private static var current: AccessRecorder?
  /// The number of evaluations that run, on any thread. While none does, reading a property costs one atomic load.
  private static let evaluations = Atomic<Int>(0)

  private let properties = Mutex<[ObservedProperty]>([])

  /// Returns the result of reading something, and the observable properties that were read for it, each once.
  static func record<Result>(_ read: () -> Result) -> (result: Result, read: [ObservedProperty]) {
    evaluations.add(1, ordering: .relaxed)
    defer { evaluations.subtract(1, ordering: .relaxed) }
    let recorder = AccessRecorder()
    let result = $current.withValue(recorder) { read() }
    return (result, recorder.properties.withLock { $0 })
  }

  /// Notes that a property is being read.
  static func note(_ property: ObservedProperty) {
    guard evaluations.load(ordering: .relaxed) != 0, let current else { return }
    current.properties.withLock { properties in
      if !properties.contains(where: { $0 === property }) { properties.append(property) }
    }
  }
}
