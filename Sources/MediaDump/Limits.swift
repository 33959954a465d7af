/// What keeps the text and the time bounded whatever a file claims.
enum Limits {
  /// Samples of all tracks that are looked at one by one: four hours of 60 pictures and 47 AAC packets a second are
  /// a third of them, and a minute and a half of PCM all.
  static let samplesExamined = 1 << 22
  /// Lines of all tracks' samples.
  static let sampleLines = 1 << 22
  /// Lines of the box tree.
  static let boxLines = 1 << 20
  /// Items of one list within a box.
  static let listItems = 64
  /// Bytes read in one piece for a checksum.
  static let readSize = 1 << 20
}
