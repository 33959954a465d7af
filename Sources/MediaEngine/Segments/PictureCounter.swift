import Synchronization

/// Counts the encoded pictures of all encoders.
final class PictureCounter: Sendable {
  private let value = Atomic(0)

  var count: Int { value.load(ordering: .relaxed) }
  func add(_ count: Int) { value.add(count, ordering: .relaxed) }
}
