internal import AVFoundation

/// Measures a running job. May be used from any thread.
final class ProgressMeter: Sendable {
  private let renditions: [Rendition]
  private let start = ContinuousClock.now

  /// - Parameter writers: of one output at least.
  init(_ source: SourceFacts, _ writers: [RenditionWriter]) {
    renditions = writers.map { Rendition($0, of: source) }
  }

  /// Where the job stands, which is where its slowest rendition does; nil before the first sample.
  var progress: Progress? {
    let elapsed = (ContinuousClock.now - start) / .seconds(1)
    let bytes = renditions.reduce(0) { $0 + $1.bytesWritten }
    return renditions.compactMap { $0.progress(elapsed: elapsed, bytes: bytes) }.min { $0.fraction < $1.fraction }
  }

  /// A terminal is redrawn no more often than this, in seconds.
  private static let interval = 0.25

  /// Tells the progress four times a second, on a queue of its own, until the ticker is cancelled.
  func start(_ report: @escaping @Sendable (Progress) -> Void) -> Ticker {
    Ticker(interval: Self.interval) { [self] in
      if let progress { report(progress) }
    }
  }
}

extension ProgressMeter {
  /// What is measured of one output.
  private struct Rendition: Sendable {
    private let tally: Tally
    private let origin: ExactTime
    /// Seconds wanted of each track; nil where nobody knows.
    private let durations: [Double?]
    private let pictureTracks: [Int]
    /// Everything that the rendition writes is in it, under whatever name.
    private let folder: String

    init(_ writer: RenditionWriter, of source: SourceFacts) {
      let plan = writer.plan
      tally = writer.tally
      folder = writer.target.temporaryFolder
      origin = plan.origin
      pictureTracks = plan.tracks.indices.filter { plan.tracks[$0].source.kind == .video }
      durations = plan.tracks.map { track in
        let end = track.source.duration.flatMap { track.source.start.adding($0) } ?? source.duration
        let last = [end, plan.end].compactMap { $0 }.min()
        return last.map { max(0, $0.seconds - plan.origin.seconds) }
      }
    }

    func progress(elapsed: Double, bytes: Int64) -> Progress? {
      let tracks = tally.snapshot
      guard tracks.contains(where: { $0.samples > 0 }) else { return nil }
      // What every track has passed is done: the slowest one that still runs, or all of it.
      let positions = tracks.indices.map { index -> Double in
        let position = tracks[index].end.map { $0.seconds - origin.seconds } ?? 0
        return tracks[index].isFinished ? max(position, durations[index] ?? position) : position
      }
      let whole = durations.compactMap { $0 }.max()
      let running = tracks.indices.filter { !tracks[$0].isFinished }.map { positions[$0] }.min()
      return Progress(
        position: running ?? whole ?? positions.max() ?? 0, duration: whole,
        frames: pictureTracks.reduce(0) { $0 + tracks[$1].samples }, elapsed: elapsed, bytes: bytes)
    }

    var bytesWritten: Int64 {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return names.reduce(0) { $0 + Int64(stat(path: folder + "/" + $1, followingLinks: false)?.st_size ?? 0) }
    }
  }
}
