import MediaEngine

extension UTType {
  /// The types of the files that this build reads with all its libraries. None is opened for the answer.
  package static let readable = ReadableContainer.known.map { UTType(importedAs: $0.identifier) }
}
