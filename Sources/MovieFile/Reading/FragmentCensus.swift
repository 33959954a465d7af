/// Counts that reveal a damaged index of a fragment. A reader skips a box of an unknown type, and the samples that the
/// box describes are then missing.
struct FragmentCensus: Sendable {
  private var hasUnknownBox = false
  /// The number of bytes in all described samples. It is limited to the largest number.
  private var byteCount: Int64 = 0

  /// The types of boxes in `moof` and `traf` (ISO 14496-12, table 1; 23001-7 for encryption).
  private static let knownTypes: Set<FourCC> = [
    "mfhd", "traf", "tfhd", "tfdt", "trun", "sbgp", "sgpd", "csgp", "subs", "saiz", "saio", "sdtp", "senc", "pssh",
    "meta", "udta", "uuid", "free", "skip",
  ]

  mutating func note(_ type: FourCC) {
    if !Self.knownTypes.contains(type) { hasUnknownBox = true }
  }

  mutating func note(byteCount count: Int64) {
    let (sum, overflow) = byteCount.addingReportingOverflow(count)
    byteCount = overflow ? .max : sum
  }

  /// - Parameter mediaSize: the number of bytes of media after the index.
  func isOfDamaged(mediaSize: Int64) -> Bool { hasUnknownBox && byteCount < mediaSize }
}
