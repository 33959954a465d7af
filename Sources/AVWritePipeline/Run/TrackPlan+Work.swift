internal import Foundation

extension Plan {
  /// The work of the whole plan, in the unit of `workPerSecond`.
  var work: Double {
    tracks.reduce(0) { $0 + $1.workPerSecond.total * ($1.seconds(of: self) ?? 1) }
  }
}

extension [Plan] {
  /// The work of all plans.
  var work: Double { reduce(0) { $0 + $1.work } }
}

extension [Plan] {
  /// The work of encoding the inputs of joined tracks that differ from the first one.
  var encodingWork: Double {
    let seconds = flatMap(\.tracks).map { track in
      track.encodedSeconds * (track.kind == .video ? TrackPlan.usualPictureWork : TrackPlan.usualSoundWork)
    }
    return Swift.max(seconds.reduce(0, +), .leastNonzeroMagnitude)
  }
}

extension TrackPlan {
  /// The work for a second of pictures of 1280x720, and of sound.
  fileprivate static let (usualPictureWork, usualSoundWork) = (200.0, 3.3)

  /// The work for a second of media, where a second of sound whose loudness is measured is 1. It is used to compare the
  /// work that a job does at the same time and in sequence, and is not a time.
  var workPerSecond: Work {
    switch action {
    case .encodeVideo(let encoding):
      let work = encoding.work(of: source.video ?? TrackFacts.Video(width: encoding.width, height: encoding.height))
      // Segments come out only when all their work is done, with no intake before.
      return encoding.isSplit ? Work(output: work.total) : work
    case .encodeAudio(let encoding) where !encoding.isStored: return Work(output: encoding.format.workPerSecond)
    case .copy, .encodeAudio: return Work(output: 0.05)
    // Texts are few, and at uneven distances.
    case .convertText: return Work()
    }
  }
}

extension VideoEncoding {
  /// Returns the work for a second of pictures, from measurements of x264. Decoding and scaling depend on the source's
  /// size; the encoder's analysis and its coding depend on the size of the output. At each speed, coding takes one and
  /// a half times as long as at the next faster one.
  fileprivate func work(of source: TrackFacts.Video) -> Work {
    func pictures(_ width: Int, _ height: Int) -> Double { Double(width * height) / Double(1280 * 720) }
    let coded = pictures(width, height)
    return Work(
      intake: 25 * (pictures(source.width, source.height) + coded),
      output: 50 * coded * pow(1.5, Double((compression.speed ?? .medium).steps(below: .veryfast))))
  }
}

extension VideoCompression.Speed {
  /// Returns how many speeds slower this one is than another.
  fileprivate func steps(below other: Self) -> Int {
    let speeds = Self.allCases
    return (speeds.firstIndex(of: self) ?? 0) - (speeds.firstIndex(of: other) ?? 0)
  }
}

extension AudioEncoding.Format {
  /// The work for a second of sound, as measured of stereo at 48 kHz, verification included.
  fileprivate var workPerSecond: Double {
    switch self {
    case .lossy(.aac, _), .lossy(.mp3, _): 3.3
    case .lossy(.vorbis, _): 3
    case .lossy(.opus, _): 2
    case .lossy(.ac3, _), .lossy(.eac3, _): 1.3
    case .lossless: 2
    case .pcm: 1.4
    }
  }
}
