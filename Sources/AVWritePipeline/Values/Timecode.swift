/// A timecode: `hh:mm:ss:ff`, or `hh:mm:ss;ff` where frame numbers are dropped (SMPTE ST 12-1).
public struct Timecode: Sendable, Hashable, Codable {
  public var hours: Int64
  public var minutes: Int64
  public var seconds: Int64
  public var frames: Int64
  public var dropsFrameNumbers: Bool

  public init?(_ text: String) {
    let fields = text.split(whereSeparator: { $0 == ":" || $0 == ";" })
    let separators = text.filter { $0 == ":" || $0 == ";" }
    guard fields.count == 4, separators == ":::" || separators == "::;" else { return nil }
    var numbers: [Int64] = []
    for field in fields {
      guard (1...3).contains(field.utf8.count), field.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
      numbers.append(Int64(field) ?? 0)
    }
    guard numbers[1] < 60, numbers[2] < 60 else { return nil }
    (hours, minutes, seconds, frames) = (numbers[0], numbers[1], numbers[2], numbers[3])
    dropsFrameNumbers = separators == "::;"
  }

  /// Returns the start of the picture with this timecode, where the first picture's is 00:00:00:00.
  ///
  /// - Returns: `nil` when the rate has no such frame number.
  func time(frameDuration: ExactTime) -> ExactTime? {
    guard frameDuration.value > 0 else { return nil }
    // The nominal rate counts whole frames: 30 for 30000/1001.
    let nominal = (Int64(frameDuration.scale) + frameDuration.value / 2) / frameDuration.value
    guard nominal > 0, frames < nominal else { return nil }
    var count = ((hours * 60 + minutes) * 60 + seconds) * nominal + frames
    if dropsFrameNumbers {
      // Each minute except every tenth leaves out its first numbers: two at 30 frames a second, four at 60.
      guard nominal % 30 == 0 else { return nil }
      let dropped = nominal / 15
      if seconds == 0, frames < dropped, minutes % 10 != 0 { return nil }
      let total = hours * 60 + minutes
      count -= dropped * (total - total / 10)
    }
    let (value, overflow) = count.multipliedReportingOverflow(by: frameDuration.value)
    return overflow ? nil : ExactTime(value: value, scale: frameDuration.scale)
  }

  /// Creates the timecode of a frame that is counted from the one with 00:00:00:00.
  ///
  /// - Parameter nominalRate: the number of frames in a second, as the timecode counts them.
  /// - Returns: Nil for a rate that does not count, or does not drop.
  init?(frameNumber: Int64, nominalRate: Int64, dropsFrameNumbers: Bool) {
    guard frameNumber >= 0, nominalRate > 0, !dropsFrameNumbers || nominalRate % 30 == 0 else { return nil }
    var count = frameNumber
    if dropsFrameNumbers {
      let dropped = nominalRate / 15
      let minute = 60 * nominalRate - dropped
      let tenMinutes = 10 * minute + dropped
      let (tens, rest) = count.quotientAndRemainder(dividingBy: tenMinutes)
      // The first minute of ten drops none.
      let minutes = rest < minute + dropped ? 0 : (rest - dropped) / minute
      let (skipped, isTooMuch) = dropped.multipliedReportingOverflow(by: 9 * tens + minutes)
      let (sum, overflow) = count.addingReportingOverflow(skipped)
      guard !isTooMuch, !overflow else { return nil }
      count = sum
    }
    let total = count / nominalRate
    (hours, minutes, seconds, frames) = (total / 3600, total / 60 % 60, total % 60, count % nominalRate)
    self.dropsFrameNumbers = dropsFrameNumbers
  }

  /// The timecode as text: `01:00:00:00`, or `01:00:00;00`.
  public var text: String {
    func padded(_ number: Int64) -> String { (number < 10 ? "0" : "") + String(number) }
    return [hours, minutes, seconds].map(padded).joined(separator: ":") + (dropsFrameNumbers ? ";" : ":")
      + padded(frames)
  }
}
