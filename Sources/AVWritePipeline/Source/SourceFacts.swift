/// What an input is, as far as planning and showing it need: a value read once from the asset.
public struct SourceFacts: Sendable, Hashable {
  public var duration: ExactTime?
  /// Whether durations are the file's own statement, and not an estimate.
  public var hasExactDurations = true
  public var byteCount: Int64?
  public var tracks: [TrackFacts]
  /// What the container is, for people.
  public var container = ""
  /// In every key space, in the file's order.
  public var metadata: [MetadataFact] = []
  public var chapters: [ChapterFact] = []
  /// When the media was made, as ISO 8601 writes it.
  public var creationDate: String?
  /// The identifiers of tracks of which only one is presented at a time.
  public var alternatives: [[Int32]] = []
}

extension SourceFacts {
  /// Rule 12 of the command's contract: where the first of the pictures and sounds begins.
  var earliestStart: ExactTime { tracks.filter { [.video, .audio].contains($0.kind) }.earliestStart }
}
