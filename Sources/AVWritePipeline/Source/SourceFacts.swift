/// What an input is, as far as planning and showing it need: a value read once from the asset.
public struct SourceFacts: Sendable, Hashable {
  public var duration: ExactTime?
  public var byteCount: Int64?
  public var tracks: [TrackFacts]
  /// What the container is, for people.
  public var container = ""
  /// In every key space, in the file's order.
  public var metadata: [MetadataFact] = []
  public var chapters: [ChapterFact] = []
  /// When the media was made, as ISO 8601 writes it.
  public var creationDate: String?
}
