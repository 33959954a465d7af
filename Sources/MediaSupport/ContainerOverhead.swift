/// An estimate of the bytes that a container adds to its samples, derived from files that this build wrote.
package struct ContainerOverhead: Sendable {
  /// A track of a file.
  package struct Track: Sendable {
    var isOfPictures: Bool
    /// The number of samples whose sizes are stored individually.
    var sampleCount: Double

    /// - Parameter sampleCount: the number of samples. It is 0 for linear PCM: a container stores one size for all of
    ///   them.
    package init(isOfPictures: Bool, sampleCount: Double) {
      self.isOfPictures = isOfPictures
      self.sampleCount = sampleCount
    }
  }

  /// The bytes of a track's description.
  private static let perTrack = 700.0

  private let perPicture: Double
  private let perOtherSample: Double
  private let perSecond: Double
  /// The share of the samples' own bytes that is added.
  private let share: Double
  /// The share of the file that may stay unused.
  private let unusedShare: Double
  /// The greatest number of bytes of samples that are held in memory, and written without unused space.
  private let heldByteCount: Double

  /// - Parameters:
  ///   - perPicture: the bytes for a picture, in tables or in a header of its own.
  ///   - perOtherSample: the bytes for another sample.
  ///   - perSecond: the bytes for a second of the file.
  ///   - share: the share of the samples' own bytes that is added.
  ///   - unusedShare: the share of the file that may stay unused, because space for a movie's tables is reserved before
  ///     their size is known.
  ///   - heldByteCount: the number of bytes of samples up to which no space is unused.
  package init(
    perPicture: Double, perOtherSample: Double, perSecond: Double = 0, share: Double = 0, unusedShare: Double = 0,
    heldByteCount: Int = 0
  ) {
    (self.perPicture, self.perOtherSample, self.perSecond) = (perPicture, perOtherSample, perSecond)
    (self.share, self.unusedShare, self.heldByteCount) = (share, unusedShare, Double(heldByteCount))
  }

  /// A Boolean value that says whether the estimate is accurate to a thousandth of the file.
  package var isExact: Bool { share == 0 }

  /// Returns the number of bytes that are left for the samples in a file of a size.
  package func samplesSize(of file: Double, _ tracks: [Track], seconds: Double) -> Double {
    (file - tables(of: tracks, seconds: seconds)) / (1 + share)
  }

  /// Returns the number of bytes that are left for the samples in a file of a size if as much of it as possible stays
  /// unused.
  package func leastSamplesSize(of file: Double, _ tracks: [Track], seconds: Double) -> Double {
    samplesSize(of: file * (1 - (file > heldByteCount ? unusedShare : 0)), tracks, seconds: seconds)
  }

  /// Returns the size in bytes of a file whose samples have a size in total.
  package func fileSize(of samples: Double, _ tracks: [Track], seconds: Double) -> Double {
    samples * (1 + share) + tables(of: tracks, seconds: seconds)
  }

  private func tables(of tracks: [Track], seconds: Double) -> Double {
    tracks.reduce(perSecond * seconds) { sum, track in
      sum + Self.perTrack + track.sampleCount * (track.isOfPictures ? perPicture : perOtherSample)
    }
  }
}
