/// How far a source is read. Each step is done once, and includes the one before.
package enum SourceStep: Int, Comparable, CaseIterable, Sendable {
  /// What the container says of itself as a whole. Of a movie this reads the index (`moov`, `moof`) and nothing else.
  case header
  /// What each stream is, and whether this build decodes it: libavformat opens the file too. Of a container without
  /// tables, media is read and decoded for it.
  case streams

  package static func < (lhs: SourceStep, rhs: SourceStep) -> Bool { lhs.rawValue < rhs.rawValue }
}
