extension TrackPlan.Action {
  /// For a second of media, beside a second of sound whose loudness is measured. It sets beside each other what a job does at
  /// once and one after the other, and tells no time by itself.
  var workPerSecond: Double {
    switch self {
    case .encodeVideo(let encoding): Self.pictureWork * Double(encoding.width * encoding.height) / Double(1280 * 720)
    case .encodeAudio(let encoding): encoding.format.workPerSecond
    case .copy: 0.05
    // Few, and at no even distances.
    case .convertText: 0
    }
  }

  /// Of H.264 at a high speed; a slower one makes it three times as much, and other codecs more.
  private static let pictureWork = 80.0
}

extension AudioEncoding.Format {
  /// As measured of stereo at 48 kHz, verification included.
  fileprivate var workPerSecond: Double {
    switch self {
    case .lossy(.aac, _), .lossy(.mp3, _): 3.7
    case .lossy(.vorbis, _): 3
    case .lossy(.opus, _): 2
    case .lossy(.ac3, _), .lossy(.eac3, _): 1.3
    case .lossless: 2
    case .pcm: 1.4
    }
  }
}
