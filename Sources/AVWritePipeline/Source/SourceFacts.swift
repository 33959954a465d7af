/// What an input is, as far as planning and showing it need: a value read once from the asset.
public struct SourceFacts: Sendable, Hashable {
  public var duration: ExactTime?
  public var byteCount: Int64?
  public var tracks: [TrackFacts]
}
