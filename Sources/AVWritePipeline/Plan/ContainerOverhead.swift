internal import AVFoundation

/// The bytes that a container adds to its samples: an estimate, from files that this build wrote.
struct ContainerOverhead {
  /// The bytes of a track's description.
  static let perTrack = 700.0
  /// The bytes for a picture, in tables or in a header of its own.
  var perPicture: Double
  var perOtherSample: Double
  var perSecond = 0.0
  /// The share of the samples' own bytes that is added.
  var share = 0.0
  /// The share of the file that may stay unused: room for a movie's tables is kept before they are known.
  var unusedShare = 0.0
  /// A Boolean value that says whether the estimate is right to a thousandth of the file.
  var isExact: Bool { share == 0 }

  /// Returns the bytes that a file of some size has for its samples.
  func samplesSize(of file: Double, _ plan: Plan, seconds: Double) -> Double {
    (file - tables(of: plan, seconds: seconds)) / (1 + share)
  }

  /// Returns the bytes that a file of some size has for its samples in any case.
  func leastSamplesSize(of file: Double, _ plan: Plan, seconds: Double) -> Double {
    samplesSize(of: file * (1 - (file > Self.heldMedia ? unusedShare : 0)), plan, seconds: seconds)
  }

  /// The bytes of a movie's samples that are held in memory at most, and written behind tables that are known.
  private static let heldMedia = Double(1 << 20)

  /// Returns the size of a file whose samples have some size, in bytes.
  func fileSize(of samples: Double, _ plan: Plan, seconds: Double) -> Double {
    samples * (1 + share) + tables(of: plan, seconds: seconds)
  }

  private func tables(of plan: Plan, seconds: Double) -> Double {
    plan.tracks.reduce(perSecond * seconds) { sum, track in
      // A container stores one size for all samples of linear PCM.
      let samples = track.pcmBytesPerSecond == nil ? Double(track.expectedSampleCount(of: plan)) : 0
      return sum + Self.perTrack + samples * (track.kind == .video ? perPicture : perOtherSample)
    }
  }
}

extension Container {
  var overhead: ContainerOverhead {
    switch fileType {
    // Packets have 188 bytes, of which the last of a picture and of some sound's packets is half empty; AAC has a header
    // for each of its own; the tables come eight times a second.
    case .mpeg2TransportStream:
      ContainerOverhead(perPicture: 110, perOtherSample: 20, perSecond: 3400, share: 4.0 / 184)
    case .mkv, .webm: ContainerOverhead(perPicture: 8, perOtherSample: 7)
    // For a picture these are its size, times, place and part in decoding; for sound its size alone.
    default:
      ContainerOverhead(perPicture: 15, perOtherSample: 6, unusedShare: isMovie ? 0.006 : 0)
    }
  }
}
