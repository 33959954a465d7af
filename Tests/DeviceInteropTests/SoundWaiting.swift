import DeviceInterop
import Foundation

/// What was waited for did not come.
struct DidNotHappen: Error, CustomStringConvertible {
  var what: String
  var description: String { "\(what) did not happen" }
}

/// Waits until a device has got somewhere. Only what hangs reaches the limit.
func wait(for what: String, limit: TimeInterval = 60, until isDone: () -> Bool) throws {
  let deadline = Date(timeIntervalSinceNow: limit)
  while !isDone() {
    guard Date() < deadline else { throw DidNotHappen(what: what) }
    // A device's time can only be looked at.
    Thread.sleep(forTimeInterval: 0.005)
  }
}

extension [Float] {
  /// The samples of the recorded frames that are not silent, by frame: each run of frames that follow each other.
  func runs(channelCount: Int = 2) -> [Range<Int64>] {
    var runs: [Range<Int64>] = []
    for start in stride(from: 0, to: count - channelCount + 1, by: channelCount) {
      guard let frame = Signal.frame(self[start]) else { continue }
      if let last = runs.last, last.upperBound == frame {
        runs[runs.count - 1] = last.lowerBound..<frame + 1
      } else {
        runs.append(frame..<frame + 1)
      }
    }
    return runs
  }
}
