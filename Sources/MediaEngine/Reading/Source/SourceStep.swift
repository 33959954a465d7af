/// A step in reading a source. Each step is done once, and includes the step before.
package enum SourceStep: Int, Comparable, CaseIterable, Sendable {
  /// Reads the properties of the container as a whole. For a movie this reads the index (`moov`, `moof`) and nothing
  /// else.
  case header
  /// Determines the format of each stream, and whether this build decodes it. libavformat opens the file too. For a
  /// container without tables, media is read and decoded.
  case streams

  package static func < (lhs: SourceStep, rhs: SourceStep) -> Bool { lhs.rawValue < rhs.rawValue }
}
