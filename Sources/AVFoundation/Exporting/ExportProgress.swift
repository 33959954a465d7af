import CoreMedia
import Synchronization

/// The progress of an export, by the samples that have left its encoders: between 0 and 1, and never less than before.
///
/// Any thread.
final class ExportProgress: Sendable {
  /// The share of one track.
  struct Share: Sendable {
    let input: AVAssetWriterInput
    /// The work on the track, compared with that on the others.
    let weight: Double
    /// The duration of the export in seconds. It is nil if the end is not known.
    let duration: Double?
  }

  private struct State {
    /// The passes over each track's source that have begun, and those tracks that have ended.
    var passes: [Int]
    var ended: Set<Int> = []
    /// The seconds that the further passes of a track have come to.
    var repeated: [Double]
    var highest = 0.0
    var isComplete = false
  }

  private let shares: [Share]
  private let state: Mutex<State>

  init(_ shares: [Share]) {
    self.shares = shares
    state = Mutex(State(passes: shares.map { _ in 1 }, repeated: shares.map { _ in 0 }))
  }

  /// The largest fraction before the file is complete.
  private static let almostDone = 0.99

  /// The fraction of the work that is done; 1 only once the file is complete.
  var fraction: Double {
    let coded = shares.map(\.input.encodedTime.seconds)
    return state.withLock { state in
      if state.isComplete { return 1 }
      var (done, whole) = (0.0, 0.0)
      for (index, share) in shares.enumerated() {
        whole += share.weight
        done += share.weight * Self.fraction(of: share, coded: coded[index], index, state)
      }
      state.highest = max(state.highest, whole > 0 ? min(done / whole, 1) * Self.almostDone : 0)
      return state.highest
    }
  }

  /// Returns the fraction of one track. Each of several passes counts half as much as the one before it, since their
  /// number is not known beforehand.
  private static func fraction(of share: Share, coded: Double, _ index: Int, _ state: State) -> Double {
    if state.ended.contains(index), !share.input.performsMultiPassEncodingIfSupported || state.passes[index] > 1 {
      return 1
    }
    guard let duration = share.duration, duration > 0 else { return 0 }
    guard share.input.performsMultiPassEncodingIfSupported else { return min(max(coded / duration, 0), 1) }
    let pass = state.passes[index]
    let reached = pass == 1 ? coded : state.repeated[index]
    let rest = 1 / Double(1 << min(pass - 1, 20))
    return 1 - rest + rest / 2 * min(max(reached / duration, 0), 1)
  }

  /// Notes that the file is complete.
  func complete() { state.withLock { $0.isComplete = true } }

  /// The part of the progress that one track's pipe writes.
  struct Record: PipeRecord {
    let progress: ExportProgress
    /// The track's index in the export.
    let track: Int
    /// A closure that is called after each step.
    let onStep: @Sendable () -> Void

    func didMove(_ sample: CMSampleBuffer) { onStep() }

    func willBeginPass(_ number: Int, over ranges: [CMTimeRange]) {
      progress.state.withLock { state in
        state.passes[track] = number
        state.repeated[track] = 0
      }
    }

    func didRepeat(to time: CMTime) {
      guard time.isNumeric else { return }
      progress.state.withLock { $0.repeated[track] = max($0.repeated[track], time.seconds) }
      onStep()
    }

    func didEnd(_ feed: SampleFeed) {
      progress.state.withLock { _ = $0.ended.insert(track) }
      onStep()
    }
  }
}
