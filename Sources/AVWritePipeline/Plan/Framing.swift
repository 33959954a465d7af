internal import AVFoundation

/// What a container adds to its samples, in bytes: an estimate, from files that this build wrote.
struct Framing {
  /// A track's description.
  static let perTrack = 700.0
  /// In tables or in a header of its own.
  var perPicture: Double
  var perOtherSample: Double
  var perSecond = 0.0
  /// Of the samples' bytes.
  var share = 0.0

  /// What a file of a size has for its samples.
  func samplesSize(of file: Double, _ plan: Plan, seconds: Double) -> Double {
    (file - tables(of: plan, seconds: seconds)) / (1 + share)
  }

  /// How large a file is whose samples have a size.
  func fileSize(of samples: Double, _ plan: Plan, seconds: Double) -> Double {
    samples * (1 + share) + tables(of: plan, seconds: seconds)
  }

  private func tables(of plan: Plan, seconds: Double) -> Double {
    plan.tracks.reduce(perSecond * seconds) { sum, track in
      // Linear PCM is counted by one size for all.
      let samples = track.pcmBytesPerSecond == nil ? Double(track.expectedSampleCount(of: plan)) : 0
      return sum + Self.perTrack + samples * (track.kind == .video ? perPicture : perOtherSample)
    }
  }
}

extension Container {
  var framing: Framing {
    switch fileType {
    // Packets of 188 bytes, of which the last of a picture is half empty, and ten times a second the tables.
    case .mpeg2TransportStream: Framing(perPicture: 110, perOtherSample: 0, perSecond: 3760, share: 4.0 / 184)
    case .mkv, .webm: Framing(perPicture: 8, perOtherSample: 7)
    // A picture's size, times, place and part in decoding; sound has no more than its size.
    default: Framing(perPicture: 15, perOtherSample: 6)
    }
  }
}
