internal import CFFmpeg
internal import MediaSupport

extension TimeBase {
  /// Makes a time base that a file states; `nil` for a value that is no positive fraction.
  init?(_ value: AVRational) {
    guard value.num > 0, value.den > 0 else { return nil }
    self.init(value.num, value.den)
  }

  var cValue: AVRational { AVRational(num: numerator, den: denominator) }
}
