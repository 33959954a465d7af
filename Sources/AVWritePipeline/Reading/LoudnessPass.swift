internal import AVFoundation
internal import Loudness
internal import MediaSupport
internal import Synchronization

/// The pass before a job whose sound is brought to a loudness: it reads the sound once, and measures it.
///
/// `run` blocks its thread and is called once.
final class LoudnessPass: @unchecked Sendable {
  // Sendable: the position is behind a lock, and `run` alone uses the sources.

  private let policy: DamagePolicy
  private let cancellation: CancellationRelay
  /// The seconds of sound that were measured, of all tracks together.
  private let position = Mutex(0.0)

  /// The tracks, each of which is measured once.
  private let tracks: [Plan.LeveledTrack]
  private let sources: [Source]

  /// - Parameters:
  ///   - sources: the source of each plan.
  ///   - cancellation: the relay that makes `run` fail soon.
  init(
    _ sources: [Source], _ plans: [Plan], onDamage policy: DamagePolicy, until cancellation: CancellationRelay
  ) {
    (self.sources, self.policy, self.cancellation) = (sources, policy, cancellation)
    tracks = plans.leveledTracks
  }

  /// Measures each track as each plan encodes it.
  ///
  /// - Parameters:
  ///   - meter: the meter of the pass, which is the job's first.
  ///   - report: a closure that is given the progress while the pass runs.
  /// - Throws: `JobError` of the reader.
  func run(
    measuredBy meter: ProgressMeter, reportingTo report: @escaping @Sendable (Progress) -> Void
  ) throws(JobError) -> [SampleRequest: Leveling] {
    var levelings: [SampleRequest: Leveling] = [:]
    guard !tracks.isEmpty else { return levelings }
    try meter.measure(pass: 0, by: { [self] in progress }, reportingTo: report) { () throws(JobError) in
      for leveled in tracks {
        guard let target = leveled.request.form.loudness else { continue }
        let meter = try measure(leveled.track, of: leveled.plan, sources[leveled.index])
        levelings[leveled.request] = Leveling(track: leveled.track.source.id, target: target, meter)
      }
    }
    return levelings
  }

  private var progress: Measure {
    let position = position.withLock { $0 }
    let whole = tracks.reduce(0.0) { $0 + ($1.track.seconds(of: $1.plan) ?? .infinity) }
    let isKnown = whole > 0 && whole.isFinite
    return Measure(work: isKnown ? WorkDone(share: min(position / whole, 1)) : nil, position: position)
  }

  private func measure(_ track: TrackPlan, of plan: Plan, _ source: Source) throws(JobError) -> LoudnessMeter {
    try JobError.require(.ebur128, for: source.input.name)
    let file = source.file(of: track.source).source
    let reader = try file.makeReader(for: [plan], onDamage: policy)
    let output = try source.addOutput(track, of: plan, to: reader)
    guard reader.startReading() else { throw JobError(reading: reader, of: file) }
    var meter: LoudnessMeter?
    try cancellation.passing(to: { _ in if reader.status == .reading { reader.cancelReading() } }) {
      () throws(JobError) in
      while let sample = output.copyNextSampleBuffer() {
        guard let buffer = sample.dataBuffer, let format = sample.formatDescription?.audioStreamBasicDescription else {
          continue
        }
        let open = meter ?? LoudnessMeter(channels: Int(format.mChannelsPerFrame), sampleRate: Int(format.mSampleRate))
        guard let open, (try? buffer.withContiguousStorage { open.add($0.assumingMemoryBound(to: Float.self)) }) == true
        else {
          throw JobError(
            .settingsUnsupported, "\(source.input.name): cannot measure the loudness of \(track.source.title)")
        }
        meter = open
        position.withLock { $0 += Double(sample.numSamples) / format.mSampleRate }
      }
    }
    guard reader.status == .completed else { throw JobError(reading: reader, of: file) }
    guard let meter = meter ?? LoudnessMeter(channels: 1, sampleRate: 48_000) else {
      throw JobError(.internalError, "\(source.input.name): not enough memory to measure loudness")
    }
    return meter
  }
}

extension Plan {
  /// A track whose sound is measured before it is encoded.
  struct LeveledTrack {
    let request: SampleRequest
    let track: TrackPlan
    let plan: Plan
    /// The index of the plan among those of the job.
    let index: Int
  }
}

extension [Plan] {
  /// The tracks whose sound is measured before it is encoded: a track once for each way of encoding it.
  var leveledTracks: [Plan.LeveledTrack] {
    var found: [Plan.LeveledTrack] = []
    for (index, plan) in enumerated() {
      for track in plan.tracks {
        let request = SampleRequest(track)
        guard request.form.loudness != nil, !found.contains(where: { $0.request == request }) else { continue }
        found.append(Plan.LeveledTrack(request: request, track: track, plan: plan, index: index))
      }
    }
    return found
  }
}

extension TrackPlan.Action.SampleForm {
  /// The loudness that the sound is brought to, in LUFS, or nil if none is measured.
  fileprivate var loudness: Double? { if case .leveledSound(let level) = self { level.loudness } else { nil } }
}
