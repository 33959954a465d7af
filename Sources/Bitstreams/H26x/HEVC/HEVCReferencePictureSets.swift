import MediaSupport

/// The short-term reference picture sets of an HEVC SPS (7.3.7). They are parsed only to find their end: the number of
/// fields of a predicted set depends on the number of pictures in the set before it.
enum HEVCReferencePictureSets {
  /// Skips `num_short_term_ref_pic_sets` and the sets.
  static func skip(in reader: inout BitReader) throws(MediaError) {
    let count = try reader.exponentialGolomb(upTo: 64, "num_short_term_ref_pic_sets")
    var previous: [Int] = []
    for index in 0..<count {
      previous =
        if index > 0, try reader.bit() {
          try predicted(from: previous, in: &reader)
        } else {
          try explicit(in: &reader)
        }
    }
  }

  /// The largest number of pictures in each half of a set: sps_max_dec_pic_buffering_minus1 is at most 15 (A.4.2).
  private static let mostPictures = 16

  /// Returns picture order count differences in the order of the standard: pictures before this one, nearest first,
  /// then pictures after it, nearest first.
  private static func ordered(_ deltas: [Int]) -> [Int] {
    deltas.filter { $0 < 0 }.sorted(by: >) + deltas.filter { $0 > 0 }.sorted()
  }

  private static func explicit(in reader: inout BitReader) throws(MediaError) -> [Int] {
    let negatives = try reader.exponentialGolomb(upTo: mostPictures, "num_negative_pics")
    let positives = try reader.exponentialGolomb(upTo: mostPictures, "num_positive_pics")
    var deltas: [Int] = []
    for (count, direction) in [(negatives, -1), (positives, 1)] {
      var delta = 0
      for _ in 0..<count {
        delta += direction * (1 + (try reader.exponentialGolomb(upTo: 1 << 15, "delta_poc_minus1")))
        deltas.append(delta)
        try reader.skip(1)  // used_by_curr_pic_flag
      }
    }
    return deltas
  }

  /// Reads a predicted set (equations 7-61 and 7-62): the differences of the earlier set plus `deltaRps`, and
  /// `deltaRps` itself, each only if its flag is set.
  private static func predicted(from previous: [Int], in reader: inout BitReader) throws(MediaError) -> [Int] {
    let isNegative = try reader.bit()
    let magnitude = 1 + (try reader.exponentialGolomb(upTo: 1 << 15, "abs_delta_rps_minus1"))
    let shift = isNegative ? -magnitude : magnitude
    var deltas: [Int] = []
    for delta in previous + [0] {
      let isUsed = try reader.bit()
      let isKept = isUsed ? true : try reader.bit()
      if isKept { deltas.append(delta + shift) }
    }
    guard deltas.count <= 2 * mostPictures else { throw reader.invalid("a predicted reference picture set") }
    return ordered(deltas)
  }
}
