/// Limits that bound the text and the time whatever a file states.
enum Limits {
  /// The greatest number of samples of all tracks that are examined one by one. Four hours of 60 pictures and 47 AAC
  /// packets per second have a third as many, and a minute and a half of PCM has as many.
  static let samplesExamined = 1 << 22
  /// The number of lines for all tracks' samples.
  static let sampleLines = 1 << 22
  /// The number of lines of the box tree.
  static let boxLines = 1 << 20
  /// The number of items of one list within a box.
  static let listItems = 64
  /// The number of bytes read in one piece for a checksum.
  static let readSize = 1 << 20
}
