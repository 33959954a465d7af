internal import Foundation

/// Makes short stretches of a job's outputs, away from their places, to see how large they become and how long they
/// take.
///
/// `run()` blocks its thread.
struct JobTrial {
  private let job: JobDescription
  private let plans: [Plan]
  /// The duration of the wanted part of the source, in seconds.
  private let whole: Double
  private let cancellation: CancellationRelay

  /// - Parameter cancellation: the relay that makes `run()` end soon.
  init(_ job: JobDescription, _ plans: [Plan], seconds: Double, until cancellation: CancellationRelay) {
    self.job = job
    self.plans = plans
    whole = seconds
    self.cancellation = cancellation
  }

  /// The durations of the shortest stretch, and of the shortest and the longest of the others, in seconds of media.
  private static let (shortest, shortestOther, longest) = (0.2, 1.0, 5.0)
  /// The time that all stretches are to take, in seconds and approximately.
  private static let patience = 4.0
  /// The time after which a stretch is given up, and with it the trial, in seconds.
  private static let limit = 15.0
  /// The places of the stretches, as shares of the whole: the middles of its thirds.
  private static let places = [1.0 / 6, 1.0 / 2, 5.0 / 6]

  /// Makes the stretches.
  ///
  /// - Returns: nil where a stretch cannot be made: the job itself then says why.
  func run() -> TrialEstimate? {
    guard let folder = Folder.temporary(like: "avwrite-trial") else { return nil }
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func make(_ seconds: Double, at place: Double) -> TrialEstimate.Stretch? {
      stretch(from: max(0, min(place * whole - seconds / 2, whole - seconds)), seconds: seconds, in: folder)
    }
    guard let shortest = make(min(Self.shortest, whole / 2), at: 0.5) else { return nil }
    var estimate = TrialEstimate(shortest: shortest, others: [], whole: whole)
    guard let first = make(min(Self.shortestOther, whole), at: 0.5) else { return nil }
    estimate.others.append(first)
    if first.seconds >= whole { return estimate }
    let pace = max(1e-3, (first.took - shortest.took) / (first.seconds - shortest.seconds))
    let count = Double(Self.places.count)
    let length = min(max(Self.patience / count / pace, Self.shortestOther), Self.longest)
    if length * count >= whole {
      guard let all = make(whole, at: 0.5) else { return nil }
      estimate.others = [all]
      return estimate
    }
    // The first one is shorter than the rest: for most of it, the encoder filled.
    if length > first.seconds { estimate.others = [] }
    for place in Self.places where !(length <= first.seconds && place == 0.5) {
      guard let stretch = make(length, at: place) else { return nil }
      estimate.others.append(stretch)
    }
    return estimate
  }

  private func stretch(from start: Double, seconds: Double, in folder: String) -> TrialEstimate.Stretch? {
    let description = description(from: start, seconds: seconds, in: folder)
    let running = TranscodeJob(description, sharesProcess: true)
    let patience = DispatchWorkItem { running.cancel(signal: SIGALRM) }
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.limit, execute: patience)
    defer { patience.cancel() }
    let clock = JobClock()
    let end = cancellation.passing(to: { running.cancel(signal: $0) }) { running.run() }
    guard case .success(let result) = end else { return nil }
    return TrialEstimate.Stretch(
      seconds: seconds, took: clock.wallSeconds, sizes: result.outputs.map { Double($0.bytes) })
  }

  /// Returns the job for a stretch of the wanted part.
  private func description(from start: Double, seconds: Double, in folder: String) -> JobDescription {
    func time(_ seconds: Double) -> TimePoint {
      .time(ExactTime(value: Int64((max(0, min(seconds, 1e9)) * 1000).rounded()), scale: 1000))
    }
    var job = job
    let skipped = plans.map { $0.part.origin.seconds - $0.earliestStart.seconds }.min() ?? 0
    let isAll = start == 0 && seconds >= whole
    if !isAll {
      // The times of a job are those of its source.
      let speed = plans.lazy.compactMap(\.speed).first?.value ?? 1
      job.time = TimeSelection(start: time((skipped + start) * speed), end: .after(time(seconds * speed)))
    }
    job.temporaryDirectory = folder
    for (index, plan) in plans.enumerated() where job.renditions.indices.contains(index) {
      job.renditions[index].prepareForTrial(plan, output: "\(folder)/\(index)")
    }
    return job
  }
}

extension Rendition {
  fileprivate mutating func prepareForTrial(_ plan: Plan, output: String) {
    (self.output, replaces, options) = (output, true, [])
    settings.format = plan.container
    settings.requirements = []
    settings.file.verification = FileChoice.Verification.none
    settings.file.keepsTimes = nil
    settings.metadata.chapters = nil
    settings.video.isBestEffort = true
    settings.video.parallelism = .frame
    if !settings.fades.isNone {
      // A stretch is no end of the output. What is encoded for the fades' sake is encoded all the same.
      settings.fades = FadeChoice()
      for case .encodeAudio(let encoding) in plan.tracks.map(\.action) { settings.audio.codec = encoding.format.codec }
    }
    // A target size is that of the whole. The plan has the bit rate for it.
    guard settings.video.compression.targetSize != nil else { return }
    for track in plan.tracks {
      guard case .encodeVideo(let encoding) = track.action else { continue }
      settings.video.compression.rateControl = encoding.compression.rateControl
      settings.video.isMultiPass = true
    }
  }
}
