/// What is wanted of the output file itself.
public struct FileChoice: Sendable, Hashable, Codable {
  /// How the finished file is checked before it gets its name.
  public enum Verification: String, Sendable, Hashable, Codable, CaseIterable {
    case none
    /// Counts, durations and timing, from the file's own tables.
    case tables
    /// That, and every sample is decoded.
    case full
  }

  /// The tables before the media, so that playing can begin before the file is there: so it is when nil.
  public var fastStart: Bool?
  /// Seconds of a movie's fragments; no fragments when nil.
  public var fragment: Double?
  /// The longest chunk of one track's media, in seconds; the writer's choice when nil.
  public var chunkDuration: Double?
  /// Chunks begin at multiples of this many bytes; the writer's choice when nil.
  public var chunkAlignment: Int?
  /// The output was read and changed when the source was, as far as its folder shows it; not so when nil.
  public var keepsTimes: Bool?
  /// From the tables when nil.
  public var verification: Verification?

  public init() {}
}
