/// What a job will do, decided before any media is read.
public struct Plan: Sendable, Hashable {
  public var container: Container
  /// The tracks that will be written, in the order of the source.
  public var tracks: [TrackPlan]
  /// What will not be in the output, or not as it was.
  public var ledger: Ledger
  /// The part of the source that is wanted. Time 0 of the output is its start, else the earliest presented sample of any
  /// kept track. A movie's own timeline stays, and so do its empty edits.
  public var part = SourcePart()

  /// How large the file is to be, which its pictures are encoded for.
  public var targetSize: ByteCount?

  /// The source is read at its own pace; the pictures that the encoder has no time for are dropped.
  public var isRealTime = false

  /// How the processors share the encoding of pictures; nil where none are encoded.
  public var parallelism: VideoChoice.Parallelism? {
    let pictures = tracks.map(\.action).filter { if case .encodeVideo = $0 { true } else { false } }
    return pictures.isEmpty ? nil : pictures.contains(where: \.isSplit) ? .segment : .frame
  }
}
