import Synchronization

/// Sentences for people that are gathered while reading.
package final class ReadingNotes: Sendable {
  private let sentences = Mutex<[String]>([])

  package init() {}

  func add(_ sentence: String) { sentences.withLock { $0.append(sentence) } }
  var all: [String] { sentences.withLock { $0 } }
}
