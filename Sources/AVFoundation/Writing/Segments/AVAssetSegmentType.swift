/// The type of a segment (AW-73).
public enum AVAssetSegmentType: Int, Sendable {
  /// `ftyp` and `moov`, with the sample descriptions and no samples: the other segments need it.
  case initialization = 1
  /// One `moof` followed by one `mdat`.
  case separable = 2
}
