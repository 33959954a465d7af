import CoreMedia
import MediaEngine

// Data that the coded pictures carry. Each of these properties reads the first pictures, undecoded, and blocks its
// thread while it does.

extension AVAssetTrack {
  /// The version of the dynamic metadata that the pictures carry for screens with less light (HDR10+, SMPTE ST 2094-40);
  /// `nil` where the first ones carry none, and for other media.
  public var dynamicMetadataVersion: Int? {
    // Every picture has it, or the first of every scene, and a file begins with a scene.
    firstSamples(2).lazy.compactMap(\.dynamicMetadataVersion).first
  }

  /// The timecode that the first picture of H.264, HEVC or MPEG-2 carries, such as `01:02:03:04`. It is `nil` where the
  /// picture carries none, and for other media. A timecode track is not read for it.
  public var pictureTimecode: String? {
    guard information.formatDescriptions.first?.mayHavePictureTimecodes == true else { return nil }
    return firstSamples(1).first?.pictureTimecode
  }

  private func firstSamples(_ count: Int) -> [CMSampleBuffer] {
    guard mediaType == .video, let asset else { return [] }
    let session = asset.content.makeSession(continuesAfterDamage: false)
    defer { session.cancel() }
    let all = CMTimeRange(start: .zero, duration: .positiveInfinity)
    guard let reader = try? session.reader(of: information, output: .glimpse, timeRange: all, isRandomAccess: false)
    else { return [] }
    var samples: [CMSampleBuffer] = []
    while samples.count < count, let sample = try? reader.next() { samples.append(sample) }
    return samples
  }
}
