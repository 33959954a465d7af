/// The settings of the output file itself.
public struct FileChoice: Sendable, Hashable, Codable {
  /// The check of the finished file before it gets its name.
  public enum Verification: String, Sendable, Hashable, Codable, CaseIterable {
    case none
    /// Counts, durations and timing are checked, from the file's own tables.
    case tables
    /// The tables are checked, and every sample is decoded.
    case full
  }

  /// A Boolean value that says whether the tables are before the media, so that playing can begin before the whole file
  /// has arrived. Nil means true.
  public var fastStart: Bool?
  /// The duration of a movie's fragments, in seconds; no fragments when nil.
  public var fragment: Double?
  /// The longest chunk of one track's media, in seconds; the writer's choice when nil.
  public var chunkDuration: Double?
  /// The alignment of chunks: each begins at a multiple of this many bytes. It is the writer's choice when nil.
  public var chunkAlignment: Int?
  /// A Boolean value that says whether the output gets the source's times of reading and changing. It is false when
  /// nil.
  public var keepsTimes: Bool?
  /// The check of the output; that of its tables when nil.
  public var verification: Verification?

  public init() {}
}
