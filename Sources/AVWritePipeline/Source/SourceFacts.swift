/// The facts about an input, as far as planning and showing it need them: a value that is read once from the asset.
public struct SourceFacts: Sendable, Hashable {
  public var duration: ExactTime?
  /// A Boolean value that says whether durations are the file's own statement, and not an estimate.
  public var hasExactDurations = true
  public var byteCount: Int64?
  public var tracks: [TrackFacts]
  /// The container's name for people.
  public var container = ""
  /// The metadata in every key space, in the file's order.
  public var metadata: [MetadataFact] = []
  public var chapters: [ChapterFact] = []
  /// Files beside the media, in the file's order.
  public var attachments: [AttachmentFact] = []
  /// The date at which the media was made, in ISO 8601.
  public var creationDate: String?
  /// The rate at which the file asks to be played, or nil for as recorded.
  public var preferredRate: Double?
  /// The volume at which the file asks to be played; 0 is silent, and nil is as recorded.
  public var preferredVolume: Double?
  /// The identifiers of tracks of which only one is presented at a time, in a list for each such group.
  public var alternatives: [[Int32]] = []
  /// The facts of the further inputs whose samples follow, empty for one input.
  var further: [SourceFacts] = []
  /// The origins of the tracks that are not the input's, by the tracks' identifiers.
  var added: [Int32: Addition] = [:]

  /// The origin of a track that is not the input's.
  struct Addition: Hashable {
    /// The path of the file as the user wrote it.
    var path: String
    /// A Boolean value that says whether only tracks of one kind were asked for, and not all of the file.
    var isAsked: Bool
    /// The language that the track is given, as a BCP 47 tag; its own when nil.
    var language: String?
  }
}

extension SourceFacts {
  /// The time at which the first of the pictures and sounds begins (CL-12).
  var earliestStart: ExactTime { tracks.filter { [.video, .audio].contains($0.kind) }.earliestStart }
}
