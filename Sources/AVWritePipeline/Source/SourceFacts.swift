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
  /// Files beside the media, in the file's order.
  public var attachments: [AttachmentFact] = []
  /// When the media was made, as ISO 8601 writes it.
  public var creationDate: String?
  /// How fast it wants to be played; nil for as recorded.
  public var preferredRate: Double?
  /// How loud it wants to be played, 0 for in silence; nil for as recorded.
  public var preferredVolume: Double?
  /// The identifiers of tracks of which only one is presented at a time.
  public var alternatives: [[Int32]] = []
}
