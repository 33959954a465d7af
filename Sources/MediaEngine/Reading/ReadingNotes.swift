import Synchronization

/// Collects sentences for users while reading.
package final class ReadingNotes: Sendable {
  private struct Note {
    var sentence: String
    /// The subject of the sentence; each subject has one sentence at most. It is `nil` for independent sentences.
    var subject: String?
  }

  private let notes = Mutex<[Note]>([])

  package init() {}

  func add(_ sentence: String) { notes.withLock { $0.append(Note(sentence: sentence)) } }

  /// Adds the sentence about a subject, or replaces the subject's earlier one.
  func set(_ sentence: String, about subject: String) {
    notes.withLock { notes in
      let note = Note(sentence: sentence, subject: subject)
      if let place = notes.firstIndex(where: { $0.subject == subject }) {
        notes[place] = note
      } else {
        notes.append(note)
      }
    }
  }

  var all: [String] { notes.withLock { $0.map(\.sentence) } }
}
