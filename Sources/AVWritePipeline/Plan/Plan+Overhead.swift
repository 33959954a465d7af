internal import AVFoundation
internal import MediaSupport

/// The bytes of the file beside its samples.
extension Plan {
  /// Returns the number of bytes that a file of some size has for its samples.
  func samplesSize(of file: Double, seconds: Double) -> Double {
    overhead?.samplesSize(of: file, overheadTracks, seconds: seconds) ?? file
  }

  /// Returns the number of bytes that a file of some size has for its samples in any case.
  func leastSamplesSize(of file: Double, seconds: Double) -> Double {
    overhead?.leastSamplesSize(of: file, overheadTracks, seconds: seconds) ?? file
  }

  /// Returns the size of the file in bytes, where its samples have some size.
  func fileSize(of samples: Double, seconds: Double) -> Double {
    overhead?.fileSize(of: samples, overheadTracks, seconds: seconds) ?? samples
  }

  /// A Boolean value that says whether the size of the file's tables is known to a thousandth of the file.
  var hasExactOverhead: Bool { overhead?.isExact ?? false }

  private var overhead: ContainerOverhead? { container.fileType.overhead }

  private var overheadTracks: [ContainerOverhead.Track] {
    tracks.map { track in
      ContainerOverhead.Track(
        isOfPictures: track.kind == .video,
        sampleCount: track.pcmBytesPerSecond == nil ? Double(track.expectedSampleCount(of: self)) : 0)
    }
  }
}
