import Synchronization

/// Sentences for people that are gathered while reading.
package final class ReadingNotes: Sendable {
  private struct Note {
    var sentence: String
    /// The subject, of which there is one sentence. `nil` where each sentence stands for itself.
    var subject: String?
  }

  private let notes = Mutex<[Note]>([])

  package init() {}

  func add(_ sentence: String) { notes.withLock { $0.append(Note(sentence: sentence)) } }

  /// Adds the sentence about a subject, in the place of the one that was there.
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
