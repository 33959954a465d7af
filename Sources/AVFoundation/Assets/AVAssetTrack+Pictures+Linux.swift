import CoreMedia
import MediaEngine

// What the coded pictures carry besides: each of these reads the first ones, undecoded, and blocks its thread while it does.

extension AVAssetTrack {
  /// The version of the dynamic metadata that the pictures carry for screens with less light (HDR10+, SMPTE ST 2094-40);
  /// `nil` where the first ones carry none, and for other media.
  public var dynamicMetadataVersion: Int? {
    // Every picture has it, or the first of every scene, and a file begins with a scene.
    firstSamples(2).lazy.compactMap(\.dynamicMetadataVersion).first
  }

  /// The timecode that the first picture of H.264, HEVC or MPEG-2 carries, such as `01:02:03:04`; `nil` where it carries none, and
  /// for other media. What a timecode track says is another thing.
  public var pictureTimecode: String? {
    guard information.formatDescriptions.first?.mayHavePictureTimecodes == true else { return nil }
    return firstSamples(1).first?.pictureTimecode
  }

  /// What the encoder of H.264 or HEVC says of itself in the first picture or in the configuration: x264 and x265 write their
  /// version and their settings. It is `nil` where it says nothing, and for other media.
  public var encoderStatement: String? { firstSamples(1).first?.encoderStatement }

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
