internal import Foundation

extension Plan {
  /// What the whole of it takes, in the unit of `workPerSecond`.
  var work: Double {
    tracks.reduce(0) { $0 + $1.action.workPerSecond * ($1.seconds(of: self) ?? 1) }
  }
}

extension TrackPlan.Action {
  /// For a second of media, beside a second of sound whose loudness is measured. It sets beside each other what a job does at
  /// once and one after the other, and tells no time by itself.
  var workPerSecond: Double {
    switch self {
    case .encodeVideo(let encoding): encoding.work * Double(encoding.width * encoding.height) / Double(1280 * 720)
    case .encodeAudio(let encoding): encoding.format.workPerSecond
    case .copy: 0.05
    // Few, and at no even distances.
    case .convertText: 0
    }
  }
}

extension VideoEncoding {
  /// For a second of pictures of 1280 by 720, as measured of x264.
  var work: Double { intakeWork + codingWork }

  /// Of it, decoding, scaling and the encoder's first look, whose results show when a picture is given to the encoder.
  var intakeWork: Double { 50 }

  /// Of it, what the encoder does until the picture leaves it. Each speed takes half as long again as the one above it.
  private var codingWork: Double { 50 * pow(1.5, Double(speed.steps(below: .veryfast))) }
}

extension VideoChoice.Speed {
  /// How many speeds slower it is than another.
  fileprivate func steps(below other: Self) -> Int {
    let speeds = Self.allCases
    return (speeds.firstIndex(of: self) ?? 0) - (speeds.firstIndex(of: other) ?? 0)
  }
}

extension AudioEncoding.Format {
  /// As measured of stereo at 48 kHz, verification included.
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
