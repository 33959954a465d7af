internal import AVFoundation

/// The fades at the ends of an output, on the source's timeline: a pure value.
///
/// The level is the share of a sound's samples, or of a picture's distance from black, that is left. It rises in a
/// straight line from 0 at the start of the output, and falls to 0 at its end. Where the two meet, since they are longer
/// than the output together, the level is the lower of both.
public struct Fades: Sendable, Hashable {
  /// The start and the end of the output. The end is nil where nothing fades there.
  public var start: ExactTime
  public var end: ExactTime?
  /// The durations of both fades.
  public var choice: FadeChoice

  /// A stretch in which the level changes in a straight line.
  struct Ramp: Hashable {
    var range: CMTimeRange
    var from: Double
    var to: Double
  }

  /// The stretches in which the level changes, by their starts. Before, between and behind them it stays.
  var ramps: [Ramp] {
    let (fadeIn, fadeOut) = (choice.fadeIn ?? 0, choice.fadeOut ?? 0)
    let whole = end.map { $0.seconds - start.seconds } ?? .infinity
    // The highest level, at which fades that are too long meet.
    let peak = min(1, whole / (fadeIn + fadeOut))
    var ramps: [Ramp] = []
    if fadeIn > 0 {
      ramps.append(Ramp(range: CMTimeRange(start: CMTime(start), duration: time(fadeIn * peak)), from: 0, to: peak))
    }
    if fadeOut > 0, let end = end.map({ CMTime($0) }) {
      ramps.append(Ramp(range: CMTimeRange(start: end - time(fadeOut * peak), end: end), from: peak, to: 0))
    }
    return ramps
  }

  /// Returns the level at a time of the source, in seconds.
  func level(at seconds: Double) -> Double {
    let rise = choice.fadeIn.map { (seconds - start.seconds) / $0 } ?? 1
    let fall = choice.fadeOut.flatMap { length in end.map { ($0.seconds - seconds) / length } } ?? 1
    return max(0, min(rise, fall, 1))
  }

  private func time(_ seconds: Double) -> CMTime {
    CMTime(seconds: seconds, preferredTimescale: Self.timeScale)
  }

  /// The time scale of the durations of ramps: as fine as a decimal of nine digits.
  private static let timeScale: CMTimeScale = 1_000_000_000

  /// The fades as text for people, such as `faded in for 2 s and out for 3 s`.
  var text: String {
    func length(_ seconds: Double) -> String { Int(exactly: seconds).map { "\($0) s" } ?? "\(seconds) s" }
    let parts = [choice.fadeIn.map { "in for \(length($0))" }, choice.fadeOut.map { "out for \(length($0))" }]
    return "faded " + parts.compactMap(\.self).joined(separator: " and ")
  }

  /// The members of the fades in the JSON of an encoding. Those of a fade that is not there are null.
  static func members(of fades: Fades?) -> JSON {
    [
      "fade_in_s": JSON(fades?.choice.fadeIn),
      "fade_out_s": JSON(fades?.choice.fadeOut),
    ]
  }
}
