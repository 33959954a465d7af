import CoreMedia
import MediaEngine

// Data that the coded pictures carry. Each of these properties reads the first pictures, undecoded, and blocks its
// thread while it does.

extension AVAssetTrack {
  /// The version of the dynamic metadata that the pictures carry for screens with less light (HDR10+, SMPTE ST
  /// 2094-40); `nil` where the first ones carry none, and for other media.
  public var dynamicMetadataVersion: Int? {
    // Every picture has it, or the first of every scene, and a file begins with a scene.
    first(of: 2, \.dynamicMetadataVersion)
  }

  /// The timecode that the first picture of H.264, HEVC or MPEG-2 carries, such as `01:02:03:04`. It is `nil` where the
  /// picture carries none, and for other media. A timecode track is not read for it.
  public var pictureTimecode: String? {
    guard information.formatDescriptions.first?.mayHavePictureTimecodes == true else { return nil }
    return first(of: 1, \.pictureTimecode)
  }

  /// The statement of the encoder of H.264 or HEVC about itself, in the first picture or in the configuration: x264 and
  /// x265 write their version and their settings. It is `nil` where there is none, and for other media.
  public var encoderStatement: String? { first(of: 1, \.encoderStatement) }

  /// A Boolean value that says whether the pictures carry closed captions of CEA-608 and CEA-708 (ATSC A/53 part 4). It
  /// is `false` where the first ones carry none, and for other media. A track of captions is another thing.
  public var carriesClosedCaptions: Bool {
    guard information.formatDescriptions.first?.mayHaveClosedCaptions == true else { return false }
    return first(of: Self.captionedPictures) { $0.carriesClosedCaptions ? true : nil } ?? false
  }

  /// The number of pictures that are searched for captions. Broadcasts have captions, or room for them, in every
  /// picture. Where pictures are repeated, two of three have none, and B-frames may come first.
  private static let captionedPictures = 16

  /// Returns the first thing that `find` finds in the first pictures, in the order of decoding; `nil` for nothing.
  private func first<Found>(of count: Int, _ find: (CMSampleBuffer) -> Found?) -> Found? {
    guard mediaType == .video, let asset else { return nil }
    let session = asset.content.makeSession(continuesAfterDamage: false)
    defer { session.cancel() }
    let all = CMTimeRange(start: .zero, duration: .positiveInfinity)
    guard let reader = try? session.reader(of: information, output: .glimpse, timeRange: all, isRandomAccess: false)
    else { return nil }
    for _ in 0..<count {
      guard let sample = try? reader.next() else { return nil }
      if let found = find(sample) { return found }
    }
    return nil
  }
}
