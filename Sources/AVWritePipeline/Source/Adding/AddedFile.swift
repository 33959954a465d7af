/// A file whose tracks are added to outputs.
struct AddedFile {
  /// The path as the user wrote it.
  let path: String
  /// The opened file, whose samples lie on the input's timeline.
  let source: Source
  /// The file's own identifiers of its tracks, by those that they have in the job.
  let ids: [Int32: Int32]

  /// Returns the identifier in the job of a track of the file.
  func id(of own: Int32) -> Int32? { ids.first { $0.value == own }?.key }
}
