internal import AVFoundation
internal import Loudness

/// The gain of a track's sound that brings it to a target loudness (EBU R 128).
public struct Leveling: Sendable, Hashable {
  /// The identifier of the source track.
  public var track: Int32
  /// The loudness of the samples as they are encoded, in LUFS, or nil for silence and for sound that is shorter than
  /// the 0.4 seconds that are measured at once, which stay as they are.
  public var measured: Double?
  /// The largest true peak, in dBTP, or nil for silence.
  public var truePeak: Double?
  /// The loudness that is asked for, in LUFS.
  public var target: Double

  /// The highest peak of a waveform in lossy coding, in dBTP (EBU R 128, item m).
  static let highestPeak = -1.0

  /// The gain, in decibels: no more than the peaks allow.
  public var gain: Double {
    guard let measured, let truePeak else { return 0 }
    let wanted = target - measured
    return wanted < 0 ? wanted : min(wanted, max(Self.highestPeak - truePeak, 0))
  }

  /// The loudness that is reached, in LUFS, or nil if none was measured.
  public var reached: Double? { measured.map { $0 + gain } }

  init(track: Int32, target: Double, _ meter: LoudnessMeter) {
    self.track = track
    self.target = target
    measured = meter.loudness
    truePeak = meter.truePeak > 0 ? 20 * log10(meter.truePeak) : nil
  }
}

extension Leveling {
  /// Reads a change of loudness from its object. Returns nil if something is missing. The gain follows from the rest.
  init?(reading object: JSON) {
    guard let track: Int32 = object["track"]?.integer(), let target = object["target"]?.double else { return nil }
    (self.track, self.target) = (track, target)
    measured = object["measured"]?.double
    truePeak = object["true_peak"]?.double
  }

  /// Returns a sentence about a target that is not reached, or nil if it is.
  func shortfall(of title: String) -> String? {
    guard let reached else {
      return "\(title) is silent, or too short to measure its loudness, and stays as loud as it is"
    }
    guard reached < target - Self.tolerance else { return nil }
    let peak = (truePeak ?? 0) + gain
    return "\(title) reaches \(reached.rounded(digits: 1)) LUFS instead of \(target.rounded(digits: 1)),"
      + " because its true peak is at \(peak.rounded(digits: 1)) dBTP"
  }

  /// The change of loudness in a few words, or nil if none was measured.
  var text: String? {
    guard let measured, let reached else { return nil }
    return "\(measured.rounded(digits: 1)) LUFS to \(reached.rounded(digits: 1))"
  }

  /// The difference that nobody hears, in decibels.
  private static let tolerance = 0.1
}
