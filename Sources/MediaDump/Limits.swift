/// What keeps the text and the time bounded whatever a file claims.
enum Limits {
  /// Samples that are looked at one by one: an hour and a half of 60 pictures a second, a minute and a half of PCM.
  static let samplesExamined = 1 << 22
  /// Lines of one track's samples: a movie of four hours at 60 pictures a second has fewer.
  static let sampleLines = 1 << 20
  /// Lines of the box tree.
  static let boxLines = 1 << 20
  /// Items of one list within a box.
  static let listItems = 64
  /// Bytes read in one piece for a checksum.
  static let readSize = 1 << 20
}
