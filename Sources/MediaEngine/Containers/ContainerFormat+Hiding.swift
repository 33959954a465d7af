package import CoreMedia

/// Samples at the start or the end of a copy that are stored only for decoding, and are not presented.
extension ContainerFormat {
  /// Returns the reason why this container cannot store samples that are decoded but not presented; `nil` if it can.
  ///
  /// Edit lists of movies state which samples are presented. In other containers, players present them, so only as much
  /// sound is allowed as an encoder's own delay has.
  ///
  /// - Parameters:
  ///   - time: the duration of the samples.
  ///   - format: the format of the samples; `nil` where it is not known.
  package func refusal(ofHiding time: CMTime, in format: CMFormatDescription?) -> String? {
    if movieFormat != nil || time <= .zero { return nil }
    if let rate = format?.audioStreamBasicDescription?.mSampleRate, rate > 0, time.seconds * rate <= Self.longestRunUp {
      return nil
    }
    return hidingRefusal
  }

  /// The reason why this container, if it is no movie, cannot store samples that are decoded but not presented.
  var hidingRefusal: String {
    "\(name) files cannot hide the ends of a copied part that are not presented; \(Self.list(Self.movies)) can"
  }

  /// The reason why this container, if it is no movie, cannot store samples of several formats in one track.
  var formatChangeRefusal: String {
    "\(name) files cannot change the format of a track; \(Self.list(Self.movies)) can"
  }

  private static let movies = allCases.filter { $0.movieFormat != nil }

  /// Returns the reason why this container cannot store the samples of consecutive streams in a file; `nil` if it can.
  ///
  /// Each stream ends with padding, and begins with sound that is only decoded. Edit lists of movies leave out both,
  /// and blocks of Matroska the padding of Opus. FLAC has neither, but in a file of FLAC its frames are numbered
  /// consecutively.
  package func refusal(ofChain format: CMFormatDescription) -> String? {
    if movieFormat != nil { return nil }
    switch format.mediaSubType {
    case .flac: if self != .flac { return nil }
    case .opus: if self == .matroska || self == .webM { return nil }
    default: break
    }
    return "it is a chain of streams, and \(name) files hold one alone"
  }

  /// The longest run-up, in samples: the longest packet of Opus. The delay of encoders of AAC with spectral band
  /// replication is 4224.
  private static let longestRunUp = 5760.0
}
