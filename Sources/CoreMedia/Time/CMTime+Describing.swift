internal import Foundation

extension CMTime {
  /// This time as Apple's tools print it, with the seconds to three decimals.
  var summary: String {
    switch kind {
    case .negativeInfinity: return "{-INFINITY}"
    case .positiveInfinity: return "{+INFINITY}"
    case .indefinite: return "{INDEFINITE}"
    case .invalid: return "{INVALID}"
    case .numeric: break
    }
    var notes = ""
    if epoch != 0 { notes += ", epoch \(epoch)" }
    if hasBeenRounded { notes += ", rounded" }
    return "{\(value)/\(timescale) = \(String(format: "%.3f", seconds))\(notes)}"
  }
}

extension CMTimeRange {
  /// This range's start and duration as Apple's tools print them.
  var summary: String { "{\(start.summary), \(duration.summary)}" }
}

extension CMTimeMapping {
  /// This mapping's source and target as Apple's tools print them.
  var summary: String { "{\(source.summary), \(target.summary)}" }
}

/// Writes a line to standard error.
func show(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
