/// A number of pictures in a second, exactly: `25`, `12.5`, `30000/1001`, or `29.97` for the same.
public struct FrameRate: Sendable, Hashable, Codable {
  /// The duration for which one picture is shown.
  public var frameDuration: ExactTime

  /// Makes the rate at which each picture is shown for a duration. The duration is positive.
  public init(frameDuration: ExactTime) { self.frameDuration = frameDuration }

  /// The highest rate: more than any camera's whose pictures are played as fast as they were recorded.
  private static let highest = 1000.0

  /// Reads a rate as it is written. It is a number or a fraction above 0, and at most 1000 pictures a second.
  ///
  /// - Returns: `nil` for another text.
  public init?(argument text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2, let pictures = Int32(parts[0]), let seconds = Int32(parts[1]), pictures > 0, seconds > 0 {
      frameDuration = ExactTime(value: Int64(seconds), scale: pictures)
    } else if parts.count == 1, let rate = ExactTime(decimal: parts[0]), rate.value > 0,
      let pictures = Int32(exactly: rate.value)
    {
      frameDuration = Self.slowedFrameDuration(rate.seconds) ?? ExactTime(value: Int64(rate.scale), scale: pictures)
    } else {
      return nil
    }
    guard picturesPerSecond <= Self.highest else { return nil }
  }

  /// Returns the frame duration of a rate of television in lands of 60 Hz, which are written with two or three
  /// decimals, or nil for another rate.
  private static func slowedFrameDuration(_ rate: Double) -> ExactTime? {
    let nominal = rate.rounded(.up)
    guard [24, 30, 48, 60, 120].contains(nominal), rate != nominal, abs(rate - slowed(nominal)) < 0.01 else {
      return nil
    }
    return frameDuration(nominal: nominal, isSlowed: true)
  }

  /// Returns a whole rate slowed down, as television in lands of 60 Hz has it (SMPTE ST 2036-1).
  static func slowed(_ nominal: Double) -> Double { nominal * 1000 / 1001 }

  /// Returns the duration of a frame at a whole rate, or at that rate slowed down.
  static func frameDuration(nominal: Double, isSlowed: Bool) -> ExactTime {
    isSlowed ? ExactTime(value: 1001, scale: Int32(nominal) * 1000) : ExactTime(value: 1, scale: Int32(nominal))
  }

  var picturesPerSecond: Double { Double(frameDuration.scale) / Double(frameDuration.value) }

  /// The rate as text for people.
  var text: String { "\((picturesPerSecond * 1000).rounded() / 1000)" }
}
