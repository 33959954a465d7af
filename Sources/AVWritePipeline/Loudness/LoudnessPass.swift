internal import AVFoundation
internal import Loudness
internal import Synchronization

/// What goes before a job whose sound is to become so loud: it is read once, and measured.
///
/// `run` blocks its thread and is called once; `cancel` may be called from any thread.
final class LoudnessPass: @unchecked Sendable {
  // Sendable: a reader answers cancellation on any thread, and `run` alone does the rest.

  private let source: Source
  private let plans: [Plan]
  private let policy: DamagePolicy
  private let state = Mutex(State())

  private struct State {
    var reader: AVAssetReader?
    var isCancelled = false
  }

  init(_ source: Source, _ plans: [Plan], onDamage policy: DamagePolicy) {
    (self.source, self.plans, self.policy) = (source, plans, policy)
  }

  /// Makes `run` fail soon.
  func cancel() {
    let reader = state.withLock { state in
      state.isCancelled = true
      return state.reader
    }
    if reader?.status == .reading { reader?.cancelReading() }
  }

  /// Measures each track as each plan encodes it.
  ///
  /// - Throws: `JobError` of the reader.
  func run() throws(JobError) -> [SampleRequest: Leveling] {
    var levelings: [SampleRequest: Leveling] = [:]
    for plan in plans {
      for track in plan.tracks {
        let request = SampleRequest(track)
        guard case .leveledSound(let level) = request.form, levelings[request] == nil else { continue }
        levelings[request] = Leveling(track: track.source.id, target: level.loudness, try measure(track, of: plan))
      }
    }
    return levelings
  }

  private func measure(_ track: TrackPlan, of plan: Plan) throws(JobError) -> LoudnessMeter {
    let reader = try source.makeReader(for: [plan], onDamage: policy)
    let output = try source.addOutput(track, to: reader)
    guard reader.startReading() else { throw JobError(reading: reader, of: source) }
    let isCancelled = state.withLock { state in
      state.reader = reader
      return state.isCancelled
    }
    if isCancelled { reader.cancelReading() }
    var meter: LoudnessMeter?
    while let sample = output.copyNextSampleBuffer() {
      guard let buffer = sample.dataBuffer, let format = sample.formatDescription?.audioStreamBasicDescription else {
        continue
      }
      let open = meter ?? LoudnessMeter(channels: Int(format.mChannelsPerFrame), sampleRate: Int(format.mSampleRate))
      guard let open, (try? buffer.withContiguousStorage { open.add($0.assumingMemoryBound(to: Float.self)) }) == true
      else {
        throw JobError(
          .settingsUnsupported, "\(source.input.name): the loudness of \(track.source.title) cannot be measured")
      }
      meter = open
    }
    guard reader.status == .completed else { throw JobError(reading: reader, of: source) }
    guard let meter = meter ?? LoudnessMeter(channels: 1, sampleRate: 48_000) else {
      throw JobError(.internalError, "\(source.input.name): there is no memory to measure loudness")
    }
    return meter
  }
}
