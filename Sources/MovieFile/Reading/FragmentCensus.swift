/// What a fragment's index holds, to tell a damaged one: a reader passes over a box whose type it does not know, and with it
/// over the samples that it describes.
struct FragmentCensus: Sendable {
  private var hasUnknownBox = false
  /// Of all samples that were described; the largest number where that is more.
  private var byteCount: Int64 = 0

  /// The boxes of `moof` and `traf` (ISO 14496-12, table 1; 23001-7 for encryption).
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

  /// - Parameter mediaSize: the bytes of media behind the index.
  func isOfDamaged(mediaSize: Int64) -> Bool { hasUnknownBox && byteCount < mediaSize }
}
