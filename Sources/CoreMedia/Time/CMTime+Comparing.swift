internal import MediaSupport

extension CMTime {
  /// The kinds of time in the order in which they sort: negative infinity before all numbers, then indefinite times,
  /// positive infinity, and last invalid times.
  enum Kind: Int, Comparable {
    case negativeInfinity, numeric, indefinite, positiveInfinity, invalid

    static func < (lhs: Kind, rhs: Kind) -> Bool { lhs.rawValue < rhs.rawValue }
  }

  /// The kind of this time. A number without a positive timescale is invalid.
  var kind: Kind {
    if !isValid { return .invalid }
    if isPositiveInfinity { return .positiveInfinity }
    if isNegativeInfinity { return .negativeInfinity }
    if isIndefinite { return .indefinite }
    return timescale > 0 ? .numeric : .invalid
  }

  /// Returns -1, 0 or 1 if this time is before, equal to or after another in the order of `Comparable`.
  func order(relativeTo other: CMTime) -> Int32 {
    if isPlain, other.isPlain {
      if timescale == other.timescale { return Self.order(value, other.value) }
      let (left, leftOverflow) = value.multipliedReportingOverflow(by: CMTimeValue(other.timescale))
      let (right, rightOverflow) = other.value.multipliedReportingOverflow(by: CMTimeValue(timescale))
      if !leftOverflow, !rightOverflow { return Self.order(left, right) }
    }
    let (kind, otherKind) = (kind, other.kind)
    if kind != otherKind { return kind < otherKind ? -1 : 1 }
    guard kind == .numeric else { return 0 }
    if epoch != other.epoch { return epoch < other.epoch ? -1 : 1 }
    // |value| ≤ 2^63 and timescale < 2^31: both products fit in 95 bits.
    return Self.order(Int128(value) * Int128(other.timescale), Int128(other.value) * Int128(timescale))
  }

  private static func order(_ left: some BinaryInteger, _ right: some BinaryInteger) -> Int32 {
    left == right ? 0 : left < right ? -1 : 1
  }
}

/// A total order: −∞ < numbers < indefinite < +∞ < invalid, and among numbers the greater epoch is later. Numbers of
/// one epoch are equal where their fractions are equal, whatever their timescales and rounding.
extension CMTime: Comparable, Hashable {
  public static func == (lhs: CMTime, rhs: CMTime) -> Bool { lhs.order(relativeTo: rhs) == 0 }
  public static func < (lhs: CMTime, rhs: CMTime) -> Bool { lhs.order(relativeTo: rhs) < 0 }

  /// Hashes the reduced fraction, so that equal times have equal hashes.
  public func hash(into hasher: inout Hasher) {
    let kind = kind
    hasher.combine(kind)
    guard kind == .numeric else { return }
    let divisor = Int128(greatestCommonDivisor(value.magnitude, UInt64(timescale)))
    hasher.combine(Int128(value) / divisor)
    hasher.combine(Int128(timescale) / divisor)
    hasher.combine(epoch)
  }
}
