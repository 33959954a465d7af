/// The plan of a job, made before any media is read.
public struct Plan: Sendable, Hashable {
  public var container: Container
  /// The tracks that will be written, in the order of the source.
  public var tracks: [TrackPlan]
  /// The account of the facts, above all those that will not be in the output, or not as they were.
  public var ledger: Ledger
  /// The part of the source that is wanted. Time 0 of the output is its start, else the earliest presented sample of any
  /// kept track. A movie's own timeline stays, and so do its empty edits.
  public var part = SourcePart()
  /// The time of the source from which the times of the part are counted: the start of the first of the chosen tracks,
  /// even if the part does not include that track.
  public var earliestStart = ExactTime.zero

  /// The size that the file is to have, for which its pictures are encoded, or nil if none is set.
  public var targetSize: ByteCount?

  /// A Boolean value that says whether the source is read at its own pace, and pictures that the encoder has no time
  /// for are dropped.
  public var isRealTime = false

  /// The speed at which the source is shown; its own when nil.
  public var speed: SpeedFactor? { tracks.first?.speed }

  /// A Boolean value that says whether pictures are encoded in several passes.
  var makesPasses: Bool { tracks.contains(where: \.action.makesPasses) }

  /// The way in which the processors share the encoding of pictures, or nil if none are encoded.
  public var parallelism: VideoChoice.Parallelism? {
    let pictures = tracks.map(\.action).filter { if case .encodeVideo = $0 { true } else { false } }
    return pictures.isEmpty ? nil : pictures.contains(where: \.isSplit) ? .segment : .frame
  }
}
